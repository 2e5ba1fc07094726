// A speed that the project promises, and what was measured of it.
#pragma once

#include <string>

namespace scree::bench {

struct TargetResult {
  std::string what;
  double least = 0, goal = 0;
  double measured = 0;
  bool is_upper_bound = false;  // less is better
  std::string remark;

  bool reaches(double bound) const { return is_upper_bound ? measured <= bound : measured >= bound; }
  std::string verdict() const { return reaches(goal) ? "goal" : reaches(least) ? "ok" : "MISSED"; }
};

}  // namespace scree::bench
