#include "scree/step/integrators.h"

namespace scree::step {
namespace {

const IntegratorEntry table[] = {
    {"velocity_verlet", "kick, drift, kick; the default", "Swope et al. 1982", 2, make_velocity_verlet<2>,
     make_velocity_verlet<3>},
    {"symplectic_euler", "kick, drift; the simplest that keeps energy", "de Vogelaere 1956", 1,
     make_symplectic_euler<2>, make_symplectic_euler<3>},
    {"gear", "predictor-corrector with five derivatives", "Gear 1971", 5, make_gear<2>, make_gear<3>},
    {"runge_kutta_4", "four evaluations per step, fourth order", "Kutta 1901", 4, make_runge_kutta_4<2>,
     make_runge_kutta_4<3>},
};

}  // namespace

std::span<const IntegratorEntry> integrators() { return table; }

const IntegratorEntry* find_integrator(std::string_view name) {
  for (const IntegratorEntry& entry : table)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace scree::step
