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
  double wall = 0;              ///< [s] both together by the clock on the wall; best of all rounds
  std::size_t pairs = 0;
  std::size_t candidates = 0;  ///< boxes that a peer reported; 0 for methods that test spheres themselves
  std::uint64_t hash = 0;      ///< of the set of pairs, by id; free of order
  std::size_t bytes = 0;       ///< held by method and list of pairs together, beyond the items
  std::string choice;          ///< what `auto` took and why
  double total() const { return build + query; }
};

/// One method, or one peer, on one workload. Rounds of several of these are interleaved by the caller.
class SearchRun {
 public:
  virtual ~SearchRun() = default;
  /// One search, or for a workload in motion a number of steps, and their mean. Keeps the best.
  virtual void round() = 0;
  virtual const SearchFigures& figures() const = 0;
};

/// The workload must live as long as the run. Methods that choose are left to do so before the first round.
/// In a skin list, a method is asked only when the list does not hold any more.
std::unique_ptr<SearchRun> make_search_run(const search::Entry& method, const Workload& workload,
                                           bool wall_time, bool in_skin_list = false);

/// Steps of a workload in motion whose mean is one round. Peers, which gain nothing from step to step, make
/// only as many as it takes to the step at which pairs are compared.
inline constexpr int steps_per_round = 40, checked_step = 5;

/// Sums to one number for a set of pairs, whatever order they come in.
std::uint64_t hash_of_pair(std::uint32_t a, std::uint32_t b);

/// Slope of log(seconds) over log(count), fitted.
double fitted_exponent(const std::vector<double>& counts, const std::vector<double>& seconds);

}  // namespace scree::bench
