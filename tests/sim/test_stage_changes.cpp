// What stages do to laws and walls while bodies touch: motion follows, and the books stay closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/sim/simulation.h"

namespace scree::sim {
namespace {

std::unique_ptr<Simulation> build_text(const std::string& text, const BuildOptions& options = {}) {
  return build(scene::read_scene_text(text, "test.toml", vocabulary()), options);
}

void run_to_end(Simulation& simulation) {
  while (!simulation.finished()) {
    ASSERT_FALSE(simulation.advance().stopped) << simulation.faults().stop_reason;
  }
}

double relative_residual(Simulation& simulation) {
  const Energies energies = simulation.energies();
  return std::abs(energies.residual()) / energies.scale();
}

/// A disc that slides along a floor; `law` holds further lines of its contact.
std::string slider(const std::string& law, const std::string& stages) {
  return R"([scene]
dimension = 2
gravity = [0, -10]
[material.glass]
density = 2500
young = "1 MPa"
poisson = 0.3
[contact.default]
)" + law +
         R"(
[[wall]]
name = "floor"
plane = { point = [0, 0], normal = [0, 1] }
[[body]]
name = "disc"
shape = "disc"
radius = "1 cm"
material = "glass"
position = [0, "1 cm"]
velocity = [1, 0]
[[measure]]
name = "disc"
kind = "bodies"
bodies = "disc"
interval = 0.01
)" + stages;
}
const std::string hooke = "law = \"hooke\"\nrestitution = 0.3\ncollision_time = \"2 ms\"\n";

double value(const record::Sample& sample, const std::string& column) {
  for (std::size_t k = 0; k < sample.columns.size(); ++k)
    if (sample.columns[k] == column) return sample.values[k];
  ADD_FAILURE() << "no column " << column;
  return 0;
}

TEST(StageChanges, friction_begins_when_the_stage_says_so) {
  const auto simulation = build_text(slider(hooke + "friction = 0\n", R"(
[[stage]]
duration = 0.1
[[stage]]
duration = 0.1
contact.default = { friction = 0.2 }
)"));
  run_to_end(*simulation);
  // It slides freely, then slows down by friction for 0.1 s and does not roll yet (that takes 1/(3 mu g) =
  // 0.167 s).
  EXPECT_NEAR(value(simulation->readings().sample(0), "velocity_x"), 1 - 0.2 * 10 * 0.1, 0.01);
  EXPECT_LT(relative_residual(*simulation), 1e-3);
}

TEST(StageChanges, laws_stay_changed_until_another_stage_changes_them) {
  const auto simulation = build_text(slider(hooke + "friction = 0\n", R"(
[[stage]]
duration = 0.05
contact.default = { friction = 0.2 }
[[stage]]
duration = 0.05
[[stage]]
duration = 0.05
contact.default = { friction = 0 }
)"));
  run_to_end(*simulation);
  EXPECT_NEAR(value(simulation->readings().sample(0), "velocity_x"), 1 - 0.2 * 10 * 0.1, 0.01);
}

TEST(StageChanges, a_stiffer_material_takes_shorter_steps_and_its_energy_is_booked) {
  const auto simulation = build_text(slider("law = \"hertz_mindlin\"\nrestitution = 0.3\n", R"(
[[stage]]
duration = 0.2
[[stage]]
duration = 0.2
material.glass = { young = "100 MPa" }
)"));
  const double first = simulation->time_step().chosen;
  run_to_end(*simulation);
  EXPECT_LT(simulation->time_step().chosen, 0.5 * first);
  EXPECT_LT(relative_residual(*simulation), 2e-3);
}

TEST(StageChanges, resume_with_the_laws_of_their_stage) {
  const std::string scene = slider(hooke + "friction = 0.1\n", R"(
[[stage]]
duration = 0.05
[[stage]]
duration = 0.05
contact.default = { friction = 0.4, restitution = 0.8 }
)");
  const auto whole = build_text(scene);
  std::optional<record::Checkpoint> checkpoint;
  while (!whole->finished()) {
    whole->advance();
    if (!checkpoint && whole->time() > 0.07) checkpoint = whole->checkpoint();
  }
  const auto resumed = build_text(scene);
  resumed->restore(*checkpoint);
  run_to_end(*resumed);
  EXPECT_EQ(resumed->state_hash(), whole->state_hash());
}

TEST(StageChanges, refuse_what_is_not_there) {
  const auto refusal = [](const std::string& change) -> std::string {
    try {
      build_text(slider(hooke, "[[stage]]\nduration = 1\n" + change));
      return "";
    } catch (const SceneError& error) {
      return error.what();
    }
  };
  EXPECT_NE(refusal("contact.default = { frction = 1 }").find("did you mean 'friction'"), std::string::npos);
  EXPECT_NE(refusal("contact.\"glass-glass\" = { friction = 1 }").find("to change"), std::string::npos);
  EXPECT_NE(refusal("contact.default = { law = \"hertz\" }").find("not the law itself"), std::string::npos);
  EXPECT_NE(refusal("contact = 1").find("expected a table"), std::string::npos);
  EXPECT_NE(refusal("material.gloss = { young = 1 }").find("did you mean 'glass'"), std::string::npos);
  EXPECT_NE(refusal("material.glass = { density = 1 }").find("density"), std::string::npos);
}

TEST(StageChanges, rolling_friction_begins_in_a_stage_and_ends_in_another) {
  const std::string stages = R"(
[[stage]]
duration = 0.2
[[stage]]
duration = 0.1
contact.default = { rolling_friction = 0.05 }
[[stage]]
duration = 0.1
contact.default = { rolling_friction = 0 }
)";
  for (const std::string& law :
       {hooke + "friction = 0.8\n",
        std::string("law = \"hertz_mindlin\"\nrestitution = 0.3\nfriction = 0.8\n")}) {
    const auto simulation = build_text(slider(law, stages));
    double times[4] = {0, 0.2, 0.3, 0.4}, velocity[4] = {};
    for (int k = 0; k < 4; ++k) {
      while (!simulation->finished() && simulation->time() < times[k] - 1e-9) simulation->advance();
      velocity[k] = value(simulation->readings().sample(0), "velocity_x");
    }
    EXPECT_NEAR(velocity[1], 2.0 / 3.0, 0.02) << "it rolls freely";
    // A rolling disc is slowed down by 2/3 mu_r g.
    EXPECT_NEAR(velocity[2], velocity[1] - 2.0 / 3.0 * 0.05 * 10 * 0.1, 0.005);
    EXPECT_NEAR(velocity[3], velocity[2], 0.003);
    EXPECT_LT(relative_residual(*simulation), 2e-3);

    const auto whole = build_text(slider(law, stages)), half = build_text(slider(law, stages)),
               resumed = build_text(slider(law, stages));
    run_to_end(*whole);
    while (half->time() < 0.15) half->advance();
    resumed->restore(half->checkpoint());
    run_to_end(*resumed);
    EXPECT_EQ(resumed->state_hash(), whole->state_hash());
  }
}

/// Discs on a floor; a second wall, higher by a tenth of a radius, comes while they rest.
TEST(StageChanges, a_wall_that_comes_while_bodies_are_inside_it_is_booked) {
  const auto simulation = build_text(slider(hooke, R"(
[[wall]]
name = "step"
plane = { point = [0, "1 mm"], normal = [0, 1] }
[[stage]]
duration = 0.1
[[stage]]
duration = 0.2
add = "step"
)"));
  run_to_end(*simulation);
  EXPECT_LT(relative_residual(*simulation), 1e-3);
  EXPECT_GT(value(simulation->readings().sample(0), "position_y"), 0.0105);
}

// Issue 21, section 1, point 8.
TEST(StageChanges, a_wall_that_a_later_stage_adds_begins_where_the_scene_puts_it) {
  for (const std::string motion :
       {"translate = { velocity = [0, -1] }", "rotate = { rate = \"1 rad/s\", point = [0, 0] }",
        "oscillate = { direction = [0, 1], amplitude = \"1 cm\", frequency = \"3 Hz\" }",
        "servo = { direction = [0, -1], force = \"1 N\", max_speed = \"1 m/s\" }"}) {
    const auto simulation = build_text(slider(hooke, R"(
[[wall]]
name = "piston"
plane = { point = [0, "10 cm"], normal = [0, -1] }
motion = { )" + motion + R"( }
[[stage]]
name = "settle"
duration = 0.08
[[stage]]
name = "press"
duration = 0.01
add = "piston"
[[stage]]
name = "away"
duration = 0.01
remove = "piston"
[[stage]]
name = "again"
duration = 0.01
add = "piston"
)"));
    const auto way_of_piston = [&] {
      const record::Frame frame = simulation->frame();
      const Column& offset = *std::find_if(frame.walls.begin(), frame.walls.end(),
                                           [](const Column& column) { return column.name == "offset"; });
      return std::hypot(offset.values<double>()[2], offset.values<double>()[3]);
    };
    for (const double begun : {0.08, 0.1}) {
      while (simulation->time() < begun * (1 - 1e-9)) simulation->advance();
      EXPECT_LT(way_of_piston(), 1e-12) << motion << " at " << begun;
    }
    run_to_end(*simulation);
    EXPECT_LT(way_of_piston(), 0.0101) << motion;
    EXPECT_LT(relative_residual(*simulation), 1e-3) << motion;
  }
}

TEST(StageChanges, a_wall_that_is_there_from_the_first_stage_on_is_no_news) {
  const std::string head = slider(hooke, R"(
[[wall]]
name = "step"
plane = { point = [0, "1 mm"], normal = [0, 1] }
)");
  const auto added = build_text(head + "[[stage]]\nduration = 0.05\nadd = \"step\"\n");
  const auto plain = build_text(head + "[[stage]]\nduration = 0.05\n");
  run_to_end(*added);
  run_to_end(*plain);
  EXPECT_EQ(added->state_hash(), plain->state_hash());
  EXPECT_LT(relative_residual(*added), 1e-3);
}

TEST(StageChanges, a_wall_that_comes_leaves_the_contacts_of_others_alone) {
  const std::string stages = "[[stage]]\nduration = 0.05\n[[stage]]\nduration = 0.05\n";
  const std::string wall = "[[wall]]\nname = \"far\"\nplane = { point = [0, -100], normal = [0, 1] }\n";
  for (const std::string& law :
       {hooke + "friction = 0.1\n",
        std::string("law = \"hooke_history\"\nkn = 1e4\ngamma_n = 100\nfriction = 0.1\n"),
        std::string("law = \"hertz_mindlin\"\nrestitution = 0.3\nfriction = 0.1\n")}) {
    const std::string run = "[run]\ntime_step = 2e-5\n";  // where bodies may fall has a say in it
    const auto plain = build_text(slider(law, run + stages));
    const auto added = build_text(slider(law, run + wall + stages + "add = \"far\"\n"));
    run_to_end(*plain);
    run_to_end(*added);
    for (const char* const column : {"position_x", "position_y", "velocity_x", "velocity_y", "spin"})
      EXPECT_EQ(value(added->readings().sample(0), column), value(plain->readings().sample(0), column))
          << column << " by " << law;
    EXPECT_EQ(added->energies().added, 0) << law;
  }
}

/// A piston hits twenty discs, and a sink takes each away in the midst of the collision: half a step of the
/// force at its largest, which the piston would do work with, is some percents of all energy.
TEST(StageChanges, bodies_taken_from_a_moving_wall_leave_closed_books) {
  std::string bodies;
  for (int k = 0; k < 20; ++k)
    bodies += "[[body]]\nshape = \"disc\"\nradius = \"1 cm\"\nmaterial = \"glass\"\nposition = [" +
              std::to_string(0.03 * k) + ", " + std::to_string(0.0105 + 1e-5 * k) + "]\n";
  const auto simulation = build_text(R"([scene]
dimension = 2
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.9
collision_time = "2 ms"
[[wall]]
name = "piston"
plane = { point = [0, 0], normal = [0, 1] }
motion = { translate = { velocity = [0, 1] } }
[[sink]]
box = { min = [-1, 0.011], max = [1, 1] }
[[stage]]
duration = 0.01
)" + bodies);
  run_to_end(*simulation);
  EXPECT_EQ(simulation->counts().bodies, 0u);
  EXPECT_LT(relative_residual(*simulation), 3e-3);
}

}  // namespace
}  // namespace scree::sim
