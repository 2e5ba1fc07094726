#include "target_table.h"

#include <fmt/format.h>

namespace scree::cli {

nlohmann::ordered_json tell_targets(std::span<const bench::TargetResult> results, bool quiet) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (!quiet && !results.empty())
    fmt::print("\n{:<58} {:>7} {:>7} {:>9} {:>7}\n", "target", "least", "goal", "measured", "");
  for (const bench::TargetResult& result : results) {
    rows.push_back({{"what", result.what},
                    {"least", result.least},
                    {"goal", result.goal},
                    {"measured", result.measured},
                    {"verdict", result.verdict()},
                    {"remark", result.remark}});
    if (quiet) continue;
    fmt::print("{:<58} {:>7g} {:>7g} {:>9.3g} {:>7}  {}\n", result.what, result.least, result.goal,
               result.measured, result.verdict(), result.remark);
  }
  return rows;
}

}  // namespace scree::cli
