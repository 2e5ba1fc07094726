#include "scree/fill/space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "scree/shape/enclosure.h"
#include "scree/shape/frustum.h"
#include "scree/shape/mesh.h"

namespace scree::fill {

using scene::BoxSurface;
using scene::Coordinates;
using scene::Plane;
using scene::Wall;

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

/// A mesh is felt from both sides, like the wall that it becomes; but bodies that are laid into one, such as
/// a hopper, do not belong beside it, nor those around a closed one into it.
template <int D>
class MeshSides {
 public:
  MeshSides(const shape::Mesh<D>& mesh, const Box<D>& region)
      : enclosure_({mesh.vertices(), mesh.pieces()}), region_size_(region.size()) {
    // On lines through the middle of the region: what a cone leaves of a box around it is less than half.
    constexpr int places_per_line = 33;
    std::vector<Vec<D>> middle;
    for (int axis = 0; axis < D; ++axis)
      for (int k = 0; k < places_per_line; ++k) {
        Vec<D> place = region.lo + 0.5 * region_size_;
        place[axis] = region.lo[axis] + (k + 0.5) / places_per_line * region_size_[axis];
        middle.push_back(place);
      }
    const typename shape::Enclosure<D>::Holding holding = enclosure_.holding(middle);
    if (holding.share > 0.5 && covered_share(region, holding.axis) > 0.5) {
      kind_ = Kind::container;
      axis_ = holding.axis;
    } else if (mesh.health().closed()) {
      kind_ = Kind::solid;
    }
  }
  bool is_wrong(const Vec<D>& place) const {
    if (kind_ == Kind::container)
      return enclosure_.is_level_with(place, axis_) && !enclosure_.encloses(place, axis_);
    return kind_ == Kind::solid && enclosure_.encloses(place, axis_);
  }

 private:
  enum class Kind { either, container, solid };

  /// Of the region's section across an axis, by the mesh's bounds: a tube within a wide bed holds none of it.
  double covered_share(const Box<D>& region, int axis) const {
    double share = 1;
    for (int k = 0; k < D; ++k) {
      if (k == axis || !(region_size_[k] > 0)) continue;
      const double length = std::min(region.hi[k], enclosure_.bounds().hi[k]) -
                            std::max(region.lo[k], enclosure_.bounds().lo[k]);
      share *= std::max(0.0, length) / region_size_[k];
    }
    return share;
  }

  shape::Enclosure<D> enclosure_;
  Vec<D> region_size_;
  Kind kind_ = Kind::either;
  int axis_ = D - 1;
};

template <int D, class Curves>
void add_mesh(Curves& curves, const shape::MeshData<D>& data, const Box<D>& region) {
  if (data.pieces.empty()) return;
  try {
    auto mesh = std::make_shared<const shape::Mesh<D>>(data);
    auto sides = std::make_shared<const MeshSides<D>>(*mesh, region);
    curves.push_back([mesh, sides](const Vec<D>& place, double reach) {
      const bool is_wrong = sides->is_wrong(place);
      shape::Nearest<D> best;
      best.distance = infinity;
      std::vector<std::uint32_t> near;
      mesh->find_near(place, reach, near);
      // From the wrong side there is a way back, however far it is.
      for (double far = 2 * reach; is_wrong && near.empty(); far *= 2) mesh->find_near(place, far, near);
      for (const std::uint32_t piece : near)
        if (const shape::MeshContact<D> found = mesh->nearest(piece, place); found.distance < best.distance)
          best = {found.normal, found.distance};
      return is_wrong ? shape::Nearest<D>{-best.normal, -best.distance} : best;
    });
  } catch (const std::invalid_argument&) {
    return;  // whoever builds the wall says what is wrong with it
  }
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
    if (!std::holds_alternative<BoxSurface>(wall.surface)) {
      add_curves(wall);
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
void FillSpace<D>::add_curves(const Wall& wall) {
  if constexpr (D == 2) {
    if (const auto* circle = std::get_if<scene::CircleSurface>(&wall.surface)) {
      const shape::Circle post{vector_of<2>(circle->centre), circle->radius, true, false};
      const bool inside = circle->inside;
      curves_.push_back([post, inside](const Vec<2>& place, double) {
        const shape::Nearest<2> nearest = shape::nearest(post, place);
        return inside ? shape::Nearest<2>{-nearest.normal, -nearest.distance} : nearest;
      });
    } else if (const auto* chain = std::get_if<scene::ChainSurface>(&wall.surface)) {
      add_mesh(curves_, chain->mesh, bounds_);
    }
  } else {
    if (const auto* cone = std::get_if<scene::ConeSurface>(&wall.surface)) {
      const Vec3 start = vector_of<3>(cone->start), way = vector_of<3>(cone->end) - start;
      const shape::ConeAxis axis{start, way / norm(way), norm(way), cone->start_radius, cone->end_radius};
      if (!cone->inside) {
        curves_.push_back([axis](const Vec3& place, double) { return nearest(shape::Frustum{axis}, place); });
        return;
      }
      // Bodies go into a shell, not beside it.
      curves_.push_back([axis](const Vec3& place, double) {
        const shape::Nearest<3> found = nearest(shape::Shell{axis, false, false, false}, place);
        const bool is_out = shape::is_beside(axis, place) && !shape::is_inside(axis, place);
        return is_out ? shape::Nearest<3>{-found.normal, -found.distance} : found;
      });
      for (const auto& [present, along, radius] : {std::tuple(cone->start_cap, 0.0, axis.start_radius),
                                                   std::tuple(cone->end_cap, axis.length, axis.end_radius)})
        if (present)
          curves_.push_back([cap = shape::Cap{axis.start + along * axis.axis, axis.axis, radius}](
                                const Vec3& place, double) { return nearest(cap, place); });
    } else if (const auto* mesh = std::get_if<scene::MeshSurface>(&wall.surface)) {
      add_mesh(curves_, mesh->mesh, bounds_);
    }
  }
}

template <int D>
void FillSpace<D>::keep_within(const scene::RegionShape& region) {
  if (const auto* ball = std::get_if<scene::BallRegion>(&region)) {
    const Vec<D> centre = vector_of<D>(ball->centre);
    curves_.push_back([centre, radius = ball->radius](const Vec<D>& place, double) {
      const Vec<D> way = place - centre;
      const double off = norm(way);
      Vec<D> inward;
      if (off > 0)
        inward = -way / off;
      else
        inward[0] = 1;
      return shape::Nearest<D>{inward, radius - off};
    });
  }
  if constexpr (D == 3) {
    scene::ConeSurface side;
    side.start_cap = side.end_cap = false;
    if (const auto* cylinder = std::get_if<scene::CylinderRegion>(&region)) {
      side.start = cylinder->point;
      for (std::size_t k = 0; k < 3; ++k)
        side.end[k] = cylinder->point[k] + cylinder->height * cylinder->axis[k];
      side.start_radius = side.end_radius = cylinder->radius;
    } else if (const auto* cone = std::get_if<scene::ConeRegion>(&region)) {
      side.start = cone->start;
      side.end = cone->end;
      side.start_radius = cone->start_radius;
      side.end_radius = cone->end_radius;
    } else {
      return;
    }
    scene::Wall wall;
    wall.surface = side;
    add_curves(wall);
    const Vec3 start = vector_of<3>(side.start), end = vector_of<3>(side.end),
               axis = (end - start) / norm(end - start);
    slopes_.push_back({start, axis});
    slopes_.push_back({end, -axis});
  }
}

template <int D>
Box<D> FillSpace<D>::centres(double radius) const {
  Box<D> allowed;
  for (int k = 0; k < D; ++k) {
    const double lo = bounds_.lo[k], hi = bounds_.hi[k];
    if (periods_.is_periodic(k)) {
      allowed.lo[k] = lo;
      allowed.hi[k] = hi;
      continue;
    }
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
  for (const Curve& curve : curves_)
    if (curve(ball.centre, ball.radius).distance < ball.radius) return false;
  return true;
}

template <int D>
bool FillSpace<D>::is_beyond_a_wall(const Vec<D>& place, double reach) const {
  return std::any_of(curves_.begin(), curves_.end(),
                     [&](const Curve& curve) { return curve(place, reach).distance < 0; });
}

template <int D>
void FillSpace<D>::pull_in(Ball<D>& ball) const {
  const Box<D> allowed = centres(ball.radius);
  const auto clamp = [&] {
    for (int k = 0; k < D; ++k)
      if (!periods_.is_periodic(k)) ball.centre[k] = std::clamp(ball.centre[k], allowed.lo[k], allowed.hi[k]);
  };
  clamp();
  for (int attempt = 0; attempt < 4 && !is_clear_of_cuts(ball); ++attempt) {
    push_off_slopes(ball);
    push_off_blocks(ball, allowed);
    push_off_curves(ball);
    clamp();
  }
}

// What is pushed off ends a little clear of the wall, so that rounding cannot leave it inside.
constexpr double clearance = 1e-9;

template <int D>
void FillSpace<D>::push_off_curves(Ball<D>& ball) const {
  for (const Curve& curve : curves_) {
    const shape::Nearest<D> nearest = curve(ball.centre, ball.radius);
    const double depth = ball.radius - nearest.distance;
    if (depth > 0) ball.centre += (depth + clearance * ball.radius) * nearest.normal;
  }
}

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

}  // namespace scree::fill
