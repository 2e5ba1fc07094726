// Measurements of a run: named tables that grow by one block of rows at a time. Kept in the index, so that a
// resumed run has the rows of one that was never interrupted.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scree::record {

/// One measurement at one moment: rows of numbers, one number per column.
struct Sample {
  std::string measure;
  std::uint64_t step = 0;
  double time = 0;  ///< [s]
  std::vector<std::string> columns;
  std::vector<double> values;  ///< row by row
};

/// All samples of one measurement. Every sample has the same columns and the same number of rows.
struct MeasureTable {
  std::vector<std::string> columns;
  std::uint64_t rows = 0;  ///< of a sample
  std::vector<std::uint64_t> steps;
  std::vector<double> times;   ///< [s]
  std::vector<double> values;  ///< samples x rows x columns

  void add(const Sample& sample);
  void drop_after(std::uint64_t step);
  /// A header, then a line per row of each sample: time, step, columns. Numbers read back to the same bits.
  std::string csv() const;

  friend bool operator==(const MeasureTable&, const MeasureTable&) = default;
};
using MeasureTables = std::map<std::string, MeasureTable>;

}  // namespace scree::record
