// Velocity Verlet: half a kick, a drift, forces, half a kick. Second order for positions and conservative
// forces; forces see the half-step velocities, as in LAMMPS's nve/sphere. The default: one evaluation per
// step, and energy does not drift. Source: Swope et al. 1982.
#include <atomic>

#include "scree/step/integrators.h"
#include "scree/step/moves.h"

namespace scree::step {
namespace {

template <int D>
class VelocityVerlet final : public Integrator<D> {
 public:
  bool advance(Dynamics<D>& dynamics, double dt) override {
    std::atomic<bool> sound = kick_and_drift(dynamics, 0.5 * dt, dt);
    dynamics.evaluate(dt, Dynamics<D>::Accounting::fused, [&](std::size_t begin, std::size_t end) {
      if (!kick(dynamics, 0.5 * dt, begin, end)) sound.store(false, std::memory_order_relaxed);
    });
    dynamics.commit();
    return sound;
  }
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_velocity_verlet() {
  return std::make_unique<VelocityVerlet<D>>();
}
template std::unique_ptr<Integrator<2>> make_velocity_verlet();
template std::unique_ptr<Integrator<3>> make_velocity_verlet();

}  // namespace scree::step
