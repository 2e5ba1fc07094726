#include "scree/search/rank_space.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/base/parallel.h"

namespace scree::search {

void check_rank_count(std::size_t items) {
  constexpr std::size_t most_items = std::size_t{1} << 30;
  if (items > most_items)
    throw SceneError(Place{}, fmt::format("too many items to rank: {}; at most {} have ranks of 32 bits",
                                          items, most_items));
}

template <int D>
void RankSpace<D>::sort(std::span<const Box<D>> bounds) {
  check_rank_count(bounds.size());
  ends_.sort(bounds);
  boxes_.resize(bounds.size());
  parallel_for(D, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t axis = first; axis < last; ++axis) {
      std::int32_t rank = 0;
      for (const End& end : ends_.along(static_cast<int>(axis)))
        (end.is_high != 0 ? boxes_[end.item].hi : boxes_[end.item].lo)[axis] = rank++;
    }
  });
}

template <int D>
RankBox<D> RankSpace<D>::rank(const Box<D>& box) const {
  RankBox<D> result;
  for (int k = 0; k < D; ++k) {
    const auto ends = along(k);
    const auto reached = [&](const auto& is_before) {
      return static_cast<std::int32_t>(std::partition_point(ends.begin(), ends.end(), is_before) -
                                       ends.begin());
    };
    result.lo[k] = reached([&](const End& end) { return end.value < box.lo[k]; });
    result.hi[k] = reached([&](const End& end) { return end.value <= box.hi[k]; }) - 1;
  }
  return result;
}

template class RankSpace<2>;
template class RankSpace<3>;

}  // namespace scree::search
