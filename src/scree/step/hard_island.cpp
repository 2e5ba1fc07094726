#include "scree/step/island_legs.h"

namespace scree::step {

template <int D>
void IslandLegs<D>::make_leg(double duration, double left) {
  int looks = 0, cuts = 0;
  for (;;) {
    solve_leg(duration);
    choose_curves(duration);
    if (cuts == 0) lift(duration);  // bodies that are in the way come first
    bool needs_points = false;
    const double free_until = first_trouble(duration, needs_points);
    if (needs_points && looks < most_tries) {
      ++looks;
      look_around(left);
      continue;
    }
    if (free_until >= duration) break;
    if (++cuts > most_tries) {
      // Bodies wait where they are rather than pass through each other.
      ++way_.counts.held;
      for (Curve<D>& curve : curves_) {
        curve.velocity = curve.acceleration = {};
        curve.spin = {};
      }
      break;
    }
    duration = std::max(free_until, 0.01 * duration);
  }
  finish_leg(duration);
  begin_ = duration == left ? task_.dt : begin_ + duration;
}

/// One solve for the impulses of the whole leg.
template <int D>
void IslandLegs<D>::solve_leg(double duration) {
  solve::Island<D> island = bodies_for_solve();
  for (solve::IslandBody<D>& body : island.bodies) body.velocity += duration * state_.gravity;
  before_.clear();
  spin_before_.clear();
  for (IslandPoint<D>& contact : contacts_) {
    // What is still apart may go as far as there is room: with the speed after, or with the mean of before
    // and after if that allows more, so that a parabola which does not arrive is not touched.
    const double before = dot(velocity_at(contact), contact.solved.normal);
    contact.solved.least_speed =
        touches(contact) ? 0 : -contact.room / duration - std::max(0.0, contact.room / duration + before);
    if (const HardContactRecord<D>* known = task_.memory.find(contact.key)) {
      const double sign = contact.is_flipped ? -1 : 1;
      contact.solved.impulse = (sign * duration) * known->force;
      contact.solved.moment = (sign * duration) * known->moment;
    }
    island.contacts.push_back(contact.solved);
    before_.push_back(velocity_at(contact));
    spin_before_.push_back(relative_spin(contact));
  }
  solution_ =
      solve::solve_island(island, scene_.settings().solver_tolerance, effort_for(island.contacts.size()));
  if (contacts_.empty()) return;
  count_solve(solution_.is_solved, solution_.residual, solution_.worst);
  if (solution_.stage == solve::Stage::relaxed) ++way_.counts.relaxed;
}

/// Whether bodies may move with the mean of the velocities before and after: no contact comes nearer by that
/// than it may.
template <int D>
bool IslandLegs<D>::is_smooth(double duration) const {
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const IslandPoint<D>& contact = contacts_[c];
    const solve::IslandContact<D>& solved = contact.solved;
    Vec<D> after =
        solution_.velocities[solved.first] + cross(solution_.spins[solved.first], solved.arm_first);
    after -= solved.second == none ? solved.wall_velocity
                                   : solution_.velocities[solved.second] +
                                         cross(solution_.spins[solved.second], solved.arm_second);
    const double way = 0.5 * duration * dot(before_[c] + after, solved.normal);
    if (contact.room + way < std::min(contact.room, 0.0) - near_enough(contact)) return false;
  }
  return true;
}

template <int D>
void IslandLegs<D>::choose_curves(double duration) {
  is_smooth_ = is_smooth(duration);
  curves_.resize(way_.movers.size());
  for (std::size_t m = 0; m < curves_.size(); ++m) {
    const Mover<D>& mover = way_.movers[m];
    Curve<D>& curve = curves_[m];
    curve = {};
    curve.start = mover.pose;
    curve.velocity = solution_.velocities[m];
    curve.spin = solution_.spins[m];
    if (is_smooth_) {
      curve.velocity = mover.velocity;
      curve.acceleration = (solution_.velocities[m] - mover.velocity) / duration;
      curve.spin = 0.5 * (mover.spin + solution_.spins[m]);
    }
    if constexpr (D == 3)
      if (!turns_evenly(mover.inertia)) curve.moments = mover.inertia.moments;
  }
}

/// Until when no pair comes nearer than it may [s]; says so where points have to be taken along that were
/// not.
template <int D>
double IslandLegs<D>::first_trouble(double duration, bool& needs_points) {
  constexpr double share_left = 0.2;  // of the gap, or of the halos where that is less
  double until = duration;
  for (std::size_t p = 0; p < task_.pairs.size(); ++p) {
    const HardPair<D>& pair = task_.pairs[p];
    const double gap = near_[p].points.least_gap;
    if (gap <= 0) continue;  // nothing can be proved of what overlaps
    const auto [first, second] = movers_of_[p];
    Vec<D> velocity, acceleration;
    double turning = 0;
    if (first != none) {
      velocity += curves_[first].velocity;
      acceleration += curves_[first].acceleration;
      if (!scene_.is_round(pair.first)) turning += scene_.extent(pair.first) * length_of(curves_[first].spin);
    }
    contact::Moving<D> other;
    if (pair.is_with_wall()) {
      other.curve = scene_.curve_of_wall(pair.facet);
      other.since = begin_;
      velocity -= other.curve.velocity;
      turning +=
          (norm(pose_of(pair.first, first).offset - other.curve.start.offset) + scene_.extent(pair.first)) *
          length_of(other.curve.spin);
    } else if (second != none) {
      velocity -= curves_[second].velocity;
      acceleration -= curves_[second].acceleration;
      if (!scene_.is_round(pair.second))
        turning += scene_.extent(pair.second) * length_of(curves_[second].spin);
    }
    const double way = duration * (norm(velocity) + 0.5 * duration * norm(acceleration) + turning);
    const double halo = scene_.halo(pair);
    const double kept =
        near_[p].is_taken ? share_left * std::min(gap, halo) : std::min(rest_share * halo, 0.5 * gap);
    if (way <= gap - kept) continue;
    contact::Moving<D> one;
    const contact::Placed<D> placed_first = scene_.first_of(pair), placed_second = scene_.second_of(pair);
    one.shape = placed_first.shape;
    one.scale = placed_first.scale;
    other.shape = placed_second.shape;
    other.scale = placed_second.scale;
    const PairMotion<D> motion = motion_of(p);
    if (first != none) one.curve = curves_[first];
    one.curve.start = motion.first;
    if (!pair.is_with_wall()) {
      if (second != none) other.curve = curves_[second];
      other.curve.start = motion.second;
    }
    contact::ImpactQuery query;
    query.duration = duration;
    query.distance = kept;
    query.tolerance = 0.01 * std::min(halo, gap);
    query.rounds = 100;
    const contact::ImpactTime found = impacts_.find(one, other, query);
    if (found.time >= duration) continue;
    if (!near_[p].is_taken) {
      extra_[p] = std::max(2 * extra_[p], way);
      needs_points = true;
    }
    until = std::min(until, found.time);
  }
  return until;
}

/// Bodies that would end too near to each other are moved apart on the way, by as little as puts them back
/// where they should be, as if they had no friction and no speed.
template <int D>
void IslandLegs<D>::lift(double duration) {
  std::vector<double> rooms(contacts_.size());
  bool any = false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const IslandPoint<D>& contact = contacts_[c];
    const solve::IslandContact<D>& solved = contact.solved;
    const auto speed_of = [&](std::uint32_t m, const Vec<D>& arm) {
      return curves_[m].velocity + (0.5 * duration) * curves_[m].acceleration + cross(curves_[m].spin, arm);
    };
    Vec<D> speed = speed_of(solved.first, solved.arm_first);
    speed -= solved.second == none ? solved.wall_velocity : speed_of(solved.second, solved.arm_second);
    rooms[c] = contact.room + duration * dot(speed, solved.normal);
    any = any || rooms[c] < (low_share - rest_share) * contact.halo;
  }
  if (!any) return;
  ++way_.counts.lifts;
  solve::Island<D> island = bodies_for_solve();
  for (solve::IslandBody<D>& body : island.bodies) {
    body.velocity = {};
    body.spin = {};
  }
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const IslandPoint<D>& contact = contacts_[c];
    solve::IslandContact<D> pushed = contact.solved;
    pushed.wall_velocity = {};
    pushed.friction = pushed.rolling = pushed.torsion = 0;
    pushed.impulse = {};
    pushed.moment = {};
    const double wanted = (lifted_share - rest_share) * contact.halo;
    const bool is_low = rooms[c] < (low_share - rest_share) * contact.halo;
    pushed.least_speed = is_low ? wanted - rooms[c] : std::min(0.0, wanted - rooms[c]);
    island.contacts.push_back(pushed);
  }
  const solve::Solution<D> moved =
      solve::solve_island(island, lift_tolerance, effort_for(island.contacts.size()));
  for (std::size_t m = 0; m < curves_.size(); ++m) {
    curves_[m].velocity += moved.velocities[m] / duration;
    curves_[m].spin += (1 / duration) * moved.spins[m];
  }
}

template <int D>
void IslandLegs<D>::finish_leg(double duration) {
  std::vector<Vec<D>> velocities_before;
  std::vector<double> turning_before;
  for (const Mover<D>& mover : way_.movers) velocities_before.push_back(mover.velocity);
  set_velocities(solution_.velocities, solution_.spins);
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    book(contacts_[c], solution_.impulses[c], solution_.moments[c], before_[c], spin_before_[c]);
    contacts_[c].lasting = solution_.impulses[c];
    contacts_[c].lasting_moment = solution_.moments[c];
  }
  for (std::size_t m = 0; m < way_.movers.size(); ++m) {
    Mover<D>& mover = way_.movers[m];
    const Curve<D>& curve = curves_[m];
    const Pose<D> end = pose_at(curve, duration);
    // The solve's gravity has worked along the mean of the velocities. Where an impact was met on the way, it
    // came at the leg's begin: what bodies then do not fall belongs to it. The rest is by lifting.
    const Vec<D> mean_way = (0.5 * duration) * (velocities_before[m] + mover.velocity);
    const Vec<D> solved_way = is_smooth_ ? mean_way : duration * mover.velocity;
    const double weight = 1 / mover.inverse_mass;
    way_.losses.impacts.add(to_quanta(weight * dot(state_.gravity, solved_way - mean_way), task_.quantum));
    double gained = -weight * dot(state_.gravity, end.offset - mover.pose.offset - solved_way);
    if constexpr (D == 3) {
      if (!turns_evenly(mover.inertia)) {
        const Vec3 momentum = angular_momentum(mover.inertia, mover.pose.rotation, mover.spin);
        const double before = rotational_energy(mover.inertia, mover.pose.rotation, mover.spin);
        mover.spin = spin_of(mover.inertia, end.rotation, momentum);
        gained += rotational_energy(mover.inertia, end.rotation, mover.spin) - before;
      }
    }
    way_.losses.places.add(to_quanta(-gained, task_.quantum));
    mover.way += duration * (norm(curve.velocity) + 0.5 * duration * norm(curve.acceleration));
    if (!scene_.is_round(mover.slot))
      mover.way += duration * scene_.extent(mover.slot) * length_of(curve.spin);
    mover.pose = end;
  }
  way_.legs.push_back({begin_, duration, curves_});
  ++way_.counts.legs;
  last_duration_ = duration;
}

template <int D>
void IslandLegs<D>::keep_contacts() {
  for (const IslandPoint<D>& contact : contacts_) {
    const bool bears = contact.impulse != Vec<D>{};
    if (!bears && !touches(contact)) continue;
    const double sign = contact.is_flipped ? -1 : 1;
    SeenHardContact<D> seen = contact.seen;
    seen.record.force = (sign / last_duration_) * contact.lasting;
    seen.record.moment = (sign / last_duration_) * contact.lasting_moment;
    seen.mean_force = (sign / task_.dt) * contact.impulse;
    way_.contacts.push_back(seen);
  }
}

void SolveCounts::add(const SolveCounts& other) {
  solves += other.solves;
  unsolved += other.unsolved;
  relaxed += other.relaxed;
  impacts += other.impacts;
  lifts += other.lifts;
  legs += other.legs;
  held += other.held;
  if (other.worst_residual > worst_residual) {
    worst_residual = other.worst_residual;
    worst = other.worst;
  }
}

template <int D>
IslandWay<D> advance_island(const IslandTask<D>& task) {
  return IslandLegs<D>(task).run();
}

template IslandWay<2> advance_island(const IslandTask<2>&);
template IslandWay<3> advance_island(const IslandTask<3>&);

}  // namespace scree::step
