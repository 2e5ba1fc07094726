// Columns of single numbers in a checkpoint.
#pragma once

#include <algorithm>
#include <string_view>

#include "scree/base/column.h"
#include "scree/world/bodies.h"

namespace scree::sim {

/// For columns that are there only now and then.
inline bool has_column(std::span<const Column> columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(), [&](const Column& one) { return one.name == name; });
}

/// Throws RunError when the column is missing or has another length.
template <class T>
std::span<const T> numbers(std::span<const Column> columns, const char* name, std::size_t count) {
  const Column& column = world::find_column(columns, name, element_of<T>(), 1);
  if (column.rows != count)
    throw RunError("the checkpoint's column '" + column.name + "' has the wrong length");
  return column.values<T>();
}

/// A struct of doubles and nothing else.
template <class State>
State state_from_numbers(std::span<const Column> columns, const char* name) {
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) % sizeof(double) == 0);
  State state;
  const auto values = numbers<double>(columns, name, sizeof(State) / sizeof(double));
  std::memcpy(static_cast<void*>(&state), values.data(), sizeof(State));
  return state;
}
template <class State>
Column numbers_of_state(const char* name, const State& state) {
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) % sizeof(double) == 0);
  return Column::copy_of<double>(name,
                                 {reinterpret_cast<const double*>(&state), sizeof(State) / sizeof(double)});
}

}  // namespace scree::sim
