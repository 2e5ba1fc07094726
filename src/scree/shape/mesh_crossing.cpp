// Which side of a plane a vertex is on is the sign of a determinant; what rounding could have turned counts
// as on the plane (the bound is Shewchuk's, 1997). So no crossing is missed, and a gap is called a touch only
// if it is below 1e-15 of the triangles' extent.
#include "scree/shape/mesh_crossing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "scree/base/math.h"
#include "scree/shape/box_tree.h"

namespace scree::shape {
namespace {

int sign_of(double value, double doubt) { return value > doubt ? 1 : value < -doubt ? -1 : 0; }

/// Of the volume of a tetrahedron: on which side of the plane a, b, c the point d is.
int side_of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = a - d, v = b - d, w = c - d;
  const auto size = [](const Vec3& p, const Vec3& q, std::size_t i, std::size_t j) {
    return std::abs(p[i] * q[j]) + std::abs(p[j] * q[i]);
  };
  const double value = dot(u, cross(v, w));
  const double terms = std::abs(u[0]) * size(v, w, 1, 2) + std::abs(u[1]) * size(v, w, 2, 0) +
                       std::abs(u[2]) * size(v, w, 0, 1);
  return sign_of(value, 8e-16 * terms);
}

using Point2 = std::array<double, 2>;

int turn_of(const Point2& a, const Point2& b, const Point2& c) {
  const double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]);
  return sign_of(left - right, 4e-16 * (std::abs(left) + std::abs(right)));
}

bool in_triangle(const Point2& p, const std::array<Point2, 3>& t) {
  const int a = turn_of(t[0], t[1], p), b = turn_of(t[1], t[2], p), c = turn_of(t[2], t[0], p);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

bool segments_meet(const Point2& a, const Point2& b, const Point2& c, const Point2& d) {
  const int abc = turn_of(a, b, c), abd = turn_of(a, b, d), cda = turn_of(c, d, a), cdb = turn_of(c, d, b);
  if (abc * abd > 0 || cda * cdb > 0) return false;
  if (abc != 0 || abd != 0 || cda != 0 || cdb != 0) return true;
  // All on one line: their ranges decide.
  for (std::size_t k = 0; k < 2; ++k)
    if (std::max(a[k], b[k]) < std::min(c[k], d[k]) || std::max(c[k], d[k]) < std::min(a[k], b[k]))
      return false;
  return true;
}

/// In the plane of the triangle, seen along the axis that its normal is nearest to.
bool meets_in_plane(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(normal[k]) > std::abs(normal[axis])) axis = k;
  const auto flat = [axis](const Vec3& point) {
    return Point2{point[(axis + 1) % 3], point[(axis + 2) % 3]};
  };
  const std::array<Point2, 3> corner{flat(t[0]), flat(t[1]), flat(t[2])};
  const Point2 from = flat(p), to = flat(q);
  if (in_triangle(from, corner) || in_triangle(to, corner)) return true;
  for (std::size_t k = 0; k < 3; ++k)
    if (segments_meet(from, to, corner[k], corner[(k + 1) % 3])) return true;
  return false;
}

bool segment_meets(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  const int at_p = side_of(t[0], t[1], t[2], p), at_q = side_of(t[0], t[1], t[2], q);
  if (at_p * at_q > 0) return false;
  if (at_p == 0 && at_q == 0) return meets_in_plane(p, q, t);
  const int a = side_of(p, q, t[0], t[1]), b = side_of(p, q, t[1], t[2]), c = side_of(p, q, t[2], t[0]);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

/// Corners of the one that the other has too come first.
struct Shared {
  Triangle first, second;
  int count = 0;
};
Shared shared_corners(Triangle a, Triangle b) {
  int count = 0;
  for (std::size_t k = 0; k < 3; ++k)
    for (auto l = static_cast<std::size_t>(count); l < 3; ++l)
      if (a[k] == b[l]) {
        std::swap(a[k], a[static_cast<std::size_t>(count)]);
        std::swap(b[l], b[static_cast<std::size_t>(count)]);
        ++count;
        break;
      }
  return {a, b, count};
}

bool crosses(std::span<const Vec3> vertices, const Triangle& first, const Triangle& second) {
  const Shared shared = shared_corners(first, second);
  std::array<Vec3, 3> a, b;
  for (std::size_t k = 0; k < 3; ++k) a[k] = vertices[shared.first[k]], b[k] = vertices[shared.second[k]];
  switch (shared.count) {
    case 0:
      for (std::size_t k = 0; k < 3; ++k)
        if (segment_meets(a[k], a[(k + 1) % 3], b) || segment_meets(b[k], b[(k + 1) % 3], a)) return true;
      return false;
    case 1:
      // What they have in common beyond the vertex ends at the side opposite to it, of one or the other.
      return segment_meets(a[1], a[2], b) || segment_meets(b[1], b[2], a);
    case 2: {
      const Vec3 edge = a[1] - a[0], normal = cross(edge, a[2] - a[0]), other = cross(edge, b[2] - a[0]);
      return side_of(a[0], a[1], a[2], b[2]) == 0 && dot(normal, other) > 0;
    }
    default:
      return true;
  }
}

}  // namespace

void find_crossings(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                    const std::function<void(std::uint32_t, std::uint32_t, const Vec3&)>& visit) {
  std::vector<Box<3>> boxes(triangles.size(), Box<3>::empty());
  for (std::size_t k = 0; k < triangles.size(); ++k)
    for (const std::uint32_t vertex : triangles[k]) boxes[k].include(vertices[vertex]);
  const BoxTree<3> tree(boxes);
  std::vector<std::uint32_t> near;
  for (std::uint32_t first = 0; first < triangles.size(); ++first) {
    near.clear();
    tree.find([&](const Box<3>& box) { return overlap(box, boxes[first]); },
              [&](std::uint32_t second) {
                if (second > first && crosses(vertices, triangles[first], triangles[second]))
                  near.push_back(second);
              });
    std::sort(near.begin(), near.end());
    for (const std::uint32_t second : near) {
      Vec3 place;
      for (std::size_t k = 0; k < 3; ++k)
        place[k] = 0.5 * std::max(boxes[first].lo[k], boxes[second].lo[k]) +
                   0.5 * std::min(boxes[first].hi[k], boxes[second].hi[k]);
      visit(first, second, place);
    }
  }
}

double winding_number(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                      const Vec3& point) {
  // Solid angles of triangles: Van Oosterom & Strackee 1983.
  double angle = 0;
  for (const Triangle& triangle : triangles) {
    const Vec3 a = vertices[triangle[0]] - point, b = vertices[triangle[1]] - point,
               c = vertices[triangle[2]] - point;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    angle +=
        math::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (2 * math::pi);
}

}  // namespace scree::shape
