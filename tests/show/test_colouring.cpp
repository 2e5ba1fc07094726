#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/show/colouring.h"

namespace scree::show {
namespace {

struct Bodies {
  std::vector<std::uint32_t> id, material;
  std::vector<double> position, velocity, radius;
  std::vector<std::uint8_t> fixed;

  void add(double height, double speed, double size, std::uint32_t kind = 0, bool is_fixed = false) {
    id.push_back(static_cast<std::uint32_t>(id.size()));
    material.push_back(kind);
    position.insert(position.end(), {0, 0, height});
    velocity.insert(velocity.end(), {speed, 0, 0});
    radius.push_back(size);
    fixed.push_back(is_fixed ? 1 : 0);
  }
  record::Frame frame() const {
    record::Frame frame;
    frame.bodies = {Column::copy_of<std::uint32_t>("id", id),
                    Column::copy_of<double>("position", position, 3),
                    Column::copy_of<double>("velocity", velocity, 3),
                    Column::copy_of<double>("radius", radius),
                    Column::copy_of<std::uint32_t>("material", material),
                    Column::copy_of<std::uint8_t>("fixed", fixed)};
    return frame;
  }
};

scene::SceneDescription scene_on_earth() {
  scene::SceneDescription scene;
  scene.gravity = {0, 0, -9.81};
  scene.materials.resize(2);
  scene.materials[0].name = "glass";
  scene.materials[1].name = "steel";
  return scene;
}

TEST(Colouring, by_itself_shows_what_differs) {
  Bodies moving, equal, sizes, kinds;
  for (int k = 0; k < 5; ++k) {
    moving.add(k, 1, 0.01);
    equal.add(k, 0, 0.01);
    sizes.add(k, 0, 0.01 + 0.001 * k);
    kinds.add(k, 1, 0.01, static_cast<std::uint32_t>(k % 2));
  }
  EXPECT_EQ(choose_colouring(moving.frame(), scene_on_earth()), Colouring::speed);
  EXPECT_EQ(choose_colouring(equal.frame(), scene_on_earth()), Colouring::layer);
  EXPECT_EQ(choose_colouring(sizes.frame(), scene_on_earth()), Colouring::size);
  EXPECT_EQ(choose_colouring(kinds.frame(), scene_on_earth()), Colouring::material);
}

TEST(Colouring, of_a_fixed_body_is_neutral) {
  Bodies bodies;
  bodies.add(0, 1, 0.01);
  bodies.add(0, 1, 0.01, 0, true);
  const std::vector<picture::Colour> colours =
      colours_of(bodies.frame(), Colouring::speed, {0, 1}, {}, scene_on_earth());
  EXPECT_EQ(colours[0], picture::map_colour(1));
  EXPECT_EQ(colours[1], picture::neutral_colour);
}

TEST(Colouring, of_layers_follows_a_body_from_where_it_started) {
  Bodies before, after;
  before.add(0, 0, 0.01);
  before.add(1, 0, 0.01);
  after.add(1, 0, 0.01);
  after.add(0, 0, 0.01);
  after.add(5, 0, 0.01);  // came later
  const std::vector<double> heights =
      numbers_of(after.frame(), Colouring::layer, start_heights(before.frame(), {0, 0, 1}));
  EXPECT_EQ(heights[0], 0);
  EXPECT_EQ(heights[1], 1);
  EXPECT_TRUE(std::isnan(heights[2]));
}

TEST(Colouring, is_not_stretched_by_one_stray_body) {
  std::vector<double> speeds(1000, 1.0);
  speeds.push_back(500);
  EXPECT_LT(range_of(speeds, Colouring::speed).most, 2);
  EXPECT_EQ(range_of(speeds, Colouring::speed).least, 0);
}

TEST(Colouring, names_the_materials_that_are_seen) {
  Bodies bodies;
  bodies.add(0, 0, 0.01, 1);
  const picture::Legend legend = legend_of(Colouring::material, {}, bodies.frame(), scene_on_earth());
  ASSERT_EQ(legend.entries.size(), 1U);
  EXPECT_EQ(legend.entries[0].label, "steel");
}

TEST(Colouring, of_a_material_that_is_named_after_a_colour_is_that_colour) {
  Bodies bodies;
  bodies.add(0, 0, 0.01, 1);
  scene::SceneDescription scene = scene_on_earth();
  scene.materials[1].name = "red";
  const picture::Colour colour = colours_of(bodies.frame(), Colouring::material, {}, {}, scene)[0];
  EXPECT_GT(colour.red, 2 * colour.blue);
  EXPECT_EQ(legend_of(Colouring::material, {}, bodies.frame(), scene).entries[0].colour, colour);
}

TEST(Colouring, shows_the_fast_one_of_a_few) {
  EXPECT_GE(range_of({0, 0, 0, 0.008, 1}, Colouring::speed).most, 1);
}

TEST(Colouring, shows_one_large_body_among_many_small_ones) {
  std::vector<double> sizes(1000, 0.006);
  sizes.push_back(0.03);
  EXPECT_GE(range_of(sizes, Colouring::size).most, 0.03);
}

TEST(Colouring, of_forces_names_those_that_are_recorded) {
  // Gravity is not among them.
  Bodies bodies;
  bodies.add(0, 0, 0.01, 1);
  EXPECT_EQ(legend_of(Colouring::force, {0, 1}, bodies.frame(), scene_on_earth()).title, "contact force [N]");
}

TEST(Colouring, has_a_name_each) {
  for (const ColouringFacts& facts : colourings())
    EXPECT_EQ(colouring_named(std::string(facts.name)), facts.colouring);
  EXPECT_THROW(colouring_named("sped"), SceneError);
}

}  // namespace
}  // namespace scree::show
