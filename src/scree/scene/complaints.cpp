#include "scree/scene/complaints.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace scree::scene {
namespace {
constexpr std::size_t most_listed = 50;
constexpr std::size_t most_kept = 1000;  // a broken file of many megabytes must not fill the memory
}  // namespace

void Complaints::add(const Place& place, std::string message) {
  if (!full())
    found_.push_back({place, std::move(message)});
  else
    ++dropped_;
}

bool Complaints::full() const { return found_.size() >= most_kept; }

std::size_t Complaints::rank(const Place& place) const {
  const auto same = [&](const auto& file) { return file == place.file; };
  return static_cast<std::size_t>(std::find_if(files_.begin(), files_.end(), same) - files_.begin());
}

void Complaints::raise() {
  if (found_.empty()) return;
  std::stable_sort(found_.begin(), found_.end(), [&](const Complaint& a, const Complaint& b) {
    return std::tuple(rank(a.place), a.place.line, a.place.column) <
           std::tuple(rank(b.place), b.place.line, b.place.column);
  });
  if (found_.size() > most_listed) {
    const std::size_t more = found_.size() - most_listed + dropped_;
    found_.resize(most_listed);
    found_.push_back({Place{}, fmt::format("... and {} more", more)});
  }
  throw SceneError(std::exchange(found_, {}));
}

}  // namespace scree::scene
