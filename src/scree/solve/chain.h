// The stages one after the other, each from the best that was found before. What counts is the natural
// residual alone, never how little a stage still changes.
#pragma once

#include "scree/solve/direct.h"
#include "scree/solve/gradient.h"

namespace scree::solve {

enum class Stage { sweeps, direct, gradient, relaxed };

/// Above this residual bodies may pass through each other; then the convex law, which keeps them apart, is
/// the better answer.
inline constexpr double relax_above = 1e-2;

template <class Vector>
struct ChainResult {
  std::vector<Vector> impulses;
  Residual residual;  // in Coulomb's law, whatever the stage
  Stage stage = Stage::sweeps;
  Work work;
};

/// Impulses of the convex law, if they are found to tolerance.
template <class System>
bool relax(Task<System>& task, const Effort& effort, std::vector<typename System::Vector>& impulses) {
  if (DirectStage<System>(task, Model::convex).run(impulses, effort.factorisations) <= task.tolerance)
    return true;
  return GradientStage<System>(task, Model::convex).run(impulses, effort.gradient_steps) <= task.tolerance;
}

template <class System>
ChainResult<typename System::Vector> run_chain(System& system, std::span<const typename System::Vector> start,
                                               double tolerance, const Effort& effort) {
  using Vector = typename System::Vector;
  Task<System> task(system, tolerance);
  std::vector<Vector> impulses(start.begin(), start.end());
  Stage stage = Stage::sweeps;
  task.offer(impulses);
  sweep_until_solved(task, impulses, effort.sweeps);
  if (!task.is_solved()) {
    const double before = task.residual.value;
    impulses = task.best;
    DirectStage<System> direct(task, Model::coulomb);
    direct.try_sticking(impulses);
    if (!task.is_solved()) direct.run(impulses, effort.factorisations);
    if (task.residual.value < before) stage = Stage::direct;
  }
  if (!task.is_solved()) {
    const double before = task.residual.value;
    impulses = task.best;
    GradientStage<System>(task, Model::coulomb).run(impulses, effort.gradient_steps);
    task.offer(impulses);
    if (task.residual.value < before) stage = Stage::gradient;
  }
  if (task.residual.value > std::max(relax_above, tolerance) || !std::isfinite(task.residual.value)) {
    impulses.assign(system.count(), Vector{});
    if (relax(task, effort, impulses)) {
      task.best.clear();
      task.offer(impulses);
      stage = Stage::relaxed;
    }
  }
  return {std::move(task.best), task.residual, stage, task.work};
}

}  // namespace scree::solve
