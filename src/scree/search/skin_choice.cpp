#include "scree/search/skin_choice.h"

#include <algorithm>
#include <cmath>

namespace scree::search {

double expected_cost(const SkinCosts& costs, double skin) {
  // Two items may each use half of the skin; a list serves one step at least.
  const double steps = std::max(1.0, costs.motion > 0 ? 0.5 * skin / costs.motion : 1e9);
  const double wider = (costs.mean_size + skin) / (costs.mean_size + costs.skin);
  const double candidates = costs.candidates * (costs.dimension == 2 ? wider * wider : wider * wider * wider);
  return costs.rebuild_seconds / steps + candidates * costs.seconds_per_candidate;
}

double best_skin(const SkinCosts& costs, double least, double most) {
  double best = least, best_cost = expected_cost(costs, least);
  for (double skin = least; skin < most; skin *= 1.05) {
    const double cost = expected_cost(costs, skin);
    if (cost < best_cost) {
      best = skin;
      best_cost = cost;
    }
  }
  return expected_cost(costs, most) < best_cost ? most : best;
}

}  // namespace scree::search
