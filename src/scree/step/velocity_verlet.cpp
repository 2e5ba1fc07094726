// Velocity Verlet: half a kick, a drift, forces, half a kick. Second order for positions and conservative
// forces; forces see the half-step velocities, as in LAMMPS's nve/sphere. The default: one evaluation per
// step, and energy does not drift. Source: Swope et al. 1982.
#include "scree/step/faces.h"
#include "scree/step/integrators.h"
#include "scree/step/moves.h"

namespace scree::step {
namespace {

template <int D>
class VelocityVerlet final : public Integrator<D> {
 public:
  bool advance(ContactForces<D>& forces, const Span& span, const Next& next) override {
    const double dt = span.dt;
    const bool follows_directly = begun_;
    if (!begun_) {
      begin_ = kick_and_drift(forces, 0.5 * dt, dt);
      forces.list().bodies_have_moved(std::sqrt(begin_.farthest_squared));
    }
    const bool sound = begin_.sound, is_periodic = forces.state().box.any();
    if (is_periodic) crossings_.prepare(forces.state().bodies.size());
    const bool at_once = follows_directly && next.step && sound && may_gather_at_once(forces, dt, next);
    if (at_once) {
      begun_ = true;
    } else {
      forces.evaluate_contacts(span.end(), ContactForces<D>::Accounting::fused);
      begun_ = next.step && forces.report().overlap_ratio <= next.most_overlap && forces.touches().empty();
    }
    std::vector<kernel::MoveReport> reports(
        block_count(forces.state().bodies.awake(), kernel::gathered_at_once));
    const auto end_step = [&](std::size_t first, std::size_t last, const world::Load<D>* loads) {
      // Bodies come back into a periodic box at the end of a step, whoever begins the next.
      if (is_periodic) crossings_.wrap_block(forces, first / kernel::gathered_at_once, 0.5 * dt);
      kernel::MoveBatch<D> batch = move_batch(forces, first, last, loads);
      batch.kick = 0.5 * dt;
      batch.drift = dt;
      if (begun_) forces.list().coarse().refresh_with(batch, first);
      reports[first / kernel::gathered_at_once] =
          move_block(forces, begun_ ? Move::kick_twice_and_drift : Move::kick, batch);
    };
    if (at_once)
      forces.evaluate_and_gather(span.end(), !begun_, end_step);
    else
      forces.gather(!begun_, end_step);
    forces.commit();
    if (is_periodic) crossings_.book(forces.state());
    begin_ = combined(reports);
    if (begun_) forces.list().bodies_were_moved_and_refreshed(std::sqrt(begin_.farthest_squared));
    return sound && begin_.kicked_sound;
  }
  bool has_begun() const override { return begun_; }

 private:
  /// Whether a step that directly follows another may move bodies on before all contacts are known: none may
  /// have to be woken first, and no overlap can come to exceed what the caller wants to see.
  bool may_gather_at_once(const ContactForces<D>& forces, double dt, const Next& next) const {
    const world::Bodies<D>& bodies = forces.state().bodies;
    // Bodies that are not round may come to overlap by more than they move.
    if (bodies.may_sleep() || bodies.any_shaped()) return false;
    if (next.most_overlap == std::numeric_limits<double>::infinity()) return true;
    return forces.report().overlap_ratio +
               forces.list().approach_ratio(std::sqrt(begin_.farthest_squared), dt) <=
           next.most_overlap;
  }

  bool begun_ = false;
  kernel::MoveReport begin_;  // of the step that has begun
  FaceCrossings<D> crossings_;
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_velocity_verlet() {
  return std::make_unique<VelocityVerlet<D>>();
}
template std::unique_ptr<Integrator<2>> make_velocity_verlet();
template std::unique_ptr<Integrator<3>> make_velocity_verlet();

}  // namespace scree::step
