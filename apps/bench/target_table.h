// The table of promised speeds that benchmarks end with.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "bench/target_result.h"

namespace scree::cli {

/// Prints the table, unless `quiet`; gives it back for --json.
nlohmann::ordered_json tell_targets(std::span<const bench::TargetResult> results, bool quiet);

}  // namespace scree::cli
