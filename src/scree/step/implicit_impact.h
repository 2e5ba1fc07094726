// What bounces at the end of an implicit step. A step that is longer than an impact leaves bodies that have
// come together at rest against each other; a restitution is then given to them as impulses: those whose
// contact began in the step part as fast as the law says of how fast they came.
// Takes an island and its step, changes the velocities at the end of the step.
#pragma once

#include "scree/step/implicit_island.h"

namespace scree::step {

/// Of contacts of an island.
template <int D>
struct ImplicitImpact {
  bool happened = false;
  bool solved = true;
  std::vector<Vec<D>> impulses;      // [kg m/s] on the first bodies; empty if nothing happened
  double damping = 0, friction = 0;  // [J] lost
};

template <int D>
ImplicitImpact<D> bounce(const ImplicitIsland<D>& island, ImplicitStep<D>& step);

extern template ImplicitImpact<2> bounce(const ImplicitIsland<2>&, ImplicitStep<2>&);
extern template ImplicitImpact<3> bounce(const ImplicitIsland<3>&, ImplicitStep<3>&);

}  // namespace scree::step
