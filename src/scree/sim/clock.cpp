#include "scree/sim/clock.h"

#include <algorithm>

#include "scree/sim/checkpoint_numbers.h"

namespace scree::sim {
namespace {
constexpr const char* edited = "clock_edited";  // only after an edit of the time step
}

void Clock::save(Id next_id, double dt, std::vector<Column>& columns) const {
  const std::uint64_t counts[] = {step, stage, step_of_count, next_id};
  const double times[] = {count_start, dt};
  columns.push_back(Column::copy_of<std::uint64_t>("clock", counts));
  columns.push_back(Column::copy_of<double>("clock_times", times));
  const double more[] = {before_count, asked_dt};
  if (is_edited()) columns.push_back(Column::copy_of<double>(edited, more));
}

Clock::Saved Clock::load(std::span<const Column> columns) {
  const auto counts = numbers<std::uint64_t>(columns, "clock", 4);
  const auto times = numbers<double>(columns, "clock_times", 2);
  Saved saved;
  saved.clock.step = counts[0];
  saved.clock.stage = counts[1];
  saved.clock.step_of_count = counts[2];
  saved.clock.count_start = times[0];
  saved.next_id = static_cast<Id>(counts[3]);
  saved.dt = times[1];
  if (has_column(columns, edited)) {
    const auto more = numbers<double>(columns, edited, 2);
    saved.clock.before_count = more[0];
    saved.clock.asked_dt = more[1];
  }
  return saved;
}

}  // namespace scree::sim
