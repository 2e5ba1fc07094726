#include <gtest/gtest.h>

#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view scene_text = R"([scene]
dimension = 3
[material.glass]
density = 2500
[material."a.b"]
density = 1
[contact.glass-glass]
law = "hertz_mindlin"
restitution = 0.9
[[wall]]
name = "floor"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[wall]]
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[stage]]
duration = 1
)";

TEST(Overrides, take_toml_values_and_bare_text) {
  const SceneDescription scene =
      read(scene_text,
           {"scene.gravity=[0,0,-1.62]", "run.search=all_pairs", "record.frames=5 ms", "run.time_step = 1e-5",
            "scene.seed=42", "contact.glass-glass.friction=.5", "scene.name=\"a = b\"", "run.skin=auto"});
  EXPECT_EQ(scene.gravity, (Coordinates{0, 0, -1.62}));
  EXPECT_EQ(scene.run.search.value, "all_pairs");
  EXPECT_EQ(scene.record.frames->value, 0.005);
  EXPECT_EQ(scene.run.time_step->value, 1e-5);
  EXPECT_EQ(scene.seed, 42u);
  EXPECT_EQ(scene.contacts[0].values.at(1).number.value, 0.5);
  EXPECT_EQ(scene.name, "a = b");
  EXPECT_EQ(scene.run.time_step->place.text(), "--set run.time_step");
}

TEST(Overrides, reach_elements_by_index_and_by_name) {
  const SceneDescription scene =
      read(scene_text, {"wall.floor.material=glass", "wall.1.name=lid", "wall.lid.plane.point.2=3",
                        "stage.0.duration=2 s", "wall.1.plane.normal=[0, 0, -1]"});
  EXPECT_EQ(scene.walls[0].material->value, "glass");
  EXPECT_EQ(scene.walls[1].name, "lid");
  EXPECT_EQ(std::get<Plane>(scene.walls[1].surface).point, (Coordinates{0, 0, 3}));
  EXPECT_EQ(std::get<Plane>(scene.walls[1].surface).normal, (Coordinates{0, 0, -1}));
  EXPECT_EQ(scene.stages[0].duration.value, 2);
}

TEST(Overrides, reach_names_that_need_quotes_and_make_new_tables) {
  const SceneDescription scene =
      read(scene_text, {"material.\"a.b\".density=3", "material.'tin'.density=7 g/cm3"});
  EXPECT_EQ(scene.materials[0].name, "a.b");
  EXPECT_EQ(scene.materials[0].density.value, 3);
  EXPECT_EQ(scene.materials[2].name, "tin");
  EXPECT_EQ(scene.materials[2].density.value, 7000);
}

TEST(Overrides, suggest_the_material_that_was_meant) {
  EXPECT_EQ(complaints_about(scene_text, {"material.glas.density=1"}),
            Lines{"--set material.glas.density: there is no material 'glas', did you mean 'glass'?"});
  EXPECT_EQ(complaints_about(scene_text, {"material.steel.density=7800"}), Lines{});
}

TEST(Overrides, the_last_one_wins) { EXPECT_EQ(read(scene_text, {"scene.seed=1", "scene.seed=2"}).seed, 2u); }

TEST(Overrides, faults_name_the_override) {
  struct Case {
    std::string override;
    Lines complaints;
  };
  const std::vector<Case> cases = {
      {"run.serch=auto", {"--set run.serch: unknown key 'serch', did you mean 'search'?"}},
      {"runn.search=auto", {"--set runn.search: unknown table 'runn', did you mean 'run'?"}},
      {"gravity=3", {"--set gravity: unknown key 'gravity' before the first table; it belongs to [scene]"}},
      {"run.search=grid",
       {"--set run.search: unknown search 'grid'; choose from all_pairs, linked_cell, auto"}},
      {"scene.gravity=[0, 0]",
       {"--set scene.gravity: gravity: expected 3 numbers, [x, y, z], in this 3D scene, got 2 of them"}},
      {"scene.gravity=[0, 0, 1 m/s2]",
       {"--set scene.gravity: not valid TOML: Error while parsing array: expected comma or closing ']', saw "
        "'m'; "
        "inside [...], text and units need quotes: [0, 0, \"-1 m/s2\"]"}},
      {"wall.flor.material=glass",
       {"--set wall.flor.material: there is no wall 'flor', did you mean 'floor'?"}},
      {"wall.2.material=glass",
       {"--set wall.2.material: there is no wall '2'; the scene has 2, counted from 0"}},
      {"wall.-1.material=glass", {"--set wall.-1.material: there is no wall '-1'; choose from floor"}},
      {"body.0.radius=3", {"--set body.0.radius: the scene has no [[body]] to change"}},
      {"scene.dimension.x=3", {"--set scene.dimension.x: 'dimension' is not a table"}},
      {"wall.0.plane.normal.3=1",
       {"--set wall.0.plane.normal.3: there is no normal '3'; the scene has 3, counted from 0"}},
      {"include=x.toml", {"--set include: files can only be included by a file"}},
      {"scene.seed", {"--set scene.seed: expected key=value, as in run.time_step=1e-5"}},
      {"=3", {"--set =3: expected key=value, as in run.time_step=1e-5"}},
      {"scene..seed=3", {"--set scene..seed=3: expected key=value, as in run.time_step=1e-5"}},
      {"scene.name=\"x",
       {"--set scene.name: not valid TOML: Error while parsing string: encountered end-of-file; inside "
        "[...], text and units need quotes: [0, 0, \"-1 m/s2\"]"}},
      {"scene.seed=3\nname=4", {"--set scene.seed: a value has one line"}},
      {"scene.name=\xFF", {"--set scene.name=\xFF: not a text in UTF-8: found the byte 0xFF"}},
      {"material.tin.young=3",
       {"--set material.tin.young: [material.tin] needs 'density', a density, as in density = \"2500 "
        "kg/m3\""}},
      {"wall.0={}",
       {"--set wall.0: [[wall]] needs 'plane', 'box', 'circle', 'cylinder', 'cone', 'mesh' or 'chain', as in "
        "plane = { point = [0, 0, 0], normal = [0, 0, "
        "1] }"}},
  };
  for (const Case& one : cases)
    EXPECT_EQ(complaints_about(scene_text, {one.override}), one.complaints) << one.override;
}

TEST(Overrides, faults_name_the_option_that_stands_for_one) {
  const auto fault_of = [](const std::string& seed) -> std::string {
    const std::vector<Override> overrides{{"scene.seed=" + seed, "--seed"}};
    try {
      read_scene_text(scene_text, "scene.toml", test_vocabulary(), overrides);
    } catch (const SceneError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault_of("8"), "");
  EXPECT_EQ(fault_of("-1"), "--seed: seed must not be negative, got -1");
  EXPECT_EQ(fault_of("x"), "--seed: seed: expected a whole number, got 'x'");
  EXPECT_EQ(fault_of("99999999999999999999"),
            "--seed: seed: expected a whole number, got '99999999999999999999'");
}

TEST(Overrides, are_part_of_the_text_that_is_kept) {
  const SceneDescription scene = read(scene_text, {"scene.seed=42"});
  EXPECT_EQ(read(scene.resolved_text).seed, 42u);
}

TEST(Overrides, complaints_about_the_file_come_first) {
  EXPECT_EQ(
      complaints_about("[scene]\ndimension = 5\n[[stage]]\nduration = 1\n", {"x", "run.skin=-1"}),
      (Lines{"2:13: dimension must be 2 or 3, got 5", "--set x: expected key=value, as in run.time_step=1e-5",
             "--set run.skin: skin must not be negative, got -1"}));
}

}  // namespace
}  // namespace scree::scene
