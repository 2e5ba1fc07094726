// Gear's predictor-corrector with six values: positions and five derivatives are extrapolated, then corrected
// by the difference between the force's and the predicted acceleration. One evaluation per step, exact on
// smooth motion; it is not symplectic, so energy drifts slowly. Schinner 1999 used it for polygons. Source:
// Gear 1971; coefficients for forces that depend on velocity, Allen & Tildesley 1987.
#include "scree/step/integrators.h"
#include "scree/step/mean_motion.h"

namespace scree::step {
namespace {

// Derivative k of order n is kept as value * dt^n / n!: prediction is then a sum with binomial coefficients.
constexpr double corrector[6] = {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0};

/// Extrapolates value, first derivative times dt, and the higher ones (orders 2 to 5).
template <class Vector>
void predict(Vector& value, Vector& first, Vector* higher) {
  value += first + higher[0] + higher[1] + higher[2] + higher[3];
  first += 2.0 * higher[0] + 3.0 * higher[1] + 4.0 * higher[2] + 5.0 * higher[3];
  higher[0] += 3.0 * higher[1] + 6.0 * higher[2] + 10.0 * higher[3];
  higher[1] += 4.0 * higher[2] + 10.0 * higher[3];
  higher[2] += 5.0 * higher[3];
}

template <int D>
class Gear final : public Integrator<D> {
 public:
  void start(Dynamics<D>& dynamics, double dt) override {
    dynamics.bodies().derivatives.assign(dynamics.bodies().size(), {});
    for_each_free_body(dynamics, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = dynamics.bodies().derivatives[slot];
      derivatives.position[0] = (0.5 * dt * dt) * acceleration(dynamics, motion, slot);
      derivatives.angle[0] = (0.5 * dt * dt) * angular_acceleration(dynamics, motion, slot);
    });
  }

  void change_step(Dynamics<D>& dynamics, double before, double after) override {
    const double ratio = after / before;
    for (world::Derivatives<D>& derivatives : dynamics.bodies().derivatives) {
      double power = ratio;
      for (int k = 0; k < derivatives.count; ++k) {
        power *= ratio;
        derivatives.position[k] *= power;
        derivatives.angle[k] *= power;
      }
    }
  }

  void change_gravity(Dynamics<D>& dynamics, const Vec<D>& jump, double dt) override {
    for_each_free_body(dynamics, [&](Motion<D>&, std::size_t slot) {
      dynamics.bodies().derivatives[slot].position[0] += (0.5 * dt * dt) * jump;
    });
  }

  void welcome(Dynamics<D>& dynamics, Id first, double dt) override {
    world::Bodies<D>& bodies = dynamics.bodies();
    bodies.derivatives.resize(bodies.size());  // a world without bodies keeps none
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); !is_fixed(bodies.motion[slot]))
        bodies.derivatives[slot].position[0] = (0.5 * dt * dt) * dynamics.gravity();
  }

  bool advance(Dynamics<D>& dynamics, double dt, const Next&) override {
    world::Bodies<D>& bodies = dynamics.bodies();
    const auto rotate_by = [&](std::size_t slot, const Spin<D>& spin) {
      if (bodies.follows_orientations())
        bodies.orientation[slot] = scree::advance(bodies.orientation[slot], spin, dt);
    };
    mean_.begin(dynamics);
    move_bodies(dynamics, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = bodies.derivatives[slot];
      Vec<D> way{}, step = dt * motion.velocity;
      predict(way, step, derivatives.position);
      motion.position += way;
      motion.velocity = step / dt;
      Spin<D> angle{}, turn = dt * motion.spin;
      predict(angle, turn, derivatives.angle);
      rotate_by(slot, angle * (1 / dt));
      motion.spin = turn * (1 / dt);
      return dot(way, way);
    });
    dynamics.evaluate(dt, Dynamics<D>::Accounting::none);
    move_bodies(dynamics, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = bodies.derivatives[slot];
      const Vec<D> error = (0.5 * dt * dt) * acceleration(dynamics, motion, slot) - derivatives.position[0];
      const Spin<D> twist =
          (0.5 * dt * dt) * angular_acceleration(dynamics, motion, slot) - derivatives.angle[0];
      const Vec<D> way = corrector[0] * error;
      motion.position += way;
      motion.velocity += (corrector[1] / dt) * error;
      rotate_by(slot, (corrector[0] / dt) * twist);
      motion.spin += (corrector[1] / dt) * twist;
      for (int k = 0; k < derivatives.count; ++k) {
        derivatives.position[k] += corrector[k + 2] * error;
        derivatives.angle[k] += corrector[k + 2] * twist;
      }
      return dot(way, way);
    });
    mean_.account(dynamics, dt);
    dynamics.commit();
    return dynamics.is_sound();
  }

 private:
  MeanMotion<D> mean_;
};

}  // namespace

template <int D>
std::unique_ptr<Integrator<D>> make_gear() {
  return std::make_unique<Gear<D>>();
}
template std::unique_ptr<Integrator<2>> make_gear();
template std::unique_ptr<Integrator<3>> make_gear();

}  // namespace scree::step
