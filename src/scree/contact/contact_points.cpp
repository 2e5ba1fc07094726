#include "scree/contact/contact_points.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "scree/contact/feature_points.h"
#include "scree/contact/sphere_wall.h"

namespace scree::contact {
namespace {

template <int D>
HardPoint<D> between(const Vec<D>& centre, double radius, const shape::Nearest<D>& nearest,
                     std::uint32_t feature = 0) {
  const double gap = nearest.distance - radius;
  return {centre - (radius + 0.5 * gap) * nearest.normal, nearest.normal, gap, feature, 0};
}

/// The frame of the first shape is that of the scene here.
template <int D>
Side<D> in_scene(const Placed<D>& placed) {
  return {placed.shape, placed.scale, Turn<D>(placed.pose.rotation), placed.pose.offset};
}

template <int D>
void find_at_plane(const Placed<D>& first, const Placed<D>& second, double reach,
                   std::vector<HardPoint<D>>& points) {
  shape::Plane<D> plane = *second.shape->plane();
  plane.point = to_scene(second.pose, plane.point);
  plane.normal = rotate(second.pose.rotation, plane.normal);
  if (first.shape->is_ball()) {
    const Vec<D>& centre = first.pose.offset;
    const auto point = between(centre, first.scale * first.shape->round(), shape::nearest(plane, centre));
    if (point.gap <= reach) points.push_back(point);
    return;
  }
  const Side<D> side = in_scene(first);
  const auto vertices = first.shape->features()->vertices();
  for (std::uint32_t k = 0; k < vertices.size(); ++k) {
    if (!vertices[k].touches) continue;
    const Vec<D> place = side.vertex(k);
    const shape::Nearest<D> nearest = shape::nearest(plane, place);
    if (nearest.distance <= reach && is_exposed(side, k, plane.normal))
      points.push_back(between(place, 0, nearest, feature_number<D>(FeatureKind::corner, k)));
  }
}

/// Round walls: balls meet all of them, polygons the rims of holes.
template <int D>
void find_at_surface(const Placed<D>& first, const Placed<D>& second, double reach,
                     std::vector<HardPoint<D>>& points) {
  const world::Facet<D> facet{*second.shape->surface()};
  if (first.shape->is_ball()) {
    const Vec<D>& centre = first.pose.offset;
    const auto point = between(centre, first.scale, contact::nearest(facet, second.pose, centre));
    if (point.gap <= reach) points.push_back(point);
    return;
  }
  if constexpr (D == 2) {
    const auto& circle = std::get<shape::Circle>(facet.surface);
    if (circle.far) return;
    const Vec2 centre = to_scene(second.pose, circle.centre);
    const Side<2> side = in_scene(first);
    const auto vertices = first.shape->features()->vertices();
    for (std::uint32_t k = 0; k < vertices.size(); ++k) {
      if (!vertices[k].touches) continue;
      const Vec2 place = side.vertex(k);
      const double away = norm(place - centre);
      if (!(away > 0)) continue;
      const shape::Nearest<2> nearest{-(place - centre) / away, circle.radius - away};
      if (nearest.distance <= reach && is_exposed(side, k, nearest.normal))
        points.push_back(between(place, 0, nearest, feature_number<2>(FeatureKind::corner, k)));
    }
  }
}

/// Whether a polygon is outside of a hole, as at a post.
template <int D>
bool is_outside(const Placed<D>& first, const Placed<D>& second) {
  if constexpr (D == 2)
    if (const auto* const circle = std::get_if<shape::Circle>(second.shape->surface()))
      return norm(first.pose.offset - to_scene(second.pose, circle->centre)) > circle->radius;
  return false;
}

}  // namespace

template <int D>
void PointFinder<D>::find(const Placed<D>& first, const Placed<D>& second, double reach,
                          std::vector<HardPoint<D>>& points) {
  points.clear();
  const HardShape<D>&one = *first.shape, &other = *second.shape;
  if (other.plane() != nullptr) return find_at_plane(first, second, reach, points);
  if (other.surface() != nullptr) {
    if (one.is_ball() || (D == 2 && !is_outside(first, second)))
      return find_at_surface(first, second, reach, points);
    if (D == 3 && other.features() == nullptr) return;  // the near side stands for it
  }
  // Places of the second as the first sees them, so that few digits are lost far from the origin.
  const Rotation<D> back = inverse(first.pose.rotation);
  const Side<D> mine{&one, first.scale, {}, {}},
      theirs{&other, second.scale, Turn<D>(compose(back, second.pose.rotation)),
             rotate(back, second.pose.offset - first.pose.offset)};
  if (one.features() == nullptr && other.features() == nullptr) {
    const Vec<D> apart = mine.centre() - theirs.centre();
    shape::Nearest<D> nearest;
    nearest.distance = norm(apart);
    nearest.normal[0] = 1;
    if (nearest.distance > 0) nearest.normal = apart / nearest.distance;
    nearest.distance -= theirs.round();
    const auto point = between(mine.centre(), mine.round(), nearest);
    if (point.gap <= reach) points.push_back(point);
  } else {
    const double size = std::min(first.scale * one.radius(), second.scale * other.radius());
    find_feature_points(mine, theirs, reach, size, points);
  }
  for (HardPoint<D>& point : points) {
    point.place = to_scene(first.pose, point.place);
    point.normal = rotate(first.pose.rotation, point.normal);
  }
  std::sort(points.begin(), points.end(), [](const HardPoint<D>& a, const HardPoint<D>& b) {
    return std::tie(a.first_feature, a.second_feature) < std::tie(b.first_feature, b.second_feature);
  });
}

template class PointFinder<2>;
template class PointFinder<3>;

}  // namespace scree::contact
