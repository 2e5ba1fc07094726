// Where energy and momentum went since the start. Filled by step/, read by sim/ and record/.
#pragma once

#include "scree/base/exact_sum.h"
#include "scree/world/momentum_ledger.h"

namespace scree::world {

/// What contacts took out of the motion, in quanta.
struct LossTotals {
  ExactSum damping, friction, rolling, model;
  ExactSum scheme;  // by the way in which a step is made
};

template <int D>
struct Ledger {
  LossTotals losses;
  double wall_work = 0;  // [J] also of the copies of a sheared box and of springs that hold bodies
  double removed = 0;    // [J]
  double added = 0;      // [J] by bodies that came or were moved, or by a change of gravity
  double asleep = 0;     // [J] of motion, taken from bodies that fell asleep
  MomentumLedger<D> momentum;
};

}  // namespace scree::world
