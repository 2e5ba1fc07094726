#include "scree/step/hard_island.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/contact/time_of_impact.h"
#include "scree/solve/impact.h"

namespace scree::step {
namespace {

/// Islands of at most so many bodies are cut wherever one of them bounces; in larger ones, and after so many
/// legs, bodies that would bounce before the end of the step do so at once.
constexpr std::size_t most_cut_bodies = 64;
constexpr std::size_t most_cut_legs = 40;
/// [rad] that a body with corners may turn in one leg while it has contacts.
constexpr double most_turn = 0.15;
/// So often a leg is tried again with more points, or shorter.
constexpr int most_tries = 12;
/// [m/s] What is slower does not approach: rounding.
constexpr double no_speed = 1e-12;
/// Of the lifting of bodies that are too near.
constexpr double lift_tolerance = 1e-3;

/// Solves of large islands may not take for ever; what is left over is counted.
solve::Effort effort_for(std::size_t contacts) {
  solve::Effort effort;
  if (contacts > 400) {
    effort.factorisations = 12;
    effort.gradient_steps = 100;
  }
  return effort;
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
struct Contact {
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
class Island {
 public:
  explicit Island(const IslandTask<D>& task) : task_(task), scene_(task.scene), state_(task.scene.state()) {
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

  Contact<D> contact_at(std::size_t p, const PairMotion<D>& motion,
                        const contact::HardPoint<D>& point) const {
    const HardPair<D>& pair = task_.pairs[p];
    const law::Hard& law = scene_.law(pair.interaction);
    Contact<D> made;
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

  double near_enough(const Contact<D>& contact) const {
    return scene_.settings().contact_tolerance * contact.halo;
  }
  bool touches(const Contact<D>& contact) const { return contact.room <= near_enough(contact); }
  Vec<D> velocity_at(const Contact<D>& contact) const {
    const solve::IslandContact<D>& solved = contact.solved;
    const Mover<D>& first = way_.movers[solved.first];
    const Vec<D> moving = first.velocity + cross(first.spin, solved.arm_first);
    if (solved.second == none) return moving - solved.wall_velocity;
    const Mover<D>& second = way_.movers[solved.second];
    return moving - second.velocity - cross(second.spin, solved.arm_second);
  }
  Spin<D> relative_spin(const Contact<D>& contact) const {
    const Spin<D> first = way_.movers[contact.solved.first].spin;
    return contact.solved.second == none ? first : first - way_.movers[contact.solved.second].spin;
  }
  /// [m/s2] with which gravity drives the two together.
  double fall_of(const Contact<D>& contact) const {
    return contact.solved.second == none ? dot(state_.gravity, contact.solved.normal) : 0;
  }
  /// When a point that may bounce comes into contact if nothing else happens [s]; infinite if it does not, or
  /// too slowly.
  double arrival_of(const Contact<D>& contact, double most) const {
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
  bool may_be_cut() const {
    return way_.movers.size() <= most_cut_bodies && way_.legs.size() < most_cut_legs;
  }

  double duration_of_leg(double left) const {
    double duration = left;
    if (!may_be_cut()) return duration;
    for (const Contact<D>& contact : contacts_) {
      duration = std::min(duration, arrival_of(contact, left));
      for (const std::uint32_t m : {contact.solved.first, contact.solved.second}) {
        if (m == none || scene_.is_round(way_.movers[m].slot)) continue;
        const double turning = length_of(way_.movers[m].spin);
        if (turning * duration > most_turn) duration = std::max(most_turn / turning, left / most_cut_legs);
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
      const Contact<D>& contact = contacts_[c];
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
    if (island.contacts.size() > 100) limits.tolerance = scene_.settings().solver_tolerance;
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
  void book(Contact<D>& contact, const Vec<D>& impulse, const Spin<D>& moment, const Vec<D>& before,
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
  std::vector<Contact<D>> contacts_;
  solve::Solution<D> solution_;
  std::vector<Vec<D>> before_;  // velocities at contacts before the solve
  std::vector<Spin<D>> spin_before_;
  std::vector<Curve<D>> curves_;
  bool is_smooth_ = true;
  double last_duration_ = 1;
};

template <int D>
void Island<D>::make_leg(double duration, double left) {
  for (int tries = 0;; ++tries) {
    solve_leg(duration);
    choose_curves(duration);
    lift(duration);
    bool needs_points = false;
    const double free_until = first_trouble(duration, needs_points);
    if (needs_points && tries < most_tries) {
      look_around(left);
      continue;
    }
    if (free_until >= duration) break;
    if (tries >= most_tries) {
      // Bodies wait where they are rather than pass through each other.
      ++way_.counts.held;
      for (Curve<D>& curve : curves_) {
        curve.velocity = curve.acceleration = {};
        curve.spin = {};
      }
      break;
    }
    duration = std::max(free_until, 0.5 * duration * (tries < 6 ? 0.02 : 0.5));
  }
  finish_leg(duration);
  begin_ = duration == left ? task_.dt : begin_ + duration;
}

/// One solve for the impulses of the whole leg.
template <int D>
void Island<D>::solve_leg(double duration) {
  solve::Island<D> island = bodies_for_solve();
  for (solve::IslandBody<D>& body : island.bodies) body.velocity += duration * state_.gravity;
  before_.clear();
  spin_before_.clear();
  for (Contact<D>& contact : contacts_) {
    contact.solved.least_speed = touches(contact) ? 0 : -contact.room / duration;
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
bool Island<D>::is_smooth(double duration) const {
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const Contact<D>& contact = contacts_[c];
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
void Island<D>::choose_curves(double duration) {
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
double Island<D>::first_trouble(double duration, bool& needs_points) {
  constexpr double share_left = 0.2;
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
    if (!near_[p].is_taken) {
      if (way <= gap - rest_share * halo) continue;
    } else if (way <= (1 - share_left) * gap) {
      continue;
    }
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
    query.distance = near_[p].is_taken ? share_left * gap : std::min(rest_share * halo, 0.5 * gap);
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
void Island<D>::lift(double duration) {
  std::vector<double> rooms(contacts_.size());
  bool any = false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const Contact<D>& contact = contacts_[c];
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
    const Contact<D>& contact = contacts_[c];
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
void Island<D>::finish_leg(double duration) {
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
    // Gravity has worked along the mean of the velocities; the place says what it should have.
    const Vec<D> beside =
        end.offset - mover.pose.offset - (0.5 * duration) * (velocities_before[m] + mover.velocity);
    double gained = -dot(state_.gravity, beside) / mover.inverse_mass;
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
void Island<D>::keep_contacts() {
  for (const Contact<D>& contact : contacts_) {
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

}  // namespace

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
  return Island<D>(task).run();
}

template IslandWay<2> advance_island(const IslandTask<2>&);
template IslandWay<3> advance_island(const IslandTask<3>&);

}  // namespace scree::step
