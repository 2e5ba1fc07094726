// One function per table of a scene: tree -> description. Each complains about what it cannot accept and goes
// on.
#pragma once

#include <string>

#include "scree/scene/table_reader.h"

namespace scree::scene {

/// Sets reading.names, which numbers of every other section may speak of.
void read_names(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
/// Sets reading.dimension, which every other section needs.
void read_scene_table(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_domain(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_record(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_run(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_watch(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);

/// Reads [material.NAME]; reading.materials must hold the names of all materials already.
void read_material(Reading& reading, const Table& table, const Place& place, const std::string& name,
                   SceneDescription& scene);
void read_contact(Reading& reading, const Table& table, const Place& place, const std::string& pair,
                  SceneDescription& scene);

/// [contact] must have been read. `changes` is the table `contact` of a stage: numbers of rules that are
/// there.
void read_contact_changes(Reading& reading, const Table& changes, const SceneDescription& scene,
                          Stage& stage);

/// The table `material` of a stage or an edit: numbers of materials that are there.
void read_material_changes(Reading& reading, const Table& changes, Stage& stage);

/// Lower and upper corner of a box.
struct Corners {
  Coordinates lo{}, hi{};
};
Corners read_corners(Reading& reading, const TableReader& box);

/// The table `motion` of a wall, or of a stage's action on one.
WallMotion read_motion(Reading& reading, const TableReader& motion);
void read_wall(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
/// [domain] and the regions must have been read.
void read_body(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_fill(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_region(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
/// [[region]] must have been read.
void read_stage(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);

/// Regions and stages must have been read.
void read_inlet(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
void read_sink(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);
/// Regions, walls and bodies must have been read.
void read_measure(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);

/// What the scene says of materials, laws, walls and the domain must have been read; `edits` of the scene are
/// those that were made before.
void read_edit(Reading& reading, const Table& table, const Place& place, SceneDescription& scene);

/// "disc" in 2D, "sphere" in 3D.
Placed<std::string> read_shape(const Reading& reading, const TableReader& reader);
}  // namespace scree::scene
