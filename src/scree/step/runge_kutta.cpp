// Classical Runge-Kutta of fourth order: four evaluations per step, contact memory advanced from the step's
// start in each by the slopes that moved the bodies. Very exact on smooth motion; in granular flow contacts
// begin and end inside a step, and velocity Verlet with a quarter of the step is the better buy. Source:
// Kutta 1901.
#include "scree/step/integrators.h"
#include "scree/step/mean_motion.h"

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
  bool advance(Dynamics<D>& dynamics, double dt, const Next&) override {
    using Accounting = typename Dynamics<D>::Accounting;
    mean_.begin(dynamics);
    sum_.assign(mean_.start().size(), {});
    slope_.resize(mean_.start().size());
    start_orientation_ = dynamics.bodies().orientation;

    take_slope(dynamics, 1);
    for (const auto& [part, weight] : {Stage{0.5, 2}, Stage{0.5, 2}, Stage{1.0, 1}}) {
      move_from_start(dynamics, part * dt, slope_);
      if (dynamics.bodies().any_polygons()) turn_from_start(dynamics, part * dt, slope_);
      dynamics.evaluate(part * dt, Accounting::none, mean_.motion());
      take_slope(dynamics, weight);
    }
    for (Slope<D>& sum : sum_) sum = (1.0 / 6.0) * sum;
    move_from_start(dynamics, dt, sum_);
    if (dynamics.bodies().follows_orientations()) turn_from_start(dynamics, dt, sum_);
    dynamics.evaluate(dt, Accounting::none, mean_.motion());
    mean_.account(dynamics, dt);
    dynamics.commit();
    return dynamics.is_sound();
  }

 private:
  struct Stage {
    double part;    // of the step
    double weight;  // in the mean slope
  };

  void take_slope(Dynamics<D>& dynamics, double weight) {
    for_each_free_body(dynamics, [&](Motion<D>& motion, std::size_t slot) {
      const Slope<D> slope{motion.velocity, acceleration(dynamics, motion, slot), motion.spin,
                           angular_acceleration(dynamics, motion, slot)};
      slope_[slot] = slope;
      sum_[slot].velocity += weight * slope.velocity;
      sum_[slot].acceleration += weight * slope.acceleration;
      sum_[slot].spin += weight * slope.spin;
      sum_[slot].angular_acceleration += weight * slope.angular_acceleration;
    });
  }
  void move_from_start(Dynamics<D>& dynamics, double dt, const AlignedVector<Slope<D>>& slope) {
    move_bodies(dynamics, [&](Motion<D>& motion, std::size_t slot) {
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

  void turn_from_start(Dynamics<D>& dynamics, double dt, const AlignedVector<Slope<D>>& slope) {
    for_each_free_body(dynamics, [&](Motion<D>&, std::size_t slot) {
      dynamics.bodies().orientation[slot] = turned<D>(start_orientation_[slot], slope[slot].spin, dt);
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
