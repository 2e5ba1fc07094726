// Sources of contacts: as many contacts as there are, each with a name that lasts, and forces that do not
// depend on how a surface is cut.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

/// A row of equal waves, each cut into `pieces` segments.
shape::MeshData<2> waves(int count, int pieces, double length, double height) {
  shape::MeshData<2> data;
  const int segments = count * pieces;
  for (int k = 0; k <= segments; ++k) {
    const double x = length * (static_cast<double>(k) / pieces - 0.5 * count);
    data.vertices.push_back({x, 0.5 * height * std::cos(2 * M_PI * x / length)});
  }
  for (int k = 0; k < segments; ++k)
    data.pieces.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + 1)});
  return data;
}

world::Bodies<2> plank(double width, double height, const Vec2& place) {
  const shape::ConvexPolygon box = shape::ConvexPolygon::box(width, height);
  world::Bodies<2> bodies;
  bodies.polygons = std::make_shared<const std::vector<shape::RigidPolygon>>(1, box.unit());
  Motion<2> motion;
  motion.position = place;
  motion.radius = 0.5 * std::hypot(width, height);
  motion.inverse_mass = 1;
  motion.inverse_inertia = 12 / (width * width + height * height);
  bodies.add(motion, 0, 1, Rotation<2>{});
  return bodies;
}

law::Choice springs() {
  return make_law("overlap_energy", {{"restitution", 1}, {"friction", 0.5}, {"stiffness", 1e5}});
}

// More contacts than the places at which forces are added one by one.
TEST(ContactSources, a_plank_lies_on_every_crest_that_it_reaches) {
  constexpr int crests = 9;
  world::Walls<2> walls;
  walls.add_mesh("floor", 0, std::make_shared<const shape::Mesh<2>>(waves(crests + 1, 16, 0.04, 0.004)));
  // The middle of the plank is over a trough or crest, its ends reach over nine crests.
  const auto small = make_world<2>(plank((crests - 0.5) * 0.04, 0.02, {0, 0.0119}), springs(), walls);
  const world::ContactViews<2> views = small->forces.views();
  ASSERT_GE(views.size(), 8u);
  Vec2 sum;
  double turning = 0;
  for (const auto& view : views) {
    EXPECT_NEAR(view.overlap, 1e-4, 1e-6);
    sum += view.force;
    turning += cross(view.point - small->motion(0).position, view.force);
  }
  const world::Load<2>& load = small->state.bodies.load[0];
  EXPECT_NEAR(load.force[0], sum[0], 1e-9 * norm(sum));
  EXPECT_NEAR(load.force[1], sum[1], 1e-9 * norm(sum));
  EXPECT_NEAR(load.torque, turning, 1e-7 * norm(sum));
  EXPECT_NEAR(small->forces.wall_loads().of_wall(0).force[1], sum[1], 1e-6 * norm(sum));
}

TEST(ContactSources, contacts_with_a_chain_keep_their_names_over_a_new_list) {
  world::Walls<2> walls;
  walls.add_mesh("floor", 0, std::make_shared<const shape::Mesh<2>>(waves(10, 16, 0.04, 0.004)));
  const auto small = make_world<2>(plank(0.34, 0.02, {0, 0.0119}), springs(), walls, {0, -9.81});
  const auto integrator = make<2>(integrators().front());
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(small->step(*integrator, 1e-5 * k, 1e-5));
  const world::ContactRecords before = world::in_key_order(small->forces.records());
  ASSERT_GE(before.keys.size(), 8u);
  small->forces.rebuild(small->forces.records());
  const world::ContactRecords after = world::in_key_order(small->forces.records());
  EXPECT_EQ(after.keys, before.keys);
  EXPECT_TRUE(
      std::equal(after.memory.begin(), after.memory.end(), before.memory.begin(), before.memory.end()));
}

TEST(ContactSources, a_polygon_wedged_in_a_ring_by_its_corners_stays_there) {
  for (const std::size_t corners : {3, 5}) {
    world::Bodies<2> bodies;
    bodies.polygons = std::make_shared<const std::vector<shape::RigidPolygon>>(
        1, shape::ConvexPolygon::regular(corners).unit());
    Motion<2> motion;
    motion.radius = 0.101;
    motion.inverse_mass = 1;
    motion.inverse_inertia = 100;
    bodies.add(motion, 0, 1, Rotation<2>{});
    world::Walls<2> walls;
    walls.add("ring", 0, {shape::Circle{{0, 0}, 0.1, false, false}, shape::Circle{{0, 0}, 0.1, false, true}});
    const auto small = make_world<2>(std::move(bodies), springs(), walls);
    EXPECT_EQ(small->forces.views().size(), corners);
    const auto integrator = make<2>(integrators().front());
    for (int k = 0; k < 1000; ++k) ASSERT_TRUE(small->step(*integrator, 1e-5 * k, 1e-5));
    EXPECT_LT(norm(small->motion(0).position), 1e-9) << corners;
  }
}

// The flanks of a smooth groove face each other by less than the angle that tells two contacts of a ball
// apart.
TEST(ContactSources, a_disc_rests_on_both_flanks_of_a_groove_in_one_patch) {
  world::Walls<2> walls;
  const auto mesh = std::make_shared<const shape::Mesh<2>>(waves(4, 32, 0.1, 0.02));
  ASSERT_EQ(mesh->patch_count(), 1u);
  walls.add_mesh("floor", 0, mesh);
  world::Bodies<2> bodies;
  bodies.add(ball<2>({0.051, 0.1003}, 0.1), 0);
  const auto small = make_world<2>(
      std::move(bodies), make_law("hooke", {{"restitution", 0.3}, {"stiffness", 1e6}, {"friction", 0.5}}),
      walls, {0, -9.81});
  const auto integrator = make<2>(integrators().front());
  for (int k = 0; k < 30000; ++k) ASSERT_TRUE(small->step(*integrator, 2e-5 * k, 2e-5));
  EXPECT_EQ(small->forces.contact_count(), 2u);
  EXPECT_LT(small->kinetic(), 1e-7);
}

TEST(ContactSources, a_ball_on_a_mesh_goes_the_same_way_for_any_skin) {
  std::vector<Vec2> usual;
  for (const double skin : {1e-3, 0.05, 0.3}) {
    world::Walls<2> walls;
    walls.add_mesh("floor", 0, std::make_shared<const shape::Mesh<2>>(waves(6, 24, 0.3, 0.2)));
    world::Bodies<2> bodies;
    bodies.add(ball<2>({0.1, 0.06}, 0.1), 0);
    Settings settings = usual_settings;
    settings.narrowest_skin = settings.widest_skin = skin;
    const auto small =
        make_world<2>(std::move(bodies), make_law("hooke", {{"restitution", 0.5}, {"stiffness", 1e6}}), walls,
                      {0, -9.81}, settings);
    const auto integrator = make<2>(integrators().front());
    std::vector<Vec2> places;
    std::size_t contacts = 0;
    for (int k = 0; k < 3000; ++k) {
      ASSERT_TRUE(small->step(*integrator, 1e-4 * k, 1e-4));
      places.push_back(small->motion(0).position);
      contacts = std::max(contacts, small->forces.contact_count());
    }
    EXPECT_GE(contacts, 1u);
    if (usual.empty()) usual = places;
    EXPECT_EQ(places, usual) << skin;
  }
}

}  // namespace
}  // namespace scree::step
