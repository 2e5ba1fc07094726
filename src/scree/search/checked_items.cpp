#include "scree/search/checked_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "scree/base/error.h"
#include "scree/base/parallel.h"

namespace scree::search {
namespace {

constexpr std::size_t most_items = 0xffff'fffeu;  // the last index stands for "none"
constexpr std::size_t most_blocks = 64;           // so that partial results fit on the stack

template <int D>
std::string text(const Vec<D>& v) {
  std::string result = "(";
  for (int k = 0; k < D; ++k) result += fmt::format("{}{:.9g}", k == 0 ? "" : ", ", v[k]);
  return result + ")";
}

/// Empty if nothing is wrong with the item.
template <int D>
std::string fault_of(const Items<D>& items, std::size_t item) {
  const Box<D> box = items.box(item);
  if (items.are_spheres()) {
    const Sphere<D> sphere = items.sphere(item);
    if (!is_finite(sphere.centre))
      return fmt::format("has a centre that is not finite, {}", text(sphere.centre));
    if (!std::isfinite(sphere.radius))
      return fmt::format("has a radius that is not finite, {}", sphere.radius);
    if (sphere.radius < 0) return fmt::format("has a negative radius, {:.9g}", sphere.radius);
  } else {
    if (!is_finite(box.lo)) return fmt::format("has a low corner that is not finite, {}", text(box.lo));
    if (!is_finite(box.hi)) return fmt::format("has a high corner that is not finite, {}", text(box.hi));
    if (box.is_empty())
      return fmt::format("has a negative size: low corner {}, high corner {}", text(box.lo), text(box.hi));
  }
  for (int k = 0; k < D; ++k)
    if (!(-furthest <= box.lo[k] && box.hi[k] <= furthest))
      return fmt::format("reaches further out than {:g}: {} to {}", furthest, text(box.lo), text(box.hi));
  return {};
}

template <int D>
struct Partial {
  Survey<D> survey;
  std::size_t first_bad = most_items;
};

}  // namespace

void check_item_count(std::size_t count) {
  if (count > most_items)
    throw SceneError(
        Place{}, fmt::format("too many items to search: {}; at most {} have an index", count, most_items));
}

template <int D>
Survey<D> check_items(const Items<D>& items) {
  const std::size_t count = items.count();
  check_item_count(count);

  std::array<Partial<D>, most_blocks> partial;
  const std::size_t block_size = std::max<std::size_t>(4096, block_count(count, most_blocks));
  for_each_block(count, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Partial<D> mine;
    for (std::size_t item = begin; item < end; ++item) {
      const Box<D> box = items.box(item);
      bool is_good = true;
      for (int k = 0; k < D; ++k) {
        const double size = items.are_spheres() ? 2 * items.radius(item) : box.hi[k] - box.lo[k];
        is_good = is_good && size >= 0 && -furthest <= box.lo[k] && box.hi[k] <= furthest;
        mine.survey.largest[k] = std::max(mine.survey.largest[k], size);
      }
      mine.survey.bounds.include(box);
      if (!is_good) mine.first_bad = std::min(mine.first_bad, item);
    }
    partial[block] = mine;
  });

  Partial<D> all;
  for (std::size_t block = 0; block < block_count(count, block_size); ++block) {
    all.first_bad = std::min(all.first_bad, partial[block].first_bad);
    all.survey.bounds.include(partial[block].survey.bounds);
    for (int k = 0; k < D; ++k)
      all.survey.largest[k] = std::max(all.survey.largest[k], partial[block].survey.largest[k]);
  }
  if (all.first_bad < count)
    throw SceneError(Place{}, fmt::format("item {} cannot be searched: it {}", all.first_bad,
                                          fault_of(items, all.first_bad)));
  return all.survey;
}

template <int D>
bool can_be_searched(const Items<D>& items, std::size_t item) {
  return fault_of(items, item).empty();
}

template <int D>
void check_region(const Box<D>& region) {
  for (int k = 0; k < D; ++k) SCREE_ASSERT(!std::isnan(region.lo[k]) && !std::isnan(region.hi[k]));
}

template Survey<2> check_items(const Items<2>&);
template Survey<3> check_items(const Items<3>&);
template bool can_be_searched(const Items<2>&, std::size_t);
template bool can_be_searched(const Items<3>&, std::size_t);
template void check_region(const Box<2>&);
template void check_region(const Box<3>&);

}  // namespace scree::search
