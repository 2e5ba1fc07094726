// Last stages: accelerated projected gradients (Nesterov 1983; for friction: Mazhar et al. 2015), with the
// steps of each contact measured by its own matrix. Needs no factors and cannot break down; takes hundreds of
// steps. With the shift it aims at Coulomb's law; without, at the convex law, which always has a solution:
// there a contact that slides also opens, it never closes.
#pragma once

#include "scree/solve/task.h"

namespace scree::solve {

template <class System>
class GradientStage {
 public:
  using Vector = typename System::Vector;

  GradientStage(Task<System>& task, Model model) : task_(task), model_(model) {}

  /// From `impulses` on; leaves the best there and returns its residual in the stage's model.
  double run(std::vector<Vector>& impulses, int steps);

 private:
  /// From `ahead_`, whose velocities are known, to `next_`; the step is shortened until it cannot overshoot.
  void take_step();
  double residual(std::span<const Vector> impulses, std::span<const Vector> velocities) const {
    return residual_of(task_.system, task_.weights, task_.scale, impulses, velocities, model_).value;
  }

  Task<System>& task_;
  const Model model_;
  double step_ = 1;  // over the inverse of the contact's own matrix
  std::vector<Vector> ahead_, ahead_velocity_, next_, next_velocity_;
};

template <class System>
void GradientStage<System>::take_step() {
  const System& system = task_.system;
  constexpr double least_step = 1e-12;
  for (;; step_ *= 0.5) {
    for (std::size_t c = 0; c < next_.size(); ++c) {
      Vector velocity = ahead_velocity_[c];
      if (model_ == Model::coulomb) velocity[0] += system.cone(c).shift(velocity);
      next_[c] = system.cone(c).project(ahead_[c] - (step_ / task_.weights[c]) * velocity);
    }
    const std::span<const Vector> found = task_.velocities_of(next_);
    next_velocity_.assign(found.begin(), found.end());
    double curved = 0, straight = 0;
    for (std::size_t c = 0; c < next_.size(); ++c) {
      const Vector change = next_[c] - ahead_[c];
      curved += dot(change, next_velocity_[c] - ahead_velocity_[c]);
      straight += task_.weights[c] * dot(change, change);
    }
    if (step_ * curved <= straight || step_ < least_step) return;
  }
}

template <class System>
double GradientStage<System>::run(std::vector<Vector>& impulses, int steps) {
  std::vector<Vector> last = impulses, last_velocity;
  const std::span<const Vector> velocities = task_.velocities_of(last);
  last_velocity.assign(velocities.begin(), velocities.end());
  ahead_ = next_ = last;
  ahead_velocity_ = next_velocity_ = last_velocity;
  double best = residual(last, last_velocity), inertia = 1;
  for (int step = 0; step < steps && best > task_.tolerance; ++step) {
    ++task_.work.gradient_steps;
    take_step();
    if (const double found = residual(next_, next_velocity_); found < best) {
      best = found;
      impulses = next_;
    }
    double backwards = 0;
    for (std::size_t c = 0; c < next_.size(); ++c)
      backwards += task_.weights[c] * dot(ahead_[c] - next_[c], next_[c] - last[c]);
    // Momentum that points uphill is dropped (O'Donoghue and Candes 2015).
    const double next_inertia = backwards > 0 ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * inertia * inertia));
    const double carry = backwards > 0 ? 0 : (inertia - 1) / next_inertia;
    for (std::size_t c = 0; c < next_.size(); ++c) {
      ahead_[c] = next_[c] + carry * (next_[c] - last[c]);
      ahead_velocity_[c] = next_velocity_[c] + carry * (next_velocity_[c] - last_velocity[c]);
    }
    inertia = next_inertia;
    last = next_;
    last_velocity = next_velocity_;
    constexpr double growth = 1.02;
    step_ = std::min(1.0, step_ * growth);
  }
  return best;
}

}  // namespace scree::solve
