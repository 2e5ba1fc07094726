#include "scree/sim/families.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "scree/contact/triangle_methods.h"
#include "scree/kernel/kernels.h"
#include "scree/law/catalog.h"
#include "scree/scene/description.h"
#include "scree/scene/keys.h"
#include "scree/scene/shape_catalog.h"
#include "scree/search/catalog.h"
#include "scree/step/stepper.h"

namespace scree::sim {
namespace {
std::string text(std::string_view view) { return std::string(view); }

/// "restitution (number, default 1)", "kn (N/m)".
std::string describe(const Parameter& parameter) {
  const KindFacts& kind = facts(parameter.kind);
  std::string about = kind.unit.empty() ? text(kind.name) : text(kind.unit);
  // A default that is not a number stands for "worked out from the others": the summary says how.
  if (parameter.fallback)
    about += std::isnan(*parameter.fallback) ? std::string(", optional")
                                             : fmt::format(", default {:g}", *parameter.fallback);
  return fmt::format("{} ({})", parameter.name, about);
}

Family shapes() {
  Family family{
      "shapes",
      "shapes of bodies (shape in [[body]], [[fill]] and [[inlet]]) and of walls (a key of [[wall]])",
      {}};
  for (const scene::ShapeEntry& entry : scene::shape_catalog())
    family.members.push_back(
        {text(entry.name),
         text(entry.summary),
         {{"of", !entry.of_walls   ? "bodies"
                 : entry.of_bodies ? "bodies and walls"
                                   : "walls"},
          {"dimension", entry.dimension == 0 ? "2 and 3" : std::to_string(entry.dimension)}}});
  return family;
}

/// "explicit": those that take such laws.
std::string steppers_of(const law::Entry& law) {
  std::string names;
  for (const step::StepperEntry& stepper : step::steppers())
    if (step::takes(stepper, law)) {
      names += names.empty() ? "" : ", ";
      names += stepper.name;
    }
  return names;
}

Family laws() {
  Family family{"laws", "contact laws: law in [contact.\"A-B\"]", {}};
  for (const law::Entry& entry : law::catalog()) {
    std::vector<std::string> parameters;
    for (const Parameter& parameter : entry.parameters) parameters.push_back(describe(parameter));
    family.members.push_back(
        {text(entry.name),
         text(entry.summary),
         {{"source", text(entry.source)}, {"steppers", steppers_of(entry)}, {"parameters", parameters}}});
  }
  return family;
}

Family searches() {
  Family family{"search", "contact search: search in [run], or --search; never changes a result", {}};
  for (const search::Entry& entry : search::catalog())
    family.members.push_back({text(entry.name), text(entry.summary), {{"source", text(entry.source)}}});
  return family;
}

Family integrators() {
  Family family{"integrators", "time integration: integrator in [run]; the first is the default", {}};
  for (const step::IntegratorEntry& entry : step::integrators())
    family.members.push_back({text(entry.name),
                              text(entry.summary),
                              {{"source", text(entry.source)}, {"order", std::to_string(entry.order)}}});
  return family;
}

Family steppers() {
  Family family{
      "steppers", "how time advances: stepper in [run], or --stepper; the first is the default", {}};
  for (const step::StepperEntry& entry : step::steppers())
    family.members.push_back({text(entry.name), text(entry.summary), {{"source", text(entry.source)}}});
  return family;
}

Family measures() {
  constexpr std::string_view summaries[] = {
      "where the energy is, and where it went",
      "momentum and angular momentum of all bodies",
      "how many contacts, with bodies and walls, per body, and how deep",
      "packing fraction, coordination number, stress and velocity in a region",
      "density, velocity and stress on a grid, spread by a kernel (coarse graining)",
      "slices along an axis: packing fraction, velocity, temperature, size",
      "bodies and mass that have passed a plane, by direction",
      "force and torque of the bodies on a wall",
      "where named bodies are and how they move",
      "how far large and small bodies have parted along an axis",
      "how well two materials, or large and small bodies, are mixed: the index of Lacey",
      "how steep the surface of a heap is: a line through the highest body of each slice",
      "how far bodies reach along an axis, without the last per cent of their mass",
      "which way long polygons lie, and how much they agree"};
  Family family{"measures", "what can be measured: kind in [[measure]]", {}};
  for (std::size_t k = 0; k < scene::measure_kinds().size(); ++k)
    family.members.push_back({text(scene::measure_kinds()[k]), text(summaries[k]), {}});
  return family;
}

template <class Kind>
Family triangle_methods(const char* name, const char* summary,
                        std::span<const contact::MethodEntry<Kind>> entries) {
  Family family{name, summary, {}};
  for (const auto& entry : entries)
    family.members.push_back({text(entry.name), text(entry.summary), {{"source", text(entry.source)}}});
  return family;
}

Family cpu_targets() {
  Family family{"cpu", "CPU targets of the kernels: --cpu; never changes a result", {}};
  for (const kernel::Target& target : kernel::targets())
    family.members.push_back(
        {text(target.name), text(target.summary), {{"supported_here", target.is_supported()}}});
  return family;
}

/// What a form that sets the key must know.
std::vector<Detail> schema_of(const scene::KeyFacts& key) {
  const bool has_numbers = key.form != scene::Form::text && key.form != scene::Form::texts &&
                           key.form != scene::Form::word && key.form != scene::Form::flag &&
                           key.form != scene::Form::expression && key.form != scene::Form::region &&
                           key.form != scene::Form::table && key.form != scene::Form::tables;
  std::vector<Detail> details = {{"form", text(scene::name_of(key.form)), true}, {"live", key.live, true}};
  if (key.only_in != 0) details.push_back({"dimension", static_cast<double>(key.only_in), true});
  if (!has_numbers) return details;
  details.push_back({"kind", text(facts(key.kind).name), true});
  details.push_back({"unit", text(facts(key.kind).unit), true});
  const scene::Range& range = key.range;
  if (range.least > -range.unlimited) {
    details.push_back({"least", range.least, true});
    details.push_back({"least_excluded", range.least_excluded, true});
  }
  if (range.most < range.unlimited) {
    details.push_back({"most", range.most, true});
    details.push_back({"most_excluded", range.most_excluded, true});
  }
  return details;
}

Family keys() {
  Family family{"keys", "keys of scene files; the parameters of laws are in `scree list laws`", {}};
  for (const scene::KeyFacts& key : scene::key_table()) {
    Member member{key.name(),
                  text(key.summary),
                  {{"takes", key.takes()},
                   {"default", key.required ? std::string("required") : text(key.fallback)},
                   {"example", text(key.example)}}};
    for (Detail& detail : schema_of(key)) member.details.push_back(std::move(detail));
    family.members.push_back(std::move(member));
  }
  return family;
}
}  // namespace

std::vector<Family> families() {
  return {
      keys(),
      shapes(),
      laws(),
      searches(),
      integrators(),
      steppers(),
      measures(),
      triangle_methods("triangle_filters",
                       "what floats try on pairs of triangles before doubles decide; never changes a result",
                       contact::triangle_filters()),
      triangle_methods("tree_descents",
                       "how the trees of two bodies of triangles are searched; never changes a result",
                       contact::tree_descents()),
      cpu_targets()};
}

}  // namespace scree::sim
