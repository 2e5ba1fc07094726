// Times search methods on workloads, and checks that they find the same pairs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/search_workloads.h"
#include "scree/search/catalog.h"

namespace scree::bench {

/// Seconds of one search, and what it found.
struct SearchFigures {
  double build = 0, query = 0;  ///< [s] CPU time, or wall time where several threads ran; best of all rounds
  std::size_t pairs = 0;
  std::uint64_t hash = 0;  ///< of the set of pairs, by id; free of order
  std::size_t bytes = 0;   ///< allocated by method and list of pairs together
  std::string choice;      ///< what `auto` took and why
  double total() const { return build + query; }
};

/// One method on one workload. Rounds of several of these are interleaved by the caller.
class SearchRun {
 public:
  virtual ~SearchRun() = default;
  /// One search, or for a workload in motion a number of steps, and their mean. Keeps the best.
  virtual void round() = 0;
  virtual const SearchFigures& figures() const = 0;
};

/// The workload must live as long as the run.
std::unique_ptr<SearchRun> make_search_run(const search::Entry& method, const Workload& workload,
                                           bool wall_time);

/// Slope of log(seconds) over log(count), fitted.
double fitted_exponent(const std::vector<double>& counts, const std::vector<double>& seconds);

}  // namespace scree::bench
