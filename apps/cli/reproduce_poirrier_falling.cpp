// Poirrier 2009, tables 2 and 3: spheres that fall and are packed more and more, by several methods.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "bench/peer_run.h"
#include "contestants.h"
#include "random_spheres.h"
#include "reproduction.h"
#include "scree/search/collect.h"

namespace scree::cli {
namespace {

using search::Items;
using search::Sphere;
using Curve = decltype(Outcome::plot.curves)::value_type;

/// Spheres that fall on a floor and are pushed apart pair by pair, as the paper has it: not physics, but
/// packed more and more and coherent in time.
class FallingSpheres {
 public:
  explicit FallingSpheres(std::size_t count)
      : spheres_(random_spheres(count, 0.1, 2)),
        guide_(search::make<3>(*search::find_entry("linked_cell"))) {}

  Items<3> items() const { return view(spheres_); }
  void step() {
    speed_ += 0.02;
    for (Sphere<3>& sphere : spheres_) sphere.centre[2] = std::max(0.0, sphere.centre[2] - speed_);
    for (const auto& [a, b] : pairs()) {
      const Vec3 apart = spheres_[b].centre - spheres_[a].centre;
      const double distance = norm(apart);
      if (!(distance > 0)) continue;
      const Vec3 push = (0.5 * (2 - distance) / distance) * apart;
      spheres_[a].centre -= push;
      spheres_[b].centre += push;
    }
  }
  std::vector<search::Pair> pairs() {
    guide_->prepare(items());
    return search::collect_sorted(*guide_);
  }

 private:
  std::vector<Sphere<3>> spheres_;
  std::unique_ptr<search::ContactSearch<3>> guide_;
  double speed_ = 0;
};

constexpr std::array<std::size_t, 5> counts{50'000, 100'000, 500'000, 1'000'000, 5'000'000};
constexpr double patience = 1;  // [s] beyond which one search stands for all of a window
constexpr int steps_per_window = 11;

struct Method {
  std::string name;
  bool is_quadratic = false;
  std::array<double, 5> milliseconds{};  // printed; 0: none
  std::array<double, 5> megabytes{};
};
const std::string delaunay = "delaunay";

/// One method over one window of steps.
class Race {
 public:
  explicit Race(const Method& method) {
    if (method.name == delaunay) {
      if (const auto program = bench::find_peer_program()) peer_.emplace(*program, delaunay);
    } else {
      contestant_.emplace(method.name, patience);
    }
  }
  bool is_there() const { return contestant_ || peer_; }
  void search(const Items<3>& items, std::size_t pairs) {
    if (contestant_) {
      contestant_->search(items, pairs);
    } else if (peer_ && (searches_ == 0 || sum_ / searches_ < patience)) {
      spheres_.resize(items.count());
      for (std::size_t item = 0; item < items.count(); ++item) {
        const Vec3 centre = items.centre(item);
        spheres_[item] = {{centre[0], centre[1], centre[2]}, items.radius(item)};
      }
      const bench::PeerAnswer answer = peer_->search(spheres_, 3, false, nullptr);
      sum_ += answer.build + answer.query;
      ++searches_;
      bytes_ = answer.bytes;
      missed_ = 1 - static_cast<double>(answer.pairs) / static_cast<double>(std::max<std::size_t>(pairs, 1));
    }
  }
  /// What was kept from before the window does not count.
  void forget_times() {
    if (contestant_ && contestant_->mean_seconds() < patience) contestant_->forget_times();
    if (peer_ && searches_ > 0 && sum_ / searches_ < patience) sum_ = searches_ = 0;
  }
  double mean_seconds() const {
    return contestant_ ? contestant_->mean_seconds() : searches_ > 0 ? sum_ / searches_ : 0;
  }
  std::size_t bytes() const { return contestant_ ? contestant_->bytes() : bytes_; }
  double missed() const { return missed_; }

 private:
  std::optional<Contestant<3>> contestant_;
  std::optional<bench::PeerProcess> peer_;
  std::vector<bench::PeerSphere> spheres_;
  double sum_ = 0, searches_ = 0, missed_ = 0;
  std::size_t bytes_ = 0;
};

struct Measured {
  std::size_t count = 0, pairs = 0;
  double seconds = 0;  // 0: not run
  double bytes = 0, missed = 0;
  bool is_missing = false;  // the program is not there
};

/// measured[window][method][size]. Windows begin at the given steps and are steps_per_window long.
using Table = std::vector<std::vector<std::vector<Measured>>>;
Table race(const ReproductionSettings& settings, const std::vector<Method>& methods,
           const std::vector<int>& windows) {
  Table table(windows.size(), std::vector<std::vector<Measured>>(methods.size()));
  for (const std::size_t full : counts) {
    const std::size_t count = settings.scaled(full, 500);
    settings.progress(fmt::format("{} spheres", count));
    FallingSpheres spheres(count);
    int step = 0;
    for (std::size_t window = 0; window < windows.size(); ++window) {
      for (; step < windows[window] - 1; ++step) spheres.step();
      std::vector<std::optional<Race>> races(methods.size());
      for (std::size_t k = 0; k < methods.size(); ++k) {
        const auto& before = table[window][k];
        const double growth =
            before.empty() ? 1 : static_cast<double>(count) / static_cast<double>(before.back().count);
        const double last = before.empty() ? 0 : before.back().seconds;
        const bool is_behind = !before.empty() && last == 0 && !before.back().is_missing;
        const double expected = last * (methods[k].is_quadratic ? growth * growth : growth);
        if (!is_behind && expected < longest_search) races[k].emplace(methods[k]);
      }
      std::size_t pairs = 0;
      // One search before, for what is kept from step to step; of the first window, at its first step.
      for (int search = 0; search <= steps_per_window; ++search) {
        pairs = spheres.pairs().size();
        for (auto& one : races) {
          if (!one) continue;
          if (search == 1) one->forget_times();
          one->search(spheres.items(), pairs);
        }
        if (step < windows[window] + steps_per_window - 1 && !(search == 0 && windows[window] == 0)) {
          spheres.step();
          ++step;
        }
      }
      for (std::size_t k = 0; k < methods.size(); ++k) {
        Measured measured{count, pairs};
        if (races[k]) {
          measured.seconds = races[k]->mean_seconds();
          measured.bytes = static_cast<double>(races[k]->bytes());
          measured.missed = races[k]->missed();
          measured.is_missing = !races[k]->is_there();
        }
        table[window][k].push_back(measured);
      }
    }
  }
  return table;
}

std::string time_cell(const Measured& measured) {
  if (measured.is_missing) return "not installed (./dev bench --peers)";
  if (measured.seconds == 0) return "more than a minute";
  return fmt::format("{:.4g}", 1e3 * measured.seconds);
}
/// Beside another number of spheres printed figures would mean nothing.
std::string paper_cell(double printed, const Measured& measured, std::size_t size) {
  return printed > 0 && measured.count == counts[size] ? fmt::format("{:g}", printed) : std::string();
}

Curve curve_of(const std::string& name, const std::vector<Measured>& series) {
  Curve curve{name, {}};
  for (const Measured& one : series)
    if (one.seconds > 0) curve.points.push_back({static_cast<double>(one.count), 1e3 * one.seconds});
  return curve;
}
Curve printed_curve(const Method& method) {
  Curve curve{method.name + ", paper", {}};
  for (std::size_t size = 0; size < counts.size(); ++size)
    if (method.milliseconds[size] > 0)
      curve.points.push_back({static_cast<double>(counts[size]), method.milliseconds[size]});
  return curve;
}

const char* const how =
    "Equal spheres, initially uniform with d = 0.1, fall on a floor and are pushed apart pair by pair; mean "
    "CPU time of "
    "one core per search over eleven steps (printed: an Intel E2180 at 2 GHz, four runs). Sweep & Prune is "
    "our "
    "sort_and_update, quadratic our all_pairs; Delaunay is CGAL's, timed in scree-search-peers. A method "
    "stays behind "
    "where one search would take more than a minute, judged by the size before; a search of more than a "
    "second is not "
    "repeated. Printed figures stand beside the sizes that they were printed for.";

const Method quadratic{"all_pairs", true, {23818, 94813, 0, 0, 0}, {}};
const Method swept{"sort_and_update", true, {64662, 266840, 0, 0, 0}, {}};
const Method triangulated{delaunay, false, {11350, 23616, 118408, 240563, 0}, {32, 76, 312, 623, 0}};
const Method first_tree{"kd_tree_1", false, {211, 434, 2261, 4194, 18885}, {9, 17, 82, 144, 558}};
const Method second_tree{"kd_tree_2", false, {297, 620, 3288, 6153, 24205}, {18, 35, 193, 353, 1500}};

/// Of two series, at the largest size that both were run at; 0 if there is none.
double ratio_of(const std::vector<Measured>& above, const std::vector<Measured>& below,
                double (*figure)(const Measured&)) {
  for (std::size_t size = counts.size(); size-- > 0;)
    if (above[size].seconds > 0 && below[size].seconds > 0) return figure(above[size]) / figure(below[size]);
  return 0;
}
double seconds_of(const Measured& one) { return one.seconds; }
double bytes_of(const Measured& one) { return one.bytes; }

}  // namespace

Outcome reproduce_poirrier_table_2(const ReproductionSettings& settings) {
  const std::vector<Method> methods{
      quadratic, swept, triangulated, first_tree, second_tree, {"hierarchical_grid"}, {"linked_cell"}};
  const auto table = race(settings, methods, {50})[0];
  Outcome outcome;
  outcome.setting = how + std::string(" Steps 50 to 60.");
  outcome.columns = {"N", "method", "ms per search", "paper [ms]", "pairs"};
  outcome.plot = {"Poirrier 2009, table 2", "spheres", "ms per search, steps 50 to 60", {}};
  for (std::size_t size = 0; size < counts.size(); ++size)
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const Measured& one = table[k][size];
      outcome.rows.push_back({std::to_string(one.count), methods[k].name, time_cell(one),
                              paper_cell(methods[k].milliseconds[size], one, size),
                              std::to_string(one.pairs)});
    }
  for (std::size_t k = 0; k < methods.size(); ++k)
    outcome.plot.curves.push_back(curve_of(methods[k].name, table[k]));
  for (std::size_t k = 0; k < 5; ++k) outcome.plot.curves.push_back(printed_curve(methods[k]));
  const auto faster = [&](const std::string& than, std::size_t k, const std::string& printed) {
    const double ratio = ratio_of(table[k], table[3], seconds_of);
    if (ratio == 0) return;  // not installed
    outcome.claims.push_back(
        {fmt::format("the kd tree is more than fifty times faster than {} (printed: {})", than, printed),
         fmt::format("{:.3g} times", ratio), ratio > 50});
  };
  faster("the quadratic method", 0, "113 to 218");
  faster("Sweep & Prune", 1, "306 to 615");
  faster("Delaunay triangulation", 2, "52 to 57");
  const double slope = log_log_slope(curve_of("", table[3]).points);
  outcome.claims.push_back(
      {"the kd tree is loglinear (printed slope 0.98)", fmt::format("slope {:.2f}", slope), slope < 1.15});
  return outcome;
}

Outcome reproduce_poirrier_table_3(const ReproductionSettings& settings) {
  const std::vector<Method> methods{quadratic, swept, triangulated, first_tree, second_tree};
  const std::vector<int> windows{0, 50};
  const Table table = race(settings, methods, windows);
  Outcome outcome;
  outcome.setting =
      how +
      std::string(
          " Steps 0 to 10 (few contacts; the paper draws them in figure 11) and 50 to 60. Memory is what the "
          "method has allocated beyond the items; printed: of the whole process. The edges of the Delaunay "
          "triangulation do not contain all overlapping pairs: 'missed' says how many they lack.");
  outcome.columns = {"N",          "method", "ms at steps 0-10", "ms at steps 50-60",
                     "paper [ms]", "MB",     "paper [MB]",       "missed"};
  outcome.plot = {"Poirrier 2009, table 3", "spheres", "ms per search", {}};
  const auto &early = table[0], &late = table[1];
  for (std::size_t size = 0; size < counts.size(); ++size)
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const Measured& one = late[k][size];
      outcome.rows.push_back(
          {std::to_string(one.count), methods[k].name, time_cell(early[k][size]), time_cell(one),
           paper_cell(methods[k].milliseconds[size], one, size),
           one.seconds > 0 ? fmt::format("{:.3g}", 1e-6 * one.bytes) : std::string(),
           paper_cell(methods[k].megabytes[size], one, size),
           k == 2 && one.seconds > 0 ? fmt::format("{:.2g} %", 100 * one.missed) : std::string()});
    }
  for (std::size_t k = 0; k < methods.size(); ++k) {
    outcome.plot.curves.push_back(curve_of(methods[k].name + ", 50-60", late[k]));
    outcome.plot.curves.push_back(curve_of(methods[k].name + ", 0-10", early[k]));
  }
  for (const Method& method : methods) outcome.plot.curves.push_back(printed_curve(method));
  const double unique = ratio_of(late[4], late[3], seconds_of), room = ratio_of(late[4], late[3], bytes_of);
  outcome.claims.push_back({"unique pairs (kd-tree-2) take 1.3 to 1.5 times as long (printed)",
                            fmt::format("{:.2f} times", unique), unique > 1.2 && unique < 1.6});
  outcome.claims.push_back({"and need 2 to 2.7 times the memory (printed)", fmt::format("{:.2f} times", room),
                            room > 1.5 && room < 3.5});
  if (const double triangles = ratio_of(late[2], late[3], bytes_of); triangles > 0)
    outcome.claims.push_back({"Delaunay needs 3.6 to 4.5 times the memory of kd-tree-1 (printed)",
                              fmt::format("{:.2f} times", triangles), triangles > 2.5 && triangles < 6});
  const double sweep_early = ratio_of(early[1], early[3], seconds_of),
               sweep_late = ratio_of(late[1], late[3], seconds_of);
  outcome.claims.push_back(
      {"Sweep & Prune is good in the first steps and loses as things become dynamic",
       fmt::format("it takes {:.3g} times as long as the kd tree at first, {:.3g} times later", sweep_early,
                   sweep_late),
       sweep_late > 1.5 * sweep_early});
  const double steady = ratio_of(late[3], early[3], seconds_of);
  outcome.claims.push_back({"the kd tree does not depend on what moves: about as fast at both times",
                            fmt::format("{:.2f} times as long later, when more spheres touch", steady),
                            steady > 0.5 && steady < 2});
  return outcome;
}

}  // namespace scree::cli
