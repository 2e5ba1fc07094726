// Errors of the engine as exceptions of Python, and back: takes what libraries throw, gives the classes of
// scree/_errors.py.
#pragma once

#include <pybind11/pybind11.h>

namespace scree::python {

/// From now on every binding raises SceneError, RunError or InternalError of the package.
void translate_errors(pybind11::module_& core);

}  // namespace scree::python
