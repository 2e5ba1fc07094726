#include "bench/search_bench.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "scree/base/timer.h"
#include "scree/search/pair_lists.h"

namespace scree::bench {
namespace {

constexpr int steps_per_round = 20;

std::size_t allocated_bytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

std::uint64_t hash_of(std::uint32_t a, std::uint32_t b) {
  std::uint64_t hash = (static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b)) + 1;
  for (int k = 0; k < 2; ++k) {
    hash = (hash ^ hash >> 32) * 0x9e37'79b9'7f4a'7c15u;
  }
  return hash ^ hash >> 29;
}

template <int D>
class RunOf final : public SearchRun {
 public:
  RunOf(const search::Entry& method, const Workload& workload, bool wall_time)
      : workload_(workload), wall_time_(wall_time), search_(search::make<D>(method)) {
    if (workload.step > 0) moving_ = workload;
  }

  void round() override {
    const std::size_t before = allocated_bytes();
    run_round();
    const std::size_t after = allocated_bytes();
    if (after > before) figures_.bytes += after - before;
  }
  const SearchFigures& figures() const override { return figures_; }

 private:
  void run_round() {
    if (workload_.step == 0) {
      search_once(workload_, true);
      return;
    }
    Workload& now = moving_;
    now.numbers = workload_.numbers;
    double build = 0, query = 0;
    for (int step = 0; step < steps_per_round; ++step) {
      now.advance();
      search_once(now, false);
      build += last_build_ / steps_per_round;
      query += last_query_ / steps_per_round;
    }
    keep_best(build, query);
    check(now);
  }
  double clock() const { return wall_time_ ? watch_.seconds() : process_cpu_seconds(); }

  void search_once(const Workload& workload, bool alone) {
    const double* const numbers = workload.numbers.data();
    const auto items = search::Items<D>::spheres(workload.count(), numbers, numbers + D, D + 1);
    pairs_.clear();
    const double start = clock();
    search_->prepare(items);
    const double prepared = clock();
    search_->find_pairs(pairs_);
    last_query_ = clock() - prepared;
    last_build_ = prepared - start;
    if (alone) {
      keep_best(last_build_, last_query_);
      check(workload);
    }
  }
  void keep_best(double build, double query) {
    if (rounds_++ > 0 && build + query >= figures_.total()) return;
    figures_.build = build;
    figures_.query = query;
  }
  void check(const Workload& workload) {
    if (rounds_ == 1) {
      std::uint64_t hash = 0;
      pairs_.for_each_run([&](std::span<const search::Pair> pairs, const search::Image&) {
        for (const search::Pair& pair : pairs)
          hash += hash_of(workload.id[pair.first], workload.id[pair.second]);
      });
      figures_.hash = hash;
    }
    figures_.pairs = pairs_.count();
    figures_.choice = search_->choice();
  }

  const Workload& workload_;
  Workload moving_;
  bool wall_time_;
  Stopwatch watch_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  search::PairLists pairs_;
  int rounds_ = 0;
  double last_build_ = 0, last_query_ = 0;
  SearchFigures figures_;
};

}  // namespace

std::unique_ptr<SearchRun> make_search_run(const search::Entry& method, const Workload& workload,
                                           bool wall_time) {
  if (workload.dimension == 2) return std::make_unique<RunOf<2>>(method, workload, wall_time);
  return std::make_unique<RunOf<3>>(method, workload, wall_time);
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
