// A scene's resolved text gives the same scene again, whatever was in it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include "scree/scene/parse_toml.h"
#include "scree/scene/write_toml.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

const auto file = std::make_shared<const std::string>("x.toml");

std::string rewritten(std::string_view text) { return write_toml(parse_toml(text, file)); }

TEST(ResolvedText, keeps_every_value_of_a_rich_scene) {
  const SceneDescription scene =
      read(R"(
[scene]
dimension = 3
gravity = ["0 m/s2", 0, "-9.81 m/s2"]
[domain]
min = ["-inf", -inf, -1]
[material.soda-lime]
density = "2.5 g/cm3"
poisson = 0.3
[material."strange \"name\"\t."]
density = 1e3
[contact."soda-lime-soda-lime"]
law = "hertz_mindlin"
restitution = 1
friction = "40 %"
[contact.default]
law = "hooke_history"
kn = 0.1
[[wall]]
box = { min = [0, 0, 0], max = [1, 1, 1], side = "outside" }
[[wall]]
name = "slope"
plane = { point = [0, 0, 0], normal = [0, 1, 1] }
material = "soda-lime"
[[body]]
shape = "sphere"
diameter = "3 mm"
material = "soda-lime"
position = [0.1, 0.2, 0.30000000000000004]
spin = ["30 rpm", 0, "-90 deg/s"]
[[fill]]
shape = "sphere"
material = "soda-lime"
diameter = { uniform = ["2 mm", 0.003] }
region = { box = { min = [0, 0, 0], max = [1, 1, 1] } }
volume_fraction = 0.1
[[fill]]
shape = "sphere"
material = "soda-lime"
rows = """
x,y,z,"radius"\r
0,0,0,\\1
"""
[[stage]]
name = "settle"
duration = "1 min"
[[stage]]
duration = 1
[record]
frames = "10 ms"
[run]
time_step = "auto"
[watch]
overlap_stop = "never"
)",
           {"scene.seed=7", "run.search=all_pairs", "wall.slope.plane.point=[1, 2, '3 cm']"});
  const SceneDescription again = read_scene_text(scene.resolved_text, "other/name.toml", test_vocabulary());
  EXPECT_EQ(values_of(again), values_of(scene));
  EXPECT_EQ(again.resolved_text, scene.resolved_text);
  EXPECT_EQ(again.name, "scene");
}

TEST(ResolvedText, is_readable) {
  EXPECT_EQ(
      rewritten("a.b.c = 1\na.d = [1, 2.0, {x = true}]\n[[e]]\nf.g = 'h'\n[[e]]\n[i]\n['j k']\nl = \"\"\n"),
      "\n[a]\nd = [1, 2.0, { x = true }]\n\n[a.b]\nc = 1\n\n[[e]]\nf = { g = \"h\" }\n\n[[e]]\n\n[i]\n\n[\"j "
      "k\"]\nl = \"\"\n");
}

TEST(ResolvedText, texts_with_any_character_survive) {
  for (const std::string& text :
       {std::string("\x01\x7F\x1F\t\r\b\"\\'"), std::string("\n\nx\n"), std::string("\"\"\"\n"),
        std::string("é\n\U0001FAA8"), std::string("\r\n")}) {
    const Table table{{{"a", Place{}, {text, Place{}}}}};
    const Table again = parse_toml(write_toml(table), file);
    EXPECT_EQ(std::get<std::string>(again.members.at(0).value.data), text);
  }
}

RC_GTEST_PROP(ResolvedText, numbers_survive, (double number, std::int64_t whole)) {
  const Table table{{{"a", Place{}, {number, Place{}}}, {"b", Place{}, {whole, Place{}}}}};
  const Table again = parse_toml(write_toml(table), file);
  RC_ASSERT(std::get<double>(again.members.at(0).value.data) == number);
  RC_ASSERT(std::get<std::int64_t>(again.members.at(1).value.data) == whole);
}

std::string any_vector(int dimension, std::string_view unit) {
  std::string text = "[";
  for (int axis = 0; axis < dimension; ++axis) {
    const double number = *rc::gen::inRange(-1000, 1000) / 7.0;
    text += axis > 0 ? ", " : "";
    text += *rc::gen::arbitrary<bool>() ? fmt::format("{}", number) : fmt::format("\"{} {}\"", number, unit);
  }
  return text + "]";
}

RC_GTEST_PROP(ResolvedText, random_scenes_survive, ()) {
  const int dimension = *rc::gen::inRange(2, 4);
  const char* shape = dimension == 2 ? "disc" : "sphere";
  std::string text = fmt::format("[scene]\ndimension = {}\ngravity = {}\nseed = {}\n", dimension,
                                 any_vector(dimension, "mm/s2"), *rc::gen::inRange(0, 1'000'000));
  text += "[material.\"a b\"]\ndensity = \"2 g/cm3\"\n";
  const int bodies = *rc::gen::inRange(0, 5);
  for (int k = 0; k < bodies; ++k)
    text += fmt::format(
        "[[body]]\nshape = \"{}\"\nmaterial = \"a b\"\nradius = {}\nposition = {}\nvelocity = {}\n", shape,
        *rc::gen::inRange(1, 100) / 3.0, any_vector(dimension, "cm"), any_vector(dimension, "km/h"));
  text += fmt::format("[[stage]]\nduration = \"{} ms\"\n", *rc::gen::inRange(1, 100));
  std::vector<std::string> overrides;
  if (bodies > 0) overrides.push_back(fmt::format("body.{}.name=special", *rc::gen::inRange(0, bodies)));
  const SceneDescription scene = read(text, overrides);
  RC_ASSERT(scene.bodies.size() == static_cast<std::size_t>(bodies));
  const SceneDescription again = read_scene_text(scene.resolved_text, "again.toml", test_vocabulary());
  RC_ASSERT(values_of(again) == values_of(scene));
}

}  // namespace
}  // namespace scree::scene
