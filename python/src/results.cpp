// Run folders.
#include <pybind11/stl.h>

#include "bindings.h"
#include "columns.h"
#include "measures.h"
#include "scree/record/run_reader.h"

namespace py = pybind11;
using namespace py::literals;

namespace scree::python {
namespace {

py::dict provenance_of(const record::RunReader& run) {
  const record::Provenance& made = run.provenance();
  return py::dict("version"_a = made.version, "scene"_a = made.scene_name, "seed"_a = made.seed,
                  "dimension"_a = made.dimension, "command_line"_a = made.command_line,
                  "started"_a = made.started, "settings"_a = made.settings);
}

py::dict frame_of(const record::RunReader& run, std::size_t number) {
  const record::Frame frame = run.frame(number);  // with Python's lock: a reader serves one thread
  return py::dict("step"_a = frame.step, "time"_a = frame.time, "bodies"_a = dict_of(frame.bodies),
                  "walls"_a = dict_of(frame.walls), "totals"_a = frame.totals,
                  "contacts"_a = dict_of(frame.contacts));
}

}  // namespace

void bind_results(py::module_& core) {
  using record::RunReader;
  py::class_<RunReader>(core, "RunReader")
      .def(py::init([](const std::string& folder) { return std::make_unique<RunReader>(folder); }))
      .def("provenance", &provenance_of)
      .def("scene_text", [](const RunReader& run) { return run.provenance().scene_text; })
      .def("completed", &RunReader::completed)
      .def("summary", &RunReader::summary)
      .def("frame_count", &RunReader::frame_count)
      .def("frame", &frame_of)
      .def("times",
           [](const RunReader& run) {
             std::vector<double> times(run.frame_count());
             for (std::size_t k = 0; k < times.size(); ++k) times[k] = run.frame_time(k);
             return times;
           })
      .def("totals", &RunReader::totals)
      .def("measures", [](const RunReader& run) { return dict_of(run.measures()); });
}

}  // namespace scree::python
