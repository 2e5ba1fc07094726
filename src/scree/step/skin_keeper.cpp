#include "scree/step/skin_keeper.h"

#include <algorithm>

namespace scree::step {
namespace {

/// Of what an entry of the list costs on average: one that does not touch is left after its distance is
/// known, and those who gather forces pass over its places.
constexpr double share_of_near_miss = 0.15;
/// By which the skin changes from list to list at most: single measurements are rough.
constexpr double largest_change = 1.3;

}  // namespace

void SkinKeeper::note_list(int dimension, double skin, double mean_size, std::size_t candidates,
                           double seconds) {
  costs_.dimension = dimension;
  costs_.skin = skin;
  costs_.mean_size = mean_size;
  costs_.candidates = static_cast<double>(candidates);
  // A machine that is busy with something else makes lists look dear; the best is forgotten slowly.
  costs_.rebuild_seconds =
      costs_.rebuild_seconds > 0 ? std::min(seconds, 1.2 * costs_.rebuild_seconds) : seconds;
}

double SkinKeeper::next_skin(double least, double most, double way, std::uint64_t evaluations,
                             double seconds) {
  if (!(least < most) || evaluations == 0 || costs_.candidates == 0) return costs_.skin;
  const auto steps = static_cast<double>(evaluations);
  costs_.motion = way / steps;
  costs_.seconds_per_candidate = share_of_near_miss * seconds / (steps * costs_.candidates);
  const double best = search::best_skin(costs_, least, most);
  return std::clamp(std::clamp(best, costs_.skin / largest_change, costs_.skin * largest_change), least,
                    most);
}

}  // namespace scree::step
