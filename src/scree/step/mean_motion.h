// The mean motion of a step, for integrators whose velocities at the evaluation are those of its end: what
// the ledger needs to turn mean forces into work.
#pragma once

#include "scree/step/moves.h"

namespace scree::step {

template <int D>
class MeanMotion {
 public:
  /// Remembers the state at the start of the step.
  void begin(const Dynamics<D>& dynamics) { start_ = dynamics.bodies().motion; }

  /// Books the losses of the step that ends with the present state.
  void account(Dynamics<D>& dynamics, double dt) {
    const AlignedVector<Motion<D>>& end = dynamics.bodies().motion;
    parallel_for(end.size(), bodies_per_block, [&](std::size_t first, std::size_t last) {
      for (std::size_t slot = first; slot < last; ++slot) {
        Motion<D> mean = end[slot];
        mean.velocity = (end[slot].position - start_[slot].position) / dt;
        mean.spin = 0.5 * (end[slot].spin + start_[slot].spin);
        start_[slot] = mean;
      }
    });
    dynamics.account(start_, dt);
  }

 private:
  AlignedVector<Motion<D>> start_;  // at the end of a step: the mean
};

}  // namespace scree::step
