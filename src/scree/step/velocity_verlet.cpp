// Velocity Verlet: half a kick, a drift, forces, half a kick. Second order for positions and conservative
// forces; forces see the half-step velocities, as in LAMMPS's nve/sphere. The default: one evaluation per
// step, and energy does not drift. Source: Swope et al. 1982.
#include "scree/step/integrators.h"
#include "scree/step/moves.h"

namespace scree::step {
namespace {

template <int D>
class VelocityVerlet final : public Integrator<D> {
 public:
  void advance(Dynamics<D>& dynamics, double dt) override {
    const auto kick = [&](Motion<D>& motion, std::size_t slot) {
      motion.velocity += (0.5 * dt) * acceleration(dynamics, motion, slot);
      motion.spin += (0.5 * dt) * angular_acceleration(dynamics, motion, slot);
    };
    move_bodies(dynamics, [&](Motion<D>& motion, std::size_t slot) {
      kick(motion, slot);
      const Vec<D> way = dt * motion.velocity;
      motion.position += way;
      Rotation<D>& orientation = dynamics.bodies().orientation[slot];
      orientation = scree::advance(orientation, motion.spin, dt);
      return dot(way, way);
    });
    dynamics.evaluate(dt, Dynamics<D>::Accounting::fused);
    dynamics.commit();
    for_each_free_body(dynamics, kick);
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
