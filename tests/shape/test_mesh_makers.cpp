#include "scree/shape/mesh_makers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "scree/base/hash.h"
#include "scree/base/random.h"
#include "scree/shape/mesh_health.h"
#include "scree/shape/rigid_mesh.h"

namespace scree::shape {
namespace {

std::string findings_of(const Examination& examination) {
  std::string text;
  for (const Finding& finding : examination.findings) text += text_of(finding) + '\n';
  return text;
}

TEST(MeshMakers, uv_spheres_are_those_of_the_thesis) {
  EXPECT_EQ(make_uv_sphere(3, 3).pieces.size(), 12u);
  EXPECT_EQ(make_uv_sphere(6, 4).pieces.size(), 36u);
  EXPECT_EQ(make_uv_sphere(10, 8).pieces.size(), 140u);
  EXPECT_EQ(make_uv_sphere(36, 18).pieces.size(), 1224u);
}

TEST(MeshMakers, icospheres_have_four_times_as_many_triangles_each_time) {
  std::size_t triangles = 20;
  for (unsigned cuts = 0; cuts < 5; ++cuts, triangles *= 4) {
    const MeshData<3> ball = make_icosphere(cuts);
    EXPECT_EQ(ball.pieces.size(), triangles);
    EXPECT_EQ(ball.vertices.size(), triangles / 2 + 2);
    EXPECT_EQ(icosphere_cuts(triangles), static_cast<int>(cuts));
    for (const Vec3& vertex : ball.vertices) EXPECT_NEAR(norm(vertex), 1, 1e-15);
  }
  EXPECT_EQ(icosphere_cuts(100), -1);
}

RC_GTEST_PROP(MeshMakers, everything_that_is_made_is_healthy, (std::uint64_t seed)) {
  for (const MeshMaker& maker : mesh_makers()) {
    std::vector<double> numbers;
    for (std::size_t k = 0; k < maker.parameters.size(); ++k) {
      const Parameter& parameter = maker.parameters[k];
      const double share =
          random_uniform(seed, purpose("test.makers"), 100 * (&maker - mesh_makers().data()) + k);
      double number = std::max(parameter.least, 0.2 * *parameter.fallback) * (1 - share) +
                      std::min(parameter.most, 3 * *parameter.fallback) * share;
      if (parameter.name == "triangles") number = share < 0.3 ? 20 : share < 0.6 ? 80 : 320;
      const bool counted = parameter.kind == Kind::number && parameter.least == std::floor(parameter.least) &&
                           parameter.name != "eta";
      numbers.push_back(counted ? std::floor(number) : number);
    }
    const MadeMesh made = make_mesh(maker, numbers, seed, 1);
    if (!made.fault.empty()) continue;  // a tube wider than its ring, and the like
    const Examination examination = examine(made.mesh);
    if (!examination.findings.empty() || examination.merged_vertices > 0)
      RC_FAIL(std::string(maker.name) + ": " + findings_of(examination));
    const RigidMesh body(made.mesh);
    RC_ASSERT(body.thinnest().thickness > 0);
    RC_ASSERT(body.radius() >= body.inner_radius());
  }
}

TEST(MeshMakers, all_can_be_made_with_their_own_numbers) {
  for (const MeshMaker& maker : mesh_makers()) {
    std::vector<double> numbers;
    for (const Parameter& parameter : maker.parameters) numbers.push_back(*parameter.fallback);
    const MadeMesh made = make_mesh(maker, numbers);
    EXPECT_EQ(made.fault, "") << maker.name;
    EXPECT_TRUE(examine(made.mesh).findings.empty()) << maker.name;
    EXPECT_EQ(find_maker(maker.name), &maker);
  }
  EXPECT_EQ(find_maker("banana"), nullptr);
}

TEST(MeshMakers, numbers_that_make_no_body_are_refused) {
  const auto fault = [](std::string_view name, std::vector<double> numbers) {
    return make_mesh(*find_maker(name), numbers).fault;
  };
  EXPECT_NE(fault("rock", {100, 1.3}).find("20, 80, 320"), std::string::npos);
  EXPECT_NE(fault("rock", {80, 0.5}).find("eta must be between 1 and"), std::string::npos);
  EXPECT_NE(fault("torus", {1, 2, 8, 8}).find("tube must be smaller"), std::string::npos);
  EXPECT_NE(fault("cross_prism", {1, 1, 8}).find("width must be smaller"), std::string::npos);
  EXPECT_NE(fault("cone", {1, 1, 4.5}).find("whole number"), std::string::npos);
  EXPECT_NE(fault("box", {1, 1, std::nan("")}).find("z must be between"), std::string::npos);
}

TEST(MeshMakers, rocks_lie_between_one_and_eta_and_differ) {
  const auto radii = [](const MeshData<3>& rock) {
    std::pair<double, double> range{1e300, 0};
    for (const Vec3& vertex : rock.vertices)
      range = {std::min(range.first, norm(vertex)), std::max(range.second, norm(vertex))};
    return range;
  };
  for (const double eta : {1.0, 1.3, 2.6}) {
    const auto [least, most] = radii(make_rock(3, eta, 1, 0));
    EXPECT_NEAR(least, 1, 1e-14);
    EXPECT_NEAR(most, eta, 1e-14);
  }
  const MeshData<3> rock = make_rock(2, 1.3, 1, 0);
  EXPECT_EQ(rock.vertices, make_rock(2, 1.3, 1, 0).vertices);
  EXPECT_NE(rock.vertices, make_rock(2, 1.3, 2, 0).vertices);
  EXPECT_NE(rock.vertices, make_rock(2, 1.3, 1, 1).vertices);
}

/// Bumps of all sizes: neighbours differ, but less than the whole does.
TEST(MeshMakers, noise_of_rocks_has_low_and_high_frequencies) {
  const RigidMesh rock(make_rock(4, 2, 7, 0));
  double most = 0, sum = 0;
  for (const RigidMesh::Edge& edge : rock.edges()) {
    const double step = std::abs(norm(rock.vertices()[edge.low]) - norm(rock.vertices()[edge.high]));
    most = std::max(most, step);
    sum += step;
  }
  EXPECT_LT(most, 0.5);
  EXPECT_GT(sum / static_cast<double>(rock.edges().size()), 0.01);
}

}  // namespace
}  // namespace scree::shape
