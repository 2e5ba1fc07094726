#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "scree/scene/keys.h"
#include "scree/scene/shape_catalog.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

TEST(Keys, every_key_belongs_to_a_table_and_is_told_once) {
  std::set<std::string> names;
  for (const KeyFacts& key : key_table()) {
    EXPECT_NO_THROW(table_facts(key.table)) << key.name();
    EXPECT_TRUE(names.insert(key.name()).second) << key.name();
    EXPECT_FALSE(key.summary.empty()) << key.name();
    EXPECT_FALSE(key.example.empty()) << key.name();
    EXPECT_FALSE(key.takes().empty()) << key.name();
    EXPECT_NE(key.required, !key.fallback.empty()) << key.name() << ": either required or with a default";
  }
  std::size_t count = 0;
  for (const TableFacts& table : table_list()) count += keys_of(table.name).size();
  EXPECT_EQ(count, key_table().size());
}

TEST(Keys, shapes_of_the_catalogue_are_those_that_scenes_take) {
  std::set<std::string_view> of_bodies;
  for (const ShapeEntry& shape : shape_catalog()) {
    EXPECT_TRUE(shape.of_bodies || shape.of_walls) << shape.name;
    EXPECT_FALSE(shape.summary.empty()) << shape.name;
    if (shape.of_bodies) of_bodies.insert(shape.name);
    if (shape.of_walls) {
      EXPECT_NO_THROW(key_facts("wall", shape.name)) << shape.name;
    }
  }
  for (const KeyFacts& key : key_table()) {
    if (key.key != "shape" || key.form != Form::word) continue;
    for (const std::string_view word : key.choices)
      if (!word.empty()) {
        EXPECT_EQ(of_bodies.count(word), 1u) << key.name() << " takes " << word;
      }
  }
}

TEST(Keys, fallbacks_of_numbers_are_numbers_or_words_for_people) {
  for (const KeyFacts& key : key_table()) {
    if (key.fallback.empty() ||
        std::string_view("-0123456789").find(key.fallback.front()) == std::string_view::npos)
      continue;
    if (key.fallback == key.word) continue;
    EXPECT_EQ(parse_quantity(key.fallback, key.kind).fault, "") << key.name();
  }
}

/// A scene that has one of everything, so that any key can be set in it.
constexpr std::string_view one_of_everything = R"scene([scene]
dimension = 3
[material.glass]
density = 2500
[contact.default]
law = "hertz_mindlin"
restitution = 0.9
[[wall]]
name = "gate"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[wall]]
name = "bin"
box = { min = [0, 0, 0], max = [1, 1, 1] }
[[wall]]
cylinder = { start = [0, 0, 0], end = [0, 1, 0], radius = 1 }
[wall.motion]
translate = { velocity = [1, 0, 0] }
rotate = { axis = [0, 1, 0], rate = 1 }
oscillate = { direction = [1, 0, 0], amplitude = 1, frequency = 1 }
servo = { direction = [1, 0, 0], force = 1, max_speed = 1 }
[[wall]]
cone = { start = [0, 0, 0], end = [0, 1, 0], start_radius = 1, end_radius = 2 }
[[wall]]
vertices = "0 0 0 1 0 0 0 1 0"
triangles = "0 1 2"
unit = "m"
rotation = { axis = [1, 0, 0], angle = 1 }
[[body]]
name = "ball"
shape = "sphere"
material = "glass"
radius = 1
position = [0, 0, 0]
[[body]]
shape = "sphere"
material = "glass"
diameter = 1
position = [0, 0, 0]
[[body]]
shape = "mesh"
mesh = { icosphere = 20 }
material = "glass"
radius = 1
rotation = { axis = [0, 0, 1], angle = 1 }
position = [0, 0, 0]
[[fill]]
shape = "sphere"
material = "glass"
radius = 1
count = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[fill]]
shape = "sphere"
material = "glass"
diameter = { uniform = [1, 2] }
volume_fraction = 0.1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[fill]]
shape = "sphere"
material = "glass"
rows = "0,0,0,1"
[[fill]]
shape = "sphere"
material = "glass"
diameter = { normal = { mean = 1, deviation = 0.1, min = 1e-3, max = 2 } }
count = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[fill]]
shape = "sphere"
material = "glass"
diameter = { log_normal = { median = 1, factor = 1.3, min = 1e-3, max = 2 } }
count = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[fill]]
shape = "sphere"
material = "glass"
diameter = { two = { sizes = [1, 2], volume_share = 0.5 } }
count = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[fill]]
shape = "mesh"
mesh = { icosphere = 20 }
material = "glass"
radius = 1
count = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[region]]
name = "bin"
box = { min = [0, 0, 0], max = [1, 1, 1] }
[[region]]
name = "ball"
ball = { centre = [0, 0, 0], radius = 1 }
[[region]]
name = "tube"
cylinder = { point = [0, 0, 0], axis = [0, 0, 1], radius = 1, height = 1 }
[[region]]
name = "funnel"
cone = { start = [0, 0, 0], end = [0, 0, 1], start_radius = 0.5, end_radius = 1 }
[[stage]]
name = "pour"
duration = 1
[[inlet]]
shape = "sphere"
material = "glass"
radius = 0.1
mass_rate = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[inlet]]
shape = "sphere"
material = "glass"
diameter = 0.1
number_rate = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[inlet]]
shape = "mesh"
mesh = { icosphere = 20 }
material = "glass"
radius = 0.1
mass_rate = 1
region = { box = { min = [-1, -1, -1], max = [1, 1, 1] } }
[[sink]]
box = { min = [-1, -1, -1], max = [1, 1, 1] }
[[sink]]
ball = { centre = [0, 0, 0], radius = 1 }
[[sink]]
cylinder = { point = [0, 0, 0], axis = [0, 0, 1], radius = 1, height = 1 }
[[sink]]
region = "bin"
[[sink]]
cone = { start = [0, 0, 0], end = [0, 0, 1], start_radius = 0.5, end_radius = 1 }
[[measure]]
name = "a"
kind = "segregation"
interval = 1
[[measure]]
name = "b"
kind = "profile"
region = "bin"
interval = 1
[[measure]]
name = "c"
kind = "field"
region = "bin"
interval = 1
[[measure]]
name = "d"
kind = "flow"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
interval = 1
[[measure]]
name = "e"
kind = "wall"
wall = "bin"
interval = 1
[[measure]]
name = "f"
kind = "bodies"
interval = 1
[[measure]]
name = "g"
kind = "energies"
interval = 1
[[measure]]
name = "h"
kind = "mixing"
interval = 1
[[stage]]
until = "settled(1e-3)"
limit = 1
[[edit]]
step = 1
frames = 1
)scene";

/// The same for keys of plane scenes.
constexpr std::string_view plane_scene = R"([scene]
dimension = 2
[[wall]]
circle = { centre = [0, 0], radius = 1 }
[[wall]]
points = [[0, 0], [1, 0], [1, 1]]
[[wall]]
rows = "0,0\n1,0"
unit = "m"
[material.glass]
density = 1
[[body]]
shape = "polygon"
polygon = { box = [1, 1] }
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { corners = [[0, 0], [1, 0], [0, 1]] }
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { regular = 5 }
radius = 1
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { stone = 5 }
radius = 1
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { ellipse = 5 }
radius = 1
material = "glass"
position = [0, 0]
[[fill]]
shape = "polygon"
polygon = { regular = 5 }
radius = 1
material = "glass"
count = 1
region = { box = { min = [-1, -1], max = [1, 1] } }
[[body]]
shape = "polygon"
polygon = { outline = [[0, 0], [2, 0], [1, 1], [1, 2]] }
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { parts = [{ box = [1, 1] }] }
material = "glass"
position = [0, 0]
[[body]]
shape = "polygon"
polygon = { gear = 5 }
radius = 1
material = "glass"
position = [0, 0]
[[inlet]]
shape = "polygon"
polygon = { regular = 5 }
radius = 1
material = "glass"
number_rate = 1
region = { box = { min = [-1, -1], max = [1, 1] } }
[[stage]]
duration = 1
[[edit]]
step = 1
frames = 1
)";
bool is_for_the_plane(const KeyFacts& key) {
  const std::string name = key.name();
  return name == "scene.thickness" || name == "wall.circle" || key.table == "wall.circle" ||
         key.table.substr(0, 12) == "body.polygon" || name == "body.polygon" || name == "inlet.polygon" ||
         name == "inlet.angle" || name == "body.angle" || name == "fill.polygon" || name == "fill.angle" ||
         name == "wall.chain" || name == "wall.points" || name == "wall.rows" || name == "wall.closed" ||
         name == "edit.move_body.angle";
}

/// Where the key stands in that scene.
std::string path_to(const KeyFacts& key) {
  const std::string name = key.name();
  const std::string_view table = key.table;
  if (table == "material") return "material.glass." + std::string(key.key);
  if (table == "contact") return "contact.default." + std::string(key.key);
  if (table == "wall.circle") return "wall.0.circle." + std::string(key.key);
  for (const std::string_view part :
       {"motion.translate", "motion.rotate", "motion.oscillate", "motion.servo", "motion"})
    if (table == "wall." + std::string(part)) return fmt::format("wall.2.{}.{}", part, key.key);
  if (table == "wall.cylinder") return "wall.2.cylinder." + std::string(key.key);
  if (table == "wall.cone") return "wall.3.cone." + std::string(key.key);
  if (table == "wall.rotation") return "wall.4.rotation." + std::string(key.key);
  if (table == "wall") {
    const std::map<std::string_view, int> homes = {
        {"box", 1},       {"cylinder", 2}, {"motion", 2}, {"cone", 3},     {"mesh", 4},     {"vertices", 4},
        {"triangles", 4}, {"unit", 4},     {"scale", 4},  {"rotation", 4}, {"position", 4}, {"side", 4},
        {"points", 1},    {"closed", 1},   {"chain", 2},  {"rows", 2}};
    const auto home = homes.find(key.key);
    return fmt::format("wall.{}.{}", home == homes.end() ? 0 : home->second, key.key);
  }
  if (table == "wall.plane") return "wall.0.plane." + std::string(key.key);
  if (table == "wall.box") return "wall.1.box." + std::string(key.key);
  if (table == "body.polygon") {
    const std::map<std::string_view, int> homes = {{"box", 0},     {"corners", 1}, {"hull", 1},
                                                   {"regular", 2}, {"ellipse", 4}, {"outline", 5},
                                                   {"parts", 6},   {"gear", 7},    {"tooth", 7}};
    const auto home = homes.find(key.key);
    return fmt::format("body.{}.polygon.{}", home == homes.end() ? 3 : home->second, key.key);
  }
  const bool is_of_meshes = key.key == "mesh" || key.key == "rotation" || key.key == "halo";
  if (is_of_meshes && table == "body") return "body.2." + std::string(key.key);
  if (is_of_meshes && table == "fill") return "fill.6." + std::string(key.key);
  if (is_of_meshes && table == "inlet") return "inlet.2." + std::string(key.key);
  if (table == "body.halo") return "body.2.halo." + std::string(key.key);
  if (table == "body") return (key.key == "diameter" ? "body.1." : "body.0.") + std::string(key.key);
  if (table == "fill" && (key.key == "file" || key.key == "rows")) return "fill.2." + std::string(key.key);
  if (table == "fill" && (key.key == "diameter" || key.key == "volume_fraction"))
    return "fill.1." + std::string(key.key);
  if (table == "fill") return "fill.0." + std::string(key.key);
  if (table == "fill.region") return "fill.0.region." + std::string(key.key);
  if (table == "fill.region.box") return "fill.0.region.box." + std::string(key.key);
  if (table == "fill.size.normal") return "fill.3.diameter.normal." + std::string(key.key);
  if (table == "fill.size.log_normal") return "fill.4.diameter.log_normal." + std::string(key.key);
  if (table == "fill.size.two") return "fill.5.diameter.two." + std::string(key.key);
  if (table == "inlet" && (key.key == "diameter" || key.key == "number_rate"))
    return "inlet.1." + std::string(key.key);
  if (table == "inlet") return "inlet.0." + std::string(key.key);
  if (table == "sink" && key.key == "ball") return "sink.1.ball";
  if (table == "sink" && key.key == "cylinder") return "sink.2.cylinder";
  if (table == "sink" && key.key == "region") return "sink.3.region";
  if (table == "sink" && key.key == "cone") return "sink.4.cone";
  if (table == "sink") return "sink.0." + std::string(key.key);
  if (table == "measure.plane") return "measure.d.plane." + std::string(key.key);
  if (table == "measure") {
    const std::string_view who = key.key == "bins"                                                 ? "b"
                                 : key.key == "cells" || key.key == "width" || key.key == "kernel" ? "c"
                                 : key.key == "plane"                                              ? "d"
                                 : key.key == "wall"                                               ? "e"
                                 : key.key == "bodies"                                             ? "f"
                                 : key.key == "kind"                                               ? "g"
                                 : key.key == "cell"                                               ? "h"
                                                                                                   : "a";
    return fmt::format("measure.{}.{}", who, key.key);
  }
  if (table == "region" && key.key == "ball") return "region.1.ball";
  if (table == "region" && key.key == "cylinder") return "region.2.cylinder";
  if (table == "region" && key.key == "cone") return "region.3.cone";
  if (table == "region") return "region.0." + std::string(key.key);
  if (table == "region.box") return "region.0.box." + std::string(key.key);
  if (table == "region.ball") return "region.1.ball." + std::string(key.key);
  if (table == "region.cone") return "region.3.cone." + std::string(key.key);
  if (table == "region.cylinder") return "region.2.cylinder." + std::string(key.key);
  if (table == "stage" && (key.key == "until" || key.key == "limit" || key.key == "check"))
    return "stage.1." + std::string(key.key);
  if (table == "stage") return "stage.0." + std::string(key.key);
  if (table == "stage.material") return "stage.pour.material.glass." + std::string(key.key);
  if (key.name() == "sweep.rows") return "sweep.rows";
  if (table == "sweep") return "sweep.\"scene.seed\"";
  return name;
}

/// A file's lists, so that no file is read.
constexpr std::string_view tetrahedron =
    R"(vertices = "0 0 0 1 0 0 0 1 0 0 0 1", triangles = "0 2 1 0 1 3 0 3 2 1 2 3")";

/// What stands in a table that says what a triangulated body looks like.
std::string mesh_with(const KeyFacts& key, std::string_view value) {
  const std::string setting = fmt::format("{} = {}", key.key, value);
  if (key.key == "file") return setting + R"(, unit = "m", )" + std::string(tetrahedron);
  if (key.key == "unit" || key.key == "scale")
    return setting + (key.key == "unit" ? ", " : R"(, unit = "m", )") + std::string(tetrahedron);
  if (key.key == "vertices") return setting + R"(, unit = "m", triangles = "0 2 1 0 1 3 0 3 2 1 2 3")";
  if (key.key == "triangles") return setting + R"(, unit = "m", vertices = "0 0 0 1 0 0 0 1 0 0 0 1")";
  if (key.key == "eta" || key.key == "variants") return setting + ", rock = 80";
  return setting;
}

/// What gives the key this value in that scene. Only one distribution of sizes may be there at a time, and
/// only a periodic box can be sheared.
std::vector<std::string> overrides_for(const KeyFacts& key, std::string_view value) {
  if (key.name() == "fill.size.file")
    return {fmt::format("fill.1.diameter={{ rows = \"1\", file = {} }}", value)};
  if (key.name() == "domain.periodic")
    return {fmt::format("domain={{ min = [0, 0, -9], max = [1, 1, 9], periodic = {} }}", value)};
  if (key.table == "body.polygon.part") {
    const std::string_view beside = key.key == "regular"                          ? ", radius = 1"
                                    : key.key == "radius"                         ? ", regular = 5"
                                    : key.key == "angle" || key.key == "position" ? ", box = [1, 1]"
                                                                                  : "";
    return {fmt::format("body.6.polygon.parts=[{{ {} = {}{} }}]", key.key, value, beside)};
  }
  if (key.name() == "edit.step") return {fmt::format("edit=[{{ step = {}, pin = 1 }}]", value)};
  if (key.table == "edit") return {fmt::format("edit=[{{ step = 1, {} = {} }}]", key.key, value)};
  if (key.table.substr(0, 5) == "edit.") {
    std::string beside;
    for (const KeyFacts& other : keys_of(key.table))
      if (other.required && other.key != key.key)
        beside += fmt::format(", {} = {}", other.key, other.example);
    if (key.name() == "edit.move_body.body") beside += ", velocity = [0, 0, 1]";
    if (key.name() == "edit.move_wall.wall" || key.name() == "edit.move_wall.about")
      beside += ", by = [0, 0, 1]";
    if (key.name() == "edit.move_wall.angle") beside += ", axis = [0, 0, 1]";
    if (key.name() == "edit.move_wall.axis") beside += ", angle = 1";
    return {fmt::format("edit=[{{ step = 1, {} = {{ {} = {}{} }} }}]", key.table.substr(5), key.key, value,
                        beside)};
  }
  if (key.table == "body.mesh") return {fmt::format("body.2.mesh={{ {} }}", mesh_with(key, value))};
  if (key.table == "body.rotation" && key.key == "quaternion")
    return {fmt::format("body.2.rotation={{ quaternion = {} }}", value)};
  if (key.table == "body.rotation") return {fmt::format("body.2.rotation.{}={}", key.key, value)};
  if ((key.table == "body" || key.table == "fill") && key.key == "mesh" && value.front() == '{')
    return {fmt::format("{}={{ {}, {} }}", path_to(key), value.substr(2, value.size() - 4), tetrahedron)};
  if (key.table == "fill.size") return {fmt::format("fill.1.diameter={{ {} = {} }}", key.key, value)};
  std::vector<std::string> overrides;
  if (key.name() == "run.implicit") overrides = {"run.stepper=implicit"};
  if (key.name() == "run.sleep_within" || key.name() == "run.sleep_after") overrides = {"run.sleep=true"};
  if (key.name() == "domain.shear" || key.table == "domain.shear" || key.name() == "stage.shear_rate")
    overrides = {
        "domain={ min = [0, 0, 0], max = [1, 1, 1], periodic = \"xyz\", shear = { flow = \"x\", "
        "gradient = \"y\", rate = 1 } }"};
  overrides.push_back(fmt::format("{}={}", path_to(key), value));
  return overrides;
}

TEST(Keys, every_example_is_accepted) {
  using Lines = std::vector<std::string>;
  ASSERT_EQ(complaints_about(one_of_everything), Lines{});
  ASSERT_EQ(complaints_about(plane_scene), Lines{});
  for (const KeyFacts& key : key_table()) {
    if (key.name() == "include") continue;
    const std::string_view scene = is_for_the_plane(key) ? plane_scene : one_of_everything;
    EXPECT_EQ(complaints_about(scene, overrides_for(key, key.example)), Lines{}) << key.name();
    EXPECT_TRUE(key.only_in == 0 || (key.only_in == 2) == is_for_the_plane(key)) << key.name();
  }
}

TEST(Keys, a_key_refuses_what_it_does_not_take) {
  for (const KeyFacts& key : key_table()) {
    if (key.name() == "include") continue;
    const std::string_view scene = is_for_the_plane(key) ? plane_scene : one_of_everything;
    EXPECT_NE(complaints_about(scene, overrides_for(key, "1979-05-27")).size(), 0u) << key.name();
  }
}

TEST(Keys, ranges_say_what_they_accept) {
  EXPECT_EQ((Range{0, Range::unlimited, true, false}.rule()), "must be positive");
  EXPECT_EQ((Range{0, Range::unlimited, false, false}.rule()), "must not be negative");
  EXPECT_EQ((Range{0, 1e300, false, false}.rule()), "must not be negative");
  EXPECT_EQ((Range{0, 1, false, false}.rule()), "must be between 0 and 1");
  EXPECT_EQ((Range{0, 1, true, true}.rule()), "must be above 0 and below 1");
  EXPECT_EQ((Range{-1, 0.5, true, false}.rule()), "must be above -1 and at most 0.5");
  EXPECT_EQ((Range{-Range::unlimited, 3, false, false}.rule()), "must be at most 3");
  EXPECT_EQ((Range{2, 1e308, false, false}.rule()), "must be at least 2");
}

}  // namespace
}  // namespace scree::scene
