// Shapes of every kind for tests of hard contacts, with a slow and obvious distance that shares nothing with
// what it checks: every corner, segment and triangle against every other.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "scree/base/random.h"
#include "scree/contact/contact_points.h"
#include "scree/contact/time_of_impact.h"
#include "scree/shape/mesh_makers.h"
#include "scree/shape/surrogate.h"

namespace scree::contact {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}
  double roll(double low, double high) {
    return low + (high - low) * random_uniform(seed_, purpose("tests.hard"), count_++);
  }
  template <int D>
  Vec<D> direction() {
    for (;;) {
      Vec<D> way;
      for (int k = 0; k < D; ++k) way[k] = roll(-1, 1);
      if (const double length = norm(way); length > 0.1 && length < 1) return way / length;
    }
  }

 private:
  std::uint64_t seed_, count_ = 0;
};

inline double spin_of(Dice& dice, double most, Vec2) { return dice.roll(-most, most); }
inline Vec3 spin_of(Dice& dice, double most, Vec3) { return dice.roll(0, most) * dice.direction<3>(); }
template <int D>
Rotation<D> any_rotation(Dice& dice) {
  return rotation_of(spin_of(dice, 3, Vec<D>{}));
}

/// A shape as the tests know it.
template <int D>
struct Actor {
  std::string name;
  std::shared_ptr<const HardShape<D>> shape;
  double scale = 1;
  double radius = 1;                           // [m] around its origin; of planes: as far as bodies go
  std::vector<std::vector<Vec<D>>> simplices;  // points, segments or triangles
  double round = 0;
  world::Surface<D> surface;  // of walls that are exact
  bool is_wall = false, is_hollow = false;
};

template <int D>
bool has_surface(const Actor<D>& actor) {
  return !std::holds_alternative<world::Patch>(actor.surface);
}

/// Round walls that are cut into many faces for bodies with corners: slow to look at.
template <int D>
bool is_cut(const Actor<D>& first, const Actor<D>& second) {
  return second.simplices.size() > 90 && first.simplices.size() > 1;
}

inline double segment_distance(const Vec3& a, const Vec3& a_end, const Vec3& b, const Vec3& b_end) {
  const Vec3 d1 = a_end - a, d2 = b_end - b, r = a - b;
  const double aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r), c = dot(d1, r), bb = dot(d1, d2);
  const double divisor = aa * ee - bb * bb;
  double s = divisor > 1e-12 * aa * ee ? std::clamp((bb * f - c * ee) / divisor, 0.0, 1.0) : 0;
  double t = std::clamp((bb * s + f) / ee, 0.0, 1.0);
  s = std::clamp((bb * t - c) / aa, 0.0, 1.0);
  return norm(a + s * d1 - b - t * d2);
}
inline double point_segment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 way = b - a;
  return norm(p - a - std::clamp(dot(p - a, way) / dot(way, way), 0.0, 1.0) * way);
}

inline double simplex_distance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  if (a.size() == 1 && b.size() == 1) return norm(a[0] - b[0]);
  if (a.size() == 1) return point_segment(a[0], b[0], b[1]);
  if (b.size() == 1) return point_segment(b[0], a[0], a[1]);
  const double s1 = cross(a[1] - a[0], b[0] - a[0]), s2 = cross(a[1] - a[0], b[1] - a[0]),
               s3 = cross(b[1] - b[0], a[0] - b[0]), s4 = cross(b[1] - b[0], a[1] - b[0]);
  if (s1 * s2 < 0 && s3 * s4 < 0) return 0;
  return std::min(std::min(point_segment(a[0], b[0], b[1]), point_segment(a[1], b[0], b[1])),
                  std::min(point_segment(b[0], a[0], a[1]), point_segment(b[1], a[0], a[1])));
}

inline bool pierces(const Vec3& from, const Vec3& to, const std::vector<Vec3>& face) {
  const Vec3 normal = cross(face[1] - face[0], face[2] - face[0]);
  const double here = dot(from - face[0], normal), there = dot(to - face[0], normal);
  if (!(here * there < 0)) return false;
  const Vec3 place = from + (here / (here - there)) * (to - from);
  for (std::size_t k = 0; k < 3; ++k)
    if (dot(cross(normal, face[(k + 1) % 3] - face[k]), place - face[k]) < 0) return false;
  return true;
}
inline double simplex_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  if (a.size() == 1 && b.size() == 1) return norm(a[0] - b[0]);
  if (a.size() == 1) return shape::distance_to_triangle(a[0], {b[0], b[1], b[2]});
  if (b.size() == 1) return simplex_distance(b, a);
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    if (pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a)) return 0;
    best = std::min({best, shape::distance_to_triangle(a[k], {b[0], b[1], b[2]}),
                     shape::distance_to_triangle(b[k], {a[0], a[1], a[2]})});
    for (std::size_t m = 0; m < 3; ++m)
      best = std::min(best, segment_distance(a[k], a[(k + 1) % 3], b[m], b[(m + 1) % 3]));
  }
  return best;
}

/// Of a wall's true surface, from a point of a body; walls stand in the way of thin things, too.
inline double from_surface(const world::Surface<2>& surface, const Vec2& place) {
  if (const auto* plane = std::get_if<shape::Plane<2>>(&surface)) return nearest(*plane, place).distance;
  return nearest(std::get<shape::Circle>(surface), place).distance;
}
inline double from_surface(const world::Surface<3>& surface, const Vec3& place) {
  if (const auto* plane = std::get_if<shape::Plane<3>>(&surface)) return nearest(*plane, place).distance;
  if (const auto* shell = std::get_if<shape::Shell>(&surface)) return nearest(*shell, place).distance;
  if (const auto* cap = std::get_if<shape::Cap>(&surface)) {
    const Vec3 apart = place - cap->centre;
    const double along = dot(apart, cap->normal), away = norm(apart - along * cap->normal);
    return std::sqrt(along * along + std::pow(std::max(0.0, away - cap->radius), 2));
  }
  return nearest(std::get<shape::Frustum>(surface), place).distance;
}

template <int D>
std::vector<std::vector<Vec<D>>> placed(const Actor<D>& actor, const Pose<D>& pose) {
  auto result = actor.simplices;
  for (auto& simplex : result)
    for (Vec<D>& corner : simplex) corner = to_scene(pose, corner);
  return result;
}

/// [m]; zero or less where they touch or overlap. Bodies inside of closed ones do not count.
template <int D>
double slow_distance(const Actor<D>& first, const Pose<D>& here, const Actor<D>& second,
                     const Pose<D>& there) {
  double best = std::numeric_limits<double>::infinity();
  if (has_surface(second) &&
      (D == 2 || first.simplices.size() == 1 || std::holds_alternative<shape::Plane<D>>(second.surface))) {
    for (const auto& simplex : placed(first, here))
      for (const Vec<D>& corner : simplex)
        best = std::min(best, from_surface(second.surface, to_own(there, corner)) - first.round);
    return best;
  }
  const auto mine = placed(first, here), theirs = placed(second, there);
  // Pairs whose balls are farther apart than the best so far are left out.
  const auto balls = [](const auto& simplices) {
    std::vector<std::pair<Vec<D>, double>> result;
    for (const auto& simplex : simplices) {
      Vec<D> middle;
      for (const Vec<D>& corner : simplex) middle += corner / static_cast<double>(simplex.size());
      double radius = 0;
      for (const Vec<D>& corner : simplex) radius = std::max(radius, norm(corner - middle));
      result.push_back({middle, radius});
    }
    return result;
  };
  const auto my_balls = balls(mine), their_balls = balls(theirs);
  best = norm(mine[0][0] - theirs[0][0]);
  for (std::size_t i = 0; i < mine.size(); ++i)
    for (std::size_t j = 0; j < theirs.size(); ++j) {
      const double room = best + my_balls[i].second + their_balls[j].second;
      const Vec<D> apart = my_balls[i].first - their_balls[j].first;
      if (dot(apart, apart) <= room * room) best = std::min(best, simplex_distance(mine[i], theirs[j]));
    }
  best -= first.round + second.round;
  return best;
}

template <int D>
Placed<D> place(const Actor<D>& actor, const Pose<D>& pose) {
  return {actor.shape.get(), actor.scale, pose};
}

inline Actor<2> ball_actor(double radius, Vec2) {
  return {"disc", std::make_shared<HardShape<2>>(HardShape<2>::ball()), radius, radius, {{Vec2{}}}, radius,
          {}};
}
inline Actor<3> ball_actor(double radius, Vec3) {
  return {"sphere", std::make_shared<HardShape<3>>(HardShape<3>::ball()), radius, radius, {{Vec3{}}}, radius,
          {}};
}
inline Actor<2> polygon_actor(const std::string& name, const shape::RigidPolygon& polygon, double scale) {
  Actor<2> actor{name,  std::make_shared<HardShape<2>>(HardShape<2>::of_polygon(polygon)),
                 scale, scale * polygon.radius(),
                 {},    0,
                 {}};
  for (const shape::RigidPolygon::Part& part : polygon.parts())
    for (std::uint32_t k = 0; k < part.polygon.size(); ++k)
      actor.simplices.push_back({scale * (part.offset + part.polygon[k].point),
                                 scale * (part.offset + part.polygon[part.polygon.next(k)].point)});
  return actor;
}
inline std::vector<std::vector<Vec3>> triangles_of(std::span<const Vec3> places,
                                                   std::span<const shape::Triangle> triangles) {
  std::vector<std::vector<Vec3>> result;
  for (const auto& corners : triangles)
    result.push_back({places[corners[0]], places[corners[1]], places[corners[2]]});
  return result;
}
inline Actor<3> mesh_actor(const std::string& name, const shape::MeshData<3>& data, double scale = 1) {
  const shape::RigidMesh mesh = shape::RigidMesh(data).scaled(scale);
  return {name,
          std::make_shared<HardShape<3>>(HardShape<3>::of_mesh(mesh)),
          1,
          mesh.radius(),
          triangles_of(mesh.vertices(), mesh.triangles()),
          0,
          {}};
}
template <int D>
Actor<D> wall_actor(const std::string& name, const world::Surface<D>& surface, double radius,
                    bool is_hollow = false) {
  world::Walls<D> walls;
  walls.add(name, 0, {surface});
  return {name,     std::make_shared<HardShape<D>>(HardShape<D>::of_facet(walls, 0)),
          1,        radius,
          {},       0,
          surface,  true,
          is_hollow};
}
template <int D>
Actor<D> mesh_wall_actor(const std::string& name, const shape::MeshData<D>& data) {
  world::Walls<D> walls;
  walls.add_mesh(name, 0, std::make_shared<const shape::Mesh<D>>(data));
  Actor<D> actor{name, std::make_shared<HardShape<D>>(HardShape<D>::of_facet(walls, 0)), 1, 0, {}, 0, {},
                 true};
  for (const auto& piece : data.pieces) {
    actor.simplices.emplace_back();
    for (const std::uint32_t corner : piece) {
      actor.simplices.back().push_back(data.vertices[corner]);
      actor.radius = std::max(actor.radius, norm(data.vertices[corner]));
    }
  }
  return actor;
}

/// Bodies first, then walls.
inline std::vector<Actor<2>> cast(Vec2) {
  std::vector<Actor<2>> all{ball_actor(0.7, Vec2{})};
  all.push_back(polygon_actor("hexagon", shape::ConvexPolygon::regular(6), 0.8));
  all.push_back(polygon_actor("bar", shape::ConvexPolygon::box(2, 0.1), 1));
  const std::vector<Vec2> corner{{0, 0}, {1, 0}, {1, 0.3}, {0.3, 0.3}, {0.3, 1}, {0, 1}};
  all.push_back(polygon_actor("angle", shape::RigidPolygon::from_outline(corner).polygon[0], 1));
  all.push_back(wall_actor<2>("plane", shape::Plane<2>{{0, 0}, {0, 1}}, 1));
  all.push_back(wall_actor<2>("post", shape::Circle{{0.2, 0.1}, 0.9, true, false}, 1.2));
  all.back().simplices = {{Vec2{0.2, 0.1}}};
  all.back().round = 0.9;
  all.back().surface = world::Patch{};
  all.push_back(wall_actor<2>("hole", shape::Circle{{0, 0}, 4, false, false}, 4, true));
  all.push_back(wall_actor<2>("box", shape::Block<2>{{{-1, -0.05}, {1.2, 0.05}}}, 1.3));
  const std::vector<Vec2> block{{-1, -0.05}, {1.2, -0.05}, {1.2, 0.05}, {-1, 0.05}};
  for (std::size_t k = 0; k < 4; ++k) all.back().simplices.push_back({block[k], block[(k + 1) % 4]});
  all.back().surface = world::Patch{};
  all.push_back(
      mesh_wall_actor<2>("chain", {{{-1, 0}, {-0.3, 0.2}, {0.3, 0.2}, {1, -0.4}}, {{0, 1}, {1, 2}, {2, 3}}}));
  return all;
}
inline std::vector<Actor<3>> cast(Vec3) {
  std::vector<Actor<3>> all{ball_actor(0.7, Vec3{})};
  all.push_back(mesh_actor("cube", shape::make_box({1, 1, 1})));
  all.push_back(mesh_actor("bar", shape::make_box({2, 0.1, 0.1})));
  all.push_back(mesh_actor("angle", shape::make_l_prism(1, 0.3, 0.2)));
  all.push_back(mesh_actor("rock", shape::make_rock(1, 1.4, 7, 3), 0.5));
  all.push_back(wall_actor<3>("plane", shape::Plane<3>{{0, 0, 0}, {0, 0, 1}}, 1));
  all.push_back(wall_actor<3>("box", shape::Block<3>{{{-1, -0.7, -0.02}, {1, 0.8, 0.02}}}, 1.4));
  all.back().simplices = mesh_actor("", shape::make_box({2, 1.5, 0.04})).simplices;
  for (auto& triangle : all.back().simplices)
    for (Vec3& corner : triangle) corner[1] += 0.05;
  all.back().surface = world::Patch{};
  const shape::ConeAxis cone{{0, 0, -1}, {0, 0, 1}, 2, 0.5, 0.9};
  all.push_back(wall_actor<3>("shell", shape::Shell{cone}, 1.4));
  all.push_back(wall_actor<3>("drum", shape::Shell{{{0, 0, -4}, {0, 0, 1}, 8, 4, 4}}, 5.7, true));
  all.push_back(wall_actor<3>("cap", shape::Cap{{0, 0, 0}, {0, 0, 1}, 0.9}, 0.9));
  all.push_back(wall_actor<3>("frustum", shape::Frustum{cone}, 1.4));
  for (std::size_t k = all.size() - 4; k < all.size(); ++k) {
    const Features<3>& features = *all[k].shape->features();
    for (const auto& face : features.faces()) {
      all[k].simplices.emplace_back();
      for (const std::uint32_t corner : face.corner)
        all[k].simplices.back().push_back(features.vertices()[corner].place);
    }
  }
  all.push_back(mesh_wall_actor<3>(
      "sheet", {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0.3}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}));
  return all;
}

}  // namespace scree::contact
