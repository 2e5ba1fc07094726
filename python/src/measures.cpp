#include "measures.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace scree::python {

py::dict dict_of(const record::MeasureTables& tables) {
  const auto array_of = [](const auto& values) {
    using Number = typename std::remove_cvref_t<decltype(values)>::value_type;
    return py::array_t<Number>(static_cast<py::ssize_t>(values.size()), values.data());
  };
  py::dict dict;
  for (const auto& [name, table] : tables)
    dict[py::str(name)] = py::make_tuple(table.columns, table.rows, array_of(table.steps),
                                         array_of(table.times), array_of(table.values));
  return dict;
}

}  // namespace scree::python
