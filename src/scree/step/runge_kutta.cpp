// Classical Runge-Kutta of fourth order: four evaluations per step, contact memory advanced from the step's
// start in each by the slopes that moved the bodies. Very exact on smooth motion; in granular flow contacts
// begin and end inside a step, and velocity Verlet with a quarter of the step is the better buy. Source:
// Kutta 1901.
#include "scree/step/integrators.h"
#include "scree/step/mean_motion.h"
#include "scree/step/soundness.h"

namespace scree::step {
namespace {

template <int D>
struct Slope {
  Vec<D> velocity, acceleration;
  Spin<D> spin{}, angular_acceleration{};

  friend Slope operator*(double factor, const Slope& slope) {
    return {factor * slope.velocity, factor * slope.acceleration, factor * slope.spin,
            factor * slope.angular_acceleration};
  }
};

template <int D>
class RungeKutta4 final : public Integrator<D> {
 public:
  bool advance(ContactForces<D>& forces, const Span& span, const Next&) override {
    const double dt = span.dt;
    using Accounting = typename ContactForces<D>::Accounting;
    mean_.begin(forces);
    sum_.assign(mean_.start().size(), {});
    slope_.resize(mean_.start().size());
    start_orientation_ = forces.state().bodies.orientation;

    take_slope(forces, 1);
    for (const auto& [part, weight] : {Stage{0.5, 2}, Stage{0.5, 2}, Stage{1.0, 1}}) {
      move_from_start(forces, part * dt, slope_);
      if (forces.state().bodies.any_shaped()) turn_from_start(forces, part * dt, slope_);
      forces.evaluate(span.after(part * dt), Accounting::none, mean_.motion());
      take_slope(forces, weight);
    }
    for (Slope<D>& sum : sum_) sum = (1.0 / 6.0) * sum;
    move_from_start(forces, dt, sum_);
    if (forces.state().bodies.follows_orientations()) turn_from_start(forces, dt, sum_);
    forces.evaluate(span.end(), Accounting::none, mean_.motion());
    mean_.account(forces, span);
    forces.commit();
    return is_sound(forces.state().bodies);
  }

 private:
  struct Stage {
    double part;    // of the step
    double weight;  // in the mean slope
  };

  void take_slope(ContactForces<D>& forces, double weight) {
    for_each_free_body(forces, [&](Motion<D>& motion, std::size_t slot) {
      const Slope<D> slope{motion.velocity, acceleration(forces, motion, slot), motion.spin,
                           angular_acceleration(forces, motion, slot)};
      slope_[slot] = slope;
      sum_[slot].velocity += weight * slope.velocity;
      sum_[slot].acceleration += weight * slope.acceleration;
      sum_[slot].spin += weight * slope.spin;
      sum_[slot].angular_acceleration += weight * slope.angular_acceleration;
    });
  }
  void move_from_start(ContactForces<D>& forces, double dt, const AlignedVector<Slope<D>>& slope) {
    move_bodies(forces, [&](Motion<D>& motion, std::size_t slot) {
      const Vec<D> before = motion.position;
      const Motion<D>& start = mean_.start()[slot];
      motion.position = start.position + dt * slope[slot].velocity;
      motion.velocity = start.velocity + dt * slope[slot].acceleration;
      motion.spin = start.spin + dt * slope[slot].angular_acceleration;
      mean_.set(slot, slope[slot].velocity, slope[slot].spin);
      const Vec<D> way = motion.position - before;
      return dot(way, way);
    });
  }

  void turn_from_start(ContactForces<D>& forces, double dt, const AlignedVector<Slope<D>>& slope) {
    for_each_free_body(forces, [&](Motion<D>&, std::size_t slot) {
      forces.state().bodies.orientation[slot] = turned<D>(start_orientation_[slot], slope[slot].spin, dt);
    });
  }

  MeanMotion<D> mean_;
  AlignedVector<Rotation<D>> start_orientation_;
  AlignedVector<Slope<D>> slope_, sum_;
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_runge_kutta_4() {
  return std::make_unique<RungeKutta4<D>>();
}
template std::unique_ptr<Integrator<2>> make_runge_kutta_4();
template std::unique_ptr<Integrator<3>> make_runge_kutta_4();

}  // namespace scree::step
