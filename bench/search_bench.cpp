#include "bench/search_bench.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>

#include "scree/base/timer.h"
#include "scree/search/pair_lists.h"
#include "scree/search/skin_list.h"

namespace scree::bench {
namespace {

std::size_t allocated_bytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

template <int D>
class RunOf final : public SearchRun {
 public:
  RunOf(const search::Entry& method, const Workload& workload, bool wall_time, bool in_skin_list)
      : workload_(workload), wall_time_(wall_time), search_(search::make<D>(method)) {
    if (in_skin_list) search_ = std::make_unique<search::SkinList<D>>(std::move(search_));
    if (workload.step > 0) moving_ = workload;
  }

  void round() override {
    const std::size_t before = allocated_bytes();
    if (rounds_ == 0) settle();
    if (workload_.step == 0) forget();
    const int steps = workload_.step > 0 ? steps_per_round : 1;
    double build = 0, query = 0, wall = 0;
    for (int step = 0; step < steps; ++step) {
      if (workload_.step > 0) moving_.advance();
      search_once();
      if (rounds_ == 0 && step + 1 == std::min(steps, checked_step)) check();
      build += last_build_ / steps;
      query += last_query_ / steps;
      wall += last_wall_ / steps;
    }
    keep_best(build, query, wall);
    figures_.choice = search_->choice();
    figures_.bytes += allocated_bytes() - before;  // what a round gives back is taken off
  }
  const SearchFigures& figures() const override { return figures_; }

 private:
  const Workload& now() const { return workload_.step > 0 ? moving_ : workload_; }
  double clock() const { return wall_time_ ? watch_.seconds() : process_cpu_seconds(); }

  void settle() {
    constexpr int most = 40;
    for (int k = 0; k < most && !search_->is_settled(); ++k) search_once();
  }

  /// Items that stand still would be found again for nothing by methods that remember the last search: all
  /// are new.
  void forget() {
    const std::vector<std::uint32_t> none_known(now().count(), search::ContactSearch<D>::none);
    search_->renumber(none_known);
  }

  void search_once() {
    const double* const numbers = now().numbers.data();
    const auto items = search::Items<D>::spheres(now().count(), numbers, numbers + D, D + 1);
    pairs_.clear();
    const double wall = watch_.seconds(), start = clock();
    search_->prepare(items);
    const double prepared = clock();
    search_->find_pairs(pairs_);
    last_query_ = clock() - prepared;
    last_build_ = prepared - start;
    last_wall_ = watch_.seconds() - wall;
  }
  void keep_best(double build, double query, double wall) {
    const bool is_first = rounds_++ == 0;
    if (is_first || wall < figures_.wall) figures_.wall = wall;
    if (!is_first && build + query >= figures_.total()) return;
    figures_.build = build;
    figures_.query = query;
  }
  void check() {
    pairs_.for_each_run([&](std::span<const search::Pair> pairs, const search::Image&) {
      for (const search::Pair& pair : pairs)
        figures_.hash += hash_of_pair(workload_.id[pair.first], workload_.id[pair.second]);
    });
    figures_.pairs = pairs_.count();
  }

  const Workload& workload_;
  Workload moving_;
  bool wall_time_;
  Stopwatch watch_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  search::PairLists pairs_;
  int rounds_ = 0;
  double last_build_ = 0, last_query_ = 0, last_wall_ = 0;
  SearchFigures figures_;
};

}  // namespace

std::uint64_t hash_of_pair(std::uint32_t a, std::uint32_t b) {
  std::uint64_t hash = (static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b)) + 1;
  for (int k = 0; k < 2; ++k) hash = (hash ^ hash >> 32) * 0x9e37'79b9'7f4a'7c15u;
  return hash ^ hash >> 29;
}

std::unique_ptr<SearchRun> make_search_run(const search::Entry& method, const Workload& workload,
                                           bool wall_time, bool in_skin_list) {
  if (workload.dimension == 2) return std::make_unique<RunOf<2>>(method, workload, wall_time, in_skin_list);
  return std::make_unique<RunOf<3>>(method, workload, wall_time, in_skin_list);
}

double fitted_exponent(const std::vector<double>& counts, const std::vector<double>& seconds) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double a = std::log(counts[k]), b = std::log(seconds[k]);
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace scree::bench
