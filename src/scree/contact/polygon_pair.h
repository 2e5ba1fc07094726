// Two convex polygons, the second as the first sees it. All that is asked of a pair is in the first one's own
// frame, so that a result does not depend on where in the scene the two are.
#pragma once

#include "scree/base/pose.h"
#include "scree/contact/lane2.h"
#include "scree/shape/convex_polygon.h"

namespace scree::contact {

/// A shape and how much larger the body is.
struct ScaledPolygon {
  const shape::ConvexPolygon* shape = nullptr;
  double scale = 1;

  std::uint32_t size() const { return static_cast<std::uint32_t>(shape->size()); }
  double radius() const { return scale * shape->radius(); }  // [m]
};

class PolygonPair {
 public:
  /// `apart` is the way from the first's centre to the second's, in the scene.
  PolygonPair(const ScaledPolygon& first, const Rotation<2>& first_turn, const ScaledPolygon& second,
              const Rotation<2>& second_turn, const Vec2& apart)
      : a_(first.shape->corners()),
        b_(second.shape->corners()),
        first_(first),
        second_(second),
        first_size_(first.size()),
        second_size_(second.size()),
        turn_(compose(inverse(first_turn), second_turn)),
        apart_(vector_of(both(first_turn.c) * lanes_of(apart) +
                         Lane2{first_turn.s, -first_turn.s} * swapped(lanes_of(apart)))) {}

  const ScaledPolygon& first() const { return first_; }
  const ScaledPolygon& second() const { return second_; }
  std::uint32_t first_size() const { return first_size_; }
  std::uint32_t second_size() const { return second_size_; }
  const Vec2& apart() const { return apart_; }
  const shape::ConvexPolygon::Corner* first_corners() const { return a_; }
  const shape::ConvexPolygon::Corner* second_corners() const { return b_; }
  const Rotation<2>& turn() const { return turn_; }

  Vec2 first_corner(std::uint32_t k) const { return first_.scale * a_[k].point; }
  /// Directions of edges, of length 1.
  Vec2 first_edge(std::uint32_t k) const { return a_[k].along; }
  Vec2 second_corner(std::uint32_t k) const { return rotate(turn_, second_.scale * b_[k].point) + apart_; }
  Vec2 second_edge(std::uint32_t k) const { return rotate(turn_, b_[k].along); }

  std::uint32_t next_first(std::uint32_t k) const { return k + 1 == first_size_ ? 0 : k + 1; }
  std::uint32_t next_second(std::uint32_t k) const { return k + 1 == second_size_ ? 0 : k + 1; }
  std::uint32_t previous_first(std::uint32_t k) const { return (k == 0 ? first_size_ : k) - 1; }
  std::uint32_t previous_second(std::uint32_t k) const { return (k == 0 ? second_size_ : k) - 1; }

  /// Corners that look at each other along a direction from the first to the second.
  std::uint32_t first_towards(const Vec2& direction) const { return first_.shape->farthest(direction); }
  std::uint32_t second_towards(const Vec2& direction) const {
    return second_.shape->farthest(rotate(inverse(turn_), -direction));
  }

 private:
  const shape::ConvexPolygon::Corner *a_, *b_;
  ScaledPolygon first_, second_;
  std::uint32_t first_size_, second_size_;
  Rotation<2> turn_;
  // Written and read as one, within a cache line: else reading waits until the writing is done.
  alignas(16) Vec2 apart_;
};

}  // namespace scree::contact
