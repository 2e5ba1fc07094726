#include "apps/lab/server/branch.h"

#include <algorithm>

namespace scree::lab {

void TimeLine::keep(const std::shared_ptr<const Still>& still) {
  drop_after(still->step);
  if (!stills_.empty() && stills_.back()->step == still->step) {
    bytes_ -= stills_.back()->bytes();
    stills_.pop_back();
  }
  stills_.push_back(still);
  bytes_ += still->bytes();
  while (bytes_ > most_bytes_ && stills_.size() > 2) {
    std::vector<std::shared_ptr<const Still>> fewer;
    bytes_ = 0;
    for (std::size_t k = 0; k < stills_.size(); k += 2) {
      bytes_ += stills_[k]->bytes();
      fewer.push_back(stills_[k]);
    }
    spacing_ = std::max<std::uint64_t>(2 * spacing_, (fewer.back()->step - fewer.front()->step) /
                                                         std::max<std::size_t>(1, fewer.size() - 1));
    stills_ = std::move(fewer);
  }
}

void TimeLine::drop_after(std::uint64_t step) {
  while (!stills_.empty() && stills_.back()->step > step) {
    bytes_ -= stills_.back()->bytes();
    stills_.pop_back();
  }
}

std::shared_ptr<const Still> TimeLine::nearest(std::uint64_t step) const {
  if (stills_.empty()) return nullptr;
  const auto after = std::upper_bound(
      stills_.begin(), stills_.end(), step,
      [](std::uint64_t at, const std::shared_ptr<const Still>& still) { return at < still->step; });
  return after == stills_.begin() ? *after : *(after - 1);
}

}  // namespace scree::lab
