#include "scree/record/measure_table.h"

#include <fmt/format.h>

#include <iterator>

#include "scree/base/error.h"

namespace scree::record {

void MeasureTable::add(const Sample& sample) {
  SCREE_ASSERT(!sample.columns.empty() && sample.values.size() % sample.columns.size() == 0);
  const std::uint64_t count = sample.values.size() / sample.columns.size();
  if (steps.empty()) {
    columns = sample.columns;
    rows = count;
  }
  SCREE_ASSERT(columns == sample.columns && rows == count);
  steps.push_back(sample.step);
  times.push_back(sample.time);
  values.insert(values.end(), sample.values.begin(), sample.values.end());
}

void MeasureTable::drop_after(std::uint64_t step) {
  while (!steps.empty() && steps.back() > step) {
    steps.pop_back();
    times.pop_back();
  }
  values.resize(steps.size() * rows * columns.size());
}

std::string MeasureTable::csv() const {
  std::string text = "time,step";
  for (const std::string& column : columns) text += ',' + column;
  text += '\n';
  auto next = values.begin();
  for (std::size_t sample = 0; sample < steps.size(); ++sample)
    for (std::uint64_t row = 0; row < rows; ++row) {
      fmt::format_to(std::back_inserter(text), "{},{}", times[sample], steps[sample]);
      for (std::size_t column = 0; column < columns.size(); ++column)
        fmt::format_to(std::back_inserter(text), ",{}", *next++);
      text += '\n';
    }
  return text;
}

}  // namespace scree::record
