// Bad scenes, each with every complaint that it must get. Line 7 is the first line of a case's own text.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "scree/scene/complaints.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

using Lines = std::vector<std::string>;

struct Case {
  std::string_view text;
  Lines complaints;
};

void check(std::string_view head, const std::vector<Case>& cases) {
  for (const Case& one : cases)
    EXPECT_EQ(complaints_about(std::string(head) + std::string(one.text)), one.complaints) << one.text;
}

constexpr std::string_view body_3d = "[[body]]\nshape = \"sphere\"\nmaterial = \"glass\"\n";  // lines 7 to 9

TEST(Complaints, good_scenes_get_none) {
  EXPECT_EQ(complaints_about(head_3d), Lines{});
  EXPECT_EQ(complaints_about(head_2d), Lines{});
}

TEST(Complaints, unknown_keys) {
  check(
      head_3d,
      {{"[run]\nserch = \"auto\"\n", {"8:1: unknown key 'serch', did you mean 'search'?"}},
       {"[run]\nSkin = 1\n", {"8:1: unknown key 'Skin', did you mean 'skin'?"}},
       {"[run]\nthreads = 4\n",
        {"8:1: unknown key 'threads'; [run] takes integrator, stepper, implicit, search, time_step, "
         "accuracy, skin, "
         "halo, solver_tolerance, contact_tolerance, orientations, "
         "sleep, sleep_within, sleep_after"}},
       {"[run]\ngravity = 4\n", {"8:1: unknown key 'gravity' in [run]; it belongs to [scene]"}},
       {"[material.steel]\ndensity = 1\nyoungs = 1\n", {"9:1: unknown key 'youngs', did you mean 'young'?"}},
       {"[[wall]]\nplane = { point = [0,0,0], normal = [0,0,1], norm = 2 }\n",
        {"8:46: unknown key 'norm', did you mean 'normal'?"}},
       {"[\"a\\nb\"]\n",
        {"7:2: unknown table 'a?b'; choose from let, scene, domain, material, contact, wall, body, fill, "
         "region, "
         "stage, inlet, sink, measure, edit, record, run, sweep, watch"}},
       {"[walls]\n", {"7:2: unknown table 'walls', did you mean 'wall'?"}}});
  EXPECT_EQ(
      complaints_about("gravty = 3\nduration = 3\n" + std::string(head_3d)),
      (Lines{"1:1: unknown key 'gravty'; choose from let, scene, domain, material, contact, wall, body, "
             "fill, region, stage, inlet, sink, measure, "
             "edit, record, run, sweep, watch",
             "2:1: unknown key 'duration' before the first table; it belongs to [[stage]]"}));
}

TEST(Complaints, a_mistyped_key_is_not_missing_as_well) {
  check(head_3d, {{"[[body]]\nshape = \"sphere\"\nmaterial = \"glass\"\nraduis = 1\nposition = [0,0,0]\n",
                   {"10:1: unknown key 'raduis', did you mean 'radius'?"}},
                  {"[material.steel]\ndensty = 1\n", {"8:1: unknown key 'densty', did you mean 'density'?"}},
                  {"[contact.default]\nlaw = \"hertz_mindlin\"\nrestitutoin = 1\n",
                   {"9:1: unknown key 'restitutoin', did you mean 'restitution'? (law 'hertz_mindlin')"}}});
}

TEST(Complaints, missing_parts) {
  EXPECT_EQ(complaints_about(""),
            (Lines{"1:1: [scene] needs 'dimension', a whole number, as in dimension = 3",
                   "1:1: a scene needs a [[stage]], as in duration = \"0.5 s\""}));
  check(
      head_3d,
      {{"[material.steel]\n",
        {"7:1: [material.steel] needs 'density', a density, as in density = \"2500 kg/m3\""}},
       {"[[stage]]\n",
        {"7:1: [[stage]] needs 'duration', a time, as in duration = \"0.5 s\", or 'until' and 'limit'"}},
       {"[[wall]]\n",
        {"7:1: [[wall]] needs 'plane', 'box', 'circle', 'cylinder', 'cone', 'mesh' or 'chain', as in plane = "
         "{ point = [0, 0, 0], normal = [0, 0, 1] }"}},
       {"[[wall]]\nplane = {}\n",
        {"8:9: plane needs 'point', 2 or 3 lengths, as in point = [0, 0, 0]",
         "8:9: plane needs 'normal', 2 or 3 numbers, as in normal = [0, 0, 1]"}},
       {"[[wall]]\nbox.max = [1,1,1]\n", {"8:1: box needs 'min', 2 or 3 lengths, as in min = [0, 0, 0]"}},
       {"[[body]]\n",
        {"7:1: [[body]] needs 'shape', \"disc\", \"sphere\", \"polygon\" or \"mesh\", as in shape = "
         "\"sphere\"",
         "7:1: [[body]] needs 'position', 2 or 3 lengths, as in position = [0, 0, \"1 m\"]",
         "7:1: [[body]] needs 'radius' or 'diameter', as in radius = \"5 mm\"",
         "7:1: [[body]] needs 'material', unless it is fixed, as in material = \"glass\""}},
       {"[[fill]]\n",
        {"7:1: [[fill]] needs 'shape', \"disc\", \"sphere\", \"polygon\" or \"mesh\", as in shape = "
         "\"sphere\"",
         "7:1: [[fill]] needs 'material', text, as in material = \"glass\"",
         "7:1: [[fill]] needs 'radius' or 'diameter', as in radius = { uniform = [\"1 mm\", \"1.5 mm\"] }",
         "7:1: [[fill]] needs 'count' or 'volume_fraction', as in count = 2000",
         "7:1: [[fill]] needs 'region', as in region = { box = { min = [0, 0, 0], max = [\"4 cm\", \"4 cm\", "
         "\"8 "
         "cm\"] } }"}},
       {"[contact.default]\n",
        {"7:1: [contact.default] needs 'law', a name from `scree list laws`, as in law = \"hertz_mindlin\""}},
       {"[contact.default]\nlaw = \"hertz_mindlin\"\n",
        {"7:1: [contact.default] needs 'restitution' for law 'hertz_mindlin', a number, as in restitution = "
         "0.5"}},
       {"[contact.default]\nlaw = \"hooke_history\"\n",
        {"7:1: [contact.default] needs 'kn' for law 'hooke_history', a stiffness, as in kn = \"20 kN/m\""}}});
}

TEST(Complaints, quantities_of_the_wrong_kind) {
  check(
      std::string(head_3d) + std::string(body_3d) + "position = [0, 0, 0]\n",
      {{"radius = \"10 MPa\"\n",
        {"11:10: radius: expected a length, got '10 MPa'; write for example \"2.3 mm\""}},
       {"radius = \"3 parsnips\"\n",
        {"11:10: radius: expected a length, got '3 parsnips': unknown unit 'parsnips'; write for example "
         "\"2.3 mm\""}},
       {"radius = true\n", {"11:10: radius: expected a length, got true; write for example \"2.3 mm\""}},
       {"radius = [1]\n", {"11:10: radius: expected a length, got an array; write for example \"2.3 mm\""}},
       {"radius = { uniform = [1, 2] }\n",
        {"11:10: radius: expected a length, got a table; write for example \"2.3 mm\""}},
       {"radius = 2020-01-01\n",
        {"11:10: radius: expected a length, got the date or time 2020-01-01; write for example \"2.3 mm\""}},
       {"radius = nan\n", {"11:10: radius: expected a length, got nan; write for example \"2.3 mm\""}},
       {"radius = -inf\n", {"11:10: radius: expected a length, got -inf; write for example \"2.3 mm\""}},
       {"radius = \"inf\"\n", {"11:10: radius: expected a length, got 'inf'; write for example \"2.3 mm\""}},
       {"radius = 1\nspin = [0, 0, \"1 1/s\"]\n",
        {"12:15: spin.z: expected an angular velocity, got '1 1/s'; write for example \"60 rpm\""}},
       {"radius = 1\nfixed = \"yes\"\n", {"12:9: fixed: expected true or false, got 'yes'"}},
       {"radius = 1\nname = 3\n", {"12:8: name: expected text, got 3; write for example \"ball\""}},
       {"radius = 1\nname = \"\"\n", {"12:8: name: expected text, got ''; write for example \"ball\""}}});
  check(head_3d, {{"[run]\ntime_step = \"atuo\"\n",
                   {"8:13: time_step: expected a time, got 'atuo'; write for example \"10 ms\" or \"auto\""}},
                  {"[watch]\noverlap_stop = \"nevr\"\n",
                   {"8:16: overlap_stop: expected a number, got 'nevr'; write for example 0.5 or \"never\""}},
                  {"[domain]\nmin = [\"inf\", 0, 0]\n",
                   {"8:8: min.x: expected a length, got 'inf'; write for example \"2.3 mm\" or \"-inf\""}},
                  {"[record]\nframes = \"30 Hz\"\n",
                   {"8:10: frames: expected a time, got '30 Hz'; write for example \"10 ms\""}}});
}

TEST(Complaints, values_out_of_range) {
  check(std::string(head_3d) + std::string(body_3d) + "position = [0, 0, 0]\n",
        {{"radius = -0.02\n", {"11:10: radius must be positive, got -0.02"}},
         {"radius = 0\n", {"11:10: radius must be positive, got 0"}},
         {"radius = \"0 mm\"\n", {"11:10: radius must be positive, got '0 mm'"}}});
  check(head_3d, {{"[material.a]\ndensity = -1\nyoung = 0\npoisson = 0.51\n",
                   {"8:11: density must be positive, got -1", "9:9: young must be positive, got 0",
                    "10:11: poisson must be above -1 and at most 0.5, got 0.51"}},
                  {"[material.a]\ndensity = 1\npoisson = -1\n",
                   {"9:11: poisson must be above -1 and at most 0.5, got -1"}},
                  {"[contact.default]\nlaw = \"hertz_mindlin\"\nrestitution = 1.5\nfriction = -1\n",
                   {"9:15: restitution must be between 0 and 1, got 1.5",
                    "10:12: friction must not be negative, got -1"}},
                  {"[[wall]]\nplane = { point = [0, 0, 0], normal = [0, 0, 0] }\n",
                   {"8:39: normal must not be zero: it gives a direction"}},
                  {"[[wall]]\nbox = { min = [0, 0, 0], max = [1, 0, -1] }\n",
                   {"8:7: box: min must be below max, but in y they are 0 m and 0 m",
                    "8:7: box: min must be below max, but in z they are 0 m and -1 m"}},
                  {"[domain]\nmin = [0, 0, 0]\nmax = [1, 1, 0]\n",
                   {"7:1: [domain]: min must be below max, but in z they are 0 m and 0 m"}},
                  {"[run]\ntime_step = 0\nskin = -1\n",
                   {"8:13: time_step must be positive, got 0", "9:8: skin must not be negative, got -1"}},
                  {"[watch]\noverlap_warn = -1\n", {"8:16: overlap_warn must not be negative, got -1"}},
                  {"[[stage]]\nduration = 0\n", {"8:12: duration must be positive, got 0"}},
                  {"[record]\nframes = 0\ncheckpoint = -1\n",
                   {"8:10: frames must be positive, got 0", "9:14: checkpoint must be positive, got -1"}}});
  EXPECT_EQ(complaints_about("[scene]\ndimension = 4\nseed = -1\n[[stage]]\nduration = 1\n"),
            (Lines{"2:13: dimension must be 2 or 3, got 4", "3:8: seed must not be negative, got -1"}));
  EXPECT_EQ(complaints_about("[scene]\ndimension = 2.5\nseed = 1e30\n[[stage]]\nduration = 1\n"),
            (Lines{"2:13: dimension: expected a whole number, got 2.5",
                   "3:8: seed: expected a whole number, got 1e+30"}));
}

TEST(Complaints, bodies_of_fills_that_would_be_gone_at_once) {
  const std::string domain = "[domain]\nmin = [0, 0, 0]\nmax = [1, 1, \"inf\"]\n";
  const std::string fill = domain + "[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\n";
  const auto region = [&](const std::string& lo, const std::string& hi) {
    return fill + "radius = 0.1\ncount = 1\nregion = { box = { min = " + lo + ", max = " + hi + " } }\n";
  };
  const Lines beyond{"15:10: region reaches beyond [domain]: bodies there would be removed at once"};
  check(head_3d, {{region("[0, 0, 0]", "[1, 1, 9]"), {}},
                  {region("[-0.1, 0, 0]", "[1.1, 1, 9]"), {}},  // centres stay inside
                  {region("[-0.2, 0, 0]", "[1, 1, 9]"), beyond},
                  {region("[0, 0, 0]", "[1, 1.2, 9]"), beyond},
                  {fill + "rows = \"0.5,0.5,0.5,0.1\\n0.5,0.5,9,0.1\"\n", {}},
                  {fill + "rows = \"0.5,0.5,0.5,0.1\\n0.5,0.5,-1,0.1\"\n",
                   {"13:8: rows, line 2: the body lies outside [domain] and would be removed at once"}}});
  // A periodic axis brings them back.
  EXPECT_EQ(
      complaints_about(std::string(head_3d) + region("[-0.5, 0, 0]", "[0.5, 1, 9]"), {"domain.periodic=x"}),
      Lines{});
}

// Issue 21, section 1, point 11.
TEST(Complaints, bodies_of_inlets_that_would_be_gone_at_once) {
  const std::string inlet =
      "[domain]\nmin = [0, 0, 0]\nmax = [1, 1, \"inf\"]\n[[inlet]]\nshape = \"sphere\"\nmaterial = "
      "\"glass\"\n"
      "radius = 0.1\nnumber_rate = 1\n";
  const auto region = [&](const std::string& lo, const std::string& hi) {
    return inlet + "region = { box = { min = " + lo + ", max = " + hi + " } }\n";
  };
  const Lines beyond{"15:10: region reaches beyond [domain]: bodies there would be removed at once"};
  check(head_3d, {{region("[-0.1, 0, 0]", "[1.1, 1, 9]"), {}},
                  {region("[-0.2, 0, 0]", "[1, 1, 9]"), beyond},
                  {region("[2, 0, 0]", "[3, 1, 9]"), beyond}});
  EXPECT_EQ(
      complaints_about(std::string(head_3d) + region("[-0.5, 0, 0]", "[0.5, 1, 9]"), {"domain.periodic=x"}),
      Lines{});
}

// Issue 21, section 1, point 11.
TEST(Complaints, rows_outside_a_periodic_box) {
  const std::string fill =
      "[domain]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\nperiodic = \"xy\"\n[[fill]]\nshape = \"sphere\"\nmaterial "
      "= "
      "\"glass\"\n";
  check(head_3d, {{fill + "rows = \"0,1,0.5,0.1\"\n", {}},
                  {fill + "rows = \"0.5,0.5,0.5,0.1\\n150,0.5,0.5,0.1\\n0.5,-0.5,0.5,0.1\"\n",
                   {"14:8: rows, line 2: the body lies outside [domain]: x is 150 m, the periodic box goes "
                    "from 0 m to 1 m",
                    "14:8: rows, line 3: the body lies outside [domain]: y is -0.5 m, the periodic box goes "
                    "from 0 m to 1 m"}}});
}

TEST(Complaints, cells_that_are_not_whole) {
  check(head_3d,
        {{"[[region]]\nname = \"r\"\nbox = { min = [0, 0, 0], max = [1, 1, 1] }\n[[measure]]\nname = "
          "\"f\"\nkind = \"field\"\nregion = \"r\"\ninterval = 1\nwidth = 1\ncells = [2.9, 1, 1]\n",
          {"16:9: cells: expected whole numbers, got 2.9"}}});
}

TEST(Complaints, dimensions_that_do_not_fit) {
  check(head_2d,
        {{"[material.b]\ndensity = \"20 kg/m2\"\n",
          {"8:11: density: expected a density, got '20 kg/m2'; in 2D a disc is a prism of the height [scene] "
           "thickness, so write kg/m3"}},
         {"[[body]]\nshape = \"sphere\"\nradius = 1\nmaterial = \"glass\"\nposition = [0, 0, 0]\nspin = [0, "
          "0, 1]\n",
          {"8:9: 'sphere' is a shape of 3D scenes; this one has dimension = 2, where bodies are 'disc' or "
           "'polygon'",
           "11:12: position: expected 2 numbers, [x, y], in this 2D scene, got 3 of them",
           "12:8: spin: expected an angular velocity, got an array; write for example \"60 rpm\""}}});
  check(head_3d, {{"[material.b]\ndensity = \"20 kg/m2\"\n",
                   {"8:11: density: expected a density, got '20 kg/m2'; write for example \"2500 kg/m3\""}},
                  {"[[body]]\nshape = \"disc\"\nradius = 1\nmaterial = \"glass\"\nposition = 3\nspin = 1\n",
                   {"8:9: 'disc' is a shape of 2D scenes; this one has dimension = 3, where bodies are "
                    "'sphere' or 'mesh'",
                    "11:12: position: expected 3 numbers, [x, y, z], in this 3D scene, got the number 3",
                    "12:8: spin: expected 3 numbers, [x, y, z], in this 3D scene, got the number 1"}}});
  EXPECT_EQ(complaints_about(head_3d, {"scene.thickness=1"}),
            Lines{"--set scene.thickness: 'thickness' is for 2D scenes; this one has dimension = 3"});
  // Without a dimension nothing can be said about the number of components.
  EXPECT_EQ(complaints_about(
                "[scene]\ngravity = [0, 1]\n[[stage]]\nduration = 1\n[[body]]\nshape = \"disc\"\nradius = "
                "1\nfixed = true\nposition = [0, 0, 0]\nspin = 0\n"),
            Lines{"1:1: [scene] needs 'dimension', a whole number, as in dimension = 3"});
}

TEST(Complaints, words_that_are_not_known) {
  check(head_3d,
        {{"[run]\nsearch = \"linkedcell\"\nintegrator = \"verlet\"\nstepper = \"explict\"\n",
          {"8:10: unknown search 'linkedcell', did you mean 'linked_cell'?",
           "9:14: unknown integrator 'verlet'; choose from velocity_verlet, gear",
           "10:11: unknown stepper 'explict', did you mean 'explicit'?"}},
         {"[run]\nintegrator = \"auto\"\n",
          {"8:14: unknown integrator 'auto'; choose from velocity_verlet, gear"}},
         {"[contact.default]\nlaw = \"hertzmindlin\"\nkn = 3\n",
          {"8:7: unknown law 'hertzmindlin', did you mean 'hertz_mindlin'?"}},
         {"[contact.default]\nlaw = \"hertz_mindlin\"\nrestitution = 1\nkn = 3\n",
          {"10:1: unknown key 'kn'; law 'hertz_mindlin' takes restitution, friction, rolling_friction"}},
         {"[[wall]]\nbox = { min = [0,0,0], max = [1,1,1], side = \"outsde\" }\n",
          {"8:46: unknown side 'outsde', did you mean 'outside'?"}},
         {"[[wall]]\nmaterial = \"glas\"\nbox = { min = [0,0,0], max = [1,1,1] }\n",
          {"8:12: unknown material 'glas', did you mean 'glass'?"}}});
  EXPECT_EQ(complaints_about(
                "[scene]\ndimension = 3\n[[stage]]\nduration = 1\n[[wall]]\nmaterial = \"glass\"\nbox = { "
                "min = [0,0,0], max = [1,1,1] }\n"),
            Lines{"6:12: unknown material 'glass'; the scene has no [material.NAME]"});
}

TEST(Complaints, an_unknown_law_hides_no_other_fault) {
  check(head_3d,
        {{"[contact.default]\nlaw = \"hertzmindlin\"\nrestitutoin = 0.5\nfriction = -1\nkn = \"3 s\"\n",
          {"8:7: unknown law 'hertzmindlin', did you mean 'hertz_mindlin'?",
           "9:1: unknown key 'restitutoin', did you mean 'restitution'?",
           "10:12: friction must not be negative, got -1",
           "11:6: kn: expected a stiffness, got '3 s'; write for example \"20 kN/m\""}},
         {"[contact.default]\nlaw = 3\ncolour = 1\nfriction = 0.5\n",
          {"8:7: law: expected text, got 3; write for example \"hertz_mindlin\"",
           "9:1: unknown key 'colour'; choose from law, restitution, friction, rolling_friction, kn, kt, "
           "gamma_n, gamma_t"}},
         {"[contact.default]\nfriction = -1\n",
          {"7:1: [contact.default] needs 'law', a name from `scree list laws`, as in law = "
           "\"hertz_mindlin\"",
           "8:12: friction must not be negative, got -1"}},
         {"[contact.default]\nlaww = \"hertz_mindlin\"\nrestitution = 2\n",
          {"8:1: unknown key 'laww', did you mean 'law'?",
           "9:15: restitution must be between 0 and 1, got 2"}}});
}

TEST(Complaints, leave_open_what_laws_disagree_on_while_the_law_is_unknown) {
  constexpr Parameter soft[] = {{"size", Kind::length, 1.0, 0, 1, ""},
                                {"share", Kind::number, 1.0, 0, 1, ""}};
  constexpr Parameter hard[] = {{"size", Kind::number, 1.0, 0, 1, ""},
                                {"share", Kind::number, 1.0, 0, 9, ""}};
  const Vocabulary words{{{"soft", soft}, {"hard", hard}}, {}, {}, {}};
  try {
    read_scene_text(std::string(head_3d) + "[contact.default]\nlaw = \"sof\"\nsize = \"1 s\"\nshare = 5\n",
                    "scene.toml", words);
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_STREQ(error.what(), "scene.toml:8:7: unknown law 'sof', did you mean 'soft'?");
  }
}

TEST(Complaints, pairs_of_materials) {
  constexpr std::string_view law = "law = \"hertz_mindlin\"\nrestitution = 1\n";
  const auto with_law = [&](std::string_view header) {
    return std::string(header) + "\n" + std::string(law);
  };
  EXPECT_EQ(complaints_about(std::string(head_3d) + with_law("[contact.glass-stel]")),
            Lines{"7:1: contact 'glass-stel' names the unknown material 'stel'; choose from glass"});
  EXPECT_EQ(
      complaints_about(std::string(head_3d) + with_law("[contact.glas-gass]")),
      Lines{
          "7:1: contact 'glas-gass' names the unknown material 'glas', did you mean 'glass'? and the unknown "
          "material 'gass', did you mean 'glass'?"});
  EXPECT_EQ(complaints_about(std::string(head_3d) + with_law("[contact.glass]")),
            Lines{"7:1: [contact.glass] names one material; write [contact.\"A-B\"] for a pair or "
                  "[contact.default] for "
                  "the rest"});
  EXPECT_EQ(complaints_about(std::string(head_3d) + "[material.tin]\ndensity = 1\n" +
                             with_law("[contact.tin-glass]") + with_law("[contact.glass-tin]")),
            Lines{"12:1: contact 'glass-tin' is given already, at scene.toml:9:1"});
  EXPECT_EQ(
      complaints_about(std::string(head_3d) + "[material.a]\ndensity = 1\n[material.a-a]\ndensity = 1\n" +
                       with_law("[contact.a-a-a]")),
      Lines{"11:1: contact 'a-a-a' can be read as 'a' with 'a-a' or as 'a-a' with 'a'; rename a material"});
}

TEST(Complaints, stay_on_one_line_whatever_names_are_like) {
  EXPECT_EQ(complaints_about(std::string(head_3d) + "[material.\"a\\nb\"]\n"),
            Lines{"7:1: [material.a?b] needs 'density', a density, as in density = \"2500 kg/m3\""});
  EXPECT_EQ(complaints_about(head_3d, {"run.\nskin=-1"}),
            Lines{"--set run.?skin: unknown key '?skin', did you mean 'skin'?"});
}

TEST(Complaints, names_that_are_used_twice) {
  constexpr std::string_view wall = "box = { min = [0,0,0], max = [1,1,1] }\n";
  check(head_3d, {{"[[stage]]\nname = \"a\"\nduration = 1\n[[stage]]\nname = \"a\"\nduration = 1\n",
                   {"11:8: another [[stage]] is called 'a' already"}},
                  {"[[stage]]\nname = \"stage 0\"\nduration = 1\n",
                   {"8:8: another [[stage]] is called 'stage 0' already"}}});
  EXPECT_EQ(complaints_about(std::string(head_3d) + "[[wall]]\nname = \"wall 1\"\n" + std::string(wall) +
                             "[[wall]]\n" + std::string(wall)),
            Lines{"10:1: another [[wall]] is called 'wall 1' already"});
}

TEST(Complaints, bodies_that_make_no_sense) {
  check(std::string(head_3d) + "[domain]\nmin = [-1, -1, -1]\n[[body]]\nshape = \"sphere\"\nradius = 1\n",
        {{"position = [0, 0, 0]\nfixed = true\nvelocity = [0, 0, 1]\nspin = [1, 0, 0]\n",
          {"14:12: a fixed body never moves: leave out 'velocity' or 'fixed'",
           "15:8: a fixed body never moves: leave out 'spin' or 'fixed'"}},
         {"position = [0, 0, 0]\n",
          {"9:1: [[body]] needs 'material', unless it is fixed, as in material = \"glass\""}},
         {"position = [0, 0, -2]\nmaterial = \"glass\"\n",
          {"12:12: position lies outside [domain]: the body would be removed at once"}},
         {"position = [0, 0, 0]\nmaterial = \"glass\"\ndiameter = 2\n",
          {"14:12: give either 'radius' or 'diameter', not both"}}});
}

TEST(Complaints, fills_that_make_no_sense) {
  check(
      std::string(head_3d) + "[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\n",
      {{"radius = 1\ncount = 1\nvolume_fraction = 0.5\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"12:19: give either 'count' or 'volume_fraction', not both"}},
       {"radius = 1\ncount = 0\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"11:9: count must be between 1 and 357913941, got 0"}},
       {"radius = 1\nvolume_fraction = 1\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"11:19: volume_fraction must be above 0 and below 1, got 1"}},
       {"radius = 1\ncount = 1\nregion = 3\n",
        {"12:10: region: expected a table, as in region = { box = { min = [0, 0, 0], max = [\"4 cm\", \"4 "
         "cm\", \"8 "
         "cm\"] } }, got 3"}},
       {"radius = 1\ncount = 1\nregion = { sphere = 3 }\n",
        {"12:10: region needs 'box', a table, as in box = { min = [0, 0, 0], max = [\"4 cm\", \"4 cm\", \"8 "
         "cm\"] }",
         "12:12: unknown key 'sphere'; region takes box"}},
       {"diameter = { uniform = [2, 1] }\ncount = 1\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"10:24: uniform: the smaller size comes first, as in uniform = [\"2 mm\", \"3 mm\"]"}},
       {"diameter = { uniform = [0, 1, 2] }\ncount = 1\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"10:24: uniform: expected [least, most], got an array"}},
       {"diameter = { uniform = [0, \"1 s\"] }\ncount = 1\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"10:25: uniform must be positive, got 0",
         "10:28: uniform: expected a length, got '1 s'; write for example \"2.3 mm\""}},
       {"diameter = { normal = [1, 2] }\ncount = 1\nregion.box = { min = [0,0,0], max = [1,1,1] }\n",
        {"10:23: normal: expected a table, as in normal = { mean = \"2 mm\", deviation = \"0.2 mm\" }, got "
         "an "
         "array"}},
       {"radius = 1\ncount = 1\nfixed = true\nvelocity = [1,0,0]\nregion.box = { min = [0,0,0], max = "
        "[4,4,4] }\n",
        {"13:12: 'velocity' does not go with bodies that never move"}},
       {"rows = \"0,0,0,1\"\ncount = 1\narrangement = \"random\"\n",
        {"11:9: 'count' does not go with bodies from a file, which says it all",
         "12:15: 'arrangement' does not go with bodies from a file, which says it all"}}});
}

TEST(Complaints, tables_written_in_the_wrong_way) {
  check(head_3d, {{"[wall]\nname = \"floor\"\n", {"7:1: 'wall' may come several times: write [[wall]]"}},
                  {"[[run]]\nskin = 1\n", {"7:1: 'run' must be a table: write [run] once"}},
                  {"[contact]\nlaw = \"hertz_mindlin\"\n",
                   {"8:1: 'law' stands outside of a contact: write [contact.\"A-B\"] before it"}},
                  {"[[contact]]\nlaw = \"hertz_mindlin\"\n",
                   {"7:1: 'contact' must be a table: write [contact.\"A-B\"]"}},
                  {"[material.\"\"]\ndensity = 1\n", {"7:1: a material's name has 1 to 100 characters"}}});
  EXPECT_EQ(complaints_about("wall = [3, {}]\nbody = []\n" + std::string(head_3d)),
            (Lines{"1:9: expected a [[wall]], got 3",
                   "1:12: [[wall]] needs 'plane', 'box', 'circle', 'cylinder', 'cone', 'mesh' or 'chain', as "
                   "in plane = { point = [0, 0, 0], normal = [0, 0, 1] }"}));
  EXPECT_EQ(complaints_about("scene = 3\n[[stage]]\nduration = 1\n"),
            Lines{"1:9: 'scene' must be a table: write [scene] once"});
  EXPECT_EQ(complaints_about("stage = []\nscene.dimension = 2\n"),
            Lines{"1:9: a scene needs a [[stage]], as in duration = \"0.5 s\""});
}

TEST(Complaints, come_in_the_order_of_the_file) {
  const Lines lines =
      complaints_about("[watch]\noverlap_warn = -1\n[run]\nskin = -1\n[scene]\ndimension = 7\n");
  EXPECT_EQ(lines,
            (Lines{"1:1: a scene needs a [[stage]], as in duration = \"0.5 s\"",
                   "2:16: overlap_warn must not be negative, got -1",
                   "4:8: skin must not be negative, got -1", "6:13: dimension must be 2 or 3, got 7"}));
}

TEST(Complaints, are_listed_up_to_fifty) {
  std::string text(head_3d);
  for (int k = 0; k < 62; ++k) text += "[[stage]]\nduration = 0\n";
  const Lines lines = complaints_about(text);
  ASSERT_EQ(lines.size(), 51u);
  EXPECT_EQ(lines.front(), "8:12: duration must be positive, got 0");
  EXPECT_EQ(lines[49], "106:12: duration must be positive, got 0");
  EXPECT_EQ(lines.back(), "... and 12 more");
}

TEST(Complaints, thousands_are_counted) {
  std::string text(head_3d);
  for (int k = 0; k < 5000; ++k)
    text += "[[wall]]\nmaterial = \"a\"\nbox = { min = [0,0,0], max = [1,1,1] }\n";
  EXPECT_EQ(complaints_about(text).back(), "... and 4950 more");
}

TEST(Complaints, the_error_says_it_all_in_one_text) {
  try {
    read("[scene]\ndimension = 3\ngravty = 1\n[[stage]]\nduration = \"1 m\"\n");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_STREQ(error.what(),
                 "scene.toml:3:1: unknown key 'gravty', did you mean 'gravity'?\n"
                 "scene.toml:5:12: duration: expected a time, got '1 m'; write for example \"10 ms\"");
    EXPECT_EQ(error.exit_code, ExitCode::bad_input);
  }
}

}  // namespace
}  // namespace scree::scene
