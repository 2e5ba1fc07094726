#include "scree/show/frame_columns.h"

#include "scree/record/body_fields.h"

namespace scree::show {
namespace {

template <class T>
void copy_as_double(const Column& column, std::vector<double>& numbers) {
  const std::span<const T> values = column.values<T>();
  numbers.assign(values.begin(), values.end());
}

std::vector<double> flat_numbers(const Column& column) {
  std::vector<double> numbers;
  switch (column.element) {
    case Element::f64:
      copy_as_double<double>(column, numbers);
      break;
    case Element::f32:
      copy_as_double<float>(column, numbers);
      break;
    case Element::i64:
      copy_as_double<std::int64_t>(column, numbers);
      break;
    case Element::u64:
      copy_as_double<std::uint64_t>(column, numbers);
      break;
    case Element::i32:
      copy_as_double<std::int32_t>(column, numbers);
      break;
    case Element::u32:
      copy_as_double<std::uint32_t>(column, numbers);
      break;
    case Element::u8:
      copy_as_double<std::uint8_t>(column, numbers);
      break;
  }
  return numbers;
}

}  // namespace

std::size_t body_count(const record::Frame& frame) {
  return frame.bodies.empty() ? 0 : frame.bodies.front().rows;
}

std::vector<Vec3> vectors_of(const record::Frame& frame, const std::string& name) {
  std::vector<Vec3> rows(body_count(frame));
  const Column* const column = record::find_column(frame.bodies, name);
  if (column == nullptr) return rows;
  const std::vector<double> numbers = flat_numbers(*column);
  // A spin in the plane is one number, around the third axis.
  const std::size_t first = column->width == 1 ? 2 : 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t k = 0; k < column->width && first + k < 3; ++k)
      rows[row][first + k] = numbers[row * column->width + k];
  return rows;
}

std::vector<double> numbers_in(const std::vector<Column>& columns, const std::string& name) {
  const Column* const column = record::find_column(columns, name);
  return column == nullptr ? std::vector<double>() : flat_numbers(*column);
}

std::vector<double> scalars_of(const record::Frame& frame, const std::string& name) {
  const Column* const column = record::find_column(frame.bodies, name);
  if (column == nullptr || column->width != 1) return std::vector<double>(body_count(frame));
  return flat_numbers(*column);
}

}  // namespace scree::show
