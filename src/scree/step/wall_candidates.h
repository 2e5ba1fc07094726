// Which walls a body may touch before the candidate list is built anew. Takes bodies and walls, gives rows to
// the candidate list.
#pragma once

#include <span>
#include <vector>

#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

struct WallCandidate {
  Slot body;
  std::uint32_t facet;  // index into Walls::facets
};

/// Every free body with every facet within `skin` of touching, and those that `kept` contacts name. Each
/// once; for one body in the order of the facets.
template <int D>
std::vector<WallCandidate> find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                                                double skin, std::span<const world::ContactKey> kept);

}  // namespace scree::step
