// What came out of a sweep: a line per member, with its values, the figures of its summary and the last value
// of everything it measured.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace scree::cli {

struct SweepRow {
  std::vector<std::string> values;  ///< as TOML, one per key
  std::string folder;
};

/// Rows of name and value, in the order of the csv's columns; members that have not ended have their values
/// and an outcome only.
std::vector<nlohmann::ordered_json> sweep_rows(const std::vector<std::string>& keys,
                                               const std::vector<SweepRow>& members);

/// Columns are those of all rows, in the order in which they first appear.
std::string sweep_csv(const std::vector<nlohmann::ordered_json>& rows);

}  // namespace scree::cli
