// Contact search: takes items (centres and radii, or boxes) from step/, gives back every pair that overlaps.
// Knows nothing of bodies or forces, so the same methods search bodies, triangles or anything else with an extent.
// The four duties are Perkins's (1999): take the items, prepare, report pairs, report what meets a region.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "scree/base/box.h"
#include "scree/base/vec.h"

namespace scree::search {

/// What is searched. A view: the numbers stay where they are and may lie apart by any stride (bodies are records).
/// Spheres overlap when the distance of the centres is at most the sum of the radii, both padded; boxes when they touch.
template <int D>
class Items {
 public:
  /// `stride` is counted in doubles from one centre to the next; the radius likewise.
  static Items spheres(std::size_t count, const double* centres, const double* radii, std::size_t stride,
                       double padding = 0) {
    return Items(count, centres, radii, nullptr, stride, padding);
  }
  static Items boxes(std::span<const Box<D>> boxes, double padding = 0) {
    return Items(boxes.size(), nullptr, nullptr, boxes.data(), 0, padding);
  }

  std::size_t count() const { return count_; }
  bool are_spheres() const { return boxes_ == nullptr; }
  Vec<D> centre(std::size_t item) const {
    Vec<D> result;
    for (int k = 0; k < D; ++k)
      result[k] = are_spheres() ? centres_[item * stride_ + k] : 0.5 * (boxes_[item].lo[k] + boxes_[item].hi[k]);
    return result;
  }
  /// Padded radius; spheres only.
  double radius(std::size_t item) const { return radii_[item * stride_] + padding_; }
  Box<D> box(std::size_t item) const {
    if (are_spheres()) return Box<D>::around(centre(item), radius(item));
    Box<D> box = boxes_[item];
    for (int k = 0; k < D; ++k) {
      box.lo[k] -= padding_;
      box.hi[k] += padding_;
    }
    return box;
  }
  /// The one definition of "overlap" that every method must reproduce exactly.
  bool overlap(std::size_t a, std::size_t b) const {
    if (!are_spheres()) return scree::overlap(box(a), box(b));
    const Vec<D> apart = centre(b) - centre(a);
    const double reach = radius(a) + radius(b);
    return dot(apart, apart) <= reach * reach;
  }

 private:
  Items(std::size_t count, const double* centres, const double* radii, const Box<D>* boxes, std::size_t stride,
        double padding)
      : count_(count), centres_(centres), radii_(radii), boxes_(boxes), stride_(stride), padding_(padding) {}

  std::size_t count_;
  const double* centres_;
  const double* radii_;
  const Box<D>* boxes_;
  std::size_t stride_;
  double padding_;
};

/// Two items by index, smaller first.
struct Pair {
  std::uint32_t first, second;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// Which periodic copy of the second item meets the first, in box lengths per axis.
using Image = std::array<std::int8_t, 3>;

/// Receives pairs in batches, in any order. May be called from several threads at once.
class PairSink {
 public:
  virtual ~PairSink() = default;
  virtual void take(std::span<const Pair> pairs, const Image& image) = 0;
};

template <int D>
class ContactSearch {
 public:
  virtual ~ContactSearch() = default;

  /// Takes the items of this step. The view must stay valid until the next call. Throws SceneError for an item that
  /// is not finite or has a negative size, naming it.
  virtual void prepare(const Items<D>& items) = 0;
  /// Reports each overlapping pair exactly once.
  virtual void find_pairs(PairSink& sink) = 0;
  /// Appends every item that overlaps the box, in ascending order.
  virtual void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) = 0;
  /// Items were reordered, removed or added since the last `prepare`: item i is now what item old_index[i] was, or new
  /// if that is `none`. Methods that keep state from step to step need it; others may ignore it.
  virtual void renumber(std::span<const std::uint32_t> old_index) { static_cast<void>(old_index); }
  static constexpr std::uint32_t none = 0xffff'ffffu;
};

}  // namespace scree::search
