// What `scree check` tells of a scene before anything runs.
#pragma once

#include "scree/sim/inflow.h"
#include "scree/sim/stage_plan.h"

namespace scree::sim {

/// The notes about a scene: written while it is built.
struct SceneNotes {
  RuleNotes rules;
  CornerDepths corners;
  std::vector<std::string> notes;  // what is odd, but can be lived with
};

/// Of a simulation at its start.
template <int D>
struct FactsParts {
  const world::Bodies<D>& bodies;
  const world::Walls<D>& walls;
  std::span<const Material> materials;
  double thickness = 1;  // [m]
  const StagePlans<D>& plans;
  const Inflow<D>& inflow;
  std::span<const Overlap> overlaps;
  std::size_t memory_width = 0;  // doubles that a contact remembers
  const SceneNotes& notes;
};
template <int D>
SceneFacts facts_of(const FactsParts<D>& parts);

}  // namespace scree::sim
