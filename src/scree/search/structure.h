// What a method has built to find its pairs, as parts to look at: cells of grids, blocks, nodes of trees,
// sorted intervals. For the laboratory and for teaching; no search needs it.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::search {

enum class PartKind : std::uint16_t {
  cell,      ///< of a grid, with something in it; the level counts from the finest
  node,      ///< of a tree; the level counts from the root
  interval,  ///< of an item in the sorted list of an axis, which is the level; other sides are left open
  block,     ///< of many items
};

template <int D>
struct Part {
  Box<D> box;
  PartKind kind;
  std::uint16_t level;
};

/// What methods are beside ContactSearch that have something to show.
template <int D>
class Structured {
 public:
  virtual ~Structured() = default;
  /// Of the items of the last `prepare`.
  virtual std::vector<Part<D>> structure() const = 0;
};

/// Empty for a method that has none.
template <int D>
std::vector<Part<D>> structure_of(const ContactSearch<D>& search) {
  const auto* const structured = dynamic_cast<const Structured<D>*>(&search);
  return structured != nullptr ? structured->structure() : std::vector<Part<D>>();
}

/// Equal parts next to each other become one.
template <int D>
void remove_repeated(std::vector<Part<D>>& parts) {
  const auto key = [](const Part<D>& part) {
    std::array<double, D + 1> numbers{static_cast<double>(part.level)};
    for (int k = 0; k < D; ++k) numbers[static_cast<std::size_t>(k) + 1] = part.box.lo[k];
    return numbers;
  };
  std::sort(parts.begin(), parts.end(), [&](const Part<D>& a, const Part<D>& b) { return key(a) < key(b); });
  parts.erase(std::unique(parts.begin(), parts.end(),
                          [&](const Part<D>& a, const Part<D>& b) { return key(a) == key(b); }),
              parts.end());
}

/// Of methods that sort the ends of boxes along every axis, in the order of the low ends.
template <int D>
std::vector<Part<D>> sorted_intervals(std::span<const Box<D>> boxes) {
  std::vector<Part<D>> parts;
  for (int axis = 0; axis < D; ++axis) {
    const std::size_t first = parts.size();
    for (const Box<D>& box : boxes)
      parts.push_back({box, PartKind::interval, static_cast<std::uint16_t>(axis)});
    std::sort(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end(),
              [axis](const Part<D>& a, const Part<D>& b) { return a.box.lo[axis] < b.box.lo[axis]; });
  }
  return parts;
}

}  // namespace scree::search
