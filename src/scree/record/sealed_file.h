// Files of a run folder that prove themselves. HDF5's parser may crash on a damaged file, so nothing reaches
// it unchecked: each file starts with a 512-byte seal (in HDF5's user block, which other readers skip) that
// holds its kind, its length and the hash of all that follows. The seal is readable text: `head -4 run.h5`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "scree/base/hash.h"

namespace scree::record {

inline constexpr std::size_t seal_size = 512;

enum class FileKind { index = 1, frames = 2, checkpoint = 3 };

/// Writes the seal into the first 512 bytes of the image, and returns the hash of the rest.
Hash128 seal(FileKind kind, std::span<std::byte> image);

/// The image, seal included. Throws RunError, with the file's name, when it is missing, foreign, of another
/// kind or version, truncated or damaged.
struct SealedImage {
  std::vector<std::byte> bytes;
  Hash128 hash;
};
SealedImage read_sealed(const std::filesystem::path& path, FileKind kind);

/// Whether the file starts as the seal of any version does; says nothing about damage.
bool is_sealed(const std::filesystem::path& path);

}  // namespace scree::record
