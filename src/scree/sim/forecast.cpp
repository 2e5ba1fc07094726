#include "scree/sim/forecast.h"

#include <algorithm>
#include <cmath>

namespace scree::sim {
namespace {
constexpr std::uint64_t most_timed_steps = 400;

/// Contacts per body of heaps and flows, and the time that one takes over that of a body that flies, list and
/// recording included. From beads.toml of the README and the scenes that `scree new` writes, 2 000 bodies or
/// so.
constexpr double usual_contacts = 2, cost_of_contact = 2.1;
/// The pace of fewer bodies says nothing about that of many; these take some 50 ns per step [s].
constexpr double fewest_timed_bodies = 50, usual_body_step = 5e-8;

/// `steps` in all, of which each gives one frame at most.
std::uint64_t count_frames(const std::optional<double>& interval, double end_time, std::uint64_t steps) {
  if (!interval) return end_time > 0 ? 2 : 1;
  const double whole = std::floor(end_time / *interval * (1 + 1e-12));
  if (!(whole < static_cast<double>(steps))) return steps + 1;
  const bool last_is_extra = whole * *interval < end_time * (1 - 1e-12);
  return static_cast<std::uint64_t>(whole) + (last_is_extra ? 2 : 1);
}

double bytes_of(const record::Frame& frame, double bodies) {
  double bytes = 0;
  for (const Column& column : frame.bodies)
    bytes += bodies * static_cast<double>(column.width * size_of(column.element));
  for (const Column& column : frame.walls) bytes += static_cast<double>(column.bytes.size());
  return bytes;
}

/// Seconds per step; the first steps also warm caches and allocate, so the slower half does not count.
double pace_of(std::vector<double> seconds) {
  if (seconds.empty()) return 0;
  std::sort(seconds.begin(), seconds.end());
  const std::size_t counted = (seconds.size() + 1) / 2;
  double sum = 0;
  for (std::size_t k = 0; k < counted; ++k) sum += seconds[k];
  return sum / static_cast<double>(counted);
}
/// Of all steps, from the pace of the first; `contacts` are those of one body by then.
double seconds_of_run(double pace, double bodies, double contacts, const SceneFacts& facts) {
  const double steps = static_cast<double>(facts.steps);
  if (bodies < fewest_timed_bodies)
    return pace * steps + usual_body_step * std::max(0.0, facts.body_steps - bodies * steps);
  const double most = facts.settles ? std::max(contacts, usual_contacts) : contacts;
  return pace / bodies * facts.body_steps * (1 + cost_of_contact * most) / (1 + cost_of_contact * contacts);
}
}  // namespace

Forecast forecast(Simulation& simulation, const RunPlan& plan, double budget) {
  Forecast forecast;
  forecast.facts = simulation.facts();
  forecast.time_step = simulation.time_step();
  forecast.end_time = simulation.end_time();
  forecast.frames = count_frames(plan.frame_interval, simulation.end_time(), forecast.facts.steps);
  const double bodies = static_cast<double>(simulation.counts().bodies);
  forecast.frame_bytes =
      bytes_of(simulation.frame(), bodies + static_cast<double>(forecast.facts.bodies_to_come));

  Watch watch(plan.watch, simulation);
  std::vector<double> seconds;
  try {
    watch.check_start();
    const double start = plan.wall_clock();
    double before = start;
    while (!simulation.finished() && seconds.size() < most_timed_steps && before - start < budget) {
      watch.check_step(simulation.advance());
      const double now = plan.wall_clock();
      seconds.push_back(now - before);
      before = now;
    }
  } catch (const RunStopped& stop) {
    forecast.refusal = stop.what();
  }
  forecast.warnings = watch.warnings();
  forecast.timed_steps = seconds.size();
  forecast.seconds_per_step = pace_of(std::move(seconds));
  const double contacts = bodies > 0 ? static_cast<double>(simulation.counts().contacts) / bodies : 0;
  forecast.seconds = seconds_of_run(forecast.seconds_per_step, bodies, contacts, forecast.facts);
  return forecast;
}

}  // namespace scree::sim
