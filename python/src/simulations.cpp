// Scenes and simulations.
#include <pybind11/stl.h>

#include <chrono>

#include "bindings.h"
#include "driver.h"
#include "gate.h"
#include "measures.h"
#include "scree/scene/description.h"
#include "scree/sim/families.h"
#include "scree/sim/forecast.h"
#include "scree/sim/session.h"
#include "scree/world/state.h"

namespace py = pybind11;
using namespace py::literals;

namespace scree::python {
namespace {

/// A scene as the package hands it over: a text, what stands for its file, and values that are set on top,
/// each with what messages call its place.
class SceneText {
 public:
  using Settings = std::vector<std::pair<std::string, std::string>>;
  SceneText(std::string text, std::string name, Settings settings)
      : text_(std::move(text)), name_(std::move(name)), settings_(std::move(settings)) {}

  scene::SceneDescription read() const { return read_with({}); }
  /// With a seed, also where it must come from the clock, so that the text that is recorded gives the same
  /// run again.
  scene::SceneDescription read_with_seed() const {
    scene::SceneDescription scene = read();
    if (scene.seed) return scene;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seed = std::chrono::duration_cast<std::chrono::microseconds>(now).count() % 1'000'000'000;
    return read_with({{"scene.seed=" + std::to_string(seed)}});
  }

 private:
  scene::SceneDescription read_with(const std::vector<scene::Override>& last) const {
    std::vector<scene::Override> overrides;
    for (const auto& [setting, place] : settings_) overrides.push_back({setting, place});
    overrides.insert(overrides.end(), last.begin(), last.end());
    return scene::read_scene_text(text_, name_, sim::vocabulary(), overrides);
  }

  std::string text_, name_;
  Settings settings_;
};

sim::BuildOptions options_of(const scene::SceneDescription& scene, const std::string& search,
                             const std::string& cpu) {
  sim::BuildOptions options;
  options.seed = scene.seed;
  options.search = search;
  options.cpu_target = cpu;
  return options;
}

py::dict dict_of(const sim::Energies& energies) {
  py::dict dict;
  for (const auto& [name, value] : energies.entries()) dict[name] = value;
  dict["initial"] = energies.initial;
  dict["residual"] = energies.residual();
  return dict;
}

py::dict dict_of(const sim::SceneFacts& facts) {
  py::list materials;
  for (const sim::MaterialCount& one : facts.materials)
    materials.append(py::dict("name"_a = one.name, "bodies"_a = one.bodies, "mass"_a = one.mass));
  return py::dict("materials"_a = materials, "bodies"_a = facts.bodies, "fixed_bodies"_a = facts.fixed_bodies,
                  "bodies_to_come"_a = facts.bodies_to_come, "walls"_a = facts.walls, "mass"_a = facts.mass,
                  "least_radius"_a = facts.least_radius, "most_radius"_a = facts.most_radius,
                  "steps"_a = facts.steps, "memory_bytes"_a = facts.memory_bytes,
                  "overlaps_at_start"_a = facts.overlaps_at_start,
                  "largest_overlap_at_start"_a = facts.largest_overlap_at_start.ratio,
                  "pairs_left_at_default"_a = facts.pairs_left_at_default, "notes"_a = facts.notes);
}

/// What `scree check` tells.
py::dict check(const SceneText& text) {
  const scene::SceneDescription scene = text.read();
  Driver driver(scene, options_of(scene, "", ""), 0);
  constexpr double budget = 0.2;  // [s]
  const Running running(0);
  sim::Forecast forecast;
  {
    const py::gil_scoped_release unlocked;
    forecast = sim::forecast(driver.simulation(), sim::plan_of(scene), budget);
  }
  py::dict dict = dict_of(forecast.facts);
  dict["time_step"] = forecast.time_step.chosen;
  dict["time_step_limit"] = forecast.time_step.limit;
  dict["time_step_criterion"] = forecast.time_step.criterion;
  dict["end_time"] = forecast.end_time;
  dict["frames"] = forecast.frames;
  dict["seconds"] = forecast.seconds;
  dict["refusal"] = forecast.refusal;
  py::list warnings;
  for (const sim::Warning& one : forecast.warnings) warnings.append(one.text);
  dict["warnings"] = warnings;
  return dict;
}

py::dict families() {
  py::dict all;
  for (const sim::Family& family : sim::families()) {
    py::list members;
    for (const sim::Member& member : family.members) {
      py::dict one("name"_a = member.name, "summary"_a = member.summary);
      for (const sim::Detail& detail : member.details) one[py::str(detail.name)] = py::cast(detail.value);
      members.append(one);
    }
    all[py::str(family.name)] = members;
  }
  return all;
}

double time_of(const std::string& text) {
  const Quantity quantity = parse_quantity(text, Kind::time);
  if (!quantity.fault.empty()) throw py::value_error(quantity.fault);
  return quantity.value;
}

Journey journey_of(std::optional<double> until, std::optional<std::uint64_t> until_step,
                   const py::list& callbacks, const py::object& progress) {
  Journey journey;
  if (until) journey.until = *until;
  if (until_step) journey.until_step = *until_step;
  for (const py::handle& one : callbacks) {
    const auto [function, interval, steps] =
        one.cast<std::tuple<py::function, std::optional<double>, std::uint64_t>>();
    journey.callbacks.push_back({function, interval, steps});
  }
  journey.progress = progress;
  return journey;
}

template <class Part>
auto of_simulation(Part part) {
  return [part](Driver& driver) { return part(driver.simulation()); };
}

void bind_scene(py::module_& core) {
  py::class_<SceneText>(core, "SceneText")
      .def(py::init<std::string, std::string, SceneText::Settings>())
      .def("resolved", [](const SceneText& text) { return text.read().resolved_text; })
      .def("check", &check);
  core.def("families", &families);
  core.def("time_of", &time_of);
  core.def("version", [] { return std::string(sim::version()); });
}

void bind_looks(py::class_<Driver>& driver) {
  using sim::Simulation;
  driver.def("step", of_simulation([](Simulation& one) { return one.step(); }))
      .def("time", of_simulation([](Simulation& one) { return one.time(); }))
      .def("end_time", of_simulation([](Simulation& one) { return one.end_time(); }))
      .def("finished", of_simulation([](Simulation& one) { return one.finished(); }))
      .def("time_step", of_simulation([](Simulation& one) { return one.time_step().chosen; }))
      .def("hash", of_simulation([](Simulation& one) { return one.state_hash().text(); }))
      .def("energies", of_simulation([](Simulation& one) { return dict_of(one.energies()); }))
      .def("contacts",
           of_simulation([](Simulation& one) { return python::dict_of(one.readings().contacts()); }))
      .def("walls", of_simulation([](Simulation& one) { return python::dict_of(one.frame().walls); }))
      .def("counts", of_simulation([](Simulation& one) {
             const sim::Counts counts = one.counts();
             return py::dict("bodies"_a = counts.bodies, "removed"_a = counts.removed,
                             "contacts"_a = counts.contacts, "asleep"_a = counts.asleep);
           }))
      .def("methods", of_simulation([](Simulation& one) {
             const sim::Methods methods = one.methods();
             return py::dict("dimension"_a = methods.dimension, "search"_a = methods.search,
                             "integrator"_a = methods.integrator, "stepper"_a = methods.stepper,
                             "cpu"_a = methods.cpu_target, "seed"_a = methods.seed);
           }))
      .def("journal", of_simulation([](Simulation& one) {
             std::vector<std::pair<std::uint64_t, std::string>> made;
             for (const scene::Edit& edit : one.journal()) made.emplace_back(edit.step, edit.text);
             return made;
           }))
      .def("column", &Driver::column)
      .def("fields",
           [](Driver& one) {
             std::vector<std::string> names;
             for (const Field& field : fields_of(one.simulation().state())) names.push_back(field.name);
             return names;
           })
      .def("wall_names",
           [](Driver& one) {
             return std::visit([](const auto* state) { return state->walls.names; },
                               one.simulation().state());
           })
      .def("measures", [](Driver& one) {
        one.simulation();  // not while it runs elsewhere
        return python::dict_of(one.measures());
      });
}

}  // namespace

void bind_simulations(py::module_& core) {
  bind_scene(core);
  py::class_<Driver> driver(core, "Driver");
  driver
      .def(
          py::init([](const SceneText& text, const std::string& search, const std::string& cpu, int threads) {
            scene::SceneDescription scene = text.read_with_seed();
            const sim::BuildOptions options = options_of(scene, search, cpu);
            return std::make_unique<Driver>(std::move(scene), options, threads);
          }))
      .def_static("resumed", &Driver::resumed)
      .def("advance",
           [](Driver& one, std::optional<double> until, std::optional<std::uint64_t> until_step,
              const py::list& callbacks, const py::object& progress) {
             one.advance(journey_of(until, until_step, callbacks, progress));
           })
      .def("record",
           [](Driver& one, const std::string& folder, bool goes_on, bool force,
              const std::string& command_line, std::optional<double> until, const py::list& callbacks,
              const py::object& progress) {
             return one.record({folder, goes_on, force, command_line},
                               journey_of(until, std::nullopt, callbacks, progress));
           })
      .def("stop", &Driver::stop)
      .def("edit", &Driver::edit)
      .def("branch", &Driver::branch)
      .def("scene_text", [](Driver& one) { return sim::hand_on(one.scene(), one.simulation()); })
      .def("take_warnings", &Driver::take_warnings);
  bind_looks(driver);
}

}  // namespace scree::python
