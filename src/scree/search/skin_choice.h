// How wide a skin should be: a wider one has the list of candidates made anew less often and makes every step
// look at more of them.
#pragma once

namespace scree::search {

/// What was measured since the list was last made.
struct SkinCosts {
  int dimension = 3;
  double skin = 0;                   // [m] with which `candidates` were listed
  double candidates = 0;             // pairs in the list
  double mean_size = 0;              // [m] a typical diameter
  double motion = 0;                 // [m] that the fastest item moves per step
  double rebuild_seconds = 0;        // to make the list
  double seconds_per_candidate = 0;  // and step, of a candidate that does not touch
};

/// Seconds per step with this skin: the share of a rebuild, and all candidates. Their number is taken to grow
/// like the volume that a pair may be found in.
double expected_cost(const SkinCosts& costs, double skin);

/// The skin between `least` and `most` that costs the least.
double best_skin(const SkinCosts& costs, double least, double most);

}  // namespace scree::search
