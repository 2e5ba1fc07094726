#include "scree/shape/rigid_mesh.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scree/base/error.h"
#include "scree/base/random.h"
#include "scree/shape/mesh_makers.h"

namespace scree::shape {
namespace {

double number(std::uint64_t seed, std::uint64_t index, double least, double most) {
  return least + (most - least) * random_uniform(seed, purpose("test.rigid_mesh"), index);
}

Vec3 sorted(Vec3 values) {
  std::sort(values.component, values.component + 3);
  return values;
}

MeshData<3> placed(MeshData<3> mesh, const Pose<3>& pose) {
  for (Vec3& vertex : mesh.vertices) vertex = to_scene(pose, vertex);
  return mesh;
}

/// Every triangle cut into four, without moving the surface.
MeshData<3> cut(const MeshData<3>& mesh) {
  MeshData<3> finer{mesh.vertices, {}};
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)},
                                                     static_cast<std::uint32_t>(finer.vertices.size()));
    if (is_new) finer.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    return found->second;
  };
  for (const auto& [a, b, c] : mesh.pieces) {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    finer.pieces.insert(finer.pieces.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  return finer;
}

void expect_same_mass(const RigidMesh& one, const RigidMesh& other, double tolerance) {
  RC_ASSERT(std::abs(one.volume() / other.volume() - 1) < tolerance);
  RC_ASSERT(std::abs(one.area() / other.area() - 1) < tolerance);
  RC_ASSERT(std::abs(one.radius() / other.radius() - 1) < tolerance);
  for (std::size_t k = 0; k < 3; ++k)
    RC_ASSERT(std::abs(sorted(one.inertia_per_mass())[k] / sorted(other.inertia_per_mass())[k] - 1) <
              tolerance);
}

RC_GTEST_PROP(RigidMesh, mass_does_not_depend_on_place_turn_or_cuts, (std::uint64_t seed)) {
  const MeshData<3> rock = make_rock(1 + seed % 3, number(seed, 0, 1, 2), seed, 0);
  const RigidMesh body(rock);
  const Pose<3> pose{normalised(Rotation<3>{number(seed, 1, -1, 1), number(seed, 2, -1, 1),
                                            number(seed, 3, -1, 1), number(seed, 4, -1, 1)}),
                     {number(seed, 5, -9, 9), number(seed, 6, -9, 9), number(seed, 7, -9, 9)}};
  const RigidMesh moved(placed(rock, pose));
  expect_same_mass(moved, body, 1e-12);
  RC_ASSERT(norm(moved.made_from().offset - to_scene(pose, body.made_from().offset)) < 1e-13 * 20);
  expect_same_mass(RigidMesh(cut(rock)), body, 1e-12);
  RC_ASSERT(std::abs(body.unit().radius() - 1) < 1e-15);
  expect_same_mass(body.unit().scaled(body.radius()), body, 1e-13);
}

RC_GTEST_PROP(RigidMesh, its_own_frame_has_the_centre_of_mass_and_the_principal_axes, (std::uint64_t seed)) {
  const MeshData<3> rock = make_rock(2, number(seed, 0, 1.2, 3), seed, 0);
  const RigidMesh body(rock);
  const Integrals own = integrate(body.vertices(), body.triangles());
  RC_ASSERT(norm(own.centre) < 1e-14);
  const Symmetric3 inertia = inertia_per_mass(own);
  RC_ASSERT(std::abs(inertia.xy) + std::abs(inertia.xz) + std::abs(inertia.yz) < 1e-13);
  for (std::size_t k = 0; k < rock.vertices.size(); ++k)
    RC_ASSERT(norm(to_scene(body.made_from(), body.vertices()[k]) - rock.vertices[k]) < 1e-14);
}

TEST(RigidMesh, a_box_is_exact_and_keeps_its_axes_to_the_last_bit) {
  const Vec3 size{1, 2, 0.5};
  const MeshData<3> box = make_box(size);
  const RigidMesh body(box);
  EXPECT_DOUBLE_EQ(body.volume(), 1);
  EXPECT_DOUBLE_EQ(body.area(), 2 * (2 + 1 + 0.5));
  EXPECT_DOUBLE_EQ(body.inertia_per_mass()[0], (4 + 0.25) / 12);
  EXPECT_DOUBLE_EQ(body.inertia_per_mass()[1], (1 + 0.25) / 12);
  EXPECT_DOUBLE_EQ(body.inertia_per_mass()[2], (1 + 4.0) / 12);
  EXPECT_EQ(body.made_from(), Pose<3>{});
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(body.vertices()[k], box.vertices[k]);
  EXPECT_DOUBLE_EQ(body.thinnest().thickness, 0.5);
  EXPECT_DOUBLE_EQ(body.inner_radius(), 0.25);
}

TEST(RigidMesh, far_from_its_origin_nothing_is_lost_but_what_its_vertices_lack) {
  // Powers of two, so that the vertices themselves are exact there.
  const MeshData<3> box = make_box({1, 2, 0.5});
  const RigidMesh far(placed(box, {{}, {1 << 20, -(1 << 21), 1 << 19}}));
  EXPECT_DOUBLE_EQ(far.volume(), 1);
  EXPECT_DOUBLE_EQ(far.inertia_per_mass()[2], 5.0 / 12);
  EXPECT_EQ(far.made_from().offset, (Vec3{1 << 20, -(1 << 21), 1 << 19}));
}

TEST(RigidMesh, balls_and_rings_approach_their_closed_forms) {
  const double pi = math::pi;
  const RigidMesh ball(make_icosphere(5));  // 20,480 triangles: the error goes as one over their number
  EXPECT_NEAR(ball.volume() / (4 * pi / 3), 1, 6e-4);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(ball.inertia_per_mass()[k], 0.4, 4e-4);
  EXPECT_NEAR(ball.thinnest().thickness, 2, 5e-3);

  const double radius = 2, tube = 0.5;
  const RigidMesh ring(make_torus(radius, tube, 200, 100));
  EXPECT_NEAR(ring.volume() / (2 * pi * pi * radius * tube * tube), 1, 1e-3);
  EXPECT_NEAR(ring.inertia_per_mass()[2] / (radius * radius + 0.75 * tube * tube), 1, 1e-3);
  EXPECT_NEAR(ring.inertia_per_mass()[0] / (0.5 * radius * radius + 0.625 * tube * tube), 1, 1e-3);
  EXPECT_NEAR(ring.thinnest().thickness, 2 * tube, 1e-3);
}

/// The mesh's volume is that of a prism over a regular polygon: known exactly.
TEST(RigidMesh, prisms_and_pyramids_over_regular_polygons_are_exact) {
  constexpr std::size_t segments = 12;
  const double angle = 2 * math::pi / segments, area = 0.5 * segments * math::sin(angle);
  // Second moment of a regular polygon with corners at 1 about its middle, over its area: (2 + cos) / 6 in
  // all.
  const double polar = (2 + math::cos(angle)) / 6;
  const RigidMesh cylinder(make_cylinder(1, 3, segments)), cone(make_cone(1, 4, segments));
  EXPECT_NEAR(cylinder.volume(), 3 * area, 1e-13);
  EXPECT_NEAR(cylinder.inertia_per_mass()[2], polar, 1e-13);
  EXPECT_NEAR(cylinder.inertia_per_mass()[0], 0.5 * polar + 9.0 / 12, 1e-13);
  EXPECT_NEAR(cone.volume(), 4 * area / 3, 1e-13);
  EXPECT_NEAR(cone.made_from().offset[2], 1, 1e-13);
  EXPECT_NEAR(cone.inertia_per_mass()[2], 0.6 * polar, 1e-13);
  EXPECT_NEAR(cone.inertia_per_mass()[0], 0.3 * polar + 3 * 16.0 / 80, 1e-13);
}

TEST(RigidMesh, letters_are_sums_of_boxes) {
  const RigidMesh l(make_l_prism(2, 0.5, 0.25)), cross(make_cross_prism(2, 0.5, 0.25));
  EXPECT_NEAR(l.volume(), (2 * 0.5 + 1.5 * 0.5) * 0.25, 1e-15);
  const double centre = (2 * 0.5 * 1 + 1.5 * 0.5 * 0.25) / (2 * 0.5 + 1.5 * 0.5);
  EXPECT_NEAR(l.made_from().offset[0], centre, 1e-15);
  EXPECT_NEAR(l.made_from().offset[1], centre, 1e-15);
  EXPECT_NEAR(l.thinnest().thickness, 0.25, 1e-15);
  EXPECT_NEAR(cross.volume(), (2 * 2 * 0.5 - 0.25) * 0.25, 1e-15);
  EXPECT_NEAR(norm(cross.made_from().offset), 0, 1e-15);
}

TEST(RigidMesh, every_edge_is_one_record_that_both_triangles_name) {
  for (const MeshData<3>& data : {make_rock(2, 1.4, 3, 0), make_gear(9, 0.2, 0.4), make_box({1, 1, 1})}) {
    const RigidMesh body(data);
    ASSERT_EQ(2 * body.edges().size(), 3 * body.triangles().size());
    std::vector<int> named(body.edges().size(), 0);
    for (std::uint32_t triangle = 0; triangle < body.triangles().size(); ++triangle)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t number = body.triangle_edges()[triangle][k];
        const RigidMesh::Edge& edge = body.edges()[number];
        const std::uint32_t from = body.triangles()[triangle][k],
                            to = body.triangles()[triangle][(k + 1) % 3];
        ++named[number];
        EXPECT_EQ(edge.low, std::min(from, to));
        EXPECT_EQ(edge.high, std::max(from, to));
        EXPECT_EQ(from < to ? edge.left : edge.right, triangle);
      }
    EXPECT_TRUE(std::all_of(named.begin(), named.end(), [](int times) { return times == 2; }));
  }
}

TEST(RigidMesh, edges_know_how_they_bend) {
  const auto bends = [](const MeshData<3>& data) {
    std::array<int, 3> count{};
    const RigidMesh body(data);
    for (const RigidMesh::Edge& edge : body.edges()) ++count[static_cast<std::size_t>(edge.bend)];
    return count;
  };
  const Pose<3> anyhow{normalised(Rotation<3>{0.3, 0.5, -0.4, 0.2}), {7, -3, 2}};
  EXPECT_EQ(bends(make_box({1, 2, 3})), (std::array<int, 3>{6, 12, 0}));
  EXPECT_EQ(bends(placed(cut(make_box({1, 2, 3})), anyhow)), (std::array<int, 3>{48, 24, 0}));
  const std::array<int, 3> l = bends(make_l_prism(2, 0.5, 0.25));
  EXPECT_EQ(l[1], 17);
  EXPECT_EQ(l[2], 1);
  EXPECT_EQ(bends(make_icosphere(2)), (std::array<int, 3>{0, 480, 0}));
}

TEST(RigidMesh, triangles_around_a_vertex_come_in_turn) {
  for (const MeshData<3>& data : {make_rock(2, 1.4, 3, 0), make_tetrapod(0.9, 0.7)}) {
    const RigidMesh body(data);
    std::size_t total = 0;
    for (std::uint32_t vertex = 0; vertex < body.vertices().size(); ++vertex) {
      const auto around = body.around(vertex);
      total += around.size();
      ASSERT_GE(around.size(), 3u);
      EXPECT_EQ(*std::min_element(around.begin(), around.end()), around[0]);
      for (std::size_t k = 0; k < around.size(); ++k) {
        // The corner before the vertex in one triangle is the corner after it in the next.
        const Triangle &one = body.triangles()[around[k]],
                       &next = body.triangles()[around[(k + 1) % around.size()]];
        const auto at = [vertex](const Triangle& t) {
          return static_cast<std::size_t>(std::find(t.begin(), t.end(), vertex) - t.begin());
        };
        ASSERT_LT(at(one), 3u);
        EXPECT_EQ(one[(at(one) + 2) % 3], next[(at(next) + 1) % 3]);
      }
    }
    EXPECT_EQ(total, 3 * body.triangles().size());
  }
}

TEST(RigidMesh, the_thinnest_place_is_between_faces_that_look_away_from_each_other) {
  EXPECT_NEAR(RigidMesh(make_box({1, 2, 0.01})).thinnest().thickness, 0.01, 1e-15);
  // At the rim of a cone it is as thin as one likes, but no springs meet there.
  const RigidMesh cone(make_cone(1, 1, 32));
  EXPECT_GT(cone.thinnest().thickness, 0.1);
  // A dumb-bell is as thin as its bar.
  const MeshData<3> cross = make_cross_prism(4, 0.2, 1);
  EXPECT_NEAR(RigidMesh(cross).thinnest().thickness, 0.2, 1e-13);
}

TEST(RigidMesh, what_is_not_closed_is_a_broken_promise) {
  MeshData<3> open = make_box({1, 1, 1});
  open.pieces.pop_back();
  EXPECT_THROW(RigidMesh{open}, InternalError);
}

}  // namespace
}  // namespace scree::shape
