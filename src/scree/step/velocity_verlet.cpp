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
  bool advance(Dynamics<D>& dynamics, double dt, const Next& next) override {
    const bool follows_directly = begun_;
    if (!begun_) {
      begin_ = kick_and_drift(dynamics, 0.5 * dt, dt);
      dynamics.moved(std::sqrt(begin_.farthest_squared));
    }
    const bool sound = begin_.sound, is_periodic = dynamics.box().any();
    const bool at_once =
        follows_directly && next.step && sound &&
        dynamics.may_gather_at_once(dt, std::sqrt(begin_.farthest_squared), next.most_overlap);
    if (at_once) {
      begun_ = true;
    } else {
      dynamics.evaluate_contacts(dt, Dynamics<D>::Accounting::fused);
      begun_ =
          next.step && dynamics.report().overlap_ratio <= next.most_overlap && !dynamics.somebody_wakes();
    }
    std::vector<kernel::MoveReport> reports(block_count(dynamics.bodies().awake(), kernel::gathered_at_once));
    const auto end_step = [&](std::size_t first, std::size_t last, const world::Load<D>* loads) {
      // Bodies come back into a periodic box at the end of a step, whoever begins the next.
      if (is_periodic) dynamics.wrap_block(first / kernel::gathered_at_once, 0.5 * dt);
      kernel::MoveBatch<D> batch = move_batch(dynamics, first, last, loads);
      batch.kick = 0.5 * dt;
      batch.drift = dt;
      if (begun_) dynamics.refresh_coarse_with(batch, first);
      const kernel::Kernels<D>& kernels = dynamics.kernels();
      reports[first / kernel::gathered_at_once] =
          begun_ ? kernels.kick_twice_and_drift(batch) : kernels.kick(batch);
    };
    if (at_once)
      dynamics.evaluate_and_gather(dt, !begun_, end_step);
    else
      dynamics.gather(!begun_, end_step);
    dynamics.commit();
    if (is_periodic) dynamics.book_wrapped();
    begin_ = combined(reports);
    if (begun_) dynamics.moved_and_refreshed(std::sqrt(begin_.farthest_squared));
    return sound && begin_.kicked_sound;
  }
  bool has_begun() const override { return begun_; }

 private:
  bool begun_ = false;
  kernel::MoveReport begin_;  // of the step that has begun
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_velocity_verlet() {
  return std::make_unique<VelocityVerlet<D>>();
}
template std::unique_ptr<Integrator<2>> make_velocity_verlet();
template std::unique_ptr<Integrator<3>> make_velocity_verlet();

}  // namespace scree::step
