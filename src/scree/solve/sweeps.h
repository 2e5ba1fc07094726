// First stage: block Gauss-Seidel. Contacts are visited in turn, each solved exactly with all others fixed.
// Cheap, and enough for most islands; information passes one contact per sweep, so towers and many points on
// one body take thousands of sweeps (Jourdan et al. 1998).
#pragma once

#include "scree/solve/local_solve.h"
#include "scree/solve/task.h"

namespace scree::solve {

/// So many sweeps from `impulses` on.
template <class System>
void sweep(Task<System>& task, std::vector<typename System::Vector>& impulses, int sweeps) {
  using Vector = typename System::Vector;
  System& system = task.system;
  system.set(impulses);  // anew, so that rounding of many small changes does not add up
  for (int done = 0; done < sweeps; ++done) {
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

/// Sweeps until the task is solved, at most so many.
template <class System>
void sweep_until_solved(Task<System>& task, std::vector<typename System::Vector>& impulses, int sweeps) {
  constexpr int sweeps_per_look = 5;
  for (int done = 0; done < sweeps && !task.is_solved(); done += sweeps_per_look)
    sweep(task, impulses, std::min(sweeps_per_look, sweeps - done));
}

}  // namespace scree::solve
