#include "scree/record/real_path.h"

#include <cerrno>
#include <deque>

#include "scree/record/atomic_file.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {
constexpr int most_links = 40;  // as Linux counts them
}

fs::path real_path(const fs::path& named) {
  std::deque<fs::path> rest(named.begin(), named.end());
  fs::path place = named.is_absolute() ? fs::path("/") : fs::current_path();
  int links = 0;
  while (!rest.empty()) {
    const fs::path part = rest.front();
    rest.pop_front();
    std::error_code ignored;
    if (part == "..") {
      const fs::file_type type = fs::symlink_status(place, ignored).type();
      if (type == fs::file_type::not_found) throw WriteError(named, ENOENT);
      if (type != fs::file_type::directory) throw WriteError(named, ENOTDIR);
      place = place.parent_path();
      continue;
    }
    if (part.empty() || part == "." || part == "/") continue;
    const fs::path next = place / part;
    if (!fs::is_symlink(fs::symlink_status(next, ignored))) {
      place = next;
      continue;
    }
    if (++links > most_links) throw WriteError(named, ELOOP);
    const fs::path target = fs::read_symlink(next, ignored);
    if (target.is_absolute()) place = "/";
    rest.insert(rest.begin(), target.begin(), target.end());
  }
  return place;
}

fs::path without_trailing_slash(fs::path named) {
  while ((!named.has_filename() || named.filename() == ".") && named.has_parent_path() &&
         named.parent_path() != named)
    named = named.parent_path();
  return named;
}

}  // namespace scree::record
