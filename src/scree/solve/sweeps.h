// First stage: block Gauss-Seidel. Contacts are visited in turn, each solved exactly with all others fixed.
// Cheap, and enough for most islands; information passes one contact per sweep, so towers and many points on
// one body take thousands of sweeps (Jourdan et al. 1998).
#pragma once

#include "scree/solve/local_solve.h"
#include "scree/solve/task.h"

namespace scree::solve {

template <class System>
void sweep(Task<System>& task, std::span<const typename System::Vector> start, int sweeps) {
  using Vector = typename System::Vector;
  System& system = task.system;
  std::vector<Vector> impulses(start.begin(), start.end());
  constexpr int sweeps_per_look = 5;
  for (int done = 0; done < sweeps && !task.is_solved();) {
    system.set(impulses);  // anew, so that rounding of many small changes does not add up
    for (int k = 0; k < sweeps_per_look && done < sweeps; ++k, ++done) {
      system.sweep([&](std::size_t c) {
        const Vector before = system.velocity(c) - system.own(c) * impulses[c];
        const Vector next = solve_contact(system.own(c), before, system.cone(c), impulses[c]);
        system.push(c, next - impulses[c]);
        impulses[c] = next;
      });
      ++task.work.sweeps;
    }
    task.offer(impulses);
  }
}

}  // namespace scree::solve
