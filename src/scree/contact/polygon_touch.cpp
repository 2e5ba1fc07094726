#include "scree/contact/polygon_touch.h"

#include <cmath>

#include "scree/contact/area_sum.h"

namespace scree::contact {
namespace {

Vec2 outward(const Vec2& edge) { return {edge[1], -edge[0]}; }

Vec2 away_from(const Vec2& apart) {
  const double distance = norm(apart);
  return distance > 0 ? -apart / distance : Vec2{1, 0};
}

NearestOnPolygon at_edge(const ScaledPolygon& polygon, const Vec2& place, std::uint32_t edge) {
  const shape::ConvexPolygon::Corner& corner = (*polygon.shape)[edge];
  const Vec2 start = polygon.scale * corner.point, normal = outward(corner.along);
  NearestOnPolygon nearest;
  nearest.normal = normal;
  nearest.distance = dot(place - start, nearest.normal);
  nearest.point = place - nearest.distance * nearest.normal;
  nearest.edge = edge;
  return nearest;
}

/// The edge that a place is least behind, or most before.
std::uint32_t least_behind(const ScaledPolygon& polygon, const Vec2& place, double& distance) {
  std::uint32_t best = 0;
  distance = -HUGE_VAL;
  for (std::uint32_t k = 0; k < polygon.size(); ++k)
    if (const double here = at_edge(polygon, place, k).distance; here > distance) {
      distance = here;
      best = k;
    }
  return best;
}

/// False when the place is behind the edge at which the walk arrives.
bool walk_to_nearest(const ScaledPolygon& polygon, const Vec2& place, std::uint32_t& edge,
                     NearestOnPolygon& nearest) {
  const shape::ConvexPolygon& shape = *polygon.shape;
  const auto at_corner = [&](std::uint32_t corner) {
    nearest.point = polygon.scale * shape[corner].point;
    const Vec2 way = place - nearest.point;
    nearest.distance = norm(way);
    nearest.normal = way / nearest.distance;
    nearest.edge = corner;
    return nearest.distance > 0;
  };
  for (std::uint32_t moves = 0; moves < 2 * polygon.size() + 4; ++moves) {
    const std::uint32_t next = shape.next(edge), before = shape.previous(edge);
    const Vec2 start = polygon.scale * shape[edge].point, end = polygon.scale * shape[next].point;
    if (dot(place - start, shape[edge].along) <= 0) {
      if (dot(place - start, shape[before].along) >= 0) return at_corner(edge);
      edge = before;
    } else if (dot(place - end, shape[edge].along) >= 0) {
      if (dot(place - end, shape[next].along) <= 0) return at_corner(next);
      edge = next;
    } else {
      nearest = at_edge(polygon, place, edge);
      return nearest.distance > 0;
    }
  }
  return false;
}

}  // namespace

PolygonTouch touch_of(const PolygonPair& pair, const SharedArea& shared) {
  PolygonTouch touch;
  touch.depth = shared.depth();
  touch.area = shared.area;
  touch.line = norm(shared.line);
  touch.normal = touch.line > 0 ? Vec2{-shared.line[1] / touch.line, shared.line[0] / touch.line}
                                : away_from(pair.apart());
  touch.centroid = shared.centroid;
  touch.middle = shared.middle();
  return touch;
}

PolygonTouch parted(const PolygonPair& pair, FeaturePair& hint) {
  const ClosestPoints closest = closest_points(pair, hint);
  PolygonTouch touch;
  touch.normal = closest.distance > 0 ? (closest.on_first - closest.on_second) / closest.distance
                                      : away_from(pair.apart());
  touch.centroid = touch.middle = 0.5 * (closest.on_first + closest.on_second);
  return touch;
}

NearestOnPolygon nearest_on(const ScaledPolygon& polygon, const Vec2& place, std::uint32_t& hint) {
  NearestOnPolygon nearest;
  if (walk_to_nearest(polygon, place, hint, nearest)) {
    hint = nearest.edge;
    return nearest;
  }
  double distance = 0;
  hint = least_behind(polygon, place, distance);
  // Before an edge after all: the walk began on the wrong side.
  if (distance > 0 && walk_to_nearest(polygon, place, hint, nearest)) {
    hint = nearest.edge;
    return nearest;
  }
  return at_edge(polygon, place, hint);
}

PolygonTouch touch_disc(const ScaledPolygon& polygon, const Vec2& centre, double radius,
                        std::uint32_t& hint) {
  const NearestOnPolygon nearest = nearest_on(polygon, centre, hint);
  PolygonTouch touch;
  touch.normal = -nearest.normal;
  touch.depth = radius - nearest.distance;
  const double depth = touch.depth > 0 ? touch.depth : 0;
  touch.line = 2 * std::sqrt(2 * radius * depth);
  touch.area = 2.0 / 3.0 * touch.line * depth;
  touch.centroid = touch.middle = nearest.point - (0.5 * depth) * nearest.normal;
  return touch;
}

PolygonTouch touch_plane(const ScaledPolygon& polygon, const Vec2& normal, double height) {
  const shape::ConvexPolygon& shape = *polygon.shape;
  const auto height_of = [&](std::uint32_t k) {
    return polygon.scale * dot(normal, shape[k].point) + height;
  };
  std::uint32_t lowest = shape.farthest(-normal);
  double depth = -height_of(lowest);
  for (const std::uint32_t k : {shape.previous(lowest), shape.next(lowest)})  // rounding of the search
    if (-height_of(k) > depth) lowest = k, depth = -height_of(k);
  PolygonTouch touch;
  touch.normal = normal;
  touch.depth = depth;
  touch.centroid = touch.middle = polygon.scale * shape[lowest].point;
  if (!(depth > 0)) return touch;
  const auto crossing = [&](std::uint32_t from, std::uint32_t to) {
    const double start = height_of(from), end = height_of(to);
    const Vec2 a = polygon.scale * shape[from].point, b = polygon.scale * shape[to].point;
    return a + (start / (start - end)) * (b - a);
  };
  // The corners below are neighbours in the ring.
  std::uint32_t first = lowest, last = lowest, below = 1;
  while (below < polygon.size() && height_of(shape.previous(first)) < 0)
    first = shape.previous(first), ++below;
  while (below < polygon.size() && height_of(shape.next(last)) < 0) last = shape.next(last), ++below;
  SharedArea shared;
  const bool sunk = below == polygon.size();
  const Vec2 in = sunk ? polygon.scale * shape[first].point : crossing(shape.previous(first), first);
  AreaSum outline(in);
  for (std::uint32_t k = first, left = below; left > 0; k = shape.next(k), --left)
    outline.add(polygon.scale * shape[k].point);
  if (!sunk) {
    const Vec2 out = crossing(last, shape.next(last));
    outline.add(out);
    shared.line = out - in;
    touch.line = norm(shared.line);
  }
  const double size = polygon.radius();
  if (!(outline.area() > least_area * size * size)) {
    touch.depth = touch.line = 0;
    return touch;
  }
  touch.area = shared.area = outline.area();
  shared.centroid = outline.centroid();
  shared.moment = 0.5 * dot(in + in + shared.line, shared.line);
  touch.centroid = shared.centroid;
  touch.middle = shared.middle();
  return touch;
}

}  // namespace scree::contact
