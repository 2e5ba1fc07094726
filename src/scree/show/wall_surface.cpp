#include "scree/show/wall_surface.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace scree::show {
namespace {

Vec3 vec(const scene::Coordinates& c) { return {c[0], c[1], c[2]}; }

struct HalfSpace {
  Vec3 point, normal;  // what is kept lies where the normal points to
  bool real = false;   // cutting by it leaves an edge that is there
};

/// A flat face; each corner says whether the edge to the next one is an edge of the wall, or only of the
/// view.
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

Face cut_to(Face face, const Bounds& view) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Vec3 normal;
    normal[axis] = 1;
    face = cut(cut(face, {view.lo, normal}), {view.hi, -normal});
  }
  return face;
}

void add_face(picture::Solid& subject, const Face& face, bool has_front) {
  const auto& corners = face.corners;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    subject.walls.push_back({{corners[0].place, corners[k].place, corners[k + 1].place}, has_front});
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (corners[k].real_edge)
      subject.edges.push_back({corners[k].place, corners[(k + 1) % corners.size()].place});
}

/// The half-spaces of all planes of a scene: together they make a container, so each ends where it meets
/// another.
std::vector<HalfSpace> half_spaces(std::span<const scene::Wall> walls) {
  std::vector<HalfSpace> planes;
  for (const scene::Wall& wall : walls)
    if (const auto* plane = std::get_if<scene::Plane>(&wall.surface))
      planes.push_back({vec(plane->point), vec(plane->normal), true});
  return planes;
}

struct SolidPen {
  picture::Solid& subject;
  const Bounds& view;
  std::span<const HalfSpace> planes;

  void operator()(const scene::Plane& plane) const {
    const Vec3 normal = vec(plane.normal), middle = 0.5 * (view.lo + view.hi);
    const Vec3 foot = middle - dot(middle - vec(plane.point), normal) * normal;
    const Vec3 hint = std::abs(normal[0]) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = cross(normal, hint) / norm(cross(normal, hint)), other = cross(normal, across);
    const double reach = 2 * norm(view.hi - view.lo);
    Face face{{{foot - reach * across - reach * other, false},
               {foot + reach * across - reach * other, false},
               {foot + reach * across + reach * other, false},
               {foot - reach * across + reach * other, false}}};
    for (const HalfSpace& cutter : planes)
      if (std::abs(dot(cutter.normal, normal)) < 1 - 1e-9) face = cut(face, cutter);
    add_face(subject, cut_to(face, view), true);
  }

  void operator()(const scene::BoxSurface& box) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool upper : {false, true}) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        const auto corner = [&](bool far_u, bool far_v) {
          Vec3 place;
          place[axis] = upper ? box.hi[axis] : box.lo[axis];
          place[u] = far_u ? box.hi[u] : box.lo[u];
          place[v] = far_v ? box.hi[v] : box.lo[v];
          return Face::Corner{place, true};
        };
        // Anticlockwise around the upward axis; seen from inside, that is the front of the lower face.
        Face face{{corner(false, false), corner(true, false), corner(true, true), corner(false, true)}};
        if (upper == box.inside) {
          std::reverse(face.corners.begin(), face.corners.end());
        }
        add_face(subject, cut_to(face, view), true);
      }
  }
  template <class Surface>
  void operator()(const Surface&) const {}  // of the other dimension, or not drawn
};

struct FlatPen {
  picture::Flat& subject;
  const Bounds& view;
  std::span<const HalfSpace> planes;

  /// Cuts a line to what the half-spaces and the view leave of it.
  void add_line(Vec3 from, Vec3 to, std::span<const HalfSpace> cutters) const {
    std::vector<HalfSpace> all(cutters.begin(), cutters.end());
    for (std::size_t axis = 0; axis < 2; ++axis) {
      Vec3 normal;
      normal[axis] = 1;
      all.push_back({view.lo, normal});
      all.push_back({view.hi, -normal});
    }
    const double tolerance = 1e-9 * norm(view.hi - view.lo);
    for (const HalfSpace& kept : all) {
      const double a = dot(from - kept.point, kept.normal), b = dot(to - kept.point, kept.normal);
      if (a < -tolerance && b < -tolerance) return;
      if (a < -tolerance) from = from + a / (a - b) * (to - from);
      if (b < -tolerance) to = to + b / (b - a) * (from - to);
    }
    subject.lines.push_back({{from[0], from[1]}, {to[0], to[1]}, true});
  }

  void operator()(const scene::Plane& plane) const {
    const Vec3 normal = vec(plane.normal), middle = 0.5 * (view.lo + view.hi);
    const Vec3 foot = middle - dot(middle - vec(plane.point), normal) * normal;
    const Vec3 along{normal[1], -normal[0], 0};  // the back is on the right of this way
    const double reach = 2 * norm(view.hi - view.lo);
    std::vector<HalfSpace> cutters;
    for (const HalfSpace& cutter : planes)
      if (std::abs(dot(cutter.normal, normal)) < 1 - 1e-9) cutters.push_back(cutter);
    add_line(foot - reach * along, foot + reach * along, cutters);
  }

  void operator()(const scene::BoxSurface& box) const {
    // Clockwise: then the right of the way is inside, and the back of a block.
    std::array<Vec3, 4> corners{{{box.lo[0], box.lo[1], 0},
                                 {box.lo[0], box.hi[1], 0},
                                 {box.hi[0], box.hi[1], 0},
                                 {box.hi[0], box.lo[1], 0}}};
    if (box.inside) std::reverse(corners.begin(), corners.end());
    for (std::size_t k = 0; k < 4; ++k) add_line(corners[k], corners[(k + 1) % 4], {});
  }
  template <class Surface>
  void operator()(const Surface&) const {}  // of the other dimension, or not drawn
};

struct Measure {
  Bounds& bounds;
  void operator()(const scene::Plane&) const {}  // has no end
  void operator()(const scene::BoxSurface& box) const {
    bounds.include(vec(box.lo));
    bounds.include(vec(box.hi));
  }
  template <class Surface>
  void operator()(const Surface&) const {}  // of the other dimension, or not drawn
};

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

Bounds bounds_of(std::span<const scene::Wall> walls, int dimension) {
  Bounds bounds;
  for (const scene::Wall& wall : walls) std::visit(Measure{bounds}, wall.surface);
  if (dimension == 2 && !bounds.empty()) bounds.lo[2] = bounds.hi[2] = 0;
  return bounds;
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

void add_walls(picture::Solid& subject, std::span<const scene::Wall> walls, const Bounds& view) {
  const std::vector<HalfSpace> planes = half_spaces(walls);
  for (const scene::Wall& wall : walls) std::visit(SolidPen{subject, view, planes}, wall.surface);
}

void add_walls(picture::Flat& subject, std::span<const scene::Wall> walls, const Bounds& view) {
  const std::vector<HalfSpace> planes = half_spaces(walls);
  for (const scene::Wall& wall : walls) std::visit(FlatPen{subject, view, planes}, wall.surface);
}

}  // namespace scree::show
