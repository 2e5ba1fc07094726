// How fast contact search should be: the least and the goal for each workload, and what was measured beside
// them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/search_workloads.h"
#include "bench/target_result.h"

namespace scree::bench {

/// One line of `scree bench search`.
struct MeasuredSearch {
  WorkloadSpec workload;
  std::string method, order;  // "warm" or "cold"
  int threads = 1;
  bool is_peer = false;
  double seconds = 0, wall_seconds = 0;
  double bytes = 0;
  double ratio = 0;        // to the fastest library that had the items in random order
  double ratio_alike = 0;  // to the fastest library that had them in the same order
};

/// Targets whose workloads were measured; those that compare with libraries only if `has_peers`. `exponents`
/// by "method family parameter".
std::vector<TargetResult> judge_targets(std::span<const MeasuredSearch> measured,
                                        const std::map<std::string, double>& exponents, bool has_peers);

}  // namespace scree::bench
