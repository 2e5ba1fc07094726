// A contact law composed of a normal, a tangential and a rolling part, inlined into one function.
#pragma once

#include "scree/law/grip_spring.h"
#include "scree/law/look_ahead.h"
#include "scree/law/rolling.h"

namespace scree::law {

template <class NormalPart, class TangentialPart, Arm arm_of_tangential_force>
struct Composed {
  NormalPart normal;
  TangentialPart tangential;
  RollingSpring rolling;

  static constexpr Arm arm = arm_of_tangential_force;
  static constexpr bool of_area = uses_area<NormalPart>;
  static constexpr bool of_radius = uses_radius<NormalPart>;
  static constexpr bool coheres = law::coheres<NormalPart>;
  static constexpr bool reaches = law::reaches<NormalPart>;
  static constexpr Remembers remembers(bool rolling) {
    return {.rolling = rolling, .velocity = looks_ahead<NormalPart>, .area = of_area, .bond = coheres};
  }

  /// `with_rolling` is false when the rolling friction is zero: then that part costs nothing and has no
  /// memory.
  template <bool with_rolling, class N, int D>
  Response<N, D> respond(const Contact<N, D>& contact, const Way<N, D>& way,
                         const Memory<N, D>& memory) const {
    const auto pressing = normal.respond(as_dashpots_see(contact, way, memory));
    const TangentialForce<N, D> dragging = tangential.respond(contact, memory, pressing, way);
    Response<N, D> response{pressing.total(), dragging.force,  SpinVector<N, D>::zero(),
                            dragging.slides,  dragging.yields, Memory<N, D>::zero()};
    response.memory.spring = dragging.spring;
    response.memory.stiffness = dragging.stiffness;
    response.memory.tangential_force = dragging.force;
    response.memory.damping_force = pressing.damping;
    if constexpr (looks_ahead<NormalPart>) response.memory.normal_velocity = contact.normal_velocity;
    if constexpr (with_rolling) {
      const RollingTorque<N, D> resisting =
          rolling.respond(contact, memory, pressing, tangential.pressure(pressing), way);
      response.roll_torque = resisting.torque;
      response.memory.roll_spring = resisting.spring;
      response.memory.roll_stiffness = resisting.stiffness;
      response.memory.roll_torque = resisting.torque;
    }
    if constexpr (of_area && D == 2) {
      // Bodies that rock on a flat contact press and lift its ends: damping is spread along the line.
      const N spread = N(-1.0 / 12.0) * normal.damping(contact) * contact.line * contact.line;
      response.memory.turn_torque = spread * contact.roll;
      response.memory.elastic_force = pressing.elastic;
      response.roll_torque = response.roll_torque + response.memory.turn_torque;
    }
    if constexpr (coheres) {
      response.memory.elastic_force = pressing.elastic;
      response.memory.overlap = contact.overlap;
    }
    return response;
  }

  /// What the step from memory `before` to memory `after` took out of the motion. `contact` holds the mean
  /// velocities of the step: mean force times mean velocity is then the work that the integrator really did,
  /// up to the third order in dt; the force at the end alone would overcount sliding by some per cent in
  /// short contacts. The points of polygons' contacts move over the bodies, and the velocity is that of the
  /// last one, where the force before was not: there it is of second order in dt, which adds up to the first.
  template <bool with_rolling, class N, int D>
  Losses<N> account(const Contact<N, D>& contact, const Memory<N, D>& before, const Memory<N, D>& after,
                    const N& dt) const {
    // Without the response at hand, whether the contact slides is told by its force, and whether its spring
    // was shortened by the spring's.
    auto pressing = normal.respond(contact);
    pressing.damping = after.damping_force;
    const N limit = N(1 - 1e-9) * tangential.limit(pressing);
    const auto slides = length(after.tangential_force) >= limit;
    return account<with_rolling>(contact, before, after, slides,
                                 slides | (after.stiffness * length(after.spring) >= limit), dt);
  }
  template <bool with_rolling, class N, int D>
  Losses<N> account(const Contact<N, D>& contact, const Memory<N, D>& before, const Memory<N, D>& after,
                    const Truth<N>& slides, const Truth<N>& yields, const N& dt) const {
    const N half = N(0.5) * dt;
    const N minus_half = N(0.0) - half;
    const N normal_damping =
        minus_half * (before.damping_force + after.damping_force) * contact.normal_velocity;

    const Vector<N, D> pull_before = before.stiffness * before.spring;
    const Vector<N, D> pull_after = after.stiffness * after.spring;
    const N stored = N(0.5) * (dot(pull_after, after.spring) - dot(pull_before, before.spring));
    const N power = dot(before.tangential_force + after.tangential_force, contact.slip);
    // The dashpot's share is the total without the spring's.
    const N of_dashpot = power + dot(pull_before + pull_after, contact.slip);
    const N dashpot = select(slides, N(0.0), minus_half * of_dashpot);
    const N rest = minus_half * power - stored - dashpot;

    // LAMMPS's history rule may wind up the spring of a sliding contact, even without friction: the model's
    // doing.
    const N heat = tangential.friction > 0 ? larger(rest, N(0.0)) : N(0.0);
    const N friction = select(yields, heat, N(0.0));
    Losses<N> losses{normal_damping + dashpot, friction, N(0.0), rest - friction};
    if constexpr (with_rolling) {
      const N roll_work = half * dot(before.roll_torque + after.roll_torque, contact.roll);
      const N roll_stored = N(0.5) * (after.roll_stiffness * dot(after.roll_spring, after.roll_spring) -
                                      before.roll_stiffness * dot(before.roll_spring, before.roll_spring));
      losses.rolling = N(0.0) - roll_work - roll_stored;
    }
    if constexpr (of_area && D == 2) {
      losses.damping =
          losses.damping + minus_half * dot(before.turn_torque + after.turn_torque, contact.roll);
      if constexpr (!NormalPart::has_potential)
        losses.model =
            losses.model +
            minus_half * (before.elastic_force + after.elastic_force) * contact.normal_velocity -
            (normal.energy_of_force(after.elastic_force) - normal.energy_of_force(before.elastic_force));
    }
    if constexpr (coheres) losses.damping = losses.damping + lost_at_ends(contact, before, after, minus_half);
    return losses;
  }

  /// Elastic energy [J]: a function of geometry and memory alone.
  template <bool with_rolling, class N, int D>
  N stored_energy(const Contact<N, D>& contact, const Memory<N, D>& memory) const {
    N energy = normal_energy(contact) + N(0.5) * memory.stiffness * dot(memory.spring, memory.spring);
    if constexpr (with_rolling)
      energy = energy + N(0.5) * memory.roll_stiffness * dot(memory.roll_spring, memory.roll_spring);
    return energy;
  }

 private:
  template <class N, int D>
  Contact<N, D> as_dashpots_see(Contact<N, D> contact, const Way<N, D>& way,
                                const Memory<N, D>& memory) const {
    if constexpr (looks_ahead<NormalPart>)
      if (way.is_mean)
        contact.normal_velocity =
            velocity_ahead(contact.normal_velocity, memory.normal_velocity, contact.overlap,
                           normal.slope(contact) / contact.impact_mass, way.time);
    return contact;
  }
  /// A contact that pulls forms and breaks at a jump of its force, and of its potential where that is not
  /// zero at both: what the motion does not get of that is lost.
  template <class N, int D>
  N lost_at_ends(const Contact<N, D>& contact, const Memory<N, D>& before, const Memory<N, D>& after,
                 const N& minus_half) const {
    const Truth<N> was = magnitude(before.elastic_force) > N(0.0),
                   is = magnitude(after.elastic_force) > N(0.0);
    const Truth<N> forms = is & !was, breaks = was & !is;
    if (!any(forms | breaks)) return N(0.0);
    const N from = select(breaks, normal.potential(before.overlap, contact.reduced_radius), N(0.0));
    const N to = select(forms, normal.potential(after.overlap, contact.reduced_radius), N(0.0));
    const N work = minus_half * (before.elastic_force + after.elastic_force) * contact.normal_velocity;
    return select(forms | breaks, work + from - to, N(0.0));
  }
  template <class N, int D>
  N normal_energy(const Contact<N, D>& contact) const {
    if constexpr (of_area)
      return normal.potential(contact);
    else if constexpr (coheres)
      return normal.potential(contact.overlap, contact.reduced_radius);
    else
      return N(NormalPart::potential_factor) * normal.respond(contact).elastic * contact.overlap;
  }
};

/// Whether the law has a potential of the overlap's area.
template <class Law>
constexpr bool has_area_potential() {
  if constexpr (Law::of_area)
    return decltype(Law::normal)::has_potential;
  else
    return false;
}

}  // namespace scree::law
