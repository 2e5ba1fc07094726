// [[edit]]: changes of a run while it goes on.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "scree/base/text.h"
#include "scree/scene/edit.h"
#include "scree/scene/load.h"
#include "scree/scene/parse_toml.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"
#include "scree/scene/write_toml.h"

namespace scree::scene {
namespace {

constexpr std::string_view changes[] = {"gravity",   "contact",     "material",    "drive_wall",  "move_wall",
                                        "add_wall",  "remove_wall", "return_wall", "add_body",    "add_fill",
                                        "move_body", "pin",         "unpin",       "remove_body", "grab",
                                        "release",   "time_step",   "frames"};

/// A scene that another table is read into, with what that table's reader asks of it.
SceneDescription scratch_of(const SceneDescription& scene) {
  SceneDescription scratch;
  scratch.dimension = scene.dimension;
  scratch.domain = scene.domain;
  scratch.materials = scene.materials;
  scratch.regions = scene.regions;
  scratch.names = scene.names;
  return scratch;
}

/// Those of the scene and those that earlier edits have added.
std::vector<std::string_view> wall_names(const SceneDescription& scene) {
  std::vector<std::string_view> names;
  for (const Wall& wall : scene.walls) names.push_back(wall.name);
  for (const Edit& edit : scene.edits)
    if (const auto* added = std::get_if<WallAddition>(&edit.change)) names.push_back(added->wall.name);
  return names;
}

std::string read_wall_name(const TableReader& reader, std::string_view key, const SceneDescription& scene) {
  const auto name = reader.text(key);
  if (!name) return {};
  const std::vector<std::string_view> known = wall_names(scene);
  if (std::find(known.begin(), known.end(), name->value) == known.end())
    reader.complain(key, fmt::format("there is no wall called {}{}", in_quotes(name->value),
                                     suggestion(name->value, known)));
  return name->value;
}

/// A number or a list of numbers.
std::vector<std::uint64_t> read_ids(Reading& reading, const TableReader& reader, std::string_view key) {
  std::vector<std::uint64_t> ids;
  const Value* const value = reader.find(key);
  const auto accept = [&](const Value& one) {
    const auto* const number = one.as<std::int64_t>();
    const Range& range = key_facts("edit", key).range;
    if (!number)
      reading.complaints.add(one.place, fmt::format("{}: expected the id of a body, a whole number, got {}",
                                                    key, describe(one)));
    else if (!range.holds(static_cast<double>(*number)))
      reading.complaints.add(one.place, fmt::format("{} {}, got {}", key, range.rule(), *number));
    else
      ids.push_back(static_cast<std::uint64_t>(*number));
  };
  if (const auto* array = value->as<Array>()) {
    if (array->items.empty())
      reading.complaints.add(value->place, fmt::format("{}: expected the id of at least one body", key));
    for (const Value& one : array->items) accept(one);
  } else {
    accept(*value);
  }
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end())
    reading.complaints.add(value->place, fmt::format("{}: an id stands there twice", key));
  return ids;
}

/// The table that stands under the key, or null after a complaint.
const Table* table_under(Reading& reading, const TableReader& reader, std::string_view key) {
  const Value* const value = reader.find(key);
  const auto* const table = value->as<Table>();
  if (!table)
    reading.complaints.add(value->place, fmt::format("{}: expected a table, got {}; write for example {}",
                                                     key, describe(*value), key_facts("edit", key).example));
  return table;
}

/// A journal must not need other files.
void refuse_files(Reading& reading, const Table& table, std::string_view instead) {
  for (const std::string_view key : {"file", "mesh", "chain"})
    if (const Member* member = table.find(key))
      reading.complaints.add(
          member->place, fmt::format("'{}': an edit reads no other file; write {} instead", key, instead));
}

bool refuse_meshes(Reading& reading, const Table& table) {
  const Member* const shape = table.find("shape");
  const auto* const word = shape ? shape->value.as<std::string>() : nullptr;
  if (!word || *word != "mesh") return false;
  reading.complaints.add(shape->value.place,
                         "an edit cannot bring triangulated bodies; the scene can, or an [[inlet]]");
  return true;
}

WallMove read_wall_move(const Reading& reading, const TableReader& move, const SceneDescription& scene) {
  WallMove change;
  change.wall = read_wall_name(move, "wall", scene);
  change.by = move.vector("by").value_or(Coordinates{});
  change.about = move.vector("about").value_or(Coordinates{});
  if (const auto angle = move.quantity("angle")) change.angle = angle->value;
  if (reading.dimension == 2)
    move.refuse("axis", "is for 3D scenes; in the plane an angle says it all");
  else if (const auto axis = move.direction("axis"))
    change.axis = *axis;
  else if (change.angle != 0 && !move.has("axis"))
    move.complain("angle", "move_wall needs 'axis' for a turn in 3D, as in axis = [0, 1, 0]");
  if (!move.has("by") && !move.has("angle"))
    move.complain("wall", "move_wall needs 'by' or 'angle', as in by = [0, 0, \"-1 cm\"]");
  return change;
}

BodyMove read_body_move(const Reading& reading, const TableReader& move) {
  BodyMove change;
  if (reading.dimension == 3) move.refuse("angle", "is for 2D scenes");
  if (const auto body = move.whole_number("body")) change.body = body->value;
  change.position = move.vector("position");
  change.velocity = move.vector("velocity");
  change.spin = move.spin("spin");
  if (const auto angle = move.quantity("angle")) change.angle = angle->value;
  if (!move.has("position") && !move.has("velocity") && !move.has("spin") && !move.has("angle"))
    move.complain("body", "move_body needs 'position', 'velocity', 'spin' or 'angle'");
  return change;
}

BodyGrab read_grab(const TableReader& grab) {
  BodyGrab change;
  if (const auto body = grab.whole_number("body")) change.body = body->value;
  change.point = grab.vector("point").value_or(Coordinates{});
  if (const auto stiffness = grab.quantity("stiffness")) change.stiffness = stiffness->value;
  change.damping = grab.quantity_or_fallback("damping");
  return change;
}

std::optional<Change> read_wall_addition(Reading& reading, const TableReader& reader,
                                         const SceneDescription& scene) {
  const Table* const table = table_under(reading, reader, "add_wall");
  if (!table) return std::nullopt;
  refuse_files(reading, *table, "vertices and triangles, or rows,");
  SceneDescription scratch = scratch_of(scene);
  read_wall(reading, *table, reader.place("add_wall"), scratch);
  WallAddition change{std::move(scratch.walls.back())};
  const std::vector<std::string_view> known = wall_names(scene);
  if (!table->find("name"))
    reader.complain("add_wall", "add_wall needs 'name', so that later edits can speak of it");
  else if (std::find(known.begin(), known.end(), change.wall.name) != known.end())
    reader.complain("add_wall",
                    fmt::format("another wall is called {} already", in_quotes(change.wall.name)));
  return change;
}

std::optional<Change> read_body_addition(Reading& reading, const TableReader& reader,
                                         const SceneDescription& scene) {
  const Table* const table = table_under(reading, reader, "add_body");
  if (!table || refuse_meshes(reading, *table)) return std::nullopt;
  SceneDescription scratch = scratch_of(scene);
  read_body(reading, *table, reader.place("add_body"), scratch);
  return BodyAddition{std::move(scratch.bodies.back()), table->find("name") != nullptr};
}

std::optional<Change> read_fill_addition(Reading& reading, const TableReader& reader,
                                         const SceneDescription& scene) {
  const Table* const table = table_under(reading, reader, "add_fill");
  if (!table || refuse_meshes(reading, *table)) return std::nullopt;
  refuse_files(reading, *table, "rows");
  SceneDescription scratch = scratch_of(scene);
  read_fill(reading, *table, reader.place("add_fill"), scratch);
  return FillAddition{std::move(scratch.fills.back())};
}

std::optional<Change> read_law_change(Reading& reading, const TableReader& reader, std::string_view key,
                                      const SceneDescription& scene) {
  const Table* const table = table_under(reading, reader, key);
  if (!table) return std::nullopt;
  Stage stage;
  if (key == "contact")
    read_contact_changes(reading, *table, scene, stage);
  else
    read_material_changes(reading, *table, stage);
  return LawChange{std::move(stage.contacts), std::move(stage.materials)};
}

std::optional<Change> read_change(Reading& reading, const TableReader& reader, std::string_view key,
                                  const SceneDescription& scene) {
  if (key == "gravity") {
    const auto gravity = reader.vector("gravity");
    return gravity ? std::optional<Change>(GravityChange{*gravity}) : std::nullopt;
  }
  if (key == "contact" || key == "material") return read_law_change(reading, reader, key, scene);
  if (key == "drive_wall") {
    const auto drive = reader.table(key, "edit.drive_wall");
    if (!drive) return std::nullopt;
    WallDrive change{read_wall_name(*drive, "wall", scene), {}};
    if (const auto motion = drive->table("motion", "wall.motion"))
      change.motion = read_motion(reading, *motion);
    return change;
  }
  if (key == "move_wall") {
    const auto move = reader.table(key, "edit.move_wall");
    return move ? std::optional<Change>(read_wall_move(reading, *move, scene)) : std::nullopt;
  }
  if (key == "add_wall") return read_wall_addition(reading, reader, scene);
  if (key == "remove_wall") return WallRemoval{read_wall_name(reader, key, scene)};
  if (key == "return_wall") return WallReturn{read_wall_name(reader, key, scene)};
  if (key == "add_body") return read_body_addition(reading, reader, scene);
  if (key == "add_fill") return read_fill_addition(reading, reader, scene);
  if (key == "move_body") {
    const auto move = reader.table(key, "edit.move_body");
    return move ? std::optional<Change>(read_body_move(reading, *move)) : std::nullopt;
  }
  if (key == "pin") return BodyPin{read_ids(reading, reader, key)};
  if (key == "unpin") return BodyUnpin{read_ids(reading, reader, key)};
  if (key == "remove_body") return BodyRemoval{read_ids(reading, reader, key)};
  if (key == "grab") {
    const auto grab = reader.table(key, "edit.grab");
    return grab ? std::optional<Change>(read_grab(*grab)) : std::nullopt;
  }
  if (key == "release") return BodyRelease{read_ids(reading, reader, key)};
  const auto time = reader.quantity(key);
  if (!time) return std::nullopt;
  if (key == "time_step") return TimeStepChange{time->value};
  return FrameIntervalChange{time->value};
}

/// What a reader of edits needs to know of a scene that was read before.
Reading reading_of(const SceneDescription& scene, const Vocabulary& vocabulary) {
  Reading reading{vocabulary, {}, scene.dimension, {}, {}};
  reading.names = scene.names;
  for (const Material& material : scene.materials) reading.materials.insert(material.name);
  return reading;
}

}  // namespace

void read_edit(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "edit", table, place, "[[edit]]");
  const auto step = reader.whole_number("step");
  if (step && !scene.edits.empty() && step->value < scene.edits.back().step)
    reader.complain("step",
                    fmt::format("edits stand in the order of their steps: this one, at step {}, comes "
                                "after one at step {}",
                                step->value, scene.edits.back().step));
  const std::string_view key = reader.one_of(changes);
  if (key.empty()) return;
  std::optional<Change> change = read_change(reading, reader, key, scene);
  if (!change) return;
  Edit edit;
  edit.step = step ? step->value : 0;
  edit.change = std::move(*change);
  edit.text = fmt::format("{} = {}", key, write_value(*reader.find(key)));
  edit.place = place;
  scene.edits.push_back(std::move(edit));
}

const std::optional<PolygonForm>* polygon_of(const Edit& edit) {
  if (const auto* body = std::get_if<BodyAddition>(&edit.change)) return &body->body.polygon;
  if (const auto* fill = std::get_if<FillAddition>(&edit.change)) return &fill->fill.polygon;
  return nullptr;
}

Edit read_edit_text(std::string_view text, std::uint64_t step, const SceneDescription& scene,
                    std::span<const Edit> earlier, const Vocabulary& vocabulary) {
  const auto file = std::make_shared<const std::string>("edit");
  Table table = parse_toml(text, file);
  const Place place{file, 1, 1};
  Reading reading = reading_of(scene, vocabulary);
  if (const Member* member = table.find("step"))
    reading.complaints.add(member->place,
                           "'step' is for scenes; an edit of a running simulation is made now");
  reading.complaints.raise();
  table.members.insert(table.members.begin(), {"step", place, {static_cast<std::int64_t>(step), place}});
  SceneDescription scratch = scratch_of(scene);
  scratch.walls = scene.walls;
  scratch.contacts = scene.contacts;
  scratch.edits.assign(earlier.begin(), earlier.end());
  read_edit(reading, table, place, scratch);
  reading.complaints.raise();
  return std::move(scratch.edits.back());
}

std::string write_edits(std::span<const Edit> edits) {
  std::string text;
  for (const Edit& edit : edits) text += fmt::format("\n[[edit]]\nstep = {}\n{}\n", edit.step, edit.text);
  return text;
}

std::vector<Edit> read_edits_text(std::string_view text, const SceneDescription& scene,
                                  const Vocabulary& vocabulary) {
  const auto file = std::make_shared<const std::string>("the journal");
  const Table root = parse_toml(text, file);
  Reading reading = reading_of(scene, vocabulary);
  SceneDescription scratch = scratch_of(scene);
  scratch.walls = scene.walls;
  scratch.contacts = scene.contacts;
  if (const Member* const edits = root.find("edit"))
    if (const auto* const array = edits->value.as<Array>())
      for (const Value& item : array->items)
        if (const auto* const table = item.as<Table>()) read_edit(reading, *table, item.place, scratch);
  reading.complaints.raise();
  return std::move(scratch.edits);
}

std::string with_edits(const std::string& resolved_text, std::span<const Edit> edits) {
  Table root = parse_toml(resolved_text, std::make_shared<const std::string>("the scene"));
  std::erase_if(root.members, [](const Member& member) { return member.key == "edit"; });
  return write_toml(root) + write_edits(edits);
}

}  // namespace scree::scene
