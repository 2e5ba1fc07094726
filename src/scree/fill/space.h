// The room that a fill may use: its region, cut by the walls of the scene.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "scree/base/box.h"
#include "scree/base/math.h"
#include "scree/base/periodic_box.h"
#include "scree/scene/description.h"
#include "scree/shape/surface.h"

namespace scree::fill {

/// A disc or sphere as the generators see it.
template <int D>
struct Ball {
  Vec<D> centre;
  double radius = 0;
};

/// Area of a disc, volume of a sphere.
template <int D>
constexpr double ball_volume(double radius) {
  return D == 2 ? math::pi * radius * radius : 4.0 / 3.0 * math::pi * radius * radius * radius;
}

/// True when the two share no more than a point, by the rule that the engine's overlap is defined with.
template <int D>
bool are_apart(const Ball<D>& a, const Ball<D>& b) {
  const Vec<D> between = b.centre - a.centre;
  const double reach = a.radius + b.radius;
  return dot(between, between) >= reach * reach;
}

/// Calls visit(copy) for the ball and for its copies in a periodic box whose centres lie outside it by no
/// more than `reach`.
template <int D, class Visit>
void for_each_copy(const PeriodicBox<D>& periods, const Ball<D>& ball, double reach, Visit&& visit) {
  int number = 1;
  for (int k = 0; k < D; ++k) number *= 3;
  for (int code = 0; code < number; ++code) {
    Ball<D> copy = ball;
    bool is_near = true;
    for (int k = 0, rest = code; k < D; ++k, rest /= 3) {
      if (rest % 3 == 0) continue;
      copy.centre[k] += rest % 3 == 1 ? periods.length[k] : -periods.length[k];
      is_near = is_near && periods.is_periodic(k) && copy.centre[k] > periods.origin[k] - reach &&
                copy.centre[k] < periods.origin[k] + periods.length[k] + reach;
    }
    if (is_near) visit(copy);
  }
}

template <int D>
class FillSpace {
 public:
  FillSpace(const Box<D>& region, std::span<const scene::Wall> walls);
  /// A region that is no box, within the box around it.
  void keep_within(const scene::RegionShape& region);

  /// The region, less what walls parallel to its faces cut off. May be empty.
  const Box<D>& bounds() const { return bounds_; }
  /// True when walls that bounds() cannot express (sloping planes, blocks, curved walls) reach into it.
  bool is_cut() const { return !slopes_.empty() || !blocks_.empty() || !curves_.empty(); }

  /// From now on the faces across this axis are one and the same, and balls may lie across them.
  void repeat(int axis) { periods_.repeat(axis, bounds_.lo[axis], bounds_.hi[axis]); }
  const PeriodicBox<D>& periods() const { return periods_; }

  /// Where centres of balls of this radius lie wholly inside bounds(); empty when such a ball is too large. A
  /// ball that fits but for rounding has one place, in the middle.
  Box<D> centres(double radius) const;
  /// True when the ball is clear of the walls that bounds() cannot express.
  bool is_clear_of_cuts(const Ball<D>& ball) const;
  bool admits(const Ball<D>& ball) const {
    return centres(ball.radius).contains(ball.centre) && is_clear_of_cuts(ball);
  }
  /// True when the place is on the wrong side of a curved wall or a mesh; `reach` is a usual distance from
  /// it.
  bool is_beyond_a_wall(const Vec<D>& place, double reach) const;
  /// Moves the ball to a nearby place that the space admits. Where several walls meet at once it may take
  /// more than one call; the ball is always inside bounds() afterwards, but for axes that repeat, along which
  /// it stays. The radius must fit.
  void pull_in(Ball<D>& ball) const;

 private:
  struct Slope {
    Vec<D> point, normal;
  };
  /// A curved wall: the nearest point to a place, if it is within reach.
  using Curve = std::function<shape::Nearest<D>(const Vec<D>& place, double reach)>;
  void add_curves(const scene::Wall& wall);
  void push_off_curves(Ball<D>& ball) const;
  void push_off_slopes(Ball<D>& ball) const;
  void push_off_blocks(Ball<D>& ball, const Box<D>& allowed) const;

  Box<D> bounds_;
  PeriodicBox<D> periods_{};
  std::vector<Slope> slopes_;
  std::vector<Box<D>> blocks_;
  std::vector<Curve> curves_;
};

}  // namespace scree::fill
