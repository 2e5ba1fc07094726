#include <gtest/gtest.h>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
Fill make_rain(double least_radius, double most_radius, const Coordinates& hi, std::uint64_t count) {
  Fill fill = make_fill<D>(least_radius, most_radius, hi);
  fill.arrangement = Fill::Arrangement::rain;
  ask_for_count(fill, count);
  return fill;
}

template <int D>
SceneDescription make_falling(const Fill& fill) {
  SceneDescription scene = make_scene<D>({fill});
  scene.gravity[D - 1] = -9.81;
  return scene;
}

/// Bodies that could go down by a hundredth of their radius where they are.
template <int D>
std::size_t hanging(const std::vector<NewBody<D>>& bodies) {
  std::size_t count = 0;
  for (const NewBody<D>& body : bodies) {
    const double nearly = 1.02 * body.radius;
    bool is_held = body.position[D - 1] < nearly;
    for (const NewBody<D>& other : bodies) {
      const Vec<D> apart = other.position - body.position;
      if (&other == &body || apart[D - 1] > 0) continue;
      is_held = is_held || norm(apart) < nearly + other.radius;
    }
    count += !is_held;
  }
  return count;
}

template <int D>
void check_bed(const Fill& fill) {
  const SceneDescription scene = make_falling<D>(fill);
  const auto bodies = generate_fills<D>(scene, 3);
  EXPECT_EQ(bodies.size(), fill.count->value);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  EXPECT_EQ(bodies_outside(bodies, fill), 0u);
  EXPECT_EQ(hanging(bodies), 0u);
  EXPECT_TRUE(same_bits(bodies, generate_fills<D>(scene, 3)));
  EXPECT_FALSE(same_bits(bodies, generate_fills<D>(scene, 4)));
}

TEST(RainFill, rests_on_the_floor_and_on_itself) {
  check_bed<2>(make_rain<2>(0.5, 1, {30, 60, 0}, 600));
  check_bed<3>(make_rain<3>(0.5, 1, {12, 12, 40}, 900));
}

TEST(RainFill, is_as_dense_as_beds_are) {
  const Fill fill = make_rain<3>(1, 1, {24, 24, 60}, 2500);
  double volume = 0;
  for (const auto& body : generate_fills<3>(make_falling<3>(fill), 1))
    if (body.position[2] > 4 && body.position[2] < 20) volume += ball_volume<3>(1);
  EXPECT_NEAR(volume / (24 * 24 * 16), 0.56, 0.04);
}

TEST(RainFill, slides_along_walls) {
  Fill fill = make_rain<2>(0.5, 0.6, {20, 20, 0}, 60);
  SceneDescription scene = make_falling<2>(fill);
  scene.walls.push_back(make_plane({10, 0, 0}, {0.6, 0.8, 0}));
  scene.walls.push_back(make_plane({10, 0, 0}, {-0.6, 0.8, 0}));
  double highest = 0;
  for (const auto& body : generate_fills<2>(scene, 1)) {
    highest = std::max(highest, body.position[1]);
    for (const double side : {0.6, -0.6})
      EXPECT_GE(side * (body.position[0] - 10) + 0.8 * body.position[1], body.radius * (1 - 1e-9));
  }
  EXPECT_LT(highest, 11) << "a heap in the groove, not a layer on its slopes";
}

/// A funnel around the z axis, open above and below.
Wall make_funnel(double bottom_radius, double top_radius, double height) {
  constexpr std::uint32_t sides = 48;
  shape::MeshData<3> mesh;
  for (std::uint32_t k = 0; k < sides; ++k) {
    const double angle = 2 * math::pi * k / sides;
    for (const auto& [radius, z] : {std::pair(bottom_radius, 0.0), std::pair(top_radius, height)})
      mesh.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t low = 2 * k, next = 2 * ((k + 1) % sides);
    mesh.pieces.push_back({low, next, next + 1});
    mesh.pieces.push_back({low, next + 1, low + 1});
  }
  Wall wall;
  wall.name = "funnel";
  wall.surface = scene::MeshSurface{mesh};
  return wall;
}

// Issue 21, point 20: starts were drawn from the box around a mesh, and so beside it too.
TEST(RainFill, bodies_never_start_on_the_wrong_side_of_a_mesh) {
  for (const double top : {10.0, 14.0})  // of the region: at the rim, and above it
    for (const auto arrangement : {Fill::Arrangement::rain, Fill::Arrangement::random}) {
      Fill fill = make_rain<3>(0.3, 0.35, {8, 8, top}, 300);
      fill.lo = {-8, -8, 0};
      fill.arrangement = arrangement;
      SceneDescription scene = make_falling<3>(fill);
      scene.walls.push_back(make_funnel(1, 8, 10));
      const auto bodies = generate_fills<3>(scene, 1);
      EXPECT_EQ(bodies.size(), 300u);
      EXPECT_EQ(overlapping_pairs(bodies), 0u);
      for (const auto& body : bodies) {
        if (body.position[2] > 10) continue;
        EXPECT_LT(std::hypot(body.position[0], body.position[1]), 1 + 0.7 * body.position[2])
            << "at height " << body.position[2];
      }
    }
}

TEST(RainFill, bodies_around_a_closed_mesh_stay_out_of_it) {
  Fill fill = make_rain<3>(0.2, 0.25, {3, 3, 6}, 1000);
  fill.lo = {-3, -3, 0};
  SceneDescription scene = make_falling<3>(fill);
  Wall funnel = make_funnel(1.5, 1, 2);
  shape::MeshData<3>& mesh = std::get<scene::MeshSurface>(funnel.surface).mesh;
  for (const std::uint32_t end : {0u, 1u}) {  // lids
    const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back({0, 0, 2.0 * end});
    for (std::uint32_t k = 0; k < 48; ++k)
      mesh.pieces.push_back({middle, 2 * k + end, 2 * ((k + 1) % 48) + end});
  }
  scene.walls.push_back(funnel);
  for (const auto& body : generate_fills<3>(scene, 1)) {
    if (body.position[2] > 2) continue;
    EXPECT_GT(std::hypot(body.position[0], body.position[1]), 1.4 - 0.25 * body.position[2]);
  }
}

// A pipe in the middle of a wide bed holds some bodies and is surrounded by others: both are meant.
TEST(RainFill, bodies_start_in_a_pipe_and_around_it) {
  Fill fill = make_rain<3>(0.2, 0.25, {3, 3, 6}, 1000);
  fill.lo = {-3, -3, 0};
  SceneDescription scene = make_falling<3>(fill);
  scene.walls.push_back(make_funnel(1, 1, 5));
  std::size_t inside = 0;
  for (const auto& body : generate_fills<3>(scene, 1))
    inside += std::hypot(body.position[0], body.position[1]) < 1;
  EXPECT_GT(inside, 30u);
  EXPECT_LT(inside, 300u);
}

TEST(RainFill, falls_the_way_that_gravity_points) {
  SceneDescription scene = make_falling<2>(make_rain<2>(0.5, 0.5, {10, 40, 0}, 20));
  scene.gravity = {0, 9.81, 0};
  for (const auto& body : generate_fills<2>(scene, 1)) EXPECT_GT(body.position[1], 35);
}

TEST(RainFill, says_how_many_fit_and_what_it_needs) {
  const Fill fill = make_rain<2>(1, 1, {20, 20, 0}, 500);
  const std::string text = refusal<2>(make_falling<2>(fill));
  EXPECT_NE(text.find("fit as rain (0."), std::string::npos) << text;
  EXPECT_NE(refusal<2>(make_scene<2>({fill})).find("falls along gravity"), std::string::npos);
}

}  // namespace
}  // namespace scree::fill
