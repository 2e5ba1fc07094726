// How scree knows files again that it wrote itself outside of run folders: pictures, pages, tables. Those are
// made anew without asking; a file without the mark was written by a person, and stays unless --force is
// given.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace scree::record {

/// Stands in a comment near the beginning or the end of a file.
inline constexpr std::string_view mark = "written by scree";

/// A PNG, SVG or PDF file with the mark where readers of that format skip it.
std::vector<std::byte> marked(std::vector<std::byte> picture);
/// To be put behind an MP4 file: a box of free space, which players skip.
std::vector<std::byte> mark_of_film();

/// Tables have no room for a mark: the first line of those that scree exports tells. An H5MD file names its
/// creator.
bool is_marked(const std::filesystem::path& file);

/// Throws SceneError when there is something that scree did not write, unless `force` gives it up.
void require_replaceable(const std::filesystem::path& output, bool force);

}  // namespace scree::record
