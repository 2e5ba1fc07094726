#include "scree/show/wall_surface.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <variant>

#include "scree/show/frame_columns.h"

namespace scree::show {
namespace {

using Piece = WallSurfaces::Piece;
using Shape = WallSurfaces::Shape;
using Endless = WallSurfaces::Endless;

constexpr int round_pieces = 96;  // that a circle is drawn with

Vec3 vec(const scene::Coordinates& c) { return {c[0], c[1], c[2]}; }
Vec3 vec(const Vec2& v) { return {v[0], v[1], 0}; }
Vec2 flat(const Vec3& v) { return {v[0], v[1]}; }
Vec3 unit(const Vec3& v) { return v / norm(v); }

Vec3 any_across(const Vec3& axis) {
  return unit(cross(axis, std::abs(axis[0]) < 0.9 * norm(axis) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

/// Makes the shape of a surface in the wall's own frame.
struct Modeller {
  Shape& shape;

  void operator()(const scene::Plane& plane) const { shape.plane = {vec(plane.point), vec(plane.normal)}; }

  void operator()(const scene::BoxSurface& box) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool upper : {false, true}) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        const auto corner = [&](bool far_u, bool far_v) {
          Vec3 place;
          place[axis] = upper ? box.hi[axis] : box.lo[axis];
          place[u] = far_u ? box.hi[u] : box.lo[u];
          place[v] = far_v ? box.hi[v] : box.lo[v];
          return place;
        };
        // Anticlockwise around the upward axis: that is the front of the lower face, seen from inside.
        std::vector<Vec3> corners{corner(false, false), corner(true, false), corner(true, true),
                                  corner(false, true)};
        // Two edges of each of the six faces are all twelve.
        shape.edges.push_back({corners[0], corners[1]});
        shape.edges.push_back({corners[2], corners[3]});
        if (upper == box.inside) std::reverse(corners.begin(), corners.end());
        shape.pieces.push_back({corners, true});
      }
    // In the plane: clockwise, so that the right of the way is inside and the back of a block.
    std::array<Vec2, 4> ring{
        {{box.lo[0], box.lo[1]}, {box.lo[0], box.hi[1]}, {box.hi[0], box.hi[1]}, {box.hi[0], box.lo[1]}}};
    if (box.inside) std::reverse(ring.begin(), ring.end());
    for (std::size_t k = 0; k < 4; ++k) shape.lines.push_back({ring[k], ring[(k + 1) % 4], true});
  }

  void operator()(const scene::CircleSurface& circle) const {
    for (int k = 0; k < round_pieces; ++k) {
      const auto at = [&](int piece) {
        const double angle = 2 * std::numbers::pi * piece / round_pieces;
        return Vec2{circle.centre[0] + circle.radius * std::cos(angle),
                    circle.centre[1] + circle.radius * std::sin(angle)};
      };
      if (circle.inside)
        shape.lines.push_back({at(k), at(k + 1), true});
      else
        shape.lines.push_back({at(k + 1), at(k), true});
    }
  }

  void operator()(const scene::ConeSurface& cone) const {
    const Vec3 start = vec(cone.start), end = vec(cone.end), axis = unit(end - start);
    const Vec3 across = any_across(axis), other = cross(axis, across);
    const auto at = [&](const Vec3& middle, double radius, int piece) {
      const double angle = 2 * std::numbers::pi * piece / round_pieces;
      return middle + radius * (std::cos(angle) * across + std::sin(angle) * other);
    };
    const auto add = [&](std::vector<Vec3> corners, bool turn) {
      if (turn) std::reverse(corners.begin(), corners.end());
      shape.pieces.push_back({std::move(corners), true});
    };
    for (int k = 0; k < round_pieces; ++k) {
      const Vec3 a = at(start, cone.start_radius, k), b = at(start, cone.start_radius, k + 1);
      const Vec3 c = at(end, cone.end_radius, k + 1), d = at(end, cone.end_radius, k);
      add({a, b, c, d}, cone.inside);  // anticlockwise from outside
      if (cone.start_cap || !cone.inside) add({start, b, a}, cone.inside);
      if (cone.end_cap || !cone.inside) add({end, d, c}, cone.inside);
      if (cone.start_radius > 0) shape.edges.push_back({a, b});
      if (cone.end_radius > 0) shape.edges.push_back({d, c});
    }
  }

  void operator()(const scene::MeshSurface& surface) const {
    const shape::MeshData<3> mesh = shape::weld(surface.mesh);
    struct Sides {
      Vec3 normal;
      bool sharp = true;  // one piece only, or a fold
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Sides> edges;
    for (const auto& piece : mesh.pieces) {
      const Vec3 &a = mesh.vertices[piece[0]], &b = mesh.vertices[piece[1]], &c = mesh.vertices[piece[2]];
      shape.pieces.push_back({{a, b, c}, surface.has_front});
      const Vec3 area = cross(b - a, c - a);
      if (!(norm(area) > 0)) continue;
      constexpr double fold = 0.87;  // cosine of 30 degrees
      for (std::size_t k = 0; k < 3; ++k) {
        const auto ends = std::minmax(piece[k], piece[(k + 1) % 3]);
        const auto [found, fresh] = edges.try_emplace({ends.first, ends.second}, Sides{unit(area), true});
        if (!fresh) found->second.sharp = std::abs(dot(found->second.normal, unit(area))) < fold;
      }
    }
    for (const auto& [ends, sides] : edges)
      if (sides.sharp) shape.edges.push_back({mesh.vertices[ends.first], mesh.vertices[ends.second]});
  }

  void operator()(const scene::ChainSurface& surface) const {
    for (const auto& piece : surface.mesh.pieces)
      shape.lines.push_back(
          {surface.mesh.vertices[piece[0]], surface.mesh.vertices[piece[1]], surface.has_back});
  }
};

struct HalfSpace {
  Vec3 point, normal;  // what is kept lies where the normal points to
  bool real = false;   // cutting by it leaves an edge that is there
};

/// A face of a plane; each corner says whether the edge to the next one is one, or only where the view ends.
struct Face {
  struct Corner {
    Vec3 place;
    bool real_edge;
  };
  std::vector<Corner> corners;
};

Face cut(const Face& face, const HalfSpace& kept) {
  Face result;
  const auto height = [&](const Vec3& point) { return dot(point - kept.point, kept.normal); };
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Face::Corner& a = face.corners[k];
    const Face::Corner& b = face.corners[(k + 1) % face.corners.size()];
    const double at_a = height(a.place), at_b = height(b.place);
    const auto crossing = [&] { return a.place + at_a / (at_a - at_b) * (b.place - a.place); };
    if (at_a >= 0) result.corners.push_back(a);
    if (at_a >= 0 && at_b < 0) result.corners.push_back({crossing(), kept.real});
    if (at_a < 0 && at_b >= 0) result.corners.push_back({crossing(), a.real_edge});
  }
  return result;
}

std::vector<HalfSpace> sides_of(const Bounds& view, std::size_t axes) {
  std::vector<HalfSpace> sides;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    Vec3 normal;
    normal[axis] = 1;
    sides.push_back({view.lo, normal});
    sides.push_back({view.hi, -normal});
  }
  return sides;
}

/// What the half-spaces leave of a line; false when that is nothing.
bool cut_line(Vec3& from, Vec3& to, std::span<const HalfSpace> cutters, double tolerance) {
  for (const HalfSpace& kept : cutters) {
    const double a = dot(from - kept.point, kept.normal), b = dot(to - kept.point, kept.normal);
    if (a < -tolerance && b < -tolerance) return false;
    if (a < -tolerance) from = from + a / (a - b) * (to - from);
    if (b < -tolerance) to = to + b / (b - a) * (from - to);
  }
  return true;
}

void add_face(picture::Solid& subject, const Face& face, bool has_front) {
  const auto& corners = face.corners;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    subject.walls.push_back({{corners[0].place, corners[k].place, corners[k + 1].place}, has_front});
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (corners[k].real_edge)
      subject.edges.push_back({corners[k].place, corners[(k + 1) % corners.size()].place});
}

/// Planes make a container together: each ends where it meets another.
std::vector<HalfSpace> cutters_of(const Endless& plane, std::span<const Endless> planes) {
  std::vector<HalfSpace> cutters;
  for (const Endless& other : planes)
    if (std::abs(dot(other.normal, plane.normal)) < 1 - 1e-9)
      cutters.push_back({other.point, other.normal, true});
  return cutters;
}

void add_plane(picture::Solid& subject, const Endless& plane, std::span<const Endless> planes,
               const Bounds& view) {
  const Vec3 middle = 0.5 * (view.lo + view.hi);
  const Vec3 foot = middle - dot(middle - plane.point, plane.normal) * plane.normal;
  const Vec3 across = any_across(plane.normal), other = cross(plane.normal, across);
  const double reach = 2 * norm(view.hi - view.lo);
  Face face{{{foot - reach * across - reach * other, false},
             {foot + reach * across - reach * other, false},
             {foot + reach * across + reach * other, false},
             {foot - reach * across + reach * other, false}}};
  for (const HalfSpace& cutter : cutters_of(plane, planes)) face = cut(face, cutter);
  for (const HalfSpace& side : sides_of(view, 3)) face = cut(face, side);
  add_face(subject, face, true);
}

void add_piece(picture::Solid& subject, const Piece& piece, const WallPose& pose, const Bounds& view) {
  Face face;
  bool inside = true;
  for (const Vec3& corner : piece.corners) {
    face.corners.push_back({pose(corner), false});
    inside = inside && view.holds(face.corners.back().place);
  }
  if (!inside)
    for (const HalfSpace& side : sides_of(view, 3)) face = cut(face, side);
  add_face(subject, face, piece.has_front);
}

}  // namespace

void Bounds::include(const Vec3& point, double radius) {
  for (std::size_t k = 0; k < 3; ++k) {
    lo[k] = std::min(lo[k], point[k] - radius);
    hi[k] = std::max(hi[k], point[k] + radius);
  }
}

void Bounds::include(const Bounds& other) {
  if (other.empty()) return;
  include(other.lo);
  include(other.hi);
}

double Bounds::largest_extent() const {
  return empty() ? 0 : std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]});
}

bool Bounds::holds(const Vec3& point) const {
  for (std::size_t k = 0; k < 3; ++k)
    if (point[k] < lo[k] || point[k] > hi[k]) return false;
  return true;
}

std::vector<WallPose> wall_poses(const record::Frame& frame, std::size_t walls) {
  std::vector<WallPose> poses(walls);
  const std::vector<double> offset = numbers_in(frame.walls, "offset"),
                            turn = numbers_in(frame.walls, "orientation"),
                            active = numbers_in(frame.walls, "active");
  if (walls == 0 || active.size() != walls) return poses;
  const std::size_t dimension = offset.size() / walls, width = turn.size() / walls;
  for (std::size_t k = 0; k < walls; ++k) {
    WallPose& pose = poses[k];
    pose.active = active[k] != 0;
    for (std::size_t axis = 0; axis < dimension; ++axis) pose.offset[axis] = offset[k * dimension + axis];
    const double* const part = &turn[k * width];
    for (Vec3& axis : pose.axes) {
      if (width == 2)
        axis = {part[0] * axis[0] - part[1] * axis[1], part[1] * axis[0] + part[0] * axis[1], axis[2]};
      if (width != 4) continue;
      const Vec3 around{part[1], part[2], part[3]};
      const Vec3 twice = 2.0 * cross(around, axis);
      axis = axis + part[0] * twice + cross(around, twice);
    }
  }
  return poses;
}

WallSurfaces::WallSurfaces(std::span<const scene::Wall> walls) {
  for (const scene::Wall& wall : walls) std::visit(Modeller{shapes_.emplace_back()}, wall.surface);
}

std::vector<Endless> WallSurfaces::planes(std::span<const WallPose> poses) const {
  std::vector<Endless> list;
  for (std::size_t k = 0; k < shapes_.size(); ++k)
    if (shapes_[k].plane && poses[k].active)
      list.push_back({poses[k](shapes_[k].plane->point), poses[k].turned(shapes_[k].plane->normal)});
  return list;
}

Bounds WallSurfaces::bounds(std::span<const WallPose> poses) const {
  Bounds bounds;
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    if (!poses[k].active) continue;
    for (const Piece& piece : shapes_[k].pieces)
      for (const Vec3& corner : piece.corners) bounds.include(poses[k](corner));
    // A box has lines for pictures of the plane, too; they lie at z = 0.
    if (!shapes_[k].pieces.empty()) continue;
    for (const picture::Line& line : shapes_[k].lines) {
      bounds.include(poses[k](vec(line.from)));
      bounds.include(poses[k](vec(line.to)));
    }
  }
  return bounds;
}

void WallSurfaces::widen_to_planes(Bounds& view, std::span<const WallPose> poses) const {
  if (view.empty()) return;
  const double near = 0.8 * view.largest_extent();
  for (const Endless& plane : planes(poses)) {
    double gap = 1e300;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 place{corner % 2 == 0 ? view.lo[0] : view.hi[0],
                       corner / 2 % 2 == 0 ? view.lo[1] : view.hi[1],
                       corner / 4 == 0 ? view.lo[2] : view.hi[2]};
      gap = std::min(gap, dot(place - plane.point, plane.normal));
    }
    if (gap <= 0 || gap > near) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const double shift = -1.001 * gap * plane.normal[k];
      (shift < 0 ? view.lo : view.hi)[k] += shift;
    }
  }
}

void WallSurfaces::add_to(picture::Solid& subject, std::span<const WallPose> poses,
                          const Bounds& view) const {
  const std::vector<Endless> all = planes(poses);
  for (const Endless& plane : all) add_plane(subject, plane, all, view);
  const std::vector<HalfSpace> sides = sides_of(view, 3);
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    if (!poses[k].active) continue;
    for (const Piece& piece : shapes_[k].pieces) add_piece(subject, piece, poses[k], view);
    for (const picture::Edge& edge : shapes_[k].edges) {
      Vec3 from = poses[k](edge.from), to = poses[k](edge.to);
      if (cut_line(from, to, sides, 0)) subject.edges.push_back({from, to});
    }
  }
}

void WallSurfaces::add_to(picture::Flat& subject, std::span<const WallPose> poses, const Bounds& view) const {
  const std::vector<HalfSpace> sides = sides_of(view, 2);
  const double reach = 2 * norm(view.hi - view.lo), tolerance = 1e-9 * reach;
  const std::vector<Endless> all = planes(poses);
  for (const Endless& plane : all) {
    const Vec3 middle = 0.5 * (view.lo + view.hi);
    const Vec3 foot = middle - dot(middle - plane.point, plane.normal) * plane.normal;
    const Vec3 along{plane.normal[1], -plane.normal[0], 0};  // the back is on the right of this way
    Vec3 from = foot - reach * along, to = foot + reach * along;
    if (cut_line(from, to, cutters_of(plane, all), tolerance) && cut_line(from, to, sides, tolerance))
      subject.lines.push_back({flat(from), flat(to), true});
  }
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    if (!poses[k].active) continue;
    for (const picture::Line& line : shapes_[k].lines) {
      Vec3 from = poses[k](vec(line.from)), to = poses[k](vec(line.to));
      if (cut_line(from, to, sides, tolerance))
        subject.lines.push_back({flat(from), flat(to), line.has_back});
    }
  }
}

Bounds view_box(const Bounds& bodies, const Bounds& walls) {
  if (bodies.empty()) return walls;
  // Walls matter where they are near; a plane that goes on for ever shows a little of itself.
  const double extent = bodies.largest_extent(), reach = 0.45 * extent, near = 0.8 * extent,
               rim = 0.06 * extent;
  Bounds view = bodies;
  for (std::size_t k = 0; k < 3; ++k) {
    const double below = walls.empty() ? bodies.lo[k] - rim : std::min(bodies.lo[k], walls.lo[k]);
    const double above = walls.empty() ? bodies.hi[k] + rim : std::max(bodies.hi[k], walls.hi[k]);
    view.lo[k] = below < bodies.lo[k] - near ? bodies.lo[k] - reach : below;
    view.hi[k] = above > bodies.hi[k] + near ? bodies.hi[k] + reach : above;
  }
  // Faces that lie exactly on the border stay.
  const double hair = 1e-9 * view.largest_extent();
  for (std::size_t k = 0; k < 3; ++k) view.lo[k] -= hair, view.hi[k] += hair;
  return view;
}

}  // namespace scree::show
