#include "scree/sim/descriptions.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {

std::string body_text(Id id, std::span<const std::string> names) {
  std::string plain = fmt::format("body {}", id);  // also what the scene calls a body that has no name
  if (id >= names.size() || names[id].empty() || names[id] == plain) return plain;
  return fmt::format("{} '{}'", plain, names[id]);
}

template <int D>
std::string place_text(const Vec<D>& place) {
  if constexpr (D == 2)
    return fmt::format("({:.4g}, {:.4g}) m", place[0], place[1]);
  else
    return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", place[0], place[1], place[2]);
}

std::string skin_text(double skin, const search::SkinCosts& costs) {
  std::string text = "skin " + quantity_text(skin, "m");
  if (costs.motion > 0)
    text += fmt::format(
        ": the fastest body uses {:.2g} of it per step, a list of {:.0f} candidates takes {:.2g} ms, "
        "to pass over them {:.2g} ms per step",
        2 * costs.motion / skin, costs.candidates, 1e3 * costs.rebuild_seconds,
        1e3 * costs.candidates * costs.seconds_per_candidate);
  return text;
}

template <int D>
std::size_t wall_number(const world::Walls<D>& walls, const std::string& name) {
  const auto found = std::find(walls.names.begin(), walls.names.end(), name);
  SCREE_ASSERT(found != walls.names.end());
  return static_cast<std::size_t>(found - walls.names.begin());
}

template std::string place_text(const Vec<2>&);
template std::string place_text(const Vec<3>&);
template std::size_t wall_number(const world::Walls<2>&, const std::string&);
template std::size_t wall_number(const world::Walls<3>&, const std::string&);

}  // namespace scree::sim
