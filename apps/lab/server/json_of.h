// What the laboratory tells about scenes, runs and bodies, as JSON (docs/lab_protocol.md).
#pragma once

#include <nlohmann/json.hpp>

#include "apps/lab/server/workspace.h"
#include "scree/scene/tree.h"

namespace scree::lab {

using nlohmann::json;

/// The scene, with the walls that the journal has added.
json json_of_scene(const scene::SceneDescription& scene, const std::vector<scene::Edit>& journal);
/// What a simulation says about itself, between steps.
json json_of_run(sim::Simulation& simulation);
/// Throws RunError if there is no such body.
json json_of_body(sim::Simulation& simulation, Id body, const scene::SceneDescription& scene);
json json_of_contacts(sim::Simulation& simulation, Id first, Id second);
/// As `scree list --json` gives them.
json json_of_families();
/// An edit as a table of a scene.
scene::Table table_of(const json& object);

/// Text of any bytes: what is no UTF-8 is replaced.
std::string dumped(const json& value);

}  // namespace scree::lab
