#include "scree/shape/mesh_makers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "scree/base/error.h"
#include "scree/base/math.h"
#include "scree/shape/rigid_polygon.h"

namespace scree::shape {
namespace {

std::uint32_t number_of(std::size_t count) { return static_cast<std::uint32_t>(count); }

std::uint32_t add_vertex(MeshData<3>& mesh, const Vec3& place) {
  mesh.vertices.push_back(place);
  return number_of(mesh.vertices.size() - 1);
}

/// Vertices on a circle around z; gives the number of the first.
std::uint32_t add_circle(MeshData<3>& mesh, double radius, double z, std::size_t segments) {
  const std::uint32_t first = number_of(mesh.vertices.size());
  for (std::size_t k = 0; k < segments; ++k) {
    const double angle = 2 * math::pi * static_cast<double>(k) / static_cast<double>(segments);
    mesh.vertices.push_back({radius * math::cos(angle), radius * math::sin(angle), z});
  }
  return first;
}

/// Between two rings of as many vertices, the upper one above the lower one.
void add_band(MeshData<3>& mesh, std::uint32_t lower, std::uint32_t upper, std::size_t segments) {
  for (std::size_t k = 0; k < segments; ++k) {
    const std::uint32_t here = number_of(k), next = number_of((k + 1) % segments);
    mesh.pieces.push_back({lower + here, lower + next, upper + next});
    mesh.pieces.push_back({lower + here, upper + next, upper + here});
  }
}

/// From a ring to one vertex above or below it.
void add_fan(MeshData<3>& mesh, std::uint32_t ring, std::uint32_t tip, std::size_t segments, bool upwards) {
  for (std::size_t k = 0; k < segments; ++k) {
    const std::uint32_t here = ring + number_of(k), next = ring + number_of((k + 1) % segments);
    if (upwards)
      mesh.pieces.push_back({here, next, tip});
    else
      mesh.pieces.push_back({next, here, tip});
  }
}

/// What an outline, anticlockwise, sweeps along z. Its ends are made of fans: corner numbers, anticlockwise.
MeshData<3> prism(std::span<const Vec2> outline, std::span<const std::vector<std::uint32_t>> fans,
                  double height) {
  MeshData<3> mesh;
  const std::uint32_t corners = number_of(outline.size());
  for (const double z : {-0.5 * height, 0.5 * height})
    for (const Vec2& corner : outline) mesh.vertices.push_back({corner[0], corner[1], z});
  add_band(mesh, 0, corners, corners);
  for (const std::vector<std::uint32_t>& fan : fans)
    for (std::size_t k = 2; k < fan.size(); ++k) {
      mesh.pieces.push_back({fan[0], fan[k], fan[k - 1]});
      mesh.pieces.push_back({fan[0] + corners, fan[k - 1] + corners, fan[k] + corners});
    }
  return mesh;
}

}  // namespace

MeshData<3> make_box(const Vec3& size) {
  MeshData<3> mesh;
  for (std::uint32_t k = 0; k < 8; ++k)
    mesh.vertices.push_back({(k & 1U) != 0 ? 0.5 * size[0] : -0.5 * size[0],
                             (k & 2U) != 0 ? 0.5 * size[1] : -0.5 * size[1],
                             (k & 4U) != 0 ? 0.5 * size[2] : -0.5 * size[2]});
  mesh.pieces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

MeshData<3> make_cylinder(double radius, double height, std::size_t segments) {
  MeshData<3> mesh;
  const std::uint32_t lower = add_circle(mesh, radius, -0.5 * height, segments),
                      upper = add_circle(mesh, radius, 0.5 * height, segments);
  add_band(mesh, lower, upper, segments);
  add_fan(mesh, lower, add_vertex(mesh, {0, 0, -0.5 * height}), segments, false);
  add_fan(mesh, upper, add_vertex(mesh, {0, 0, 0.5 * height}), segments, true);
  return mesh;
}

MeshData<3> make_cone(double radius, double height, std::size_t segments) {
  MeshData<3> mesh;
  const std::uint32_t ring = add_circle(mesh, radius, 0, segments);
  add_fan(mesh, ring, add_vertex(mesh, {0, 0, 0}), segments, false);
  add_fan(mesh, ring, add_vertex(mesh, {0, 0, height}), segments, true);
  return mesh;
}

MeshData<3> make_capsule(double radius, double height, std::size_t segments, std::size_t rings) {
  MeshData<3> mesh;
  const auto add_rings = [&](double sign) {
    // From the equator to the pole, without the pole.
    std::vector<std::uint32_t> first;
    for (std::size_t k = 0; k < rings; ++k) {
      const double angle = 0.5 * math::pi * static_cast<double>(k) / static_cast<double>(rings);
      first.push_back(add_circle(mesh, radius * math::cos(angle),
                                 sign * (0.5 * height + radius * math::sin(angle)), segments));
    }
    return first;
  };
  const std::vector<std::uint32_t> lower = add_rings(-1), upper = add_rings(1);
  add_band(mesh, lower[0], upper[0], segments);
  for (std::size_t k = 1; k < rings; ++k) {
    add_band(mesh, lower[k], lower[k - 1], segments);
    add_band(mesh, upper[k - 1], upper[k], segments);
  }
  add_fan(mesh, lower.back(), add_vertex(mesh, {0, 0, -0.5 * height - radius}), segments, false);
  add_fan(mesh, upper.back(), add_vertex(mesh, {0, 0, 0.5 * height + radius}), segments, true);
  return mesh;
}

MeshData<3> make_uv_sphere(std::size_t segments, std::size_t rings) {
  SCREE_ASSERT(segments >= 3 && rings >= 2);
  MeshData<3> mesh;
  std::uint32_t below = 0;
  for (std::size_t k = 1; k < rings; ++k) {
    const double angle = math::pi * static_cast<double>(k) / static_cast<double>(rings);
    const std::uint32_t ring = add_circle(mesh, math::sin(angle), -math::cos(angle), segments);
    if (k > 1) add_band(mesh, below, ring, segments);
    below = ring;
  }
  add_fan(mesh, 0, add_vertex(mesh, {0, 0, -1}), segments, false);
  add_fan(mesh, below, add_vertex(mesh, {0, 0, 1}), segments, true);
  return mesh;
}

MeshData<3> make_torus(double radius, double tube, std::size_t segments, std::size_t sides) {
  MeshData<3> mesh;
  // Ring by ring around the tube, from its outermost circle upwards and back.
  for (std::size_t k = 0; k < sides; ++k) {
    const double angle = 2 * math::pi * static_cast<double>(k) / static_cast<double>(sides);
    add_circle(mesh, radius + tube * math::cos(angle), tube * math::sin(angle), segments);
  }
  for (std::size_t k = 0; k < sides; ++k)
    add_band(mesh, number_of(k * segments), number_of((k + 1) % sides * segments), segments);
  return mesh;
}

MeshData<3> make_gear(std::size_t teeth, double tooth, double height) {
  // Ends are fans around the middle, from where a gear is seen whole.
  const std::vector<Vec2> outline = gear_outline(teeth, tooth);
  MeshData<3> mesh;
  for (const double z : {-0.5 * height, 0.5 * height})
    for (const Vec2& corner : outline) mesh.vertices.push_back({corner[0], corner[1], z});
  const std::size_t corners = outline.size();
  add_band(mesh, 0, number_of(corners), corners);
  add_fan(mesh, 0, add_vertex(mesh, {0, 0, -0.5 * height}), corners, false);
  add_fan(mesh, number_of(corners), add_vertex(mesh, {0, 0, 0.5 * height}), corners, true);
  return mesh;
}

MeshData<3> make_tetrapod(double waist, double taper) {
  // The twelve corners of a truncated tetrahedron: permutations of (3, 1, 1) with an even number of minus
  // signs. Opposite to each small triangle lies a hexagon, on which a leg stands.
  constexpr std::array<Vec3, 4> leg{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};
  constexpr double hexagon_height = 1.7320508075688772;  // of the corners over the middle: 3 / sqrt(3)
  constexpr double hexagon_width = 5.6568542494923806;   // across corners: 4 sqrt(2)
  MeshData<3> mesh;
  for (const Vec3& sign : leg)
    for (std::size_t large = 0; large < 3; ++large) {
      Vec3 corner = -sign;  // the tip that was cut off lies behind the leg
      corner[large] *= 3;
      mesh.vertices.push_back(corner);
    }
  // From the middle to the tip a leg is `length` long beyond its foot.
  const double length = hexagon_width / waist;
  for (const Vec3& sign : leg) {
    const Vec3 out = sign / std::sqrt(3.0);
    std::vector<std::uint32_t> foot;
    for (std::uint32_t k = 0; k < 12; ++k)
      if (std::abs(dot(mesh.vertices[k], out) - hexagon_height) < 1e-9) foot.push_back(k);
    SCREE_ASSERT(foot.size() == 6);
    const Vec3 across = mesh.vertices[foot[0]] - hexagon_height * out, other = cross(out, across);
    std::sort(foot.begin(), foot.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto angle = [&](std::uint32_t vertex) {
        return math::atan2(dot(mesh.vertices[vertex], other), dot(mesh.vertices[vertex], across));
      };
      return angle(a) < angle(b);
    });
    std::array<std::uint32_t, 6> tip{};
    for (std::size_t k = 0; k < 6; ++k) {
      const Vec3 aside = mesh.vertices[foot[k]] - hexagon_height * out;
      tip[k] = add_vertex(mesh, taper * aside + (hexagon_height + length) * out);
    }
    for (std::size_t k = 0; k < 6; ++k) {
      const std::size_t next = (k + 1) % 6;
      mesh.pieces.push_back({foot[k], foot[next], tip[next]});
      mesh.pieces.push_back({foot[k], tip[next], tip[k]});
    }
    mesh.pieces.push_back({tip[0], tip[2], tip[4]});
    mesh.pieces.push_back({tip[0], tip[1], tip[2]});
    mesh.pieces.push_back({tip[2], tip[3], tip[4]});
    mesh.pieces.push_back({tip[4], tip[5], tip[0]});
  }
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t a = 3 * k, b = 3 * k + 1, c = 3 * k + 2;
    const Vec3 normal = cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]);
    if (dot(normal, leg[k]) < 0)
      mesh.pieces.push_back({a, b, c});
    else
      mesh.pieces.push_back({a, c, b});
  }
  double farthest = 0;
  for (const Vec3& vertex : mesh.vertices) farthest = std::max(farthest, norm(vertex));
  for (Vec3& vertex : mesh.vertices) vertex = vertex / farthest;
  return mesh;
}

MeshData<3> make_l_prism(double length, double width, double height) {
  const std::array<Vec2, 6> outline{
      {{0, 0}, {length, 0}, {length, width}, {width, width}, {width, length}, {0, length}}};
  // From its inner corner an L is seen whole.
  const std::array<std::vector<std::uint32_t>, 1> fans{{{3, 4, 5, 0, 1, 2}}};
  return prism(outline, fans, height);
}

MeshData<3> make_cross_prism(double length, double width, double height) {
  const double a = 0.5 * length, b = 0.5 * width;
  const std::array<Vec2, 12> outline{{{a, -b},
                                      {a, b},
                                      {b, b},
                                      {b, a},
                                      {-b, a},
                                      {-b, b},
                                      {-a, b},
                                      {-a, -b},
                                      {-b, -b},
                                      {-b, -a},
                                      {b, -a},
                                      {b, -b}}};
  const std::array<std::vector<std::uint32_t>, 5> fans{
      {{2, 5, 8, 11}, {11, 0, 1, 2}, {2, 3, 4, 5}, {5, 6, 7, 8}, {8, 9, 10, 11}}};
  return prism(outline, fans, height);
}

int icosphere_cuts(std::size_t triangles) {
  std::size_t count = 20;
  for (int cuts = 0; cuts <= 8; ++cuts, count *= 4)
    if (count == triangles) return cuts;
  return -1;
}

MeshData<3> make_icosphere(unsigned cuts) {
  MeshData<3> mesh;
  const double golden = 0.5 * (1 + std::sqrt(5.0)), length = std::sqrt(1 + golden * golden);
  const double a = 1 / length, b = golden / length;
  mesh.vertices = {{-a, b, 0},  {a, b, 0},  {-a, -b, 0}, {a, -b, 0}, {0, -a, b},  {0, a, b},
                   {0, -a, -b}, {0, a, -b}, {b, 0, -a},  {b, 0, a},  {-b, 0, -a}, {-b, 0, a}};
  mesh.pieces = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                 {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                 {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (unsigned cut = 0; cut < cuts; ++cut) {
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t low, std::uint32_t high) {
      if (low > high) std::swap(low, high);
      const auto [found, is_new] = middles.try_emplace({low, high}, number_of(mesh.vertices.size()));
      if (is_new) {
        const Vec3 sum = mesh.vertices[low] + mesh.vertices[high];
        mesh.vertices.push_back(sum / norm(sum));
      }
      return found->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    finer.reserve(4 * mesh.pieces.size());
    for (const auto& [u, v, w] : mesh.pieces) {
      const std::uint32_t uv = middle(u, v), vw = middle(v, w), wu = middle(w, u);
      finer.push_back({u, uv, wu});
      finer.push_back({v, vw, uv});
      finer.push_back({w, wu, vw});
      finer.push_back({uv, vw, wu});
    }
    mesh.pieces = std::move(finer);
  }
  return mesh;
}

}  // namespace scree::shape
