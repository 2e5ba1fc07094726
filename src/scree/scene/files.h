// Whole files as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace scree::scene {

struct FileText {
  std::string text;
  std::string fault;  ///< why it could not be read; empty if it was
};

/// `regular_only` refuses pipes and devices, whose reading may never end.
FileText read_text_file(const std::filesystem::path& path, std::uintmax_t most_bytes, bool regular_only);

inline constexpr std::uintmax_t largest_scene = std::uintmax_t{64} << 20;
inline constexpr std::uintmax_t largest_csv = std::uintmax_t{1} << 30;

}  // namespace scree::scene
