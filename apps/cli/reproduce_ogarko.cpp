// Ogarko and Luding 2012: how many levels a hierarchical grid should have (figure 4), and that it costs about
// as much for any sizes as for one (figure 5).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "contestants.h"
#include "reproduction.h"
#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "scree/scene/fill.h"
#include "scree/search/checked_items.h"
#include "scree/search/hierarchical_grid.h"
#include "scree/search/methods.h"
#include "scree/search/size_histogram.h"
#include "scree/sim/simulation.h"

namespace scree::cli {
namespace {

using search::Items;
using search::Sphere;
using Curve = decltype(Outcome::plot.curves)::value_type;

constexpr double pi = 3.141592653589793;
constexpr double fraction = 0.62;
constexpr int rounds = 3;

/// Radii from 1 to `ratio`.
struct Sizes {
  std::string name;
  std::string distribution;  // as a fill has it; {0} is the ratio
  double ratio;
  double (*mean_cube)(double ratio);  // of the radius
};
double of_one_size(double) { return 1; }
double of_uniform_size(double w) { return (w * w * w * w - 1) / (4 * (w - 1)); }
double of_uniform_volume(double w) { return 2 * w * w / (w + 1); }
double of_two_sizes(double w) { return 2 * w * w * w / (w * w * w + 1); }

Sizes one_size() { return {"one size", "1", 1, of_one_size}; }
Sizes uniform_size(double w) { return {"uniform size", "{{ uniform = [1, {0}] }}", w, of_uniform_size}; }
Sizes uniform_volume(double w) {
  return {"uniform volume", "{{ even_volume = [1, {0}] }}", w, of_uniform_volume};
}
Sizes two_sizes(double w) {
  return {"two sizes", "{{ two = {{ sizes = [1, {0}], volume_share = 0.5 }} }}", w, of_two_sizes};
}

double box_side(const Sizes& sizes, std::size_t count) {
  return std::cbrt(static_cast<double>(count) * 4 / 3 * pi * sizes.mean_cube(sizes.ratio) / fraction);
}
/// In a small box the largest are made smaller, so that several fit side by side.
Sizes fitted(Sizes sizes, std::size_t count) {
  while (sizes.ratio > 1.5 && 2 * sizes.ratio > 0.4 * box_side(sizes, count)) sizes.ratio *= 0.9;
  return sizes;
}

struct Packing {
  std::vector<Sphere<3>> spheres;
  double side = 0, reached = 0;  // volume fraction
  Items<3> items() const {
    const auto* const numbers = reinterpret_cast<const double*>(spheres.data());
    return Items<3>::spheres(spheres.size(), numbers, numbers + 3, 4);
  }
};

/// A cube of spheres that grew until they fill it, without walls, so that few of them pack as many do; stored
/// as a simulation stores them: by place.
Packing packing_of(const Sizes& sizes, std::size_t count) {
  Packing packing;
  packing.side = box_side(sizes, count);
  const std::string text = fmt::format(
      "[scene]\nname = \"packing\"\ndimension = 3\nseed = 1\n[domain]\nmin = [0, 0, 0]\nmax = [{2:.17g}, "
      "{2:.17g}, {2:.17g}]\n"
      "periodic = \"xyz\"\n[material.m]\ndensity = 1\n[contact.default]\n"
      "law = \"hooke_history\"\nkn = 1\nkt = 1\ngamma_n = 0\ngamma_t = 0\nfriction = 0\n[[fill]]\nshape = "
      "\"sphere\"\n"
      "material = \"m\"\narrangement = \"grow\"\nradius = {0}\ncount = {1}\nregion = {{ box = {{ min = [0, "
      "0, "
      "0], max = "
      "[{2:.17g}, {2:.17g}, {2:.17g}] }} }}\n[[stage]]\nduration = 1\n[run]\ntime_step = 0.01\n",
      fmt::format(fmt::runtime(sizes.distribution), sizes.ratio), count, packing.side);
  const scene::SceneDescription scene = scene::read_scene_text(text, sizes.name, sim::vocabulary());
  double volume = 0;
  for (const auto& body : scene::generate_fills<3>(scene, 1)) {
    packing.spheres.push_back({body.position, body.radius});
    volume += 4.0 / 3 * pi * body.radius * body.radius * body.radius;
  }
  packing.reached = volume / (packing.side * packing.side * packing.side);
  // A little bit larger, so that neighbours touch: they do not overlap when they have grown.
  for (Sphere<3>& sphere : packing.spheres) sphere.radius *= 1.01;
  const double cell = packing.side / std::ceil(std::cbrt(static_cast<double>(count) / 8));
  const auto cell_of = [&](const Sphere<3>& sphere) {
    std::array<int, 3> numbers{};
    for (std::size_t k = 0; k < 3; ++k)
      numbers[k] = static_cast<int>(sphere.centre[2 - static_cast<int>(k)] / cell);
    return numbers;
  };
  std::stable_sort(packing.spheres.begin(), packing.spheres.end(),
                   [&](const Sphere<3>& a, const Sphere<3>& b) { return cell_of(a) < cell_of(b); });
  return packing;
}

/// CPU seconds of one search, best of some.
double seconds_of(search::ContactSearch<3>& search, const Items<3>& items, std::size_t& pairs) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double begin = process_cpu_seconds();
    const std::size_t found = count_pairs<3>(search, items);
    best = std::min(best, process_cpu_seconds() - begin);
    if (pairs != 0 && found != pairs)
      throw RunError(
          fmt::format("the number of levels changed the number of pairs from {} to {}", pairs, found));
    pairs = found;
    if (best > 5) break;
  }
  return best;
}

Vec3 cube(double side) { return {side, side, side}; }

struct LevelSeries {
  std::vector<std::size_t> levels;
  std::vector<double> seconds, predicted;  // predicted up to a factor

  double least(const std::vector<double>& values) const {
    return *std::min_element(values.begin(), values.end());
  }
  std::size_t best(const std::vector<double>& values) const {
    return levels[static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin())];
  }
  double gain() const { return seconds.front() / least(seconds); }
  /// How far measured and predicted slowdown lie apart at most, as a factor.
  double worst_difference() const {
    double worst = 1;
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const double ratio = seconds[k] / least(seconds) / (predicted[k] / least(predicted));
      worst = std::max({worst, ratio, 1 / ratio});
    }
    return worst;
  }
};

}  // namespace

Outcome reproduce_ogarko_figure_4(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(125'001, 500);
  const std::array<std::size_t, 14> wanted{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 36, 50};
  Outcome outcome;
  outcome.columns = {"sizes", "levels", "m", "ms per search", "slowdown", "predicted by equation 7"};
  outcome.plot = {"Ogarko and Luding 2012, figure 4", "levels", "slowdown", {}};
  std::vector<LevelSeries> series;
  std::string reached;
  for (const Sizes& asked : {uniform_size(50), uniform_volume(50)}) {
    const Sizes sizes = fitted(asked, count);
    settings.progress(fmt::format("{} spheres, {}, ratio {:.3g}: growing", count, sizes.name, sizes.ratio));
    const Packing packing = packing_of(sizes, count);
    reached += fmt::format("{}{}: ratio {:.3g}, fraction {:.3f}", reached.empty() ? "" : "; ", sizes.name,
                           sizes.ratio, packing.reached);
    const Items<3> items = packing.items();
    const auto classes = search::size_histogram<3>(items, search::check_items(items).largest);
    LevelSeries one;
    std::size_t pairs = 0;
    std::vector<double> items_per_cell;
    for (const std::size_t levels : wanted) {
      const search::GridLevels chosen = search::levels_of_number<3>(classes, cube(packing.side), levels);
      if (chosen.cell_sizes.size() != levels) continue;  // not to be had with these sizes
      const auto grid = search::make_hierarchical_grid<3>({levels, {}});
      one.levels.push_back(levels);
      one.seconds.push_back(seconds_of(*grid, items, pairs));
      one.predicted.push_back(chosen.cost());
      items_per_cell.push_back(chosen.items_per_cell);
    }
    Curve measured{sizes.name, {}}, predicted{sizes.name + ", equation 7", {}};
    for (std::size_t k = 0; k < one.levels.size(); ++k) {
      const double slowdown = one.seconds[k] / one.least(one.seconds);
      const double expected = one.predicted[k] / one.least(one.predicted);
      outcome.rows.push_back({sizes.name, std::to_string(one.levels[k]),
                              fmt::format("{:.3g}", items_per_cell[k]),
                              fmt::format("{:.4g}", 1e3 * one.seconds[k]), fmt::format("{:.3g}", slowdown),
                              fmt::format("{:.3g}", expected)});
      measured.points.push_back({static_cast<double>(one.levels[k]), slowdown});
      predicted.points.push_back({static_cast<double>(one.levels[k]), expected});
    }
    outcome.plot.curves.push_back(measured);
    outcome.plot.curves.push_back(predicted);
    series.push_back(one);
  }
  outcome.setting = fmt::format(
      "{} spheres grown in a periodic cube (the paper: with walls) to a fraction of {} ({}), then made 1 % "
      "larger so that neighbours touch. "
      "CPU time of one "
      "search by hierarchical_grid with a given number of levels, best of {}; the paper prints the time of "
      "whole "
      "simulations, of which the search is a part, so its factors are smaller where the search is quick. "
      "Predicted: "
      "L (m + K), K = 0.3.",
      count, fraction, reached, rounds);
  const LevelSeries &size = series[0], &volume = series[1];
  outcome.claims = {
      {"uniform size: two levels are best, one takes about 30 % more",
       fmt::format("fastest with {}; one takes {:.0f} % more", size.best(size.seconds),
                   100 * (size.gain() - 1)),
       size.best(size.seconds) == 2 && size.gain() > 1.1 && size.gain() < 1.6},
      {"uniform volume: fastest with eight levels", fmt::format("with {}", volume.best(volume.seconds)),
       volume.best(volume.seconds) >= 7 && volume.best(volume.seconds) <= 9},
      {"uniform volume: the recipe says seven", fmt::format("ours says {}", volume.best(volume.predicted)),
       volume.best(volume.predicted) >= 6 && volume.best(volume.predicted) <= 8},
      {"uniform volume: 220 times as fast as one level (the linked cells)",
       fmt::format("{:.0f} times", volume.gain()), volume.gain() > 100},
      {"the prediction of equation 7 is in very good agreement",
       fmt::format("it is off by at most a factor of {:.2g} (uniform size) and {:.2g} (uniform volume)",
                   size.worst_difference(), volume.worst_difference()),
       size.worst_difference() < 1.5 && volume.worst_difference() < 1.5}};
  return outcome;
}

Outcome reproduce_ogarko_figure_5(const ReproductionSettings& settings) {
  const std::array<std::size_t, 5> counts{8'000, 16'000, 32'000, 64'000, 125'000};
  Outcome outcome;
  outcome.setting = fmt::format(
      "Spheres grown in a periodic cube (the paper: with walls) to a fraction of {}, then made 1 % larger so "
      "that neighbours touch. CPU time "
      "of one search "
      "by hierarchical_grid with the paper's recipe, over that of linked_cell for spheres of one size, best "
      "of {}. In small "
      "boxes the size ratio is reduced so that the largest fit (printed). The paper prints the time of whole "
      "simulations.",
      fraction, rounds);
  outcome.columns = {"sizes", "N", "ratio", "ns per sphere", "relative to one size", "pairs per sphere"};
  outcome.plot = {"Ogarko and Luding 2012, figure 5", "spheres", "time relative to one size", {}};
  const std::array<Sizes, 3> wanted{two_sizes(10), uniform_volume(10), uniform_volume(50)};
  std::vector<std::vector<double>> relative(wanted.size());
  std::vector<double> times;
  for (const Sizes& sizes : wanted)
    outcome.plot.curves.push_back({fmt::format("{}, ratio {:g}", sizes.name, sizes.ratio), {}});
  std::vector<Vec2> plain;
  for (const std::size_t full : counts) {
    const std::size_t count = settings.scaled(full, 400);
    settings.progress(fmt::format("{} spheres", count));
    const auto add_row = [&](const Sizes& sizes, double seconds, double alone, std::size_t pairs) {
      const auto n = static_cast<double>(count);
      outcome.rows.push_back({sizes.name, std::to_string(count), fmt::format("{:.3g}", sizes.ratio),
                              fmt::format("{:.4g}", 1e9 * seconds / n),
                              fmt::format("{:.3g}", seconds / alone),
                              fmt::format("{:.3g}", static_cast<double>(pairs) / n)});
    };
    const Packing equal = packing_of(one_size(), count);
    const auto cells = search::make_linked_cell<3>();
    std::size_t pairs = 0;
    const double alone = seconds_of(*cells, equal.items(), pairs);
    add_row(one_size(), alone, alone, pairs);
    plain.push_back({static_cast<double>(count), alone});
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const Sizes sizes = fitted(wanted[k], count);
      const Packing packing = packing_of(sizes, count);
      search::HierarchicalGridSettings grid_settings;
      if (sizes.mean_cube == of_two_sizes) grid_settings.levels = 2;
      const auto grid = search::make_hierarchical_grid<3>(grid_settings);
      pairs = 0;
      const double seconds = seconds_of(*grid, packing.items(), pairs);
      add_row(sizes, seconds, alone, pairs);
      relative[k].push_back(seconds / alone);
      outcome.plot.curves[k].points.push_back({static_cast<double>(count), seconds / alone});
    }
  }
  double spread = 0, most = 0;
  for (const auto& series : relative) {
    const auto [low, high] = std::minmax_element(series.begin(), series.end());
    spread = std::max(spread, 0.5 * (*high - *low) / (0.5 * (*high + *low)));
    most = std::max(most, *high);
  }
  const double slope = log_log_slope(plain);
  outcome.claims = {
      {"the linked cells of one size are linear in N", fmt::format("exponent {:.2f}", slope), slope < 1.1},
      {"the relative time does not depend on N, within 10 %", fmt::format("within {:.0f} %", 100 * spread),
       spread <= 0.1},
      {"at most 50 % more than for one size", fmt::format("at most {:.0f} % more", 100 * (most - 1)),
       most <= 1.5},
      {"the time falls as the size ratio grows (ratio 50 over ratio 10, uniform volume, largest N)",
       fmt::format("by a factor of {:.2f}", relative[2].back() / relative[1].back()),
       relative[2].back() < relative[1].back()}};
  return outcome;
}

}  // namespace scree::cli
