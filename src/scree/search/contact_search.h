// Contact search: takes items (centres and radii, or boxes) from step/, gives back every pair that overlaps.
// Knows nothing of bodies or forces, so the same methods search bodies, triangles or anything else with an
// extent. The four duties are Perkins's (1999): take the items, prepare, report pairs, report what meets a
// region.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/base/box.h"
#include "scree/base/vec.h"

namespace scree::search {

template <int D>
struct Sphere {
  Vec<D> centre;
  double radius;
};

// The definitions of "overlap" that every method must reproduce to the last bit; for boxes it is
// scree::overlap. Closed: touching counts. The result does not depend on which of the two comes first.
template <int D>
bool overlap(const Sphere<D>& a, const Sphere<D>& b) {
  const Vec<D> apart = b.centre - a.centre;
  const double reach = a.radius + b.radius;
  return dot(apart, apart) <= reach * reach;
}
template <int D>
bool overlap(const Sphere<D>& sphere, const Box<D>& box) {
  double distance_squared = 0;
  for (int k = 0; k < D; ++k) {
    const double below = box.lo[k] - sphere.centre[k], above = sphere.centre[k] - box.hi[k];
    const double outside = below > 0 ? below : above > 0 ? above : 0;
    distance_squared += outside * outside;
  }
  return distance_squared <= sphere.radius * sphere.radius;
}
using scree::overlap;

/// What is searched. A view: the numbers stay where they are and may lie apart by any stride (bodies are
/// records). The padding is added to every radius, or to every side of every box.
template <int D>
class Items {
 public:
  /// `stride` is counted in doubles from one centre to the next; the radius likewise.
  static Items spheres(std::size_t count, const double* centres, const double* radii, std::size_t stride,
                       double padding = 0) {
    return Items(count, centres, radii, nullptr, stride, padding);
  }
  static Items spheres(std::span<const Sphere<D>> spheres, double padding = 0) {
    static_assert(sizeof(Sphere<D>) == (D + 1) * sizeof(double));
    const auto* const first = reinterpret_cast<const double*>(spheres.data());
    return Items(spheres.size(), first, spheres.empty() ? nullptr : first + D, nullptr, D + 1, padding);
  }
  static Items boxes(std::span<const Box<D>> boxes, double padding = 0) {
    Items items(boxes.size(), nullptr, nullptr, boxes.data(), 0, padding);
    items.are_spheres_ = false;
    return items;
  }

  std::size_t count() const { return count_; }
  bool are_spheres() const { return are_spheres_; }
  Vec<D> centre(std::size_t item) const {
    Vec<D> result;
    for (int k = 0; k < D; ++k)
      result[k] =
          are_spheres() ? centres_[item * stride_ + k] : 0.5 * (boxes_[item].lo[k] + boxes_[item].hi[k]);
    return result;
  }
  /// Padded radius; spheres only.
  double radius(std::size_t item) const { return radii_[item * stride_] + padding_; }
  /// Padded; spheres only.
  Sphere<D> sphere(std::size_t item) const { return {centre(item), radius(item)}; }
  /// Padded; the bounding box of a sphere.
  Box<D> box(std::size_t item) const {
    if (are_spheres()) return Box<D>::around(centre(item), radius(item));
    Box<D> box = boxes_[item];
    for (int k = 0; k < D; ++k) {
      box.lo[k] -= padding_;
      box.hi[k] += padding_;
    }
    return box;
  }
  // As they were given, for loops that read many at once: the first centre and radius, doubles from one to
  // the next, and what is added to each.
  const double* centres() const { return centres_; }
  const double* radii() const { return radii_; }
  const Box<D>* boxes() const { return boxes_; }
  std::size_t stride() const { return stride_; }
  double padding() const { return padding_; }

  bool overlap(std::size_t a, std::size_t b) const {
    return are_spheres() ? search::overlap(sphere(a), sphere(b)) : search::overlap(box(a), box(b));
  }
  bool overlap(std::size_t item, const Box<D>& region) const {
    return are_spheres() ? search::overlap(sphere(item), region) : search::overlap(box(item), region);
  }

 private:
  Items(std::size_t count, const double* centres, const double* radii, const Box<D>* boxes,
        std::size_t stride, double padding)
      : count_(count), centres_(centres), radii_(radii), boxes_(boxes), stride_(stride), padding_(padding) {}

  std::size_t count_;
  const double* centres_;
  const double* radii_;
  const Box<D>* boxes_;
  std::size_t stride_;
  double padding_;
  bool are_spheres_ = true;
};

/// Two items by index, smaller first.
struct Pair {
  std::uint32_t first, second;
  friend constexpr bool operator==(const Pair&, const Pair&) = default;
  friend constexpr bool operator<(const Pair& a, const Pair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
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

  /// Takes the items of this step. The view must stay valid until the next call. Throws SceneError for an
  /// item that is not finite or has a negative size, naming it; then nothing is prepared and `prepare` must
  /// be called again.
  virtual void prepare(const Items<D>& items) = 0;
  /// Reports each overlapping pair exactly once.
  virtual void find_pairs(PairSink& sink) = 0;
  /// Appends every item that overlaps the box, in ascending order. A box with lo > hi holds nothing.
  virtual void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) = 0;
  /// Items were reordered, removed or added since the last `prepare`: item i is now what item old_index[i]
  /// was, or new if that is `none`. Methods that keep state from step to step need it; others may ignore it.
  virtual void renumber(std::span<const std::uint32_t> old_index) { static_cast<void>(old_index); }
  static constexpr std::uint32_t none = 0xffff'ffffu;
  /// For methods that choose: what they took and why, for people. Empty for all others.
  virtual std::string choice() const { return {}; }
  /// False while a method that chooses still tries what is fastest.
  virtual bool is_settled() const { return true; }
};

}  // namespace scree::search
