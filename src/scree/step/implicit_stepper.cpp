// Implicit steps of discs and spheres: the forces of a step are those that it ends with (or mean ones that
// keep energy), so that it need not resolve contacts and may be tens to hundreds of times an explicit one.
// Source: Noble 2024, chapter 6, with Newton's method in place of Picard's. Cost: a few searches and
// factorisations per step, see implicit_island.h. Loses for soft bodies that bounce much, where explicit
// steps at their limit are as cheap.
//
// A step that finds no solution, or one in which bodies pierce each other, is not taken: it is made in two
// halves, and so on.
#include "scree/step/implicit_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/step/accounts.h"
#include "scree/step/faces.h"
#include "scree/step/force_queries.h"
#include "scree/step/implicit_impact.h"
#include "scree/step/implicit_reach.h"
#include "scree/step/soundness.h"
#include "scree/step/springs.h"

namespace scree::step {
namespace {

/// [of the smaller radius] Bodies that overlap by more may leave on the other side.
constexpr double pierced = 0.5;
/// How often a step is halved before the run ends.
constexpr int most_halvings = 12;
/// How often contacts are looked for in a wider reach, since bodies went farther than was thought.
constexpr int most_widenings = 8;
/// [of the radius] what bodies are given beside the way that their velocity takes them.
constexpr double spare_way = 0.02;

Settings with_steady_skin(Settings settings) {
  settings.narrowest_skin = settings.widest_skin = std::numeric_limits<double>::infinity();
  return settings;
}

template <int D>
class ImplicitStepper final : public Stepper<D> {
 public:
  explicit ImplicitStepper(StepperParts<D> parts)
      : state_(parts.state),
        way_(parts.settings.implicit_way),
        damped_(parts.interactions),
        forces_(parts.state, parts.interactions.undamped(), std::move(parts.search), parts.kernels,
                with_steady_skin(parts.settings)),
        queries_(forces_),
        reach_(forces_, damped_),
        phase_solve_(forces_.phases().add_phase("solve")) {}

  std::string_view name() const override { return "implicit"; }

  void start(const Course& course) override {
    forces_.keep_storage_ordered();
    choose_servo_speeds(state_.walls, 0);
    forces_.evaluate({course.start, 0}, ContactForces<D>::Accounting::none);
    forces_.commit();
    start_momentum_ledger(forces_);
  }

  Advanced advance(const Course& course, std::uint64_t first, const Horizon& horizon) override {
    Advanced done;
    for (bool goes_on = true; goes_on;) {
      const std::uint64_t step = first + done.steps + 1;
      const bool is_looked_at = horizon.is_looked_at(step);
      double overlap = 0;
      done.sound = make_step(course.time_at(step - 1), course.dt, 0, overlap, done.cuts);
      if (done.sound) pull_by_springs(state_, course.dt);
      ++done.steps;
      done.overlap_ratio = std::max(done.overlap_ratio, overlap);
      goes_on = done.sound && !is_looked_at && done.overlap_ratio <= horizon.most_overlap;
    }
    return done;
  }

  void wake_all() override {}
  void wake(std::vector<bool> by_slot) override { static_cast<void>(by_slot); }
  void change_time_step(double before, double after) override {
    static_cast<void>(before);
    static_cast<void>(after);
  }
  void change_gravity(const Vec<D>& gravity, double dt) override {
    static_cast<void>(dt);
    set_gravity(state_, gravity);
  }
  void change_interactions(const Interactions& interactions) override {
    damped_ = interactions;
    set_interactions(forces_, interactions.undamped());
  }
  void set_wall_active(std::size_t wall, bool active) override {
    step::set_wall_active(forces_, wall, active);
  }
  void move_wall(std::size_t wall, const Pose<D>& pose, const Pose<D>& base) override {
    step::move_wall(forces_, wall, pose, base);
  }
  void add(std::span<const Newcomer<D>> newcomers, double dt, bool may_touch) override {
    static_cast<void>(dt);
    add_bodies(forces_, newcomers, may_touch);
  }
  void replace(std::span<const Replacement<D>> replacements, bool elsewhere, double dt) override {
    static_cast<void>(dt);
    replace_bodies(forces_, replacements, elsewhere);
  }
  void remove(std::span<const Slot> slots) override { remove_bodies(forces_, slots); }

  ContactQueries<D>& contacts() override { return queries_; }
  void restore(const world::ContactRecords& contacts, const Interactions& interactions) override {
    damped_ = interactions;
    forces_.replace_interactions(interactions.undamped());
    restore_contacts(forces_, contacts);
  }
  SearchReport search_report() const override { return report_of(forces_.list()); }
  PhaseTimes& phases() override { return forces_.phases(); }

 private:
  /// What a step would do.
  struct Plan {
    std::vector<ImplicitGroup<D>> groups;
    std::vector<ImplicitStep<D>> steps;
    std::vector<ImplicitImpact<D>> impacts;
    std::string fault;  // why it cannot be taken; else empty
  };

  /// A step, or two halves of it if it cannot be taken whole.
  bool make_step(double begin, double dt, int halvings, double& overlap, std::uint64_t& cuts) {
    if (!is_sound(state_.bodies)) return false;
    forces_.keep_storage_ordered();
    choose_servo_speeds(state_.walls, dt);
    const Plan plan = plan_step(begin, dt);
    if (plan.fault.empty()) {
      take(plan, begin, dt);
      overlap = std::max(overlap, forces_.report().overlap_ratio);
      return is_sound(state_.bodies);
    }
    if (halvings == most_halvings)
      throw RunError(
          fmt::format("an implicit step cannot be made at t = {:.6g} s, not even one of {:.3g} s: {}", begin,
                      dt, plan.fault));
    place_walls(state_.walls, begin, 0, 0);
    if (halvings == 0) ++cuts;
    const double half = 0.5 * dt;
    return make_step(begin, half, halvings + 1, overlap, cuts) &&
           make_step(begin + half, half, halvings + 1, overlap, cuts);
  }

  /// [m] by slot, as far as velocities and gravity tell.
  std::vector<double> expected_ways(double dt) const {
    const double fall = norm(state_.gravity) * dt * dt;
    std::vector<double> ways(state_.bodies.size());
    for (std::size_t slot = 0; slot < ways.size(); ++slot) {
      const Motion<D>& motion = state_.bodies.motion[slot];
      if (!is_fixed(motion)) ways[slot] = norm(motion.velocity) * dt + fall + spare_way * motion.radius;
    }
    return ways;
  }

  Plan plan_step(double begin, double dt) {
    reach_.note_walls();
    place_walls(state_.walls, begin, dt, 0.5 * dt);
    std::vector<double> ways = expected_ways(dt);
    for (int widenings = 0;; ++widenings) {
      const double farthest = ways.empty() ? 0 : *std::max_element(ways.begin(), ways.end());
      if (!forces_.list().reaches(2 * farthest)) {
        forces_.list().widen(4 * farthest);
        forces_.rebuild(forces_.records());
      }
      Plan plan;
      plan.groups = reach_.find(ways, damped_);
      solve(plan, dt);
      if (!plan.fault.empty() || widenings == most_widenings) return plan;
      if (!went_farther(plan, dt, ways)) return plan;
    }
  }

  void solve(Plan& plan, double dt) {
    const PhaseTimes::Scope scope(forces_.phases(), phase_solve_);
    plan.steps.resize(plan.groups.size());
    plan.impacts.resize(plan.groups.size());
    std::vector<std::string> faults(plan.groups.size());
    parallel_for(plan.groups.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) {
        const ImplicitIsland<D>& island = plan.groups[g].island;
        plan.steps[g] = solve_implicit_step(island, way_, state_.gravity, dt);
        faults[g] = fault_of(island, plan.steps[g]);
        if (faults[g].empty() && way_ == ImplicitWay::dissipate) {
          plan.impacts[g] = bounce(island, plan.steps[g]);
          if (!plan.impacts[g].solved) faults[g] = "impulses of bodies that bounce were not found";
        }
      }
    });
    for (std::string& fault : faults)
      if (plan.fault.empty()) plan.fault = std::move(fault);
  }

  static std::string fault_of(const ImplicitIsland<D>& island, const ImplicitStep<D>& step) {
    if (!step.converged) {
      const ImplicitBody<D>& body = island.bodies[step.worst];
      return fmt::format("the forces on body {} do not come to agree in {} searches", body.id, step.searches);
    }
    for (std::size_t c = 0; c < island.contacts.size(); ++c) {
      const ImplicitContact<D>& contact = island.contacts[c];
      const ImplicitBody<D>& first = island.bodies[contact.first];
      const double radius = contact.at_wall() ? first.radius : std::min(first.radius, contact.second_radius);
      if (step.actions[c].touch.overlap > pierced * radius &&
          step.actions[c].touch.overlap > contact.overlap_before)
        return fmt::format(
            "body {} would pass half way into {} {}: at {:.3g} m/s its contact, which is {:.3g} N/m stiff, "
            "cannot stop it. A stiffer law stops it earlier",
            first.id, contact.at_wall() ? "wall" : "body",
            contact.at_wall() ? wall_index(contact.key.second)
                              : std::max(contact.key.first, contact.key.second),
            step.actions[c].opposing_speed, contact.law.slope(step.actions[c].touch.overlap));
    }
    return {};
  }

  /// If some body did, all are given ways that are as much longer.
  static bool went_farther(const Plan& plan, double dt, std::vector<double>& ways) {
    double most = 1;
    for (std::size_t g = 0; g < plan.groups.size(); ++g)
      for (std::size_t b = 0; b < plan.groups[g].slots.size(); ++b)
        most = std::max(most, dt * norm(plan.steps[g].mean_velocity[b]) / ways[plan.groups[g].slots[b]]);
    if (most == 1) return false;
    for (double& way : ways) way *= 1.5 * most;
    return true;
  }

  void take(const Plan& plan, double begin, double dt) {
    world::WallLoads<D> walls(state_.walls.size(), forces_.settings().force_quantum,
                              forces_.settings().torque_quantum);
    world::ExternalLoad<D> outside;
    for (std::size_t g = 0; g < plan.groups.size(); ++g) book(plan, g, dt, walls, outside);
    move(plan, dt);
    forces_.evaluate({begin, dt}, ContactForces<D>::Accounting::none, mean_);
    forces_.commit();
    // Forces were the same all through the step.
    set_wall_loads(state_.walls, walls);
    state_.ledger.wall_work += finish_wall_step(state_.walls, walls, begin, dt);
    state_.ledger.momentum.add({}, outside);
    state_.ledger.momentum.book(outside, state_.gravity, dt);
    crossings_.wrap(forces_);
  }

  void move(const Plan& plan, double dt) {
    world::Bodies<D>& bodies = state_.bodies;
    mean_.assign(bodies.motion.begin(), bodies.motion.end());
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
      Motion<D>& motion = bodies.motion[slot];
      if (is_fixed(motion)) continue;
      // What touches nothing goes along a parabola.
      mean_[slot].velocity = motion.velocity + (0.5 * dt) * state_.gravity;
      motion.velocity += dt * state_.gravity;
    }
    for (std::size_t g = 0; g < plan.groups.size(); ++g)
      for (std::size_t b = 0; b < plan.groups[g].slots.size(); ++b) {
        const Slot slot = plan.groups[g].slots[b];
        const ImplicitStep<D>& step = plan.steps[g];
        mean_[slot].velocity = step.mean_velocity[b];
        mean_[slot].spin = step.mean_spin[b];
        bodies.motion[slot].velocity = step.velocity[b];
        bodies.motion[slot].spin = step.spin[b];
      }
    double farthest = 0;
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
      if (is_fixed(bodies.motion[slot])) continue;
      const Vec<D> way = dt * mean_[slot].velocity;
      bodies.motion[slot].position += way;
      mean_[slot].position = bodies.motion[slot].position;
      farthest = std::max(farthest, norm(way));
      if (bodies.follows_orientations())
        bodies.orientation[slot] = scree::advance(bodies.orientation[slot], mean_[slot].spin, dt);
    }
    forces_.list().bodies_have_moved(farthest);
  }

  void add_loss(ExactSum& sum, double joule) { sum.add(to_quanta(joule, forces_.settings().quantum)); }

  /// Losses of an island, and what acts on it from outside.
  void book(const Plan& plan, std::size_t g, double dt, world::WallLoads<D>& walls,
            world::ExternalLoad<D>& outside) {
    const ImplicitIsland<D>& island = plan.groups[g].island;
    const ImplicitStep<D>& step = plan.steps[g];
    const ImplicitImpact<D>& impact = plan.impacts[g];
    world::LossTotals& losses = state_.ledger.losses;
    if (way_ == ImplicitWay::dissipate) book_inertia(island, step);
    for (std::size_t c = 0; c < island.contacts.size(); ++c) {
      const ImplicitContact<D>& contact = island.contacts[c];
      const ImplicitAction<D>& action = step.actions[c];
      const auto stored = [](double stiffness, const auto& stretch) {
        return 0.5 * stiffness * dot(stretch, stretch);
      };
      add_loss(losses.scheme, contact.law.energy(contact.overlap_before) -
                                  contact.law.energy(action.touch.overlap) - action.normal_work);
      const double slip = stored(contact.springs.slip_stiffness, contact.springs.slip) -
                          stored(action.springs.slip_stiffness, action.springs.slip) - action.slip_work;
      add_loss(action.slides ? losses.friction : losses.scheme, slip);
      const double roll = stored(contact.springs.roll_stiffness, contact.springs.roll) -
                          stored(action.springs.roll_stiffness, action.springs.roll) - action.roll_work;
      add_loss(action.rolls_freely ? losses.rolling : losses.scheme, roll);
      if (contact.second == solve::no_body && action.acts)
        book_outside(island, contact, action, impact.happened ? (1 / dt) * impact.impulses[c] : Vec<D>{},
                     walls, outside);
    }
    add_loss(losses.damping, impact.damping);
    add_loss(losses.friction, impact.friction);
  }

  /// What the motion loses since bodies go with the velocity that they have at the end. Impulses at the end
  /// are booked apart.
  void book_inertia(const ImplicitIsland<D>& island, const ImplicitStep<D>& step) {
    for (std::size_t b = 0; b < island.bodies.size(); ++b) {
      const ImplicitBody<D>& body = island.bodies[b];
      const Vec<D> change = step.mean_velocity[b] - body.velocity;
      const Spin<D> turn = step.mean_spin[b] - body.spin;
      add_loss(state_.ledger.losses.scheme,
               0.5 * body.mass * dot(change, change) + 0.5 * body.inertia * dot(turn, turn));
    }
  }

  static void book_outside(const ImplicitIsland<D>& island, const ImplicitContact<D>& contact,
                           const ImplicitAction<D>& action, const Vec<D>& bounced, world::WallLoads<D>& walls,
                           world::ExternalLoad<D>& outside) {
    const Vec<D> place = island.bodies[contact.first].position;
    const Vec<D> force = action.force + bounced;
    const Vec<D> drag = force - dot(force, action.touch.normal) * action.touch.normal;
    const Spin<D> torque = cross(action.touch.arm_first, drag) + action.roll_torque;
    outside.force += force;
    outside.torque += cross(place, force);
    outside.torque += torque;
    if (!contact.at_wall()) return;
    double record[8] = {};
    for (int k = 0; k < D; ++k) record[k] = force[k];
    if constexpr (D == 2) {
      record[2] = torque;
    } else {
      record[3] = 1;
      for (int k = 0; k < 3; ++k) record[4 + k] = torque[k];
    }
    walls.add(wall_index(contact.key.second), place + contact.shift, record, 8);
  }

  world::State<D>& state_;
  const ImplicitWay way_;
  Interactions damped_;  // as the scene has them; those of the forces have no dashpots
  ContactForces<D> forces_;
  ForceQueries<D> queries_;
  ImplicitReach<D> reach_;
  FaceCrossings<D> crossings_;
  std::vector<Motion<D>> mean_;
  std::size_t phase_solve_;
};

}  // namespace

template <int D>
std::unique_ptr<Stepper<D>> make_implicit_stepper(StepperParts<D> parts) {
  return std::make_unique<ImplicitStepper<D>>(std::move(parts));
}
template std::unique_ptr<Stepper<2>> make_implicit_stepper(StepperParts<2>);
template std::unique_ptr<Stepper<3>> make_implicit_stepper(StepperParts<3>);

}  // namespace scree::step
