// The legs of one island: the class behind advance_island. Bodies, contacts and books are here, in the order
// in which a leg uses them; solves, curves and checks are in hard_island.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/contact/time_of_impact.h"
#include "scree/solve/impact.h"
#include "scree/step/hard_island.h"

namespace scree::step {

/// Islands are cut where one of their bodies bounces until they have had so many legs times bodies; after
/// that, bodies that would bounce before the end of the step do so at once.
constexpr std::size_t most_cut_work = 64;
/// No leg that ends where a body has turned far is shorter than this share of what is left.
constexpr double least_share = 1.0 / 40;
/// [rad] that a body with corners may turn in one leg while it has contacts.
constexpr double most_turn = 0.15;
/// So often a leg is tried again with more points, or shorter.
constexpr int most_tries = 12;
/// [m/s] What is slower does not approach: rounding.
constexpr double no_speed = 1e-12;
/// Of the lifting of bodies that are too near.
constexpr double lift_tolerance = 1e-3;

/// Solves of large islands may not take for ever; what is left over is counted.
inline solve::Effort effort_for(std::size_t contacts) {
  if (contacts <= 30) return {};
  if (contacts <= 1000) return {40, 40, 300};
  return {40, 12, 60};
}

inline solve::InverseInertia<2> inverse_of(const Inertia<2>& inertia, const Rotation<2>&) {
  return inertia.moment > 0 ? 1 / inertia.moment : 0;
}
inline solve::InverseInertia<3> inverse_of(const Inertia<3>& inertia, const Rotation<3>& rotation) {
  const Vec3& own = inertia.moments;
  const Vec3 inverse{1 / own[0], 1 / own[1], 1 / own[2]};
  if (inertia.is_round()) return {inverse[0], inverse[1], inverse[2], 0, 0, 0};
  return turned(inverse, rotation);
}
inline bool turns_evenly(const Inertia<2>&) { return true; }
inline bool turns_evenly(const Inertia<3>& inertia) { return inertia.is_round(); }
inline double length_of(double spin) { return std::abs(spin); }
inline double length_of(const Vec3& spin) { return norm(spin); }

/// A point that takes part in the solve.
template <int D>
struct IslandPoint {
  solve::IslandContact<D> solved;
  world::ContactKey key;
  std::size_t pair = 0;
  bool is_flipped = false;  // the second of the pair is the first of the solve, since the first stands
  double room = 0;          // [m] above the gap at which they rest
  double halo = 0;          // [m] of both
  SeenHardContact<D> seen;
  double restitution = 0, restitution_speed = 0;
  Vec<D> impulse;  // [kg m/s] in this leg, of impacts and of the solve
  Vec<D> lasting;  // [kg m/s] of the solve alone
  Spin<D> lasting_moment{};
};

template <int D>
class IslandLegs {
 public:
  explicit IslandLegs(const IslandTask<D>& task)
      : task_(task), scene_(task.scene), state_(task.scene.state()) {
    way_.movers.reserve(task.members.size());
    for (const Slot slot : task.members) way_.movers.push_back(mover_of(slot));
    extra_.assign(task.pairs.size(), 0);
    for (std::size_t p = 0; p < task.pairs.size(); ++p) {
      const HardPair<D>& pair = task.pairs[p];
      extra_[p] = task.extra[pair.first] + (pair.is_with_wall() ? 0 : task.extra[pair.second]);
    }
    near_.resize(task.pairs.size());
    movers_of_.resize(task.pairs.size());
    for (std::size_t p = 0; p < task.pairs.size(); ++p) {
      const HardPair<D>& pair = task.pairs[p];
      movers_of_[p] = {place_of(pair.first), pair.is_with_wall() ? none : place_of(pair.second)};
    }
  }

  IslandWay<D> run() {
    while (begin_ < task_.dt) {
      const double left = task_.dt - begin_;
      look_around(left);
      if (bounce(left)) look_around(left);
      make_leg(std::min(left, duration_of_leg(left)), left);
    }
    keep_contacts();
    return std::move(way_);
  }

 private:
  static constexpr std::uint32_t none = solve::no_body;
  struct MoversOfPair {
    std::uint32_t first = none, second = none;
  };

  Mover<D> mover_of(Slot slot) const {
    const world::Bodies<D>& bodies = state_.bodies;
    const Motion<D>& motion = bodies.motion[slot];
    Mover<D> mover;
    mover.slot = slot;
    mover.inverse_mass = motion.inverse_mass;
    mover.inertia = bodies.inertia_of(slot);
    mover.pose.offset = motion.position;
    if (bodies.follows_orientations()) mover.pose.rotation = bodies.orientation[slot];
    mover.velocity = motion.velocity;
    mover.spin = motion.spin;
    return mover;
  }
  /// `none` if it stands.
  std::uint32_t place_of(Slot slot) const {
    if (is_fixed(state_.bodies.motion[slot])) return none;
    const Id id = state_.bodies.id[slot];
    const auto found = std::lower_bound(task_.members.begin(), task_.members.end(), id,
                                        [&](Slot one, Id of) { return state_.bodies.id[one] < of; });
    SCREE_ASSERT(found != task_.members.end() && *found == slot);
    return static_cast<std::uint32_t>(found - task_.members.begin());
  }
  Pose<D> pose_of(Slot slot, std::uint32_t mover) const {
    if (mover != none) return way_.movers[mover].pose;
    Pose<D> pose;
    pose.offset = state_.bodies.motion[slot].position;
    if (state_.bodies.follows_orientations()) pose.rotation = state_.bodies.orientation[slot];
    return pose;
  }

  PairMotion<D> motion_of(std::size_t p) const {
    const HardPair<D>& pair = task_.pairs[p];
    const auto [first, second] = movers_of_[p];
    PairMotion<D> motion;
    motion.first = pose_of(pair.first, first);
    if (first != none) {
      motion.first_velocity = way_.movers[first].velocity;
      motion.first_spin = way_.movers[first].spin;
    }
    if (pair.is_with_wall()) {
      const Curve<D>& wall = scene_.curve_of_wall(pair.facet);
      motion.second = pose_at(wall, begin_);
      motion.second_velocity = wall.velocity;
      motion.second_spin = wall.spin;
    } else {
      motion.second = pose_of(pair.second, second);
      const Vec<D> apart = motion.first.offset - motion.second.offset;
      motion.second.offset = motion.first.offset - state_.box.nearest(apart);
      if (second != none) {
        motion.second_velocity = way_.movers[second].velocity;
        motion.second_spin = way_.movers[second].spin;
      }
    }
    motion.extra = extra_[p];
    return motion;
  }

  void look_around(double time) {
    contacts_.clear();
    for (std::size_t p = 0; p < task_.pairs.size(); ++p) look_at(p, time);
  }
  void look_at(std::size_t p, double time) {
    const PairMotion<D> motion = motion_of(p);
    near_[p].is_taken = false;
    look(scene_, task_.pairs[p], motion, time, finder_, near_[p].points);
    for (const contact::HardPoint<D>& point : near_[p].points.points) {
      if (!may_touch(scene_, task_.pairs[p], motion, time, point)) continue;
      near_[p].is_taken = true;
      contacts_.push_back(contact_at(p, motion, point));
    }
  }

  IslandPoint<D> contact_at(std::size_t p, const PairMotion<D>& motion,
                            const contact::HardPoint<D>& point) const {
    const HardPair<D>& pair = task_.pairs[p];
    const law::Hard& law = scene_.law(pair.interaction);
    IslandPoint<D> made;
    made.key = scene_.key_of(pair, point);
    made.pair = p;
    made.halo = scene_.halo(pair);
    made.room = point.gap - rest_share * made.halo;
    made.seen = seen_contact(scene_, pair, motion, point);
    made.restitution = law.restitution;
    made.restitution_speed = std::max(law.restitution_speed, std::sqrt(2 * norm(state_.gravity) * made.halo));
    const auto [first, second] = movers_of_[p];
    made.is_flipped = first == none;
    solve::IslandContact<D>& solved = made.solved;
    solved.key = {std::uint64_t{made.key.first} << 32 | made.key.second,
                  std::uint64_t{made.key.first_feature} << 32 | made.key.second_feature, made.key.ordinal};
    Vec<D> arm_first = point.place - motion.first.offset, arm_second = point.place - motion.second.offset;
    double radius = scene_.extent(pair.first);
    if (pair.is_with_wall()) {
      // A round body touches a wall with its true surface.
      if (scene_.is_round(pair.first)) arm_first = -radius * point.normal;
      solved.wall_velocity =
          motion.second_velocity + cross(motion.second_spin, point.place - motion.second.offset);
    } else {
      const double other = scene_.extent(pair.second);
      radius = radius * other / (radius + other);
    }
    solved.first = made.is_flipped ? second : first;
    solved.second = made.is_flipped ? none : second;
    solved.normal = made.is_flipped ? -point.normal : point.normal;
    solved.arm_first = made.is_flipped ? arm_second : arm_first;
    solved.arm_second = made.is_flipped ? arm_first : arm_second;
    solved.friction = law.friction;
    solved.rolling = law.rolling_friction * radius;
    solved.torsion = law.torsion_friction * radius;
    return made;
  }

  double near_enough(const IslandPoint<D>& contact) const {
    return scene_.settings().contact_tolerance * contact.halo;
  }
  bool touches(const IslandPoint<D>& contact) const { return contact.room <= near_enough(contact); }
  Vec<D> velocity_at(const IslandPoint<D>& contact) const {
    const solve::IslandContact<D>& solved = contact.solved;
    const Mover<D>& first = way_.movers[solved.first];
    const Vec<D> moving = first.velocity + cross(first.spin, solved.arm_first);
    if (solved.second == none) return moving - solved.wall_velocity;
    const Mover<D>& second = way_.movers[solved.second];
    return moving - second.velocity - cross(second.spin, solved.arm_second);
  }
  Spin<D> relative_spin(const IslandPoint<D>& contact) const {
    const Spin<D> first = way_.movers[contact.solved.first].spin;
    return contact.solved.second == none ? first : first - way_.movers[contact.solved.second].spin;
  }
  /// [m/s2] with which gravity drives the two together.
  double fall_of(const IslandPoint<D>& contact) const {
    return contact.solved.second == none ? dot(state_.gravity, contact.solved.normal) : 0;
  }
  /// When a point that may bounce comes into contact if nothing else happens [s]; infinite if it does not, or
  /// too slowly.
  double arrival_of(const IslandPoint<D>& contact, double most) const {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (contact.restitution == 0 || touches(contact)) return never;
    const double room = contact.room - 0.5 * near_enough(contact);
    const double speed = -dot(velocity_at(contact), contact.solved.normal), fall = -fall_of(contact);
    // room = speed t + fall t^2 / 2
    const double square = speed * speed + 2 * fall * room;
    if (square < contact.restitution_speed * contact.restitution_speed) return never;
    const double root = std::sqrt(square);
    const double time = speed + root > 0 ? 2 * room / (speed + root) : never;
    return speed + root > no_speed && time <= most ? time : never;
  }
  bool may_be_cut() const { return way_.movers.size() * (way_.legs.size() + 1) <= most_cut_work; }

  double duration_of_leg(double left) const {
    double duration = left;
    if (!may_be_cut()) return duration;
    for (const IslandPoint<D>& contact : contacts_) {
      duration = std::min(duration, arrival_of(contact, left));
      for (const std::uint32_t m : {contact.solved.first, contact.solved.second}) {
        if (m == none || scene_.is_round(way_.movers[m].slot)) continue;
        const double turning = length_of(way_.movers[m].spin);
        if (turning * duration > most_turn) duration = std::max(most_turn / turning, least_share * left);
      }
    }
    return duration;
  }

  solve::Island<D> bodies_for_solve() const {
    solve::Island<D> island;
    for (const Mover<D>& mover : way_.movers)
      island.bodies.push_back({state_.bodies.id[mover.slot], mover.inverse_mass,
                               inverse_of(mover.inertia, mover.pose.rotation), mover.velocity, mover.spin});
    return island;
  }

  /// Impacts of those that bounce. False if none does.
  bool bounce(double left) {
    const bool forecasts = !may_be_cut();
    bool any = false;
    std::vector<std::size_t> taking_part;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const IslandPoint<D>& contact = contacts_[c];
      const bool comes = forecasts && arrival_of(contact, left) <= left;
      if (!touches(contact) && !comes) continue;
      taking_part.push_back(c);
      const double approach = -dot(velocity_at(contact), contact.solved.normal);
      any = any || (contact.restitution > 0 && approach > no_speed && approach >= contact.restitution_speed);
    }
    if (!any) return false;
    solve::Island<D> island = bodies_for_solve();
    std::vector<solve::Restitution> restitutions;
    for (const std::size_t c : taking_part) {
      island.contacts.push_back(contacts_[c].solved);
      restitutions.push_back({contacts_[c].restitution, contacts_[c].restitution_speed});
    }
    solve::ImpactLimits limits;
    limits.tolerance = std::min(1e-10, scene_.settings().solver_tolerance);
    // Exact where bodies are few. In a crowd a few rounds pass impacts on, and one without restitution ends
    // them.
    if (island.contacts.size() > 10) {
      limits.tolerance = scene_.settings().solver_tolerance;
      limits.rounds = island.contacts.size() > 100 ? 3 : 10;
    }
    const solve::ImpactResult<D> result =
        solve::resolve_impacts(island, std::span<const solve::Restitution>(restitutions), limits,
                               effort_for(island.contacts.size()));
    ++way_.counts.impacts;
    count_solve(result.is_solved || result.residual <= scene_.settings().solver_tolerance, result.residual,
                taking_part[result.worst]);
    std::vector<Vec<D>> before;
    std::vector<Spin<D>> spins_before;
    for (const std::size_t c : taking_part) {
      before.push_back(velocity_at(contacts_[c]));
      spins_before.push_back(relative_spin(contacts_[c]));
    }
    set_velocities(result.velocities, result.spins);
    for (std::size_t k = 0; k < taking_part.size(); ++k)
      book(contacts_[taking_part[k]], result.impulses[k], result.moments[k], before[k], spins_before[k]);
    return true;
  }

  void set_velocities(const std::vector<Vec<D>>& velocities, const std::vector<Spin<D>>& spins) {
    for (std::size_t m = 0; m < way_.movers.size(); ++m) {
      way_.movers[m].velocity = velocities[m];
      way_.movers[m].spin = spins[m];
    }
  }

  void count_solve(bool is_solved, double residual, std::size_t worst) {
    SolveCounts& counts = way_.counts;
    ++counts.solves;
    if (is_solved) return;
    ++counts.unsolved;
    if (residual > counts.worst_residual && worst < contacts_.size()) {
      counts.worst_residual = residual;
      counts.worst = contacts_[worst].key;
    }
  }

  /// An impulse has acted, and changed the velocity at the contact from that before to the present one: its
  /// work is that against their mean.
  void book(IslandPoint<D>& contact, const Vec<D>& impulse, const Spin<D>& moment, const Vec<D>& before,
            const Spin<D>& spin_before) {
    const solve::IslandContact<D>& solved = contact.solved;
    const Vec<D> mean = 0.5 * (before + velocity_at(contact));
    const double pressing = dot(impulse, solved.normal), parting = dot(mean, solved.normal);
    const Vec<D> sliding = impulse - pressing * solved.normal, slip = mean - parting * solved.normal;
    const double quantum = task_.quantum;
    way_.losses.impacts.add(to_quanta(-pressing * parting, quantum));
    way_.losses.friction.add(to_quanta(-dot(sliding, slip), quantum));
    way_.losses.rolling.add(to_quanta(-dot(moment, 0.5 * (spin_before + relative_spin(contact))), quantum));
    Mover<D>& first = way_.movers[solved.first];
    first.impulse += impulse;
    first.turn += cross(solved.arm_first, impulse) + moment;
    contact.impulse += impulse;
    if (solved.second != none) {
      Mover<D>& second = way_.movers[solved.second];
      second.impulse -= impulse;
      second.turn -= cross(solved.arm_second, impulse) + moment;
      return;
    }
    way_.wall_work += dot(impulse, solved.wall_velocity);
    const HardPair<D>& pair = task_.pairs[contact.pair];
    OutsideImpulse<D> outside;
    if (pair.is_with_wall())
      outside.wall = state_.walls.facets[pair.facet].wall;
    else
      outside.fixed = contact.is_flipped ? pair.first : pair.second;
    outside.impulse = impulse;
    outside.place = first.pose.offset + solved.arm_first;
    outside.moment = moment;
    way_.outside.push_back(outside);
  }

  void make_leg(double duration, double left);
  void solve_leg(double duration);
  bool is_smooth(double duration) const;
  void choose_curves(double duration);
  double first_trouble(double duration, bool& needs_points);
  void lift(double duration);
  void finish_leg(double duration);
  void keep_contacts();

  struct NearOfPair {
    NearPoints<D> points;
    bool is_taken = false;  // some of its points take part
  };

  const IslandTask<D>& task_;
  const HardScene<D>& scene_;
  const world::State<D>& state_;
  IslandWay<D> way_;
  double begin_ = 0;  // [s] of the present leg, since the step began
  contact::PointFinder<D> finder_;
  contact::ImpactFinder<D> impacts_;
  std::vector<double> extra_;  // [m] by pair
  std::vector<NearOfPair> near_;
  std::vector<MoversOfPair> movers_of_;
  std::vector<IslandPoint<D>> contacts_;
  solve::Solution<D> solution_;
  std::vector<Vec<D>> before_;  // velocities at contacts before the solve
  std::vector<Spin<D>> spin_before_;
  std::vector<Curve<D>> curves_;
  bool is_smooth_ = true;
  double last_duration_ = 1;
};

}  // namespace scree::step
