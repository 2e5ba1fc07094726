// [[inlet]], [[sink]].
#include <fmt/format.h>

#include "scree/base/text.h"
#include "scree/scene/meshes.h"
#include "scree/scene/polygons.h"
#include "scree/scene/read_region.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

void read_stage_names(const TableReader& reader, const SceneDescription& scene, Inlet& inlet) {
  std::vector<std::string_view> known;
  for (const Stage& stage : scene.stages) known.push_back(stage.name);
  for (const Placed<std::string>& name : reader.texts("stages")) {
    bool found = false;
    for (const std::string_view one : known) found = found || one == name.value;
    if (!found)
      reader.complain("stages", fmt::format("there is no [[stage]] called {}{}", in_quotes(name.value),
                                            suggestion(name.value, known)));
    inlet.stages.push_back(name.value);
  }
}

}  // namespace

void read_inlet(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "inlet", table, place, "[[inlet]]");
  Inlet inlet;
  inlet.place = place;
  const auto name = reader.text("name");
  inlet.name = name ? name->value : fmt::format("inlet {}", scene.inlets.size());
  inlet.shape = read_shape(reading, reader);
  inlet.material = reader.material("material").value_or(Placed<std::string>{});
  inlet.polygon = read_polygon(reading, reader, inlet.shape.value == "polygon");
  inlet.angle = read_angle(reader, inlet.shape.value == "polygon");
  const bool is_mesh = inlet.shape.value == "mesh";
  inlet.mesh = read_mesh_form(reading, reader, is_mesh);
  inlet.rotation = read_rotation(reading, reader, is_mesh);
  if (!is_mesh) reader.refuse("halo", "goes with triangulated bodies only");
  inlet.halo = read_halo(reading, reader).value_or(scene.run.halo);
  if (const auto sizes = read_sizes_of_meshes(reader, inlet.mesh))
    inlet.radius = *sizes;
  else if (const auto drawn = read_sizes_of(reading, reader, inlet.polygon))
    inlet.radius = *drawn;
  if (is_mesh) inlet.radius = with_halo(inlet.radius, inlet.halo);
  if (const std::optional<RegionShape> region = read_own_region(reading, reader, scene)) {
    if (const auto* box = std::get_if<BoxRegion>(&*region)) {
      inlet.lo = box->lo;
      inlet.hi = box->hi;
      require_region_inside(reading, reader, {box->lo, box->hi}, inlet.radius, scene.domain);
    } else {
      reader.complain("region", "region: an inlet needs a region that is a box");
    }
  }
  if (const std::string_view key = reader.either("mass_rate", "number_rate"); key == "mass_rate")
    inlet.mass_rate = reader.quantity(key);
  else if (!key.empty())
    inlet.number_rate = reader.quantity(key);
  inlet.count = reader.whole_number("count");
  inlet.velocity = reader.vector("velocity").value_or(Coordinates{});
  inlet.random_speed = reader.quantity_or_fallback("random_speed");
  inlet.from = reader.quantity_or_fallback("from");
  if (const auto until = reader.quantity("until")) {
    inlet.until = until->value;
    if (!(inlet.from < inlet.until)) reader.complain("until", "until: the inlet would close before it opens");
  }
  read_stage_names(reader, scene, inlet);
  inlet.waits = reader.word_or_fallback("when_full") == "wait";
  scene.inlets.push_back(std::move(inlet));
}

void read_sink(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "sink", table, place, "[[sink]]");
  Sink sink;
  sink.place = place;
  const auto name = reader.text("name");
  sink.name = name ? name->value : fmt::format("sink {}", scene.sinks.size());
  if (reader.has("region")) {
    for (const std::string_view key : {"box", "ball", "cylinder", "cone"})
      reader.refuse(key, "does not go with 'region', which says it all");
    if (const Region* region = find_region(reader, scene)) sink.shape = region->shape;
  } else if (const auto shape = read_region_shape(reading, reader)) {
    sink.shape = *shape;
  }
  scene.sinks.push_back(std::move(sink));
}

}  // namespace scree::scene
