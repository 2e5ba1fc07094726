// [let], [scene], [domain], [record], [run], [watch].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/scene/expression.h"
#include "scree/scene/meshes.h"
#include "scree/scene/sections.h"

namespace scree::scene {
namespace {

std::optional<std::size_t> axis_in(const Reading& reading, const TableReader& reader, std::string_view key) {
  const auto word = reader.word(key);
  if (!word) return std::nullopt;
  const std::size_t axis = static_cast<std::size_t>(word->value.front() - 'x');
  if (!reading.dimension || axis < static_cast<std::size_t>(*reading.dimension)) return axis;
  reader.complain(key, fmt::format("{}: there is no axis {} in a scene of dimension {}", key, word->value,
                                   *reading.dimension));
  return std::nullopt;
}

void read_shear(Reading& reading, const TableReader& domain, DomainBox& box) {
  const auto reader = domain.table("shear", "domain.shear");
  if (!reader) return;
  const auto flow = axis_in(reading, *reader, "flow");
  auto gradient = axis_in(reading, *reader, "gradient");
  if (!gradient && !reader->has("gradient")) {
    if (reading.dimension == 2 && flow)
      gradient = 1 - *flow;
    else if (reading.dimension != 2)
      reader->complain("flow", "shear needs 'gradient' in 3D, as in gradient = \"z\"");
  }
  const auto rate = reader->quantity("rate");
  if (!flow || !gradient || !rate) return;
  if (*flow == *gradient) {
    reader->complain(
        "gradient",
        fmt::format("gradient: the flow is along {} already; the gradient is across it", "xyz"[*flow]));
    return;
  }
  for (const std::size_t axis : {*flow, *gradient})
    if (!box.periodic[axis]) {
      domain.complain("shear",
                      fmt::format("shear: {} must be periodic too, as in periodic = \"{}{}\"", "xyz"[axis],
                                  "xyz"[std::min(*flow, *gradient)], "xyz"[std::max(*flow, *gradient)]));
      return;
    }
  box.shear = Shear{*flow, *gradient, *rate, reader->flag("flowing").value_or(false)};
}

}  // namespace

void read_names(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  static_cast<void>(place);
  for (const Member& member : table.members) {
    const auto refuse = [&](const Place& where, const std::string& reason) {
      reading.complaints.add(where, fmt::format("let: {}: {}", in_quotes(member.key), reason));
    };
    if (const std::string fault = fault_of_name(member.key); !fault.empty()) {
      refuse(member.place, fault);
      continue;
    }
    Measured number;
    if (const auto* whole = member.value.as<std::int64_t>())
      number.value = static_cast<double>(*whole);
    else if (const auto* real = member.value.as<double>(); real != nullptr && std::isfinite(*real))
      number.value = *real;
    else if (const auto* text = member.value.as<std::string>())
      number = evaluate(*text, reading.names);
    else
      number.fault = fmt::format(
          "expected a number, a quantity such as \"4 cm\" or an expression such as \"2 * width\", got {}",
          describe(member.value));
    if (!number.fault.empty())
      refuse(member.value.place, number.fault);
    else
      reading.names.push_back({member.key, number.value, number.dimension});
  }
  scene.names = reading.names;
}

void read_scene_table(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "scene", table, place, "[scene]");
  if (const auto name = reader.text("name")) scene.name = name->value;
  if (const auto dimension = reader.whole_number("dimension")) {
    scene.dimension = static_cast<int>(dimension->value);
    reading.dimension = scene.dimension;
  }
  scene.gravity = reader.vector("gravity").value_or(Coordinates{});
  if (const auto seed = reader.whole_number("seed")) scene.seed = seed->value;
  scene.thickness = reader.quantity_or_fallback("thickness");
  if (reading.dimension == 3) reader.refuse("thickness", "is for 2D scenes; this one has dimension = 3");
}

void read_domain(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "domain", table, place, "[domain]");
  const auto lo = reader.vector("min"), hi = reader.vector("max");
  if (lo) scene.domain.lo = *lo;
  if (hi) scene.domain.hi = *hi;
  require_order(reading, reader.place(), "[domain]", scene.domain.lo, scene.domain.hi);
  const auto periodic = reader.word("periodic");
  if (!periodic) {
    if (!reader.has("periodic"))
      reader.refuse("shear", "is for boxes that are periodic, as in periodic = \"xy\"");
    return;
  }
  for (const char letter : periodic->value) {
    const std::size_t axis = static_cast<std::size_t>(letter - 'x');
    if (reading.dimension && axis >= static_cast<std::size_t>(*reading.dimension))
      reader.complain("periodic", fmt::format("there is no axis {} in a scene of dimension {}", letter,
                                              *reading.dimension));
    else if (!std::isfinite(scene.domain.lo[axis]) || !std::isfinite(scene.domain.hi[axis]))
      reader.complain("periodic",
                      fmt::format("{} can only be periodic between a finite 'min' and 'max'", letter));
    else
      scene.domain.periodic[axis] = true;
  }
  scene.domain.periodic_place = periodic->place;
  read_shear(reading, reader, scene.domain);
}

void read_record(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "record", table, place, "[record]");
  scene.record.frames = reader.quantity("frames");
  scene.record.checkpoint = reader.quantity("checkpoint");
  scene.record.contacts = reader.flag("contacts").value_or(false);
}

void read_run(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "run", table, place, "[run]");
  const Vocabulary& words = reading.vocabulary;
  scene.run.integrator = reader.word("integrator", words.integrators).value_or(Placed<std::string>{});
  scene.run.stepper = reader.word("stepper", words.steppers).value_or(Placed<std::string>{});
  scene.run.implicit = reader.word("implicit").value_or(Placed<std::string>{});
  if (!scene.run.implicit.value.empty() && scene.run.stepper.value != "implicit")
    reader.complain("implicit", "this would change nothing: it is for stepper = \"implicit\"");
  scene.run.search = reader.word("search", words.searches).value_or(Placed<std::string>{});
  scene.run.time_step = reader.quantity("time_step");
  if (const auto accuracy = reader.word("accuracy")) {
    using Accuracy = RunSettings::Accuracy;
    scene.run.accuracy = accuracy->value == "draft"  ? Accuracy::draft
                         : accuracy->value == "fine" ? Accuracy::fine
                                                     : Accuracy::normal;
    if (scene.run.time_step)
      reader.complain("accuracy", "this would change nothing: it chooses a step for time_step = \"auto\"");
  }
  scene.run.skin = reader.quantity("skin");
  scene.run.orientations = reader.flag("orientations").value_or(true);
  scene.run.halo = read_halo(reading, reader).value_or(HaloSize{});
  scene.run.solver_tolerance = reader.quantity("solver_tolerance");
  scene.run.contact_tolerance = reader.quantity("contact_tolerance");
  scene.run.sleep = reader.flag("sleep").value_or(false);
  scene.run.sleep_within = reader.quantity("sleep_within");
  scene.run.sleep_after = reader.quantity("sleep_after");
  if (!scene.run.sleep)
    for (const char* const key : {"sleep_within", "sleep_after"})
      if (reader.quantity(key)) reader.complain(key, "no body sleeps: this needs sleep = true beside it");
}

void read_watch(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "watch", table, place, "[watch]");
  scene.watch.overlap_warn = reader.quantity_or_fallback("overlap_warn");
  scene.watch.overlap_strong = reader.quantity_or_fallback("overlap_strong");
  scene.watch.overlap_stop = reader.quantity_or_fallback("overlap_stop");
  scene.watch.time_step_stop = reader.quantity_or_fallback("time_step_stop");
}

}  // namespace scree::scene
