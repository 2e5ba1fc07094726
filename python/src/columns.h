// Columns of numbers as arrays of numpy. Takes the state of a simulation, or columns of a record; gives
// arrays that own their numbers, or views of the storage that stay valid whatever becomes of the simulation.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scree/base/column.h"
#include "scree/sim/simulation.h"

namespace scree::python {

/// The memory behind views of the storage: that of the simulation while it rests, its own after the
/// simulation went on.
struct Block {
  std::shared_ptr<const void> owned;
};

/// One quantity of all bodies where the state keeps it: `width` numbers every `stride` bytes.
struct Field {
  std::string name;
  const std::byte* first = nullptr;
  std::size_t stride = 0, width = 1;
  Element element = Element::f64;
};

/// What bodies have, by the names that Python uses.
std::vector<Field> fields_of(const sim::StateView& state);
std::size_t body_count(const sim::StateView& state);

/// In the order of ids: a copy. Read-only, since writing to it would change nothing.
pybind11::array in_id_order(const sim::StateView& state, const std::string& name);
/// As it is stored, without a copy; read-only.
pybind11::array in_storage_order(const sim::StateView& state, const std::string& name,
                                 const std::shared_ptr<Block>& block);

/// A copy, read-only.
pybind11::array array_of(const Column& column);
pybind11::dict dict_of(const std::vector<Column>& columns);

}  // namespace scree::python
