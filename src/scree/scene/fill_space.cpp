#include "scree/scene/fill_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::scene {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <int D>
Vec<D> vector_of(const Coordinates& coordinates) {
  Vec<D> vector;
  for (int k = 0; k < D; ++k) vector[k] = coordinates[k];
  return vector;
}

template <int D>
double squared_distance(const Box<D>& block, const Vec<D>& point) {
  double sum = 0;
  for (int k = 0; k < D; ++k) {
    const double beyond = std::max({block.lo[k] - point[k], 0.0, point[k] - block.hi[k]});
    sum += beyond * beyond;
  }
  return sum;
}

/// The axis that the normal is parallel to, or -1.
template <int D>
int axis_of(const Vec<D>& normal) {
  int axis = -1;
  for (int k = 0; k < D; ++k) {
    if (normal[k] == 0) continue;
    if (axis >= 0) return -1;
    axis = k;
  }
  return axis;
}

/// How far the box reaches behind the plane; not positive when it does not.
template <int D>
double depth_behind(const Box<D>& box, const Vec<D>& point, const Vec<D>& normal) {
  Vec<D> deepest;
  for (int k = 0; k < D; ++k) deepest[k] = normal[k] > 0 ? box.lo[k] : box.hi[k];
  return -dot(deepest - point, normal);
}

}  // namespace

template <int D>
FillSpace<D>::FillSpace(const Box<D>& region, std::span<const Wall> walls) : bounds_(region) {
  for (const Wall& wall : walls) {
    if (const Plane* plane = std::get_if<Plane>(&wall.surface)) {
      const Vec<D> point = vector_of<D>(plane->point), normal = vector_of<D>(plane->normal);
      const int axis = axis_of(normal);
      if (axis < 0) {
        if (depth_behind(region, point, normal) > 0) slopes_.push_back({point, normal});
      } else if (normal[axis] > 0) {
        bounds_.lo[axis] = std::max(bounds_.lo[axis], point[axis]);
      } else {
        bounds_.hi[axis] = std::min(bounds_.hi[axis], point[axis]);
      }
      continue;
    }
    const BoxSurface& surface = std::get<BoxSurface>(wall.surface);
    const Box<D> box{vector_of<D>(surface.lo), vector_of<D>(surface.hi)};
    if (!surface.inside) {
      if (overlap(box, region)) blocks_.push_back(box);
      continue;
    }
    for (int k = 0; k < D; ++k) {
      bounds_.lo[k] = std::max(bounds_.lo[k], box.lo[k]);
      bounds_.hi[k] = std::min(bounds_.hi[k], box.hi[k]);
    }
  }
}

template <int D>
Box<D> FillSpace<D>::centres(double radius) const {
  Box<D> allowed;
  for (int k = 0; k < D; ++k) {
    const double lo = bounds_.lo[k], hi = bounds_.hi[k];
    double first = lo + radius, last = hi - radius;
    // Rounding must not leave an overlap of one unit in the last place, whichever way it is computed.
    while (first - radius < lo || first - lo < radius) first = std::nextafter(first, infinity);
    while (last + radius > hi || hi - last < radius) last = std::nextafter(last, -infinity);
    constexpr double rounding = 1e-12;
    if (first > last && hi - lo >= 2 * radius * (1 - rounding)) first = last = lo + 0.5 * (hi - lo);
    allowed.lo[k] = first;
    allowed.hi[k] = last;
  }
  return allowed;
}

template <int D>
bool FillSpace<D>::is_clear_of_cuts(const Ball<D>& ball) const {
  for (const Slope& slope : slopes_)
    if (dot(ball.centre - slope.point, slope.normal) < ball.radius) return false;
  for (const Box<D>& block : blocks_)
    if (squared_distance(block, ball.centre) < ball.radius * ball.radius) return false;
  return true;
}

template <int D>
void FillSpace<D>::pull_in(Ball<D>& ball) const {
  const Box<D> allowed = centres(ball.radius);
  const auto clamp = [&] {
    for (int k = 0; k < D; ++k) ball.centre[k] = std::clamp(ball.centre[k], allowed.lo[k], allowed.hi[k]);
  };
  clamp();
  for (int attempt = 0; attempt < 4 && !is_clear_of_cuts(ball); ++attempt) {
    push_off_slopes(ball);
    push_off_blocks(ball, allowed);
    clamp();
  }
}

// What is pushed off ends a little clear of the wall, so that rounding cannot leave it inside.
constexpr double clearance = 1e-9;

template <int D>
void FillSpace<D>::push_off_slopes(Ball<D>& ball) const {
  for (const Slope& slope : slopes_) {
    const double depth = ball.radius - dot(ball.centre - slope.point, slope.normal);
    if (depth > 0) ball.centre += (depth + clearance * ball.radius) * slope.normal;
  }
}

template <int D>
void FillSpace<D>::push_off_blocks(Ball<D>& ball, const Box<D>& allowed) const {
  const double clear_radius = ball.radius * (1 + clearance);
  for (const Box<D>& block : blocks_) {
    const double squared = squared_distance(block, ball.centre);
    if (squared >= ball.radius * ball.radius) continue;
    if (squared > 0) {
      const double stretch = clear_radius / std::sqrt(squared);
      for (int k = 0; k < D; ++k) {
        const double nearest = std::clamp(ball.centre[k], block.lo[k], block.hi[k]);
        ball.centre[k] = nearest + (ball.centre[k] - nearest) * stretch;
      }
      continue;
    }
    // The centre is inside the block: leave by the nearest face behind which there is room.
    double shortest = infinity, target = 0;
    int axis = -1;
    for (int k = 0; k < D; ++k) {
      for (const double exit : {block.lo[k] - clear_radius, block.hi[k] + clear_radius}) {
        const double way = std::abs(exit - ball.centre[k]);
        if (exit < allowed.lo[k] || exit > allowed.hi[k] || way >= shortest) continue;
        shortest = way;
        target = exit;
        axis = k;
      }
    }
    if (axis >= 0) ball.centre[axis] = target;
  }
}

template class FillSpace<2>;
template class FillSpace<3>;

}  // namespace scree::scene
