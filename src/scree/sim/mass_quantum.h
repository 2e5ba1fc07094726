// Mass as whole numbers of a quantum, so that the balance of many bodies is exact.
#pragma once

#include "scree/base/exact_sum.h"
#include "scree/sim/simulation.h"
#include "scree/world/bodies.h"

namespace scree::sim {

struct MassQuantum {
  double kilograms = 1;

  /// Fixed bodies count for nothing.
  template <int D>
  ExactSum of(const Motion<D>& motion) const {
    ExactSum sum;
    if (!is_fixed(motion)) sum.add(to_quanta(1 / motion.inverse_mass, kilograms));
    return sum;
  }

  /// The bodies that can move, and their mass.
  template <int D>
  FlowEntry of_all(FlowEntry::Kind kind, const world::Bodies<D>& bodies) const {
    FlowEntry entry{kind, "", 0, {}};
    for (const Motion<D>& motion : bodies.motion) {
      entry.bodies += !is_fixed(motion);
      entry.mass.add(of(motion));
    }
    return entry;
  }
};

}  // namespace scree::sim
