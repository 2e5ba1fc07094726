// Measurements as Python gets them.
#pragma once

#include <pybind11/pybind11.h>

#include "scree/record/measure_table.h"

namespace scree::python {

/// By name: names of columns, rows of a sample, steps, times [s], all values.
pybind11::dict dict_of(const record::MeasureTables& tables);

}  // namespace scree::python
