// What the stages of the solver share: a problem, the tolerance, and the best impulses so far.
#pragma once

#include "scree/solve/residual.h"

namespace scree::solve {

/// How much work a solve may be.
struct Effort {
  int sweeps = 20;            // before anything is factorised
  int factorisations = 120;   // of the direct stage
  int gradient_steps = 1000;  // of each of the two gradient stages
};

struct Work {
  int sweeps = 0, factorisations = 0, gradient_steps = 0;
};

template <class System_>
class Task {
 public:
  using System = System_;
  using Vector = typename System::Vector;

  Task(System& problem, double accepted) : system(problem), tolerance(accepted) {
    weights = own_weights(system);
    scale = residual_scale(system);
    velocities_.resize(system.count());
  }

  /// Velocities under these impulses.
  std::span<const Vector> velocities_of(std::span<const Vector> impulses) {
    system.multiply(impulses, velocities_);
    for (std::size_t c = 0; c < velocities_.size(); ++c) velocities_[c] += system.free(c);
    return velocities_;
  }
  /// Measures impulses and keeps them if none were better.
  double offer(std::span<const Vector> impulses) {
    const Residual found =
        residual_of(system, weights, scale, impulses, velocities_of(impulses), Model::coulomb);
    if (best.empty() || found.value < residual.value) {
      best.assign(impulses.begin(), impulses.end());
      residual = found;
    }
    return found.value;
  }
  bool is_solved() const { return !best.empty() && residual.value <= tolerance; }

  System& system;
  const double tolerance;
  std::vector<double> weights;
  double scale;
  std::vector<Vector> best;
  Residual residual;
  Work work;

 private:
  std::vector<Vector> velocities_;
};

}  // namespace scree::solve
