#include "falling_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/peer_run.h"
#include "contestants.h"
#include "kd_tree_culling.h"
#include "random_spheres.h"
#include "scree/search/collect.h"
#include "scree/search/sort_and_update.h"

namespace scree::cli {
namespace {

using search::Items;
using search::Sphere;

constexpr double patience = 1;  // [s] beyond which one search stands for all of a window

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

/// One method over one window of steps.
class Race {
 public:
  explicit Race(const std::string& method) {
    if (method == "delaunay") {
      if (const auto program = bench::find_peer_program()) peer_.emplace(*program, method);
    } else {
      contestant_.emplace(method, patience);
    }
  }

  /// A peer keeps nothing from step to step, so a long search of it counts, lest it be repeated.
  void search_before(const Items<3>& items, std::size_t pairs) {
    if (contestant_) {
      contestant_->search_untimed(items);
    } else {
      search(items, pairs);
      if (sum_ < patience) {
        sum_ = 0;
        searches_ = 0;
      }
    }
    fresh_starts_before_ = fresh_starts();
  }
  void search(const Items<3>& items, std::size_t pairs) {
    if (contestant_) {
      contestant_->search(items, pairs);
    } else if (peer_ && (searches_ == 0 || sum_ / static_cast<double>(searches_) < patience)) {
      spheres_.resize(items.count());
      for (std::size_t item = 0; item < items.count(); ++item) {
        const Vec3 centre = items.centre(item);
        spheres_[item] = {{centre[0], centre[1], centre[2]}, items.radius(item)};
      }
      answer_ = peer_->search(spheres_, 3, false, nullptr);
      sum_ += answer_.build + answer_.query;
      ++searches_;
      missed_ = 1 - static_cast<double>(answer_.pairs) / static_cast<double>(std::max<std::size_t>(pairs, 1));
    }
  }

  void tell(FallingFigures& figures) const {
    if (contestant_) {
      figures.seconds = contestant_->mean_seconds();
      figures.bytes = static_cast<double>(contestant_->bytes());
      figures.searches = contestant_->searches();
      if (mending() != nullptr) figures.fresh_starts = fresh_starts() - fresh_starts_before_;
    } else if (peer_) {
      figures.seconds = sum_ / static_cast<double>(searches_);
      figures.bytes = static_cast<double>(answer_.bytes);
      figures.searches = searches_;
      figures.missed = missed_;
      figures.candidates = static_cast<double>(answer_.candidates);
    } else {
      figures.is_missing = true;
    }
  }

 private:
  const search::MendingSearch<3>* mending() const {
    return contestant_ ? dynamic_cast<const search::MendingSearch<3>*>(&contestant_->method()) : nullptr;
  }
  std::size_t fresh_starts() const { return mending() != nullptr ? mending()->fresh_starts() : 0; }

  std::optional<Contestant<3>> contestant_;
  std::size_t fresh_starts_before_ = 0;
  std::optional<bench::PeerProcess> peer_;
  std::vector<bench::PeerSphere> spheres_;
  bench::PeerAnswer answer_;
  double sum_ = 0, missed_ = 0;
  std::size_t searches_ = 0;
};

/// Seconds per search at the next size, by what was measured at the sizes before.
double expected_seconds(const FallingMethod& method, const std::vector<FallingFigures>& before,
                        std::size_t count) {
  if (before.empty() || before.back().is_missing) return 0;
  const FallingFigures& last = before.back();
  const auto growth = [](std::size_t from, std::size_t to) {
    return std::log(static_cast<double>(to) / static_cast<double>(from));
  };
  double exponent = method.first_exponent;
  if (before.size() > 1) {
    const FallingFigures& first = before[before.size() - 2];
    exponent = std::log(last.seconds / first.seconds) / growth(first.count, last.count);
  }
  return last.seconds * std::exp(exponent * growth(last.count, count));
}

double candidates_of(const std::string& method, const FallingSpheres& spheres, std::size_t pairs) {
  const Items<3> items = spheres.items();
  const auto count = static_cast<double>(items.count());
  if (method == "all_pairs") return 0.5 * count * (count - 1);
  if (method == "kd_tree_1") return static_cast<double>(cull(items, true).selected);
  if (method == "kd_tree_2") return static_cast<double>(pairs);  // unique, and tested by bounding spheres
  if (method == "sort_and_update") {
    std::vector<Box<3>> boxes;
    for (std::size_t item = 0; item < items.count(); ++item) boxes.push_back(items.box(item));
    const auto guide = search::make<3>(*search::find_entry("linked_cell"));
    return static_cast<double>(count_pairs<3>(*guide, Items<3>::boxes(boxes)));
  }
  return 0;
}

}  // namespace

FallingTable race_on_falling_spheres(const ReproductionSettings& settings,
                                     const std::vector<FallingMethod>& methods,
                                     const std::vector<int>& windows) {
  FallingTable table(windows.size(), std::vector<std::vector<FallingFigures>>(methods.size()));
  for (const std::size_t count : settings.scaled(printed_counts, 500)) {
    settings.progress(fmt::format("{} spheres", count));
    FallingSpheres spheres(count);
    int step = 0;
    for (std::size_t window = 0; window < windows.size(); ++window) {
      for (; step < windows[window]; ++step) spheres.step();
      std::size_t pairs = spheres.pairs().size();
      std::vector<std::optional<Race>> races(methods.size());
      for (std::size_t k = 0; k < methods.size(); ++k) {
        const auto& before = table[window][k];
        const bool is_behind = !before.empty() && !before.back().was_run() && !before.back().is_missing;
        if (!is_behind && expected_seconds(methods[k], before, count) < longest_search)
          races[k].emplace(methods[k].name).search_before(spheres.items(), pairs);
      }
      for (int search = 0; search < steps_per_window; ++search, ++step) {
        spheres.step();
        pairs = spheres.pairs().size();
        for (auto& one : races)
          if (one) one->search(spheres.items(), pairs);
      }
      for (std::size_t k = 0; k < methods.size(); ++k) {
        FallingFigures figures{count, pairs};
        if (races[k]) races[k]->tell(figures);
        races[k].reset();  // its memory is wanted by what follows
        if (figures.candidates == 0) figures.candidates = candidates_of(methods[k].name, spheres, pairs);
        table[window][k].push_back(figures);
      }
    }
  }
  return table;
}

}  // namespace scree::cli
