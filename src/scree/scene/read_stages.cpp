// [[region]], [[stage]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/scene/read_condition.h"
#include "scree/scene/read_region.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

void read_wall_names(const TableReader& reader, std::string_view key, const SceneDescription& scene,
                     std::vector<std::string>& names) {
  std::vector<std::string_view> known;
  for (const Wall& wall : scene.walls) known.push_back(wall.name);
  for (const Placed<std::string>& name : reader.texts(key)) {
    if (std::find(known.begin(), known.end(), name.value) == known.end())
      reader.complain(key, fmt::format("there is no [[wall]] called {}{}", in_quotes(name.value),
                                       suggestion(name.value, known)));
    names.push_back(name.value);
  }
}

const Table* table_in(Reading& reading, const TableReader& reader, std::string_view key) {
  const Value* const value = reader.find(key);
  if (!value || value->as<Table>()) return value ? value->as<Table>() : nullptr;
  reading.complaints.add(value->place, fmt::format("{}: expected a table, got {}; write for example {}", key,
                                                   describe(*value), key_facts("stage", key).example));
  return nullptr;
}

void read_material_change(Reading& reading, const Member& change, Stage& stage) {
  const std::vector<std::string_view> known(reading.materials.begin(), reading.materials.end());
  if (!reading.materials.count(change.key)) {
    reading.complaints.add(change.place, fmt::format("material: there is no material {}{}",
                                                     in_quotes(change.key), suggestion(change.key, known)));
    return;
  }
  const auto* table = change.value.as<Table>();
  if (!table) {
    reading.complaints.add(
        change.place, fmt::format("material: expected what changes of {}, as in {{ young = \"20 MPa\" }}",
                                  in_quotes(change.key)));
    return;
  }
  const TableReader reader(reading, "stage.material", *table, change.value.place,
                           fmt::format("material.{}", one_line(change.key)));
  Material material;
  material.name = change.key;
  material.young = reader.quantity("young");
  material.poisson = reader.quantity("poisson");
  material.place = change.place;
  stage.materials.push_back(std::move(material));
}

}  // namespace

void read_material_changes(Reading& reading, const Table& changes, Stage& stage) {
  for (const Member& change : changes.members) read_material_change(reading, change, stage);
}

void read_region(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "region", table, place, "[[region]]");
  Region region;
  region.place = place;
  if (const auto name = reader.text("name")) {
    region.name = name->value;
    if (name->value == "all") reader.complain("name", "name: 'all' stands for everywhere; choose another");
    if (name->value.find_first_of("()\n") != std::string::npos)
      reader.complain("name", "name: a region's name must not hold parentheses or line breaks");
  }
  if (const auto shape = read_region_shape(reading, reader)) region.shape = *shape;
  scene.regions.push_back(std::move(region));
}

void read_stage(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "stage", table, place, "[[stage]]");
  Stage stage;
  const auto name = reader.text("name");
  stage.name = name ? name->value : fmt::format("stage {}", scene.stages.size());
  if (const auto until = reader.text("until"))
    if (auto condition = read_condition(*until, scene.regions, reading.complaints, reading.names))
      stage.until = Placed<Condition>{std::move(*condition), until->place};
  if (reader.has("until")) {
    if (const std::string_view key = reader.either("limit", "duration"); !key.empty()) {
      stage.duration = reader.quantity(key).value_or(Placed<double>{});
      stage.must_end_by_condition = key == "limit";
    }
  } else {
    reader.refuse("limit", "goes with 'until'; a stage without a condition has a 'duration'");
    reader.refuse("check", "goes with 'until'");
    if (!reader.has("duration") && !reader.has("limit"))
      reading.complaints.add(
          place, "[[stage]] needs 'duration', a time, as in duration = \"0.5 s\", or 'until' and 'limit'");
    stage.duration = reader.quantity("duration").value_or(Placed<double>{});
  }
  stage.check = reader.quantity("check");
  if (const auto gravity = reader.vector("gravity"))
    stage.gravity = Placed<Coordinates>{*gravity, reader.place("gravity")};
  if (scene.domain.shear)
    stage.shear_rate = reader.quantity("shear_rate");
  else
    reader.refuse("shear_rate",
                  "needs a sheared box, as in [domain] shear = { flow = \"x\", gradient = \"y\", rate = 0 }");
  read_wall_names(reader, "remove", scene, stage.remove);
  read_wall_names(reader, "add", scene, stage.add);
  read_wall_names(reader, "stop", scene, stage.stop);
  if (const Table* changes = table_in(reading, reader, "material"))
    read_material_changes(reading, *changes, stage);
  if (const Table* changes = table_in(reading, reader, "contact"))
    read_contact_changes(reading, *changes, scene, stage);
  scene.stages.push_back(std::move(stage));
}

}  // namespace scree::scene
