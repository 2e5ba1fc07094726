// Gear's predictor-corrector with six values: positions and five derivatives are extrapolated, then corrected
// by the difference between the force's and the predicted acceleration. One evaluation per step, exact on
// smooth motion; it is not symplectic, so energy drifts slowly. Schinner 1999 used it for polygons. Source:
// Gear 1971; coefficients for forces that depend on velocity, Allen & Tildesley 1987.
#include <algorithm>

#include "scree/step/integrators.h"
#include "scree/step/mean_motion.h"
#include "scree/step/soundness.h"

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
  void start(ContactForces<D>& forces, const Span& first_step) override {
    const double dt = first_step.dt;
    forces.state().bodies.derivatives.assign(forces.state().bodies.size(), {});
    for_each_free_body(forces, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = forces.state().bodies.derivatives[slot];
      derivatives.position[0] = (0.5 * dt * dt) * acceleration(forces, motion, slot);
      derivatives.angle[0] = (0.5 * dt * dt) * angular_acceleration(forces, motion, slot);
    });
    if (forces.contact_count() > 0) find_higher_derivatives(forces, first_step);
  }

  void change_step(ContactForces<D>& forces, double before, double after) override {
    const double ratio = after / before;
    for (world::Derivatives<D>& derivatives : forces.state().bodies.derivatives) {
      double power = ratio;
      for (int k = 0; k < derivatives.count; ++k) {
        power *= ratio;
        derivatives.position[k] *= power;
        derivatives.angle[k] *= power;
      }
    }
  }

  void change_gravity(ContactForces<D>& forces, const Vec<D>& jump, double dt) override {
    for_each_free_body(forces, [&](Motion<D>&, std::size_t slot) {
      forces.state().bodies.derivatives[slot].position[0] += (0.5 * dt * dt) * jump;
    });
  }

  void welcome(ContactForces<D>& forces, Id first, double dt) override {
    world::Bodies<D>& bodies = forces.state().bodies;
    bodies.derivatives.resize(bodies.size());  // a world without bodies keeps none
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); !is_fixed(bodies.motion[slot]))
        bodies.derivatives[slot].position[0] = (0.5 * dt * dt) * forces.state().gravity;
  }

  void begin_anew(ContactForces<D>& forces, Slot slot, double dt) override {
    world::Bodies<D>& bodies = forces.state().bodies;
    bodies.derivatives[slot] = {};
    const Motion<D>& motion = bodies.motion[slot];
    if (is_fixed(motion)) return;
    bodies.derivatives[slot].position[0] = (0.5 * dt * dt) * acceleration(forces, motion, slot);
    bodies.derivatives[slot].angle[0] = (0.5 * dt * dt) * angular_acceleration(forces, motion, slot);
  }

  bool advance(ContactForces<D>& forces, const Span& span, const Next&) override {
    const double dt = span.dt;
    world::Bodies<D>& bodies = forces.state().bodies;
    const auto rotate_by = [&](std::size_t slot, const Spin<D>& spin) {
      if (bodies.follows_orientations())
        bodies.orientation[slot] = turned<D>(bodies.orientation[slot], spin, dt);
    };
    mean_.begin(forces);
    move_bodies(forces, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = bodies.derivatives[slot];
      Vec<D> way{}, step = dt * motion.velocity;
      predict(way, step, derivatives.position);
      motion.position += way;
      motion.velocity = step / dt;
      Spin<D> angle{}, turn = dt * motion.spin;
      predict(angle, turn, derivatives.angle);
      rotate_by(slot, angle * (1 / dt));
      motion.spin = turn * (1 / dt);
      mean_.set(slot, way / dt, angle * (1 / dt));
      return dot(way, way);
    });
    forces.evaluate(span.end(), ContactForces<D>::Accounting::none, mean_.motion());
    move_bodies(forces, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D>& derivatives = bodies.derivatives[slot];
      const Vec<D> error = (0.5 * dt * dt) * acceleration(forces, motion, slot) - derivatives.position[0];
      const Spin<D> twist =
          (0.5 * dt * dt) * angular_acceleration(forces, motion, slot) - derivatives.angle[0];
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
    mean_.account(forces, span);
    forces.commit();
    return is_sound(forces.state().bodies);
  }

 private:
  struct Acceleration {
    Vec<D> linear;
    Spin<D> angular{};
  };

  /// By slot: whether the body touches another, or a wall.
  static std::vector<bool> bodies_in_contact(const ContactForces<D>& forces) {
    const world::Bodies<D>& bodies = forces.state().bodies;
    std::vector<bool> in_contact(bodies.size(), false);
    for (const world::ContactKey& key : forces.records().keys) {
      in_contact[bodies.slot_of(key.first)] = true;
      if (!is_wall(key.second)) in_contact[bodies.slot_of(key.second)] = true;
    }
    return in_contact;
  }

  /// Bodies that begin in contact and move feel forces that change at once. What they would be some steps
  /// ahead tells how; what is found so makes the next look ahead better.
  void find_higher_derivatives(ContactForces<D>& forces, const Span& first_step) {
    const double dt = first_step.dt;
    constexpr int looks = 3, steps = 3;
    world::Bodies<D>& bodies = forces.state().bodies;
    const AlignedVector<Rotation<D>> start_orientation = bodies.orientation;
    const std::vector<bool> in_contact = bodies_in_contact(forces);
    std::vector<AlignedVector<Acceleration>> ahead(1 + steps, AlignedVector<Acceleration>(bodies.size()));
    const auto note = [&](int step) {
      for_each_free_body(forces, [&](Motion<D>& motion, std::size_t slot) {
        ahead[step][slot] = {acceleration(forces, motion, slot), angular_acceleration(forces, motion, slot)};
      });
    };
    mean_.begin(forces);
    note(0);
    for (int look = 0; look < looks; ++look) {
      for (int step = 1; step <= steps; ++step) {
        look_ahead(forces, start_orientation, step, dt);
        forces.evaluate(first_step.after(step * dt), ContactForces<D>::Accounting::none, mean_.motion());
        note(step);
      }
      for_each_free_body(forces, [&](Motion<D>&, std::size_t slot) {
        if (!in_contact[slot]) return;  // its force may be that of a contact to come
        world::Derivatives<D>& derivatives = bodies.derivatives[slot];
        const auto of = [&](auto member, auto* higher) {
          const auto a0 = ahead[0][slot].*member, a1 = ahead[1][slot].*member, a2 = ahead[2][slot].*member,
                     a3 = ahead[3][slot].*member;
          const auto first = a1 - a0, second = a2 - 2.0 * a1 + a0, third = a3 - 3.0 * a2 + 3.0 * a1 - a0;
          higher[1] = (dt * dt / 6) * (first - 0.5 * second + (1.0 / 3.0) * third);
          higher[2] = (dt * dt / 24) * (second - third);
          higher[3] = (dt * dt / 120) * third;
        };
        of(&Acceleration::linear, derivatives.position);
        of(&Acceleration::angular, derivatives.angle);
      });
    }
    look_ahead(forces, start_orientation, 0, dt);
    std::copy(mean_.start().begin(), mean_.start().end(), bodies.motion.begin());
    forces.evaluate(first_step.after(0), ContactForces<D>::Accounting::none);
    forces.commit();
  }

  /// Puts bodies where their derivatives say they will be after so many steps.
  void look_ahead(ContactForces<D>& forces, const AlignedVector<Rotation<D>>& start_orientation, int steps,
                  double dt) {
    world::Bodies<D>& bodies = forces.state().bodies;
    const AlignedVector<Motion<D>>& start = mean_.start();
    const double time = steps * dt;
    move_bodies(forces, [&](Motion<D>& motion, std::size_t slot) {
      world::Derivatives<D> derivatives = bodies.derivatives[slot];
      double power = steps;
      for (int k = 0; k < derivatives.count; ++k) {
        power *= steps;
        derivatives.position[k] *= power;
        derivatives.angle[k] *= power;
      }
      const Vec<D> before = motion.position;
      Vec<D> way{}, step = time * start[slot].velocity;
      predict(way, step, derivatives.position);
      Spin<D> angle{}, turn = time * start[slot].spin;
      predict(angle, turn, derivatives.angle);
      motion.position = start[slot].position + way;
      if (bodies.follows_orientations()) bodies.orientation[slot] = start_orientation[slot];
      if (steps > 0) {
        motion.velocity = step / time;
        motion.spin = turn * (1 / time);
        mean_.set(slot, way / time, angle * (1 / time));
        if (bodies.follows_orientations())
          bodies.orientation[slot] = turned<D>(start_orientation[slot], angle * (1 / time), time);
      }
      const Vec<D> moved = motion.position - before;
      return dot(moved, moved);
    });
  }

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
