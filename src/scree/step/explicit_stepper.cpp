// Explicit steps: all bodies move by one common step, forces follow from where they are. Simple, and the
// fastest per step; the step must resolve the shortest contact. Source: Cundall and Strack 1979.
#include "scree/step/explicit_stepper.h"

#include <algorithm>

#include "scree/step/accounts.h"
#include "scree/step/faces.h"
#include "scree/step/force_queries.h"
#include "scree/step/springs.h"

namespace scree::step {
namespace {

template <int D>
class ExplicitStepper final : public Stepper<D> {
 public:
  explicit ExplicitStepper(StepperParts<D> parts)
      : state_(parts.state),
        forces_(parts.state, std::move(parts.interactions), std::move(parts.search), parts.kernels,
                parts.settings),
        queries_(forces_),
        integrator_(make<D>(parts.integrator)),
        phase_integrate_(forces_.phases().add_phase("integrate")) {}

  std::string_view name() const override { return "explicit"; }

  void start(const Course& course) override {
    forces_.keep_storage_ordered();
    choose_servo_speeds(state_.walls, 0);
    // As in LAMMPS: the forces at the start are those of the initial velocities, without a time step of
    // memory.
    forces_.evaluate({course.start, 0}, ContactForces<D>::Accounting::none);
    forces_.commit();
    integrator_->start(forces_, {course.start, course.dt});
    start_momentum_ledger(forces_);
  }

  Advanced advance(const Course& course, std::uint64_t first, const Horizon& horizon) override {
    PhaseTimes& phases = forces_.phases();
    const Stopwatch watch;
    const double elsewhere = phases.total();
    Advanced done;
    for (bool goes_on = true; goes_on;) {
      const std::uint64_t step = first + done.steps + 1;
      const bool is_looked_at = horizon.is_looked_at(step);
      const bool may_begin_next = !is_looked_at && !course.is_rest_look(step) && state_.springs.empty();
      const Next next{may_begin_next, horizon.most_overlap};
      done.sound = make_step(course, step, next);
      ++done.steps;
      done.overlap_ratio = std::max(done.overlap_ratio, forces_.report().overlap_ratio);
      goes_on = done.sound && !is_looked_at && done.overlap_ratio <= horizon.most_overlap;
    }
    phases.add(phase_integrate_, watch.seconds() - (phases.total() - elsewhere));
    return done;
  }

  void wake_all() override { step::wake_all(forces_); }
  void wake(std::vector<bool> by_slot) override { step::wake(forces_, std::move(by_slot)); }
  void change_time_step(double before, double after) override {
    integrator_->change_step(forces_, before, after);
  }
  void change_gravity(const Vec<D>& gravity, double dt) override {
    const Vec<D> jump = gravity - state_.gravity;
    set_gravity(state_, gravity);
    integrator_->change_gravity(forces_, jump, dt);
  }
  void change_interactions(const Interactions& interactions) override {
    set_interactions(forces_, interactions);
  }
  void set_wall_active(std::size_t wall, bool active) override {
    step::set_wall_active(forces_, wall, active);
  }
  void move_wall(std::size_t wall, const Pose<D>& pose, const Pose<D>& base) override {
    step::move_wall(forces_, wall, pose, base);
  }
  void add(std::span<const Newcomer<D>> newcomers, double dt, bool may_touch) override {
    const Id first = state_.bodies.next_id();
    add_bodies(forces_, newcomers, may_touch);
    integrator_->welcome(forces_, first, dt);
  }
  void replace(std::span<const Replacement<D>> replacements, bool elsewhere, double dt) override {
    replace_bodies(forces_, replacements, elsewhere);
    for (const Replacement<D>& one : replacements) integrator_->begin_anew(forces_, one.slot, dt);
  }
  void remove(std::span<const Slot> slots) override { remove_bodies(forces_, slots); }

  ContactQueries<D>& contacts() override { return queries_; }
  void restore(const world::ContactRecords& contacts, const Interactions& interactions) override {
    forces_.replace_interactions(interactions);
    restore_contacts(forces_, contacts);
  }
  SearchReport search_report() const override { return report_of(forces_.list()); }
  PhaseTimes& phases() override { return forces_.phases(); }

 private:
  /// One step, as a list of its phases. Where the next follows directly, the integrator may already have
  /// begun it: then bodies have been brought back over periodic faces, and none has touched a sleeping one.
  bool make_step(const Course& course, std::uint64_t step, const Next& next) {
    const double begin = course.time_at(step - 1), dt = course.dt;
    forces_.keep_storage_ordered();
    choose_servo_speeds(state_.walls, dt);
    const bool sound = integrator_->advance(forces_, {begin, dt}, next);
    book_step(forces_, begin, dt);
    if (integrator_->has_begun()) return sound;
    crossings_.wrap(forces_);
    if (sound) pull_by_springs(state_, dt);
    if (!state_.bodies.may_sleep() || !sound) return sound;
    wake_touched(forces_);
    if (course.is_rest_look(step) && forces_.set().forces_are_known())
      let_sleep(forces_, course.rest.rule, course.rest.looks);
    return sound;
  }

  world::State<D>& state_;
  ContactForces<D> forces_;
  ForceQueries<D> queries_;
  std::unique_ptr<Integrator<D>> integrator_;
  FaceCrossings<D> crossings_;
  std::size_t phase_integrate_;
};

}  // namespace

template <int D>
std::unique_ptr<Stepper<D>> make_explicit_stepper(StepperParts<D> parts) {
  return std::make_unique<ExplicitStepper<D>>(std::move(parts));
}
template std::unique_ptr<Stepper<2>> make_explicit_stepper(StepperParts<2>);
template std::unique_ptr<Stepper<3>> make_explicit_stepper(StepperParts<3>);

}  // namespace scree::step
