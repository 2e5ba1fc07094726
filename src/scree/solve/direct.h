// Second stage: all contacts at once. A proximal step asks for impulses near the last ones, and finds them by
// Newton's method: contacts that stick count fully, those that slide across their direction and along the
// edge of the cone, those that open not at all; De Saxce's shift follows the slip. While everything sticks
// and nothing opens this is one factorisation. Each proximal step is softer against change than the last.
//
// After Rockafellar (1976, proximal steps), Alart and Curnier (1991, Newton's method for friction), Li, Sun
// and Toh (2018, both together). Cost: a sparse factor per Newton step. Loses where friction couples normal
// and slip strongly (Painleve) and the steps do not settle; then the gradient stages follow.
#pragma once

#include "scree/solve/sweeps.h"

namespace scree::solve {

template <class System>
class DirectStage {
 public:
  using Vector = typename System::Vector;
  static constexpr int size = System::size;

  DirectStage(Task<System>& task, Model model) : task_(task), model_(model) {}

  /// From `impulses` on; leaves what it reached there and returns its residual in the stage's model. What
  /// obeys Coulomb's law is also offered to the task.
  double run(std::vector<Vector>& impulses, int factorisations);

  /// Tries whether everything sticks that bears: one linear solve with refinement, again without contacts
  /// that pull. Settles what rests, at once; what it finds is offered to the task.
  void try_sticking(std::vector<Vector>& impulses);

 private:
  /// One proximal step, linear: contacts that bear stick, the others are free.
  bool refine_sticking(const std::vector<bool>& bears, std::vector<Vector>& trial);
  /// Impulses that cones allow when these velocities follow from `pushed`; returns the square of how far
  /// they are from it, in speeds.
  double respond(std::span<const Vector> pushed, std::span<const Vector> velocities);
  void find_slopes();
  bool take_newton_step(double& mismatch);
  /// Newton's method from `begin_`; false when it may not or cannot go on.
  bool take_proximal_step(int last_factorisation);
  double measure(std::span<const Vector> impulses);

  static constexpr int most_newton_steps = 8, sweeps_between = 20;

  Task<System>& task_;
  const Model model_;
  double softness_ = 1e-2;  // of the proximal term, over the contact's own matrix
  std::vector<Vector> begin_, pushed_, velocity_, moved_, answer_, difference_, change_, response_;
  std::vector<Slope<size>> slopes_;
};

template <class System>
double DirectStage<System>::respond(std::span<const Vector> pushed, std::span<const Vector> velocities) {
  const System& system = task_.system;
  double sum = 0;
  for (std::size_t c = 0; c < system.count(); ++c) {
    Vector velocity = velocities[c];
    if (model_ == Model::coulomb) velocity[0] += system.cone(c).shift(velocity);
    moved_[c] = begin_[c] - velocity / (softness_ * task_.weights[c]);
    answer_[c] = system.cone(c).project(moved_[c]);
    difference_[c] = pushed[c] - answer_[c];
    const double speed = task_.weights[c] * norm(difference_[c]);
    sum += speed * speed;
  }
  return sum;
}

template <class System>
void DirectStage<System>::find_slopes() {
  const System& system = task_.system;
  for (std::size_t c = 0; c < system.count(); ++c) {
    const auto& cone = system.cone(c);
    slopes_[c].root = cone.slope_root(moved_[c], cone.nearest(moved_[c]));
    const double factor = 1 / std::sqrt(softness_ * task_.weights[c]);
    for (auto& row : slopes_[c].root.at)
      for (double& value : row) value *= factor;
    slopes_[c].tilt = model_ == Model::coulomb ? cone.shift_slope(velocity_[c]) : Vector{};
  }
}

template <class System>
bool DirectStage<System>::take_newton_step(double& mismatch) {
  find_slopes();
  ++task_.work.factorisations;
  if (!task_.system.solve_newton(slopes_, difference_, change_)) return false;
  task_.system.multiply(change_, response_);
  const std::vector<Vector> from = pushed_, from_velocity = velocity_;
  // A step that makes it worse is shortened; the shortest is taken all the same, because bends of the cone
  // can hide a way on.
  double way = 1;
  for (int halvings = 0;; ++halvings, way *= 0.5) {
    for (std::size_t c = 0; c < from.size(); ++c) {
      pushed_[c] = from[c] - way * change_[c];
      velocity_[c] = from_velocity[c] - way * response_[c];
    }
    const double next = respond(pushed_, velocity_);
    if (next < (1 - 0.1 * way) * mismatch || halvings == 6) {
      mismatch = next;
      return std::isfinite(next);
    }
  }
}

template <class System>
bool DirectStage<System>::take_proximal_step(int last_factorisation) {
  const double enough = 0.1 * task_.tolerance * task_.scale;
  double mismatch = respond(pushed_, velocity_);
  for (int step = 0; mismatch > enough * enough; ++step)
    if (step == most_newton_steps || task_.work.factorisations >= last_factorisation ||
        !take_newton_step(mismatch))
      return false;
  return true;
}

template <class System>
double DirectStage<System>::measure(std::span<const Vector> impulses) {
  if (model_ == Model::coulomb) return task_.offer(impulses);
  return residual_of(task_.system, task_.weights, task_.scale, impulses, task_.velocities_of(impulses),
                     model_)
      .value;
}

template <class System>
double DirectStage<System>::run(std::vector<Vector>& impulses, int factorisations) {
  const std::size_t count = task_.system.count();
  for (auto* list : {&moved_, &answer_, &difference_, &change_, &response_}) list->resize(count);
  slopes_.resize(count);
  const int last = task_.work.factorisations + factorisations;
  constexpr double least_softness = 1e-7, most_softness = 10;
  double residual = measure(impulses);
  while (residual > task_.tolerance && task_.work.factorisations < last) {
    const std::span<const Vector> velocities = task_.velocities_of(impulses);
    begin_ = pushed_ = impulses;
    velocity_.assign(velocities.begin(), velocities.end());
    if (take_proximal_step(last)) {
      impulses = answer_;
      softness_ = std::max(0.1 * softness_, least_softness);
    } else {
      // Nearer to where it began, and, for Coulomb's law, from a start that sweeps have smoothed.
      softness_ = std::min(10 * softness_, most_softness);
      if (model_ == Model::coulomb) sweep(task_, impulses, sweeps_between);
    }
    residual = measure(impulses);
  }
  return residual;
}

template <class System>
bool DirectStage<System>::refine_sticking(const std::vector<bool>& bears, std::vector<Vector>& trial) {
  constexpr double stiff = 1e7;  // over the inverse of the contact's own matrix
  const std::span<const Vector> velocities = task_.velocities_of(trial);
  for (std::size_t c = 0; c < trial.size(); ++c) {
    const double stiffness = stiff / task_.weights[c];
    slopes_[c] = {bears[c] ? Block<size>::diagonal(std::sqrt(stiffness)) : Block<size>{}, {}};
    difference_[c] = bears[c] ? stiffness * velocities[c] : trial[c];
  }
  ++task_.work.factorisations;
  if (!task_.system.solve_newton(slopes_, difference_, change_)) return false;
  for (std::size_t c = 0; c < trial.size(); ++c) {
    trial[c] -= change_[c];
    answer_[c] = task_.system.cone(c).project(trial[c]);
  }
  return true;
}

template <class System>
void DirectStage<System>::try_sticking(std::vector<Vector>& impulses) {
  const std::size_t count = task_.system.count();
  for (auto* list : {&answer_, &difference_, &change_}) list->resize(count);
  slopes_.resize(count);
  std::vector<bool> bears(count, true);
  constexpr int rounds = 3, refinements = 3;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Vector> trial = impulses;
    for (int k = 0; k < refinements; ++k) {
      if (!refine_sticking(bears, trial)) return;
      if (task_.offer(answer_) <= task_.tolerance) {
        impulses = answer_;
        return;
      }
    }
    bool has_dropped = false;
    for (std::size_t c = 0; c < count; ++c) {
      if (!bears[c] || trial[c][0] >= 0) continue;
      bears[c] = false;
      has_dropped = true;
    }
    if (!has_dropped) return;
  }
}

}  // namespace scree::solve
