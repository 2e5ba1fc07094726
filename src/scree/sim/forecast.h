// What a run would be like, before it is run: takes a simulation that was just built, gives figures for
// `scree check`.
#pragma once

#include <cstdint>

#include "scree/sim/runner.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

struct Forecast {
  SceneFacts facts;
  TimeStepAdvice time_step;
  double end_time = 0;       ///< [s]
  std::uint64_t frames = 0;  ///< the first and the last state included
  double frame_bytes = 0;    ///< of one frame when all bodies are there, before compression
  std::uint64_t timed_steps =
      0;  ///< the estimate comes from these first steps; none if the run would be refused
  double seconds_per_step = 0;  ///< wall clock, of the faster half of them
  double seconds = 0;           ///< wall clock of the whole run, with all who come, most of them in a heap
  std::string refusal;          ///< why the run would stop before or during these steps; empty: it would not
  std::vector<Warning> warnings;  ///< that the run would begin with
};

/// Takes a few steps, for at most about `budget` seconds of wall clock: the simulation is not at its start
/// afterwards.
Forecast forecast(Simulation& simulation, const RunPlan& plan, double budget);

}  // namespace scree::sim
