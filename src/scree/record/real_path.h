// Which file a name stands for. Every path that is written goes by this one answer, which is the system's: a
// link is followed before the ".." behind it is taken, so that "link/../a.run" stands beside what the link
// leads to and not beside the link.
#pragma once

#include <filesystem>

namespace scree::record {

/// Absolute and without links, "." and "..". The end of the path may be missing; ".." behind what is missing
/// or no folder has no answer, and throws WriteError, as do links that lead in a circle.
std::filesystem::path real_path(const std::filesystem::path& named);

/// The same file under a name without slashes or "/." at its end, so that it has a last part.
std::filesystem::path without_trailing_slash(std::filesystem::path named);

}  // namespace scree::record
