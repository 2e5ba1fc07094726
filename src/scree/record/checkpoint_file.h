// Checkpoints as file images: every column an array under /columns, in its order, with its checksum.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scree/record/run_store.h"

namespace scree::record {

/// The file image, with room for the seal. Throws InternalError when names repeat or cannot be stored.
std::vector<std::byte> encode(const Checkpoint& checkpoint);
/// Throws Hdf5Error when the image is not that of a checkpoint.
Checkpoint decode_checkpoint(std::span<const std::byte> image);

}  // namespace scree::record
