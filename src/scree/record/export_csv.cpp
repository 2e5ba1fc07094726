#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "scree/record/atomic_file.h"
#include "scree/record/body_fields.h"
#include "scree/record/export.h"

namespace scree::record {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

template <class Number>
void put(std::string& text, Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

template <class Number>
Number value_at(const Column& column, std::size_t index) {
  Number number;
  std::memcpy(&number, column.bytes.data() + index * sizeof number, sizeof number);
  return number;
}

void put_value(std::string& text, const Column& column, std::size_t index) {
  switch (column.element) {
    case Element::f64:
      return put(text, value_at<double>(column, index));
    case Element::f32:
      return put(text, value_at<float>(column, index));
    case Element::i64:
      return put(text, value_at<std::int64_t>(column, index));
    case Element::u64:
      return put(text, value_at<std::uint64_t>(column, index));
    case Element::i32:
      return put(text, value_at<std::int32_t>(column, index));
    case Element::u32:
      return put(text, value_at<std::uint32_t>(column, index));
    case Element::u8:
      return put(text, unsigned{value_at<std::uint8_t>(column, index)});
  }
}

// The components of one body; empty cells where the frame does not have the column, or not this wide.
void put_field(std::string& text, const Field& field, const Column* column, std::size_t row) {
  if (column != nullptr && field.is_angle() && column->width == 2 && column->element == Element::f64) {
    text += ',';
    put(text, angle_of(value_at<double>(*column, 2 * row), value_at<double>(*column, 2 * row + 1)));
    return;
  }
  for (std::size_t k = 0; k < field.components.size(); ++k) {
    text += ',';
    if (column != nullptr && k < column->width) put_value(text, *column, row * column->width + k);
  }
}

std::string header(const std::vector<Field>& fields) {
  std::string text = "frame,time";
  for (const Field& field : fields)
    for (const std::string& component : field.components) text += ',' + component;
  return text + '\n';
}

}  // namespace

ExportReport export_csv(const RunReader& run, const ExportOptions& options) {
  check_options(options);
  FieldList list;
  for (std::size_t frame = 0; frame < run.frame_count(); frame += options.every)
    list.include(run.frame(frame).bodies);
  const std::vector<Field> fields = list.ordered();

  make_folder(options.output.parent_path());
  remove_abandoned_temporaries(options.output);
  AtomicFile file(options.output, Links::followed);
  ExportReport report{options.output, 0, 1};
  std::string text = header(fields);
  for (std::size_t index = 0; index < run.frame_count(); index += options.every) {
    const Frame frame = run.frame(index);
    std::string start;
    put(start, index);
    start += ',';
    put(start, frame.time);
    std::vector<const Column*> columns;
    columns.reserve(fields.size());
    for (const Field& field : fields) columns.push_back(find_column(frame.bodies, field.column));
    const std::size_t rows = frame.bodies.empty() ? 0 : frame.bodies.front().rows;
    for (std::size_t row = 0; row < rows; ++row) {
      text += start;
      for (std::size_t k = 0; k < fields.size(); ++k) put_field(text, fields[k], columns[k], row);
      text += '\n';
      if (text.size() >= buffer_size) {
        file.append(text);
        text.clear();
      }
    }
    ++report.frames;
  }
  file.append(text);
  file.commit();
  return report;
}

}  // namespace scree::record
