// Symplectic Euler: a kick with the forces at hand, then a drift with the new velocity. First order, energy
// does not drift; positions are those of velocity Verlet, velocities lag by half a step. Source: Euler; de
// Vogelaere 1956.
#include "scree/step/integrators.h"
#include "scree/step/moves.h"

namespace scree::step {
namespace {

template <int D>
class SymplecticEuler final : public Integrator<D> {
 public:
  bool advance(ContactForces<D>& forces, const Span& span, const Next&) override {
    const double dt = span.dt;
    const kernel::MoveReport moved = kick_and_drift(forces, dt, dt);
    forces.list().bodies_have_moved(std::sqrt(moved.farthest_squared));
    forces.evaluate(span.end(), ContactForces<D>::Accounting::fused);
    forces.commit();
    return moved.sound;
  }
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_symplectic_euler() {
  return std::make_unique<SymplecticEuler<D>>();
}
template std::unique_ptr<Integrator<2>> make_symplectic_euler();
template std::unique_ptr<Integrator<3>> make_symplectic_euler();

}  // namespace scree::step
