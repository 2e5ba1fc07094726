// The parts of the module `_core`, one file each.
#pragma once

#include <pybind11/pybind11.h>

namespace scree::python {

void bind_simulations(pybind11::module_& core);
void bind_results(pybind11::module_& core);
void bind_pictures(pybind11::module_& core);

}  // namespace scree::python
