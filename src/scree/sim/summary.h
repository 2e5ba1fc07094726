// What is left to say when a run ends: the figures of summary.json and of the last lines on the screen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scree/sim/simulation.h"
#include "scree/sim/watch.h"

namespace scree::sim {

enum class Outcome {
  finished,     ///< the last stage is over
  until,        ///< reached the time that was asked for; can be resumed
  interrupted,  ///< it was asked to stop; can be resumed
  stopped,      ///< by the watch
};
std::string_view name_of(Outcome outcome);

struct Summary {
  Outcome outcome = Outcome::finished;
  std::string reason;  ///< why the watch stopped the run
  std::string version;
  std::string scene;
  std::string state_hash;  ///< empty when the state is not one of finite numbers
  std::uint64_t steps = 0;
  double time = 0, end_time = 0, time_step = 0;  ///< [s]
  std::uint64_t bodies = 0, removed = 0, contacts = 0, asleep = 0;
  Energies energy;
  FlowBalance flow;
  Balance momentum;            ///< [kg m/s]
  Balance angular_momentum;    ///< [kg m2/s]
  double largest_overlap = 0;  ///< over the smaller radius, of all steps
  std::string search, search_choice, integrator, stepper, cpu_target;
  int threads = 1;
  std::uint64_t seed = 0;
  double wall_seconds = 0;
  double particle_steps_per_second = 0;
  std::vector<Warning> warnings;
};

/// What the simulation itself knows; the runner adds the rest.
Summary summary_of(Simulation& simulation);

/// The text of summary.json. Keys are stable: scripts rely on them.
std::string to_json(const Summary& summary);

/// A summary that was read from a run, which may be a stranger's: "null" for an empty one; throws RunError
/// unless every value is of the kind that scree writes. Numbers that are none are left out.
std::string checked_summary(const std::string& json);

/// The version of scree that this is.
std::string_view version();

}  // namespace scree::sim
