// Pictures and films of run folders.
#include <pybind11/stl.h>

#include "bindings.h"
#include "gate.h"
#include "scree/record/run_reader.h"
#include "scree/show/film.h"
#include "scree/show/plot.h"
#include "scree/show/run_pictures.h"

namespace py = pybind11;
using namespace py::literals;

namespace scree::python {
namespace {

/// As `scree render` takes it.
struct Wish {
  std::string colour = "auto";
  std::optional<std::pair<int, int>> size;    // pixels
  std::optional<std::vector<double>> camera;  // azimuth, elevation, zoom
  std::vector<std::string> cuts;              // "y > 2 cm"
  bool force_chains = false;
  std::optional<int> samples;  // rays per pixel

  show::PictureOptions options() const {
    show::PictureOptions options;
    options.colouring = show::colouring_named(colour);
    if (size) {
      constexpr int least = 64, most = 16384;
      if (std::min(size->first, size->second) < least || std::max(size->first, size->second) > most)
        throw py::value_error("a picture is 64 to 16384 pixels wide and high");
      options.size = picture::Size{size->first, size->second};
    }
    if (camera) {
      if (camera->size() < 2 || camera->size() > 3)
        throw py::value_error("camera takes azimuth, elevation[, zoom]");
      options.view.azimuth = (*camera)[0];
      options.view.elevation = (*camera)[1];
      if (camera->size() == 3) options.view.zoom = (*camera)[2];
    }
    for (const std::string& cut : cuts) options.cuts.push_back(show::parse_cut(cut));
    options.force_chains = force_chains;
    if (samples) options.quality.samples = *samples;
    return options;
  }
};

picture::Format format_named(const std::string& name) {
  const std::optional<picture::Format> format = picture::format_of_name("." + name);
  if (!format) throw py::value_error("a picture is a png, or in the plane also an svg or pdf");
  return *format;
}

py::bytes bytes_of(const std::vector<std::byte>& file) {
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

py::bytes picture(const std::string& folder, std::size_t frame, const std::string& format, const Wish& wish) {
  const show::PictureOptions options = wish.options();
  const picture::Format kind = format_named(format);
  const Running running(0);
  std::vector<std::byte> file;
  {
    const py::gil_scoped_release unlocked;
    const record::RunReader run(folder);
    file = show::RunPictures(run, {frame}, options).file(frame, kind);
  }
  return bytes_of(file);
}

void film(const std::string& folder, const std::string& output, std::size_t every, double rate,
          const Wish& wish) {
  if (every == 0 || !(rate > 0)) throw py::value_error("every and rate are positive");
  const show::PictureOptions options = wish.options();
  const Running running(0);
  const py::gil_scoped_release unlocked;
  const record::RunReader run(folder);
  std::vector<std::size_t> frames;
  for (std::size_t k = 0; k < run.frame_count(); k += every) frames.push_back(k);
  show::make_film(show::RunPictures(run, frames, options), frames, output, {rate}, [](std::size_t) {
    const py::gil_scoped_acquire locked;
    if (is_ending()) throw RunError("the interpreter is ending: no film was made");
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  });
}

py::bytes energy_plot(const std::string& folder, const std::string& format) {
  const record::RunReader run(folder);
  return bytes_of(show::draw_plot(show::energy_plot(run), format_named(format)));
}

}  // namespace

void bind_pictures(py::module_& core) {
  py::class_<Wish>(core, "Wish")
      .def(py::init<>())
      .def_readwrite("colour", &Wish::colour)
      .def_readwrite("size", &Wish::size)
      .def_readwrite("camera", &Wish::camera)
      .def_readwrite("cuts", &Wish::cuts)
      .def_readwrite("force_chains", &Wish::force_chains)
      .def_readwrite("samples", &Wish::samples);
  core.def("picture", &picture);
  core.def("film", &film);
  core.def("energy_plot", &energy_plot);
}

}  // namespace scree::python
