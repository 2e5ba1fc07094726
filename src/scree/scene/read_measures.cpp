// [[measure]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/scene/read_region.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

using Kind = Measure::Kind;

constexpr std::string_view kinds[] = {"energies", "momentum", "contacts", "bulk",       "field",
                                      "profile",  "flow",     "wall",     "bodies",     "segregation",
                                      "mixing",   "slope",    "front",    "orientation"};

/// Which kinds a key is for; a key that is not listed is for all.
struct Use {
  std::string_view key;
  std::vector<Kind> kinds;
};

void refuse_unused(const TableReader& reader, Kind kind) {
  const Use uses[] = {{"region",
                       {Kind::bulk, Kind::field, Kind::profile, Kind::segregation, Kind::mixing, Kind::slope,
                        Kind::front, Kind::orientation}},
                      {"axis", {Kind::profile, Kind::segregation, Kind::slope, Kind::front}},
                      {"bins", {Kind::profile, Kind::slope}},
                      {"cells", {Kind::field}},
                      {"cell", {Kind::mixing}},
                      {"width", {Kind::field}},
                      {"kernel", {Kind::field}},
                      {"plane", {Kind::flow}},
                      {"wall", {Kind::wall}},
                      {"bodies", {Kind::bodies}}};
  for (const Use& use : uses)
    if (std::find(use.kinds.begin(), use.kinds.end(), kind) == use.kinds.end())
      reader.refuse(use.key,
                    fmt::format("does not go with kind = \"{}\"", kinds[static_cast<std::size_t>(kind)]));
}

void read_flow_plane(Reading& reading, const TableReader& reader, Measure& measure) {
  const auto plane = reader.table("plane", "measure.plane");
  if (!plane) {
    if (!reader.has("plane"))
      reading.complaints.add(reader.place(),
                             fmt::format("[[measure]] of a flow needs 'plane', as in plane = {}",
                                         key_facts("measure", "plane").example));
    return;
  }
  measure.plane.point = plane->vector("point").value_or(Coordinates{});
  if (const auto normal = plane->vector("normal")) {
    if (const auto unit = normalised(*normal))
      measure.plane.normal = *unit;
    else
      plane->complain("normal", "normal must not be zero: it says which way is forward");
  }
}

void read_wall_name(Reading& reading, const TableReader& reader, const SceneDescription& scene,
                    Measure& measure) {
  const auto name = reader.text("wall");
  if (!reader.has("wall"))
    reading.complaints.add(reader.place(), "[[measure]] of a wall needs 'wall', as in wall = \"floor\"");
  if (!name) return;
  std::vector<std::string_view> known;
  for (const Wall& wall : scene.walls) known.push_back(wall.name);
  if (std::find(known.begin(), known.end(), name->value) == known.end())
    reader.complain("wall", fmt::format("there is no [[wall]] called {}{}", in_quotes(name->value),
                                        suggestion(name->value, known)));
  measure.wall = name->value;
}

void read_body_names(Reading& reading, const TableReader& reader, const SceneDescription& scene,
                     Measure& measure) {
  std::vector<std::string_view> known;
  for (const Body& body : scene.bodies) known.push_back(body.name);
  for (const Placed<std::string>& name : reader.texts("bodies")) {
    if (std::find(known.begin(), known.end(), name.value) == known.end())
      reader.complain("bodies", fmt::format("there is no [[body]] called {}{}", in_quotes(name.value),
                                            suggestion(name.value, known)));
    measure.bodies.push_back(name.value);
  }
  if (!reader.has("bodies")) measure.bodies.assign(known.begin(), known.end());
  if (measure.bodies.empty())
    reading.complaints.add(reader.place(), "[[measure]] of bodies needs a [[body]] to follow");
}

void read_field(const Reading& reading, const TableReader& reader, Measure& measure) {
  const auto dimension = static_cast<std::size_t>(reading.dimension.value_or(3));
  for (std::size_t k = 0; k < dimension; ++k) measure.cells[k] = 10;
  if (const auto cells = reader.vector("cells")) {
    for (std::size_t k = 0; k < dimension; ++k) {
      measure.cells[k] = static_cast<std::uint64_t>((*cells)[k]);
      if ((*cells)[k] != std::floor((*cells)[k]))
        reader.complain("cells", fmt::format("cells: expected whole numbers, got {}", (*cells)[k]));
    }
  }
  if (const auto width = reader.quantity("width")) measure.width = width->value;
  measure.kernel =
      reader.word_or_fallback("kernel") == "gaussian" ? Measure::Kernel::gaussian : Measure::Kernel::lucy;
}

/// Which way is up for a slope: against the gravity that the scene begins with.
void read_up(const Reading& reading, const TableReader& reader, const SceneDescription& scene,
             Measure& measure) {
  Coordinates up{};
  up[static_cast<std::size_t>(reading.dimension.value_or(3) - 1)] = 1;
  if (const auto down = normalised(scene.gravity))
    for (std::size_t k = 0; k < 3; ++k) up[k] = (*down)[k] == 0 ? 0 : -(*down)[k];
  measure.up = up;
  constexpr double nearly_upright = 0.99;
  if (std::abs(up[static_cast<std::size_t>(measure.axis)]) > nearly_upright)
    reader.complain("axis", "axis: a slope is seen along a level axis, not along gravity");
}

bool is_plain(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

}  // namespace

std::span<const std::string_view> measure_kinds() { return kinds; }

void read_measure(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "measure", table, place, "[[measure]]");
  Measure measure;
  measure.place = place;
  if (const auto name = reader.text("name")) {
    measure.name = name->value;
    if (!is_plain(measure.name) || measure.name.size() > 100)
      reader.complain("name", "name: a measurement's name is made of at most 100 letters, digits, - and _");
  }
  measure.interval = reader.quantity("interval").value_or(Placed<double>{});
  const auto kind = reader.word("kind", kinds);
  if (kind) {
    measure.kind =
        static_cast<Kind>(std::find(std::begin(kinds), std::end(kinds), kind->value) - std::begin(kinds));
    refuse_unused(reader, measure.kind);
    if (measure.kind == Kind::flow) read_flow_plane(reading, reader, measure);
    if (measure.kind == Kind::wall) read_wall_name(reading, reader, scene, measure);
    if (measure.kind == Kind::bodies) read_body_names(reading, reader, scene, measure);
    if (measure.kind == Kind::field) read_field(reading, reader, measure);
  }
  if (const Region* region = find_region(reader, scene)) measure.region = region->shape;
  const bool needs_box = kind && (measure.kind == Kind::field || measure.kind == Kind::profile);
  if (needs_box && !(measure.region && std::holds_alternative<BoxRegion>(*measure.region)))
    reading.complaints.add(
        reader.place("region"),
        fmt::format("[[measure]] of kind \"{}\" needs 'region', the name of a [[region]] that is a "
                    "box",
                    kind->value));
  if (kind && measure.kind == Kind::bulk && !measure.region && !reader.has("region"))
    reading.complaints.add(place, "[[measure]] of kind \"bulk\" needs 'region', the name of a [[region]]");
  if (kind && measure.kind == Kind::bulk && measure.region &&
      std::holds_alternative<ConeRegion>(*measure.region))
    reader.complain("region",
                    "[[measure]] of kind \"bulk\" needs a region that is a box, a ball or a cylinder");
  if (kind && measure.kind == Kind::orientation && reading.dimension == 3)
    reader.complain("kind", "[[measure]] of kind \"orientation\" is for the polygons of 2D scenes");
  const bool looks_along_ground = kind && (measure.kind == Kind::slope || measure.kind == Kind::front);
  measure.axis = looks_along_ground ? 0 : reading.dimension.value_or(3) - 1;
  if (const auto axis = reader.word("axis")) {
    measure.axis = axis->value[0] - 'x';
    if (reading.dimension == 2 && measure.axis == 2) reader.complain("axis", "axis: a 2D scene has x and y");
  }
  if (kind && measure.kind == Kind::slope) read_up(reading, reader, scene, measure);
  if (const auto cell = reader.quantity("cell")) measure.cell = cell->value;
  measure.bins = 20;
  if (const auto bins = reader.whole_number("bins")) measure.bins = bins->value;
  scene.measures.push_back(std::move(measure));
}

}  // namespace scree::scene
