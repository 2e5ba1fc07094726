#include "errors.h"

#include "scree/base/error.h"

namespace py = pybind11;

namespace scree::python {
namespace {

py::object class_named(const char* name) { return py::module_::import("scree._errors").attr(name); }

void raise(const char* name, const py::tuple& arguments) {
  PyErr_SetObject(class_named(name).ptr(), arguments.ptr());
}

/// (place as text, line, column, message); the package replaces places of scenes in code by those of Python.
py::list list_of(const std::vector<Complaint>& complaints) {
  py::list list;
  for (const Complaint& one : complaints)
    list.append(py::make_tuple(one.place.file ? *one.place.file : std::string(), one.place.line,
                               one.place.column, one.message));
  return list;
}

}  // namespace

void translate_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(std::move(error));
    } catch (const SceneError& scene) {
      raise("SceneError", py::make_tuple(scene.what(), list_of(scene.complaints)));
    } catch (const RunError& run) {
      raise("RunError", py::make_tuple(run.what()));
    } catch (const InternalError& ours) {
      raise("InternalError", py::make_tuple(ours.what()));
    }
  });
}

}  // namespace scree::python
