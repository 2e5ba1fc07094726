// scree._core: the engine as few, plain functions and classes; everything pleasant is in the package above.
#include "bindings.h"
#include "errors.h"
#include "gate.h"

namespace py = pybind11;

PYBIND11_MODULE(_core, core) {
  core.doc() = "The engine. Use the package `scree` instead: this module changes without notice.";
  scree::python::translate_errors(core);
  scree::python::bind_simulations(core);
  scree::python::bind_results(core);
  scree::python::bind_pictures(core);
  py::module_::import("atexit").attr("register")(py::cpp_function([] {
    const py::gil_scoped_release unlocked;
    scree::python::end_all_runs();
  }));
}
