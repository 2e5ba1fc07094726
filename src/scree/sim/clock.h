// Where a run is. Time is stage start + n dt with an integer n, never accumulated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/column.h"
#include "scree/base/ids.h"
#include "scree/sim/hash_bytes.h"

namespace scree::sim {

struct Clock {
  std::uint64_t step = 0;  // since the start
  std::uint64_t stage = 0;
  std::uint64_t step_of_stage = 0;
  double stage_start = 0;  // [s]

  /// [s] after so many steps of dt [s] in the present stage.
  double time_at(std::uint64_t steps, double dt) const {
    return stage_start + static_cast<double>(steps) * dt;
  }
  double time(double dt) const { return time_at(step_of_stage, dt); }
  void count_steps(std::uint64_t steps) {
    step += steps;
    step_of_stage += steps;
  }
  /// `dt` [s] is that of the stage that ends.
  void enter_next_stage(double dt) {
    stage_start = time(dt);
    step_of_stage = 0;
    ++stage;
  }

  /// With the clock go the next id and the time step [s], which checkpoints keep in the same columns.
  struct Saved;
  void save(Id next_id, double dt, std::vector<Column>& columns) const;
  static Saved load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const { bytes.add(step).add(stage).add(step_of_stage).add(stage_start); }
};

struct Clock::Saved {
  Clock clock;
  Id next_id = 0;
  double dt = 0;  // [s]
};

}  // namespace scree::sim
