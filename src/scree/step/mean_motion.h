// The mean motion since a step began, for integrators whose velocities at an evaluation are those of its
// moment: springs of contacts follow it, and the ledger needs it to turn mean forces into work.
#pragma once

#include "scree/step/integrator.h"
#include "scree/step/moves.h"

namespace scree::step {

template <int D>
class MeanMotion {
 public:
  /// Remembers the state at the start of the step.
  void begin(const ContactForces<D>& forces) {
    start_ = forces.state().bodies.motion;
    mean_ = start_;
  }
  const AlignedVector<Motion<D>>& start() const { return start_; }
  /// What a body did between the start and the moment of an evaluation.
  void set(std::size_t slot, const Vec<D>& velocity, const Spin<D>& spin) {
    mean_[slot].velocity = velocity;
    mean_[slot].spin = spin;
  }
  std::span<const Motion<D>> motion() const { return mean_; }

  /// Books the losses of the step that ends with the present state.
  void account(ContactForces<D>& forces, const Span& span) {
    const AlignedVector<Motion<D>>& end = forces.state().bodies.motion;
    parallel_for(end.size(), bodies_per_block, [&](std::size_t first, std::size_t last) {
      for (std::size_t slot = first; slot < last; ++slot) {
        Motion<D> mean = end[slot];
        mean.velocity = (end[slot].position - start_[slot].position) / span.dt;
        mean.spin = 0.5 * (end[slot].spin + start_[slot].spin);
        mean_[slot] = mean;
      }
    });
    forces.account(mean_, span.end());
  }

 private:
  AlignedVector<Motion<D>> start_, mean_;
};

}  // namespace scree::step
