#include "sweep_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/record/run_folder.h"
#include "scree/record/run_reader.h"
#include "scree/sim/simulation.h"
#include "scree/sim/summary.h"

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

/// A number if the TOML value is one, else its text without quotes.
ordered_json plain(const std::string& value) {
  const ordered_json parsed = ordered_json::parse(value, nullptr, false);
  return parsed.is_number() || parsed.is_string() || parsed.is_boolean() ? parsed : ordered_json(value);
}

void add_summary(const std::string& text, ordered_json& row) {
  const ordered_json summary = ordered_json::parse(sim::checked_summary(text));
  if (!summary.is_object()) return;
  for (const char* key : {"outcome", "time", "steps", "bodies", "removed", "contacts", "largest_overlap"})
    row[key] = summary.value(key, ordered_json());
  const ordered_json energy = summary.value("energy", ordered_json::object());
  for (const auto& [key, value] : sim::Energies().entries())
    row[fmt::format("energy.{}", key)] = energy.value(key, ordered_json());
  for (const char* key : {"relative_residual", "wall_seconds", "state_hash"})
    row[key] = summary.value(key, ordered_json());
}

/// Fields and profiles have many rows at a time: they stay in their own tables.
void add_measures(const record::MeasureTables& measures, ordered_json& row) {
  for (const auto& [name, table] : measures) {
    if (table.rows != 1 || table.times.empty()) continue;
    const double* const last = table.values.data() + (table.times.size() - 1) * table.columns.size();
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      row[fmt::format("{}.{}", name, table.columns[column])] = last[column];
  }
}

/// Spreadsheets take such a text for a formula, which may start programs. A quantity like "-5 mm" is none.
bool looks_like_a_formula(const std::string& text) {
  if (text.empty()) return false;
  if (std::string_view("=@\t\r").find(text.front()) != std::string_view::npos) return true;
  return (text.front() == '+' || text.front() == '-') && text.find_first_of("=@|!(\"'") != std::string::npos;
}

std::string field(const ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (looks_like_a_formula(text)) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::vector<ordered_json> sweep_rows(const std::vector<std::string>& keys,
                                     const std::vector<SweepRow>& members) {
  std::vector<ordered_json> rows;
  for (std::size_t number = 0; number < members.size(); ++number) {
    ordered_json row;
    row["run"] = number;
    for (std::size_t k = 0; k < keys.size(); ++k) row[keys[k]] = plain(members[number].values[k]);
    row["outcome"] = "not begun";
    if (record::kind_of(members[number].folder) == record::FolderKind::run) {
      try {
        const record::RunReader reader(members[number].folder);
        row["outcome"] = "stopped";
        add_summary(reader.summary(), row);
        add_measures(reader.measures(), row);
      } catch (const Error&) {
        row["outcome"] = "damaged";
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string sweep_csv(const std::vector<ordered_json>& rows) {
  std::vector<std::string> columns;
  for (const ordered_json& row : rows)
    for (const auto& entry : row.items())
      if (std::find(columns.begin(), columns.end(), entry.key()) == columns.end())
        columns.push_back(entry.key());
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + field(column);
  text += '\n';
  for (const ordered_json& row : rows)
    for (std::size_t k = 0; k < columns.size(); ++k)
      text += field(row.value(columns[k], ordered_json())) + (k + 1 < columns.size() ? ',' : '\n');
  return text;
}

}  // namespace scree::cli
