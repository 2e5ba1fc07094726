// Schinner 1999, sections 4 and 5: the distance of polygons in constant time, and threads.
#include <fmt/format.h>

#include <algorithm>

#include "bench/polygon_bench.h"
#include "reproduction.h"
#include "scree/base/parallel.h"

namespace scree::cli {

Outcome reproduce_schinner_figure_11(const ReproductionSettings& settings) {
  Outcome outcome;
  outcome.setting =
      "Two stones of equal size circle around each other and turn, about a thousandth of a radian per call, "
      "5 "
      "% of a radius apart; time "
      "of one call to the tracked closest features, on one core. The paper used a Sun with a 200 MHz Ultra2, "
      "and prints its "
      "figure 11 as a plot without numbers: a curve that rises slightly, because the closest features change "
      "more often.";
  outcome.columns = {"corners", "coherent motion [ns]", "unrelated poses [ns]",
                     "overlap in coherent motion [ns]"};
  outcome.plot = {"Schinner 1999, figure 11", "corners", "ns per call", {}};
  for (const char* const name : {"distance, coherent", "distance, unrelated poses", "overlap, coherent"})
    outcome.plot.curves.push_back({name, {}});
  double at_four = 0, at_most_corners = 0;
  std::size_t most_corners = 0;
  for (const std::size_t corners : {3u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u}) {
    if (corners > settings.scaled(512, 8)) break;
    settings.progress(fmt::format("{} corners", corners));
    const double times[] = {bench::time_polygon_distance(corners, true),
                            bench::time_polygon_distance(corners, false),
                            bench::time_polygon_overlap(corners, true)};
    std::vector<std::string> row{std::to_string(corners)};
    for (std::size_t k = 0; k < 3; ++k) {
      row.push_back(fmt::format("{:.1f}", times[k]));
      outcome.plot.curves[k].points.push_back({static_cast<double>(corners), times[k]});
    }
    outcome.rows.push_back(row);
    if (corners == 4) at_four = times[0];
    if (corners <= 256) {
      at_most_corners = times[0];
      most_corners = corners;
    }
  }
  const double growth = at_most_corners / at_four;
  const std::string figure = fmt::format("{} corners over 4", most_corners);
  outcome.claims.push_back(
      judged("the distance takes constant time, whatever the number of corners",
             fmt::format("with {} corners it takes {:.2f} times as long as with 4", most_corners, growth),
             figure, growth, {0, 1.6}));
  outcome.claims.push_back(judged(
      "it rises slightly with more corners (figure 11)",
      fmt::format("{:.1f} ns with 4 corners, {:.1f} ns with {}", at_four, at_most_corners, most_corners),
      figure, growth, {1.02, 1.6}));
  return outcome;
}

Outcome reproduce_schinner_threads(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(50'000, 500);
  Outcome outcome;
  outcome.setting = fmt::format(
      "{} stones of 32 corners fall into a container; time of steps after 0.2 s, when they have the contacts "
      "that the table says, by the clock of one thread's processor and by that of the wall for several. "
      "Where "
      "other programs run beside, fewer processors are at work than threads, which the figures say.",
      count);
  outcome.columns = {"threads",
                     "million body-steps per second",
                     "over one thread",
                     "paper",
                     "processors at work",
                     "processor time over one thread's",
                     "contacts per body"};
  outcome.plot = {"Schinner 1999, section 5", "threads", "speed over one thread", {}};
  outcome.plot.curves.push_back({"scree", {}});
  const bench::PolygonWorld world = bench::polygon_worlds(count).back();
  double alone = 0, last = 0, alone_cost = 0;
  for (int thread_count = 1; thread_count <= std::max(2, threads()); thread_count *= 2) {
    settings.progress(fmt::format("{} threads", thread_count));
    const bench::WorldFigures figures = bench::time_polygon_world(world, thread_count);
    last = figures.body_steps_per_second;
    const double cost = 1 / figures.simulated_per_cpu_second;
    if (thread_count == 1) {
      alone = last;
      alone_cost = cost;
    }
    outcome.rows.push_back(
        {std::to_string(thread_count), fmt::format("{:.3f}", 1e-6 * last),
         fmt::format("{:.2f}", last / alone), thread_count == 2 ? "1.90 to 1.95" : "",
         fmt::format("{:.2f}", figures.processors), fmt::format("{:.2f}", cost / alone_cost),
         fmt::format("{:.2f}", static_cast<double>(figures.contacts) / static_cast<double>(count))});
    outcome.plot.curves[0].points.push_back({static_cast<double>(thread_count), last / alone});
    if (thread_count == 2)
      outcome.claims.push_back(judged(
          "two processors are 1.9 to 1.95 times as fast as one",
          fmt::format("{:.2f} times, with {:.2f} processors at work", last / alone, figures.processors),
          "the ratio", last / alone, {1.9}));
  }
  return outcome;
}

}  // namespace scree::cli
