#include "scree/sim/clock.h"

#include "scree/sim/checkpoint_numbers.h"

namespace scree::sim {

void Clock::save(Id next_id, double dt, std::vector<Column>& columns) const {
  const std::uint64_t counts[] = {step, stage, step_of_stage, next_id};
  const double times[] = {stage_start, dt};
  columns.push_back(Column::copy_of<std::uint64_t>("clock", counts));
  columns.push_back(Column::copy_of<double>("clock_times", times));
}

Clock::Saved Clock::load(std::span<const Column> columns) {
  const auto counts = numbers<std::uint64_t>(columns, "clock", 4);
  const auto times = numbers<double>(columns, "clock_times", 2);
  return {{counts[0], counts[1], counts[2], times[0]}, static_cast<Id>(counts[3]), times[1]};
}

}  // namespace scree::sim
