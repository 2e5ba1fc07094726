// The near triangle pairs of two bodies, with a certified gap for each, so that most steps need no search and
// look at few pairs. Takes what a stream has left, gives pairs back to a stream.
//
// Motion is bounded from the pose at the making of the list and the pose now, and so never adds up: a point
// of the second body at most `radius` from its origin moves by at most |t - t0| + |R - R0| radius in the
// frame of the first, where |R - R0| is the largest stretch, which for two rotations is their Frobenius
// distance over the square root of two. Seen from the second body the same holds for points of the first, so
// that the smaller of the two is taken as the one that moves: beside a long wall a stone may roll. Everything
// here is scratch: without it, or with another one, contacts are the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/contact/triangle_stream.h"

namespace scree::contact {

class NearTriangles {
 public:
  struct Item {
    std::uint32_t first, second;              // triangles
    TriangleStream::Certificate certificate;  // at the making of the list
  };

  /// How far a point of the smaller body may have come in the frame of the other since the list was made [m].
  double way(const kernel::RelativePose& pose) const;
  /// Whether the list still holds all pairs in reach.
  bool holds(const kernel::RelativePose& pose) const { return is_made_ && way(pose) < skin_; }
  void forget() { is_made_ = false; }

  /// In the order of triangles.
  std::span<const Item> items() const { return items_; }
  /// Appends those that may be in reach to the pair of bodies that the stream has begun.
  void select(const kernel::RelativePose& pose, TriangleStream& stream) const;

 private:
  friend class TriangleLists;
  /// The part of a way that comes from turning, and from rounding of poses and places.
  double turned_way(const kernel::RelativePose& pose) const;
  /// By which the second body, or what moves of it, was shifted since then, along the axes of the first.
  Vec3 shift_to(const kernel::RelativePose& pose) const;

  std::vector<Item> items_;
  kernel::RelativePose made_at_;
  double radius_ = 0, size_ = 0;  // [m] of the smaller body, and of both with the way between them
  bool first_moves_ = false;      // the first is the smaller
  double reach_ = 0, skin_ = 0;   // [m]
  float smallest_gap_ = 0;
  bool is_made_ = false;
};

/// Makes lists of many pairs of bodies in one stream.
class TriangleLists {
 public:
  TriangleLists(const kernel::TriangleKernels& kernels, TreeDescent descent, TriangleFilter filter)
      : stream_(kernels), descent_(descent), filter_(filter) {}

  /// Asks for a list of all pairs within reach [m] until points have moved by `skin` [m]. Trees and list must
  /// live until `make`.
  void ask(NearTriangles& list, const shape::TriangleTree& first, const shape::TriangleTree& second,
           const kernel::RelativePose& pose, double reach, double skin);
  void make();
  /// Pairs that were left for the filter, and that it left, in the last `make`.
  std::size_t candidates() const { return candidates_; }
  std::size_t listed() const { return listed_; }

 private:
  TriangleStream stream_;
  TreeDescent descent_;
  TriangleFilter filter_;
  std::vector<NearTriangles*> asked_;
  std::size_t candidates_ = 0, listed_ = 0;
};

}  // namespace scree::contact
