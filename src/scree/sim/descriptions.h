// How messages name the bodies, walls and places of a simulation.
#pragma once

#include <span>
#include <string>

#include "scree/search/skin_choice.h"
#include "scree/world/walls.h"

namespace scree::sim {

/// "body 12", "body 12 'ball'"; `names` by id, may be shorter.
std::string body_text(Id id, std::span<const std::string> names);
/// "(0.1, 0.2, 0.3) m".
template <int D>
std::string place_text(const Vec<D>& place);
/// A skin [m] and what it was chosen by.
std::string skin_text(double skin, const search::SkinCosts& costs);

/// The wall of this name, which exists.
template <int D>
std::size_t wall_number(const world::Walls<D>& walls, const std::string& name);

}  // namespace scree::sim
