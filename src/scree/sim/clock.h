// Where a run is. Time is the start of the present count plus n dt with an integer n, never accumulated: a
// new stage begins a new count, and so does a new time step within a stage.
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
  std::uint64_t step_of_count = 0;
  double count_start = 0;   // [s]
  double before_count = 0;  // [s] of the stage that had passed when the count began
  double asked_dt = 0;      // [s] by an edit; 0: that of the stage's plan

  /// [s] after so many steps of dt [s] in the present count.
  double time_at(std::uint64_t steps, double dt) const {
    return count_start + static_cast<double>(steps) * dt;
  }
  double time(double dt) const { return time_at(step_of_count, dt); }
  double stage_start() const { return count_start - before_count; }
  /// [s] since the stage began.
  double stage_time(double dt) const { return before_count + static_cast<double>(step_of_count) * dt; }
  void count_steps(std::uint64_t steps) {
    step += steps;
    step_of_count += steps;
  }
  /// `dt` [s] is that of the stage that ends.
  void enter_next_stage(double dt) {
    begin_count(dt);
    before_count = 0;
    ++stage;
  }
  /// From now on steps are `asked` [s] long; so far they were `dt` [s].
  void ask_for_time_step(double dt, double asked) {
    begin_count(dt);
    asked_dt = asked;
  }

  /// With the clock go the next id and the time step [s], which checkpoints keep in the same columns.
  struct Saved;
  void save(Id next_id, double dt, std::vector<Column>& columns) const;
  static Saved load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const {
    bytes.add(step).add(stage).add(step_of_count).add(count_start);
    if (is_edited()) bytes.add(before_count).add(asked_dt);
  }

 private:
  bool is_edited() const { return before_count != 0 || asked_dt != 0; }
  void begin_count(double dt) {
    const double passed = stage_time(dt);
    count_start = time(dt);
    before_count = passed;
    step_of_count = 0;
  }
};

struct Clock::Saved {
  Clock clock;
  Id next_id = 0;
  double dt = 0;  // [s]
};

}  // namespace scree::sim
