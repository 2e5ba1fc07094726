// Makers of the integrators, for the catalogue.
#pragma once

#include "scree/step/integrator.h"

namespace scree::step {

template <int D>
std::unique_ptr<Integrator<D>> make_velocity_verlet();
template <int D>
std::unique_ptr<Integrator<D>> make_symplectic_euler();
template <int D>
std::unique_ptr<Integrator<D>> make_gear();
template <int D>
std::unique_ptr<Integrator<D>> make_runge_kutta_4();

}  // namespace scree::step
