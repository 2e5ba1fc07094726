// Second stage: everything at once. A proximal step asks for impulses near the last ones, under a friction
// cone that is exact; it is found by Newton's method on a convex function whose second derivative is one sparse
// symmetric matrix: contacts that stick count fully, those that slide across their direction and along the
// edge of the cone, those that open not at all. While all contacts stick and none opens this is one
// factorisation. De Saxce's shift is renewed between proximal steps.
//
// After Rockafellar (1976, proximal steps) and Li, Sun and Toh (2018, Newton's method inside). Cost: a factor
// per Newton step. Loses where the shift does not settle: strong friction that couples normal and slip
// (Painleve), then the gradient stages follow.
#pragma once

#include "scree/solve/task.h"

namespace scree::solve {

template <class System>
class DirectStage {
 public:
  using Vector = typename System::Vector;
  static constexpr int size = System::size;

  DirectStage(Task<System>& task, Model model) : task_(task), model_(model) {}

  /// Leaves what it finds in the task; for the convex model the impulses are given back, with their residual
  /// in that model.
  double run(std::vector<Vector>& impulses, int factorisations);

 private:
  using Nearest = typename Cone<typename System::Layout>::Nearest;

  void choose_shift(std::span<const Vector> velocities);
  /// Impulses that the cone allows for velocities; `steps` away from where the proximal step began.
  void respond();
  bool take_newton_step();
  double slope_along(double way) const;
  double mismatch() const;

  Task<System>& task_;
  const Model model_;
  double softness_ = 1e-2;  // of the proximal term, over the contact's own matrix
  std::vector<Vector> begin_, pushed_, velocity_, answer_, difference_, change_, response_;
  std::vector<double> shift_;
  std::vector<Block<size>> roots_;
};

template <class System>
void DirectStage<System>::choose_shift(std::span<const Vector> velocities) {
  shift_.assign(velocities.size(), 0.0);
  if (model_ == Model::coulomb)
    for (std::size_t c = 0; c < shift_.size(); ++c) shift_[c] = task_.system.cone(c).shift(velocities[c]);
}

template <class System>
void DirectStage<System>::respond() {
  const System& system = task_.system;
  for (std::size_t c = 0; c < system.count(); ++c) {
    const double stiffness = 1 / (softness_ * task_.weights[c]);
    Vector moved = velocity_[c];
    moved[0] += shift_[c];
    const Vector z = begin_[c] - stiffness * moved;
    const Nearest nearest = system.cone(c).nearest(z);
    answer_[c] = nearest.point;
    difference_[c] = pushed_[c] - answer_[c];
    roots_[c] = system.cone(c).slope_root(z, nearest);
    const double factor = std::sqrt(stiffness);
    for (auto& row : roots_[c].at)
      for (double& value : row) value *= factor;
  }
}

/// In units of the residual.
template <class System>
double DirectStage<System>::mismatch() const {
  double most = 0;
  for (std::size_t c = 0; c < difference_.size(); ++c)
    most = std::max(most, task_.weights[c] * norm(difference_[c]));
  return most / task_.scale;
}

/// Of the function that is minimised, along the step.
template <class System>
double DirectStage<System>::slope_along(double way) const {
  double sum = 0;
  for (std::size_t c = 0; c < change_.size(); ++c) {
    const double stiffness = 1 / (softness_ * task_.weights[c]);
    Vector moved = velocity_[c] + way * response_[c];
    moved[0] += shift_[c];
    const Vector allowed = task_.system.cone(c).project(begin_[c] - stiffness * moved);
    sum += dot(response_[c], pushed_[c] + way * change_[c] - allowed);
  }
  return sum;
}

template <class System>
bool DirectStage<System>::take_newton_step() {
  ++task_.work.factorisations;
  if (!task_.system.solve_newton(roots_, difference_, change_)) return false;
  for (Vector& x : change_) x = -x;
  task_.system.multiply(change_, response_);
  // The slope rises along the step; a step is taken whole unless it is steep again at its end.
  const double first = slope_along(0);
  double way = 1, low = 0, high = 1, slope = slope_along(1);
  for (int k = 0; k < 20 && first < 0 && std::abs(slope) > 0.5 * -first; ++k) {
    (slope > 0 ? high : low) = way;
    if (slope < 0 && way == 1) break;
    way = 0.5 * (low + high);
    slope = slope_along(way);
  }
  for (std::size_t c = 0; c < pushed_.size(); ++c) {
    pushed_[c] += way * change_[c];
    velocity_[c] += way * response_[c];
  }
  return true;
}

template <class System>
double DirectStage<System>::run(std::vector<Vector>& impulses, int factorisations) {
  const std::size_t count = task_.system.count();
  for (auto* list : {&answer_, &difference_, &change_, &response_}) list->resize(count);
  roots_.resize(count);
  const int last = task_.work.factorisations + factorisations;
  constexpr double least_softness = 1e-8;
  double residual = 0;
  for (;;) {
    const std::span<const Vector> velocities = task_.velocities_of(impulses);
    choose_shift(velocities);
    begin_ = pushed_ = impulses;
    velocity_.assign(velocities.begin(), velocities.end());
    constexpr int most_newton_steps = 30;
    for (int step = 0;; ++step) {
      respond();
      if (mismatch() <= 0.1 * task_.tolerance || step == most_newton_steps) break;
      if (task_.work.factorisations >= last || !take_newton_step()) return residual;
    }
    impulses = answer_;
    residual = model_ == Model::coulomb
                   ? task_.offer(impulses)
                   : residual_of(task_.system, task_.weights, task_.scale, impulses,
                                 task_.velocities_of(impulses), model_)
                         .value;
    if (residual <= task_.tolerance) return residual;
    softness_ = std::max(0.1 * softness_, least_softness);
  }
}

}  // namespace scree::solve
