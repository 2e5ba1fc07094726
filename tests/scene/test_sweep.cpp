#include "scree/scene/sweep.h"

#include <gtest/gtest.h>

#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

std::string with_head(const std::string& sweep) {
  return sweep + "\n" + std::string(head_3d) +
         "[[body]]\nname = \"ball\"\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = 1\nposition = [0, 0, "
         "0]\n";
}

std::string refusal(const std::string& sweep, const std::vector<Override>& overrides = {}) {
  try {
    read_sweep_text(with_head(sweep), "scene.toml", test_vocabulary(), overrides);
    return "";
  } catch (const SceneError& error) {
    return error.what();
  }
}

TEST(Sweep, is_none_where_a_scene_has_none) {
  EXPECT_FALSE(read_sweep_text(with_head(""), "scene.toml", test_vocabulary()).has_value());
}

TEST(Sweep, has_a_member_for_every_combination) {
  int looks = 0;
  const auto sweep = read_sweep_text(
      with_head("sweep.\"body.ball.radius\" = [1, \"2 mm\"]\nsweep.material.glass.density = [10, 20, 30]"),
      "scene.toml", test_vocabulary(), {},
      [&](const SceneDescription& member) { looks += member.bodies.size() == 1; });
  ASSERT_TRUE(sweep.has_value());
  EXPECT_EQ(sweep->keys, (std::vector<std::string>{"body.ball.radius", "material.glass.density"}));
  ASSERT_EQ(sweep->members.size(), 6u);
  EXPECT_EQ(looks, 6);
  EXPECT_EQ(sweep->members[4].values, (std::vector<std::string>{"\"2 mm\"", "20"}));
  const SceneDescription scene = read(sweep->members[4].text);
  EXPECT_DOUBLE_EQ(scene.bodies[0].radius.value, 0.002);
  EXPECT_EQ(scene.materials[0].density.value, 20);
}

TEST(Sweep, takes_values_that_go_together_row_by_row) {
  const auto sweep = read_sweep_text(
      with_head(
          "sweep.rows = { \"body.ball.radius\" = [1, 2, 3], \"material.glass.density\" = [10, 20, 30] }\n"
          "sweep.\"scene.seed\" = [5, 6]"),
      "scene.toml", test_vocabulary());
  ASSERT_TRUE(sweep.has_value());
  EXPECT_EQ(sweep->lengths, (std::vector<std::size_t>{3, 2}));
  ASSERT_EQ(sweep->members.size(), 6u);
  EXPECT_EQ(sweep->members[3].values, (std::vector<std::string>{"2", "20", "6"}));
  const SceneDescription scene = read(sweep->members[3].text);
  EXPECT_EQ(scene.bodies[0].radius.value, 2);
  EXPECT_EQ(scene.materials[0].density.value, 20);
  EXPECT_NE(refusal("sweep.rows = { \"body.ball.radius\" = [1, 2], \"material.glass.density\" = [10] }")
                .find("they go together, one by one"),
            std::string::npos);
}

TEST(Sweep, may_come_from_the_command_line) {
  const std::vector<Override> overrides{{"sweep.\"scene.seed\"=[1, 2]"}};
  const auto sweep = read_sweep_text(with_head(""), "scene.toml", test_vocabulary(), overrides);
  ASSERT_TRUE(sweep.has_value());
  EXPECT_TRUE(sweep->has_seed);
  EXPECT_EQ(read(sweep->members[1].text).seed, 2u);
}

TEST(Sweep, leaves_the_scene_itself_as_it_is) {
  const SceneDescription scene = read(with_head("sweep.\"body.ball.radius\" = [2, 3]"));
  EXPECT_EQ(scene.bodies[0].radius.value, 1);
  EXPECT_EQ(scene.resolved_text.find("sweep"), std::string::npos);
}

TEST(Sweep, complains_at_the_value_that_is_wrong) {
  EXPECT_NE(refusal("sweep.\"body.ball.radius\" = [1, -2]").find("scene.toml:1:"), std::string::npos);
  EXPECT_NE(refusal("sweep.\"body.ball.radios\" = [1]").find("did you mean 'radius'"), std::string::npos);
  EXPECT_NE(refusal("sweep.\"body.bell.radius\" = [1]").find("there is no body 'bell'"), std::string::npos);
  EXPECT_NE(refusal("sweep.\"wall.0.name\" = [\"a\"]").find("no [[wall]]"), std::string::npos);
  for (const char* sweep :
       {"sweep.\"scene.seed\" = 3", "sweep.\"scene.seed\" = []", "sweep = 1", "sweep.\"sweep.a\" = [1]"})
    EXPECT_NE(refusal(sweep).find("weep"), std::string::npos) << sweep;
}

TEST(Sweep, refuses_more_runs_than_can_be_waited_for) {
  std::string values = "[0";
  for (int k = 1; k < 200; ++k) values += ", " + std::to_string(k);
  EXPECT_NE(refusal("sweep.\"scene.seed\" = " + values + "]\nsweep.\"run.time_step\" = " + values + "]")
                .find("40000 combinations"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::scene
