#include "scree/step/implicit_island.h"

#include <algorithm>
#include <cmath>

#include "scree/contact/sphere_wall.h"
#include "scree/solve/block_lu.h"
#include "scree/step/implicit_spring.h"

namespace scree::step {
namespace {

inline constexpr double machine_rounding = 1e-15;

template <int D>
class Solve {
 public:
  Solve(const ImplicitIsland<D>& island, ImplicitWay way, const Vec<D>& gravity, double dt,
        const ImplicitEffort& effort)
      : island_(island),
        way_(way),
        dt_(dt),
        gravity_(gravity),
        effort_(effort),
        inertia_share_(way == ImplicitWay::dissipate ? 1.0 : 2.0),
        rows_(island.contacts.size()),
        pattern_(island.bodies.size(), pairs_of(island)),
        factor_(pattern_),
        free_(island.bodies.size()),
        motion_(island.bodies.size()),
        residual_(island.bodies.size()),
        scale_(island.bodies.size()) {
    for (std::size_t b = 0; b < island.bodies.size(); ++b) {
      const ImplicitBody<D>& body = island.bodies[b];
      free_[b] = joined<D>(body.velocity + (dt / inertia_share_) * gravity, body.spin);
      // Bodies at rest are near the solution already.
      motion_[b] = joined<D>(body.velocity, body.spin);
    }
    const double rest_speed = 2 * dt * norm(gravity);
    for (std::size_t c = 0; c < rows_.size(); ++c) begin_row(c, rest_speed);
  }

  ImplicitStep<D> run() {
    ImplicitStep<D> result;
    for (;; ++result.searches) {
      for (std::size_t c = 0; c < rows_.size(); ++c) look_at(c, result.searches > 0);
      find_residual(motion_, residual_, true);
      // The first look is at where the step began.
      if (result.searches > 0 && agrees(effort_.tolerance, &result.worst)) {
        result.converged = true;
        break;
      }
      if (result.searches == effort_.searches || !solve_linearised(result.factorisations)) break;
    }
    report(result);
    return result;
  }

 private:
  struct Row {
    ImplicitTouch<D> touch;
    Vec<D> direction;        // along which the overlap changes and the normal force acts
    Vec<D> relative_before;  // places as the step begins, of bodies
    Vec<D> approach;         // [m/s] of centres, at which the contact was looked at
    double rest = 0;         // see step_force
    double opposing_speed = 0;
    Spring<Vec<D>> slip;
    Spring<Spin<D>> roll;
  };
  /// What a row does under some relative motion.
  struct Act {
    Pressing pressing;
    Vec<D> push, drag;  // [N]
    Vec<D> stretched;
    Spin<D> rolled{}, torque{};
  };

  static std::vector<solve::RowPair> pairs_of(const ImplicitIsland<D>& island) {
    std::vector<solve::RowPair> pairs;
    for (const ImplicitContact<D>& contact : island.contacts)
      if (contact.second != solve::no_body) pairs.emplace_back(contact.first, contact.second);
    return pairs;
  }

  const ImplicitContact<D>& contact(std::size_t c) const { return island_.contacts[c]; }
  Vec<D> place(std::uint32_t body) const {
    return island_.bodies[body].position + dt_ * velocity_of<D>(motion_[body]);
  }
  Vec<D> second_place(const ImplicitContact<D>& contact, bool moved) const {
    if (contact.second == solve::no_body) return contact.second_place;
    return contact.second_place + (moved ? place(contact.second) : island_.bodies[contact.second].position);
  }

  /// What falls onto something that does not is faster when it comes to touch than as the step begins.
  double speed_of_impact(const ImplicitContact<D>& contact, double speed, const Vec<D>& normal) const {
    const double gap = std::max(0.0, -contact.overlap_before);
    const double fall = contact.second == solve::no_body ? -dot(gravity_, normal) : 0;
    if (!(speed > 0)) return speed;
    return std::sqrt(std::max(0.0, speed * speed + 2 * fall * gap));
  }
  void begin_row(std::size_t c, double rest_speed) {
    const ImplicitContact<D>& contact = this->contact(c);
    Row& row = rows_[c];
    const ImplicitBody<D>& first = island_.bodies[contact.first];
    row.touch = touch_of(contact, first, first.position, second_place(contact, false));
    row.relative_before = first.position - second_place(contact, false);
    Vec<D> velocity = first.velocity - contact.wall_velocity.at(first.position);
    if (!contact.at_wall()) velocity = first.velocity;
    if (contact.second != solve::no_body) velocity -= island_.bodies[contact.second].velocity;
    row.opposing_speed = speed_of_impact(contact, -dot(velocity, row.touch.normal), row.touch.normal);
    if (way_ == ImplicitWay::blend) {
      const double slow = rest_speed * rest_speed, fast = row.opposing_speed * row.opposing_speed;
      row.rest = slow > 0 ? slow / (slow + fast) : 0;
    }
  }

  /// Of centres: what normal forces of balls see.
  Vec<D> approach(const ImplicitContact<D>& contact, const std::vector<Freedoms<D>>& motion) const {
    const Vec<D> first = velocity_of<D>(motion[contact.first]);
    return contact.second == solve::no_body ? first : first - velocity_of<D>(motion[contact.second]);
  }
  /// Of the places where friction acts.
  Vec<D> relative(const Row& row, const ImplicitContact<D>& contact,
                  const std::vector<Freedoms<D>>& motion) const {
    const Freedoms<D>& first = motion[contact.first];
    Vec<D> result = velocity_of<D>(first) + cross(spin_of<D>(first), row.touch.arm_first);
    if (contact.second == solve::no_body) return result;
    const Freedoms<D>& second = motion[contact.second];
    result -= velocity_of<D>(second) + cross(spin_of<D>(second), row.touch.arm_second);
    return result;
  }
  Spin<D> relative_spin(const ImplicitContact<D>& contact, const std::vector<Freedoms<D>>& motion) const {
    Spin<D> result = spin_of<D>(motion[contact.first]);
    if (contact.second != solve::no_body) result -= spin_of<D>(motion[contact.second]);
    return result;
  }

  /// Linearises a contact at where bodies have come by now.
  void look_at(std::size_t c, bool moved) {
    const ImplicitContact<D>& contact = this->contact(c);
    Row& row = rows_[c];
    const ImplicitBody<D>& first = island_.bodies[contact.first];
    const Vec<D> at = moved ? place(contact.first) : first.position;
    row.touch = touch_of(contact, first, at, second_place(contact, moved));
    row.direction = row.touch.normal;
    row.approach = moved ? approach(contact, motion_) : Vec<D>{};
    if (way_ != ImplicitWay::dissipate && !contact.at_wall()) {
      // The difference of two distances is this vector times that of the places, to the last digit.
      const Vec<D> now = at - second_place(contact, moved);
      row.direction = (1 / (norm(row.relative_before) + row.touch.distance)) * (row.relative_before + now);
    }
    const law::Elastic& law = contact.law;
    const double pressing =
        std::max(0.0, step_force(way_, row.rest, law, contact.overlap_before, row.touch.overlap).force);
    const double slip_stiffness = law.tangential_stiffness(row.touch.overlap);
    const double slip_kept = kept_share(slip_stiffness, contact.springs.slip_stiffness, law.rescaling);
    row.slip = {turned_into(slip_kept * contact.springs.slip, row.touch.normal), slip_stiffness,
                law.friction * pressing};
    const double roll_stiffness = law.rolling_stiffness(row.touch.overlap);
    // As in law::RollingSpring, which keeps its elongation while it is unloaded.
    const double roll_kept = kept_share(roll_stiffness, contact.springs.roll_stiffness, 1);
    row.roll = {turned_roll(roll_kept * contact.springs.roll, row.touch.normal), roll_stiffness,
                law.rolling_reach * pressing};
  }

  double overlap(const Row& row, const Vec<D>& approach) const {
    return row.touch.overlap - dt_ * dot(row.direction, approach - row.approach);
  }
  Vec<D> slip_of(const Row& row, const ImplicitContact<D>& contact,
                 const std::vector<Freedoms<D>>& motion) const {
    Vec<D> slip = relative(row, contact, motion);
    if (contact.at_wall()) slip -= contact.wall_velocity.at(place_at(contact, motion) + row.touch.arm_first);
    return tangential_part(slip, row.touch.normal);
  }
  Vec<D> place_at(const ImplicitContact<D>& contact, const std::vector<Freedoms<D>>& motion) const {
    return island_.bodies[contact.first].position + dt_ * velocity_of<D>(motion[contact.first]) +
           contact.shift;
  }
  Spin<D> roll_of(const Row& row, const ImplicitContact<D>& contact,
                  const std::vector<Freedoms<D>>& motion) const {
    Spin<D> spin = relative_spin(contact, motion);
    if (contact.at_wall()) spin -= contact.wall_velocity.spin;
    return rolling_part(spin, row.touch.normal);
  }

  Act act_of(std::size_t c, const std::vector<Freedoms<D>>& motion) const {
    const Row& row = rows_[c];
    const ImplicitContact<D>& contact = this->contact(c);
    Act act;
    act.pressing = step_force(way_, row.rest, contact.law, contact.overlap_before,
                              overlap(row, approach(contact, motion)));
    act.push = act.pressing.force * row.direction;
    if (row.slip.limit > 0) {
      act.stretched = row.slip.stretched(dt_ * slip_of(row, contact, motion));
      act.drag = -row.slip.secant(act.stretched) * act.stretched;
    }
    if (row.roll.limit > 0) {
      act.rolled = row.roll.stretched(dt_ * roll_of(row, contact, motion));
      act.torque = -row.roll.secant(act.rolled) * act.rolled;
    }
    return act;
  }

  void find_residual(const std::vector<Freedoms<D>>& motion, std::vector<Freedoms<D>>& residual,
                     bool with_scale) {
    for (std::size_t b = 0; b < motion.size(); ++b) {
      const ImplicitBody<D>& body = island_.bodies[b];
      const Freedoms<D> change = motion[b] - free_[b];
      residual[b] = joined<D>(inertia_share_ * body.mass * velocity_of<D>(change),
                              inertia_share_ * body.inertia * spin_of<D>(change));
      if (with_scale)
        scale_[b] = {inertia_share_ * body.mass * norm(velocity_of<D>(free_[b]) - body.velocity),
                     machine_rounding * body.mass * (norm(velocity_of<D>(motion[b])) + norm(body.velocity))};
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      const Row& row = rows_[c];
      const ImplicitContact<D>& contact = this->contact(c);
      const Act act = act_of(c, motion);
      const Vec<D> impulse = dt_ * (act.push + act.drag), drag = dt_ * act.drag;
      const Spin<D> turn = dt_ * act.torque;
      residual[contact.first] -= joined<D>(impulse, cross(row.touch.arm_first, drag) + turn);
      if (contact.second != solve::no_body)
        residual[contact.second] += joined<D>(impulse, cross(row.touch.arm_second, drag) + turn);
      if (!with_scale) continue;
      const double reach = norm(island_.bodies[contact.first].position) + row.touch.distance;
      const Scale add{norm(impulse), machine_rounding * dt_ * act.pressing.slope * reach};
      scale_[contact.first] += add;
      if (contact.second != solve::no_body) scale_[contact.second] += add;
    }
  }

  bool agrees(double tolerance, std::uint32_t* worst = nullptr) const {
    double most = 0;
    for (std::size_t b = 0; b < residual_.size(); ++b) {
      const double allowed = tolerance * scale_[b].forces + scale_[b].rounding;
      const double found = std::max(norm(velocity_of<D>(residual_[b])),
                                    length_of(spin_of<D>(residual_[b])) / island_.bodies[b].radius);
      const double share = found == 0 ? 0 : found / allowed;
      if (share <= most) continue;
      most = share;
      if (worst != nullptr) *worst = static_cast<std::uint32_t>(b);
    }
    return most <= 1;
  }

  /// Newton's method for the contacts as they were looked at. False: there is no solution to be had.
  bool solve_linearised(int& factorisations) {
    for (int k = 0; k < effort_.factorisations; ++k) {
      if (!assemble()) return false;
      ++factorisations;
      std::vector<Freedoms<D>> step(residual_);
      factor_.solve(step);
      for (Freedoms<D>& one : step) one *= -1;
      if (!go_along(step)) return false;
      find_residual(motion_, residual_, true);
      if (agrees(0.1 * effort_.tolerance)) return true;
    }
    // Another look may do what another factorisation would not.
    return true;
  }

  double slope_along(const std::vector<Freedoms<D>>& step, double share) {
    trial_ = motion_;
    for (std::size_t b = 0; b < trial_.size(); ++b) trial_[b] += share * step[b];
    find_residual(trial_, trial_residual_, false);
    double slope = 0;
    for (std::size_t b = 0; b < trial_.size(); ++b) slope += dot(step[b], trial_residual_[b]);
    return slope;
  }
  /// To where the energy of the step is least along this way: its slope there only rises.
  bool go_along(const std::vector<Freedoms<D>>& step) {
    trial_residual_.resize(step.size());
    double begin = 0;
    for (std::size_t b = 0; b < step.size(); ++b) begin += dot(step[b], residual_[b]);
    if (!std::isfinite(begin)) return false;
    double share = 1;
    if (const double full = slope_along(step, 1); full > -0.1 * begin) {
      double low = 0, high = 1;
      for (int halving = 0; halving < 40; ++halving) {
        share = 0.5 * (low + high);
        const double slope = slope_along(step, share);
        if (std::abs(slope) <= -0.1 * begin) break;
        (slope < 0 ? low : high) = share;
      }
    }
    for (std::size_t b = 0; b < step.size(); ++b) motion_[b] += share * step[b];
    return true;
  }

  using Matrix = solve::Block<freedoms<D>>;
  /// How the contact's velocity follows a body's motion, the arm given.
  static std::array<Freedoms<D>, D> rows_of(const Vec<D>& arm) {
    std::array<Freedoms<D>, D> rows;
    for (int j = 0; j < freedoms<D>; ++j) {
      Freedoms<D> unit;
      unit[j] = 1;
      const Vec<D> velocity = velocity_of<D>(unit) + cross(spin_of<D>(unit), arm);
      for (int i = 0; i < D; ++i) rows[static_cast<std::size_t>(i)][j] = velocity[i];
    }
    return rows;
  }
  /// The share of a spring in the slopes: across its pull it is stiff by the secant, along it not at all once
  /// it yields.
  template <class Way>
  static double softer(const Spring<Way>& spring, const Way& stretched) {
    return spring.yields(stretched) ? 1 : 0;
  }

  bool assemble() {
    factor_.clear();
    for (std::uint32_t b = 0; b < island_.bodies.size(); ++b) {
      Matrix own;
      for (int k = 0; k < freedoms<D>; ++k)
        own.at[k][k] = inertia_share_ * (k < D ? island_.bodies[b].mass : island_.bodies[b].inertia);
      factor_.add(b, b, own);
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) add_row(c);
    return factor_.factorise();
  }

  void add_row(std::size_t c) {
    const Row& row = rows_[c];
    const ImplicitContact<D>& contact = this->contact(c);
    const Act act = act_of(c, motion_);
    const bool drags = row.slip.limit > 0, rolls = row.roll.limit > 0;
    if (act.pressing.slope == 0 && !drags && !rolls) return;
    // Of the push by velocities of centres, and of the drag by those of the places where it acts.
    double pushing[D][D], slopes[D][D] = {};
    const double normal = dt_ * dt_ * act.pressing.slope;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) pushing[i][j] = normal * row.direction[i] * row.direction[j];
    if (drags) {
      const double secant = dt_ * dt_ * row.slip.secant(act.stretched);
      const double length = norm(act.stretched), along = softer(row.slip, act.stretched);
      const Vec<D> pull = length > 0 ? (1 / length) * act.stretched : Vec<D>{};
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j)
          slopes[i][j] += secant * ((i == j ? 1 : 0) - row.touch.normal[i] * row.touch.normal[j] -
                                    along * pull[i] * pull[j]);
    }
    double turning[spins<D>][spins<D>] = {};
    if (rolls) {
      const double secant = dt_ * dt_ * row.roll.secant(act.rolled);
      const double length = length_of(act.rolled), along = softer(row.roll, act.rolled);
      const Spin<D> pull = length > 0 ? (1 / length) * act.rolled : Spin<D>{};
      for (int i = 0; i < spins<D>; ++i)
        for (int j = 0; j < spins<D>; ++j)
          turning[i][j] =
              secant *
              ((i == j ? 1 : 0) - (D == 3 ? part_of(row.touch.normal, i) * part_of(row.touch.normal, j) : 0) -
               along * part(pull, i) * part(pull, j));
    }
    const std::array<Freedoms<D>, D> first = rows_of(row.touch.arm_first);
    factor_.add(contact.first, contact.first, sandwich(pushing, first, slopes, first, turning, 1));
    if (contact.second == solve::no_body) return;
    const std::array<Freedoms<D>, D> second = rows_of(row.touch.arm_second);
    factor_.add(contact.second, contact.second, sandwich(pushing, second, slopes, second, turning, 1));
    factor_.add(contact.first, contact.second, sandwich(pushing, first, slopes, second, turning, -1));
    factor_.add(contact.second, contact.first, sandwich(pushing, second, slopes, first, turning, -1));
  }
  static double part_of(const Vec<D>& vector, int k) {
    return k < D ? vector[static_cast<std::size_t>(k)] : 0;
  }
  static Matrix sandwich(const double (&pushing)[D][D], const std::array<Freedoms<D>, D>& left,
                         const double (&slopes)[D][D], const std::array<Freedoms<D>, D>& right,
                         const double (&turning)[spins<D>][spins<D>], double sign) {
    Matrix result;
    for (int a = 0; a < freedoms<D>; ++a)
      for (int b = 0; b < freedoms<D>; ++b) {
        double sum = 0;
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j)
            sum +=
                left[static_cast<std::size_t>(i)][a] * slopes[i][j] * right[static_cast<std::size_t>(j)][b];
        if (a < D && b < D) sum += pushing[a][b];
        if (a >= D && b >= D) sum += turning[a - D][b - D];
        result.at[a][b] = sign * sum;
      }
    return result;
  }

  void report(ImplicitStep<D>& result) {
    for (std::size_t b = 0; b < motion_.size(); ++b) {
      const ImplicitBody<D>& body = island_.bodies[b];
      result.mean_velocity.push_back(velocity_of<D>(motion_[b]));
      result.mean_spin.push_back(spin_of<D>(motion_[b]));
      result.velocity.push_back(body.velocity +
                                inertia_share_ * (result.mean_velocity.back() - body.velocity));
      result.spin.push_back(body.spin + inertia_share_ * (result.mean_spin.back() - body.spin));
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) result.actions.push_back(action_of(c));
  }

  /// The contacts were looked at where the bodies are.
  ImplicitAction<D> action_of(std::size_t c) const {
    const Row& row = rows_[c];
    const ImplicitContact<D>& contact = this->contact(c);
    const Act act = act_of(c, motion_);
    ImplicitAction<D> action;
    action.touch = row.touch;
    action.opposing_speed = row.opposing_speed;
    action.pressing = act.pressing.force;
    action.acts = act.pressing.force > 0;
    if (!action.acts) return action;
    action.force = act.push + act.drag;
    action.roll_torque = act.torque;
    Vec<D> nearing = approach(contact, motion_);
    if (contact.at_wall())
      nearing -= contact.wall_velocity.at(place_at(contact, motion_) + row.touch.arm_first);
    action.normal_work = dt_ * dot(act.push, nearing);
    action.slip_work = dt_ * dot(act.drag, slip_of(row, contact, motion_));
    action.roll_work = dt_ * dot(act.torque, roll_of(row, contact, motion_));
    // Springs are kept up to what the force at the step's end holds, as the law does it.
    Spring<Vec<D>> slip = row.slip;
    Spring<Spin<D>> roll = row.roll;
    const double held = contact.law.force(row.touch.overlap);
    slip.limit = contact.law.friction * held;
    roll.limit = contact.law.rolling_reach * held;
    if (held > 0) {
      if (slip.limit > 0) action.springs.slip = slip.after(act.stretched);
      if (roll.limit > 0) action.springs.roll = roll.after(act.rolled);
      action.springs.slip_stiffness = slip.stiffness;
      action.springs.roll_stiffness = roll.stiffness;
    }
    action.slides = row.slip.limit > 0 && row.slip.yields(act.stretched);
    action.rolls_freely = row.roll.limit > 0 && row.roll.yields(act.rolled);
    return action;
  }

  /// Sizes of what acts on a body: what forces are compared with, and what rounding makes of them.
  struct Scale {
    double forces = 0, rounding = 0;
    Scale& operator+=(const Scale& other) {
      forces += other.forces;
      rounding += other.rounding;
      return *this;
    }
  };

  const ImplicitIsland<D>& island_;
  const ImplicitWay way_;
  const double dt_;
  const Vec<D> gravity_;
  const ImplicitEffort effort_;
  const double inertia_share_;  // over the mean velocity: 1 if that is the one at the end, 2 if in the middle
  std::vector<Row> rows_;
  solve::EliminationPattern pattern_;
  solve::BlockLu<freedoms<D>> factor_;
  std::vector<Freedoms<D>> free_, motion_, residual_, trial_, trial_residual_;
  std::vector<Scale> scale_;
};

}  // namespace

template <int D>
ImplicitTouch<D> touch_of(const ImplicitContact<D>& contact, const ImplicitBody<D>& body, const Vec<D>& first,
                          const Vec<D>& second) {
  ImplicitTouch<D> touch;
  if (contact.at_wall()) {
    const shape::Nearest<D> found =
        contact::nearest(*contact.facet, contact.wall_pose, first + contact.shift);
    touch.normal = found.normal;
    touch.distance = found.distance;
    touch.overlap = body.radius - found.distance;
    touch.arm_first = -body.radius * found.normal;
    return touch;
  }
  const Vec<D> apart = first - second;
  touch.distance = norm(apart);
  touch.overlap = body.radius + contact.second_radius - touch.distance;
  if (touch.distance > 0)
    touch.normal = (1 / touch.distance) * apart;
  else
    touch.normal[0] = 1;
  const double half = 0.5 * std::max(touch.overlap, 0.0);
  touch.arm_first = (half - body.radius) * touch.normal;
  touch.arm_second = (contact.second_radius - half) * touch.normal;
  return touch;
}

template <int D>
ImplicitStep<D> solve_implicit_step(const ImplicitIsland<D>& island, ImplicitWay way, const Vec<D>& gravity,
                                    double dt, const ImplicitEffort& effort) {
  return Solve<D>(island, way, gravity, dt, effort).run();
}

#define SCREE_INSTANTIATE(D)                                                                                 \
  template ImplicitTouch<D> touch_of(const ImplicitContact<D>&, const ImplicitBody<D>&, const Vec<D>&,       \
                                     const Vec<D>&);                                                         \
  template ImplicitStep<D> solve_implicit_step(const ImplicitIsland<D>&, ImplicitWay, const Vec<D>&, double, \
                                               const ImplicitEffort&)
SCREE_INSTANTIATE(2);
SCREE_INSTANTIATE(3);
#undef SCREE_INSTANTIATE

}  // namespace scree::step
