// How far impulses are from Coulomb's law: the natural map r - P(r - (u + shift)/w) of every contact, as a
// speed, with P the projection on the contact's cone and w the mean of the diagonal of its own matrix. Zero
// if and only if the law holds. Divided by the largest approach speed without impulses it has no unit and
// does not change with the scale of mass, length or time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "scree/solve/cone.h"

namespace scree::solve {

/// Whether friction follows Coulomb's law, or the convex one in which a contact that slides also opens.
enum class Model { coulomb, convex };

/// The mean of the diagonal of each contact's own matrix [1/kg].
template <class System>
std::vector<double> own_weights(const System& system) {
  std::vector<double> weights(system.count());
  for (std::size_t c = 0; c < weights.size(); ++c) weights[c] = trace(system.own(c)) / System::size;
  return weights;
}

/// The speed that residuals are divided by. The largest speed counts a little, so that what hardly
/// approaches is not solved to the rounding of its other motion.
template <class System>
double residual_scale(const System& system) {
  constexpr double floor = 1e-7;
  double approach = 0, speed = 0;
  for (std::size_t c = 0; c < system.count(); ++c) {
    approach = std::max(approach, -system.free(c)[0]);
    speed = std::max(speed, norm(system.free(c)));
  }
  return approach + floor * speed;
}

template <class Layout>
double natural_residual(const Cone<Layout>& cone, double weight, const Vec<Layout::size>& impulse,
                        Vec<Layout::size> velocity, Model model) {
  if (model == Model::coulomb) velocity[0] += cone.shift(velocity);
  return weight * norm(impulse - cone.project(impulse - velocity / weight));
}

struct Residual {
  double value = 0;       // of the worst contact, without unit
  std::size_t worst = 0;  // that contact
};

template <class System>
Residual residual_of(const System& system, std::span<const double> weights, double scale,
                     std::span<const typename System::Vector> impulses,
                     std::span<const typename System::Vector> velocities, Model model) {
  Residual result;
  for (std::size_t c = 0; c < system.count(); ++c) {
    const double speed = natural_residual(system.cone(c), weights[c], impulses[c], velocities[c], model);
    // Not-a-number must not look like success.
    if (!(speed <= result.value)) result = {speed, c};
  }
  if (result.value > 0) result.value /= scale;
  return result;
}

}  // namespace scree::solve
