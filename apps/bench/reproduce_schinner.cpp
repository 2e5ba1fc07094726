// Schinner 1999, section 3: the cost of sort and update follows the number of particles that changed
// position.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contestants.h"
#include "reproduction.h"
#include "scree/base/random.h"

namespace scree::cli {

Outcome reproduce_schinner_update(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(20'000, 500), steps = 20;
  const std::vector<std::string> methods{"sort_and_update", "dess2", "kd_tree_coherent", "hierarchical_grid"};
  Outcome outcome;
  outcome.setting = fmt::format(
      "{} discs with radii from 1 to 10, area fraction 0.5; in each of {} steps a share of them, drawn anew, "
      "moves by up to 1 % "
      "of a small radius. CPU time of one core. The paper prints no figures, only the claim.",
      count, steps);
  outcome.columns = {"share that moves"};
  outcome.plot = {"Schinner 1999, section 3", "discs that move", "ms per search", {}};
  for (const std::string& method : methods) {
    outcome.columns.push_back(method + " [ms]");
    outcome.plot.curves.push_back({method, {}});
  }

  std::uint64_t draw = 0;
  const auto number = [&] { return random_uniform(1, purpose("reproduce.schinner"), draw++); };
  std::vector<search::Sphere<2>> discs(count);
  double area = 0;
  for (auto& disc : discs) {
    disc.radius = 1 + 9 * number();
    area += 3.14159265358979 * disc.radius * disc.radius;
  }
  for (auto& disc : discs)
    for (int k = 0; k < 2; ++k) disc.centre[k] = std::sqrt(area / 0.5) * number();
  const auto* numbers = reinterpret_cast<const double*>(discs.data());
  const auto items = search::Items<2>::spheres(count, numbers, numbers + 2, 3);
  const auto reference = search::make<2>(*search::find_entry("linked_cell"));

  std::vector<std::vector<double>> seconds;
  for (const double share : {0.0, 0.001, 0.01, 0.1, 1.0}) {
    settings.progress(fmt::format("{:g} % of the discs move", 100 * share));
    std::vector<Contestant<2>> contestants;
    for (const std::string& method : methods) contestants.emplace_back(method, 1e9);
    for (std::size_t step = 0; step < steps + 2; ++step) {
      for (auto& disc : discs)
        if (number() < share)
          for (int k = 0; k < 2; ++k) disc.centre[k] += 0.02 * (number() - 0.5);
      const std::size_t pairs = count_pairs<2>(*reference, items);
      for (Contestant<2>& contestant : contestants) {
        if (step == 2) contestant.forget_times();  // the first steps build what is kept
        contestant.search(items, pairs);
      }
    }
    std::vector<std::string> row{fmt::format("{:g} %", 100 * share)};
    seconds.emplace_back();
    for (std::size_t k = 0; k < methods.size(); ++k) {
      seconds.back().push_back(contestants[k].mean_seconds());
      row.push_back(fmt::format("{:.4g}", 1e3 * seconds.back()[k]));
      outcome.plot.curves[k].points.push_back(
          {std::max(1.0, share * static_cast<double>(count)), 1e3 * seconds.back()[k]});
    }
    outcome.rows.push_back(row);
  }
  const double at_rest = seconds.front()[0], all_moving = seconds.back()[0];
  const double of_full = at_rest / seconds.front()[3], of_moving = at_rest / all_moving;
  outcome.claims.push_back(judged(
      "the cost is of the order of the number of particles that have changed position",
      fmt::format("all moving costs {:.1f} times as much as 1 % moving; the rest is reading the items and "
                  "reporting the pairs",
                  all_moving / seconds[2][0]),
      "all moving over 1 % moving", all_moving / seconds[2][0], {10}));
  const Range least_full{0, 0.25}, least_moving{0, 0.1};
  outcome.claims.push_back(
      {"for static configurations it goes to zero",
       fmt::format(
           "at rest it takes {:.2g} of what a full search (hierarchical_grid) does, and {:.2g} of what "
           "it takes when everything moves",
           of_full, of_moving),
       fmt::format("the first is {} and the second {}", least_full.text(), least_moving.text()),
       least_full.holds(of_full) && least_moving.holds(of_moving)});
  return outcome;
}

}  // namespace scree::cli
