// Hard contacts: bodies do not give way, and impulses keep them apart. All bodies step to the same time; each
// island of bodies in contact is one problem of friction, solved to a tolerance, and goes on by itself where
// it has to be cut on the way. Steps are as long as the motion allows, not the stiffness. Sources: Moreau
// 1988, Stewart and Trinkle 1996; the cut where an impact is, and the proof that none is missed, are ours.
// Cost: one solve per island and step. Loses where deformation matters: waves, stress of confined packings.
#include "scree/step/impulse_stepper.h"

#include <algorithm>
#include <numeric>

#include "scree/step/accounts.h"
#include "scree/step/hard_queries.h"
#include "scree/step/springs.h"

namespace scree::step {
namespace {

template <int D>
class ImpulseStepper final : public Stepper<D> {
 public:
  explicit ImpulseStepper(StepperParts<D> parts)
      : state_(parts.state),
        motion_(parts.state, parts.interactions, std::move(parts.search), parts.settings),
        queries_(motion_) {}

  std::string_view name() const override { return "impulse"; }

  void start(const Course&) override {
    state_.ledger.momentum = world::MomentumLedger<D>(moments(state_.bodies), {});
  }

  Advanced advance(const Course& course, std::uint64_t first, const Horizon& horizon) override {
    Advanced done;
    const std::uint64_t unsolved = motion_.counts().unsolved;
    for (bool goes_on = true; goes_on;) {
      const std::uint64_t step = first + done.steps + 1;
      const bool is_looked_at = horizon.is_looked_at(step);
      done.sound = motion_.make_step(course.time_at(step - 1), course.dt);
      ++done.steps;
      if (done.sound) pull_by_springs(state_, course.dt);
      done.overlap_ratio = std::max(done.overlap_ratio, motion_.overlap_ratio());
      goes_on = done.sound && !is_looked_at && done.overlap_ratio <= horizon.most_overlap;
    }
    queries_.forget_kept_views();
    const SolveCounts& counts = motion_.counts();
    done.unsolved = {counts.unsolved - unsolved, counts.worst_residual, counts.worst.first,
                     counts.worst.second};
    return done;
  }

  // No body sleeps here.
  void wake_all() override {}
  void wake(std::vector<bool>) override {}
  /// Contacts remember forces, which do not depend on the step.
  void change_time_step(double, double) override {}
  void change_gravity(const Vec<D>& gravity, double) override { set_gravity(state_, gravity); }
  void change_interactions(const Interactions& interactions) override { motion_.renew(interactions); }
  void set_wall_active(std::size_t wall, bool active) override {
    state_.walls.states[wall].active = active ? 1 : 0;
    motion_.renew();
  }
  void move_wall(std::size_t wall, const Pose<D>& pose, const Pose<D>& base) override {
    state_.walls.states[wall].pose = pose;
    state_.walls.states[wall].base = base;
    motion_.renew();
  }
  void add(std::span<const Newcomer<D>> newcomers, double, bool) override;
  void replace(std::span<const Replacement<D>> replacements, bool elsewhere, double) override;
  void remove(std::span<const Slot> slots) override;

  ContactQueries<D>& contacts() override { return queries_; }
  void restore(const world::ContactRecords& contacts, const Interactions& interactions) override {
    motion_.renew(interactions);
    queries_.restore(contacts);
  }
  std::vector<Column> own_columns() const override { return queries_.counts_as_columns(); }
  void load_own_columns(std::span<const Column> columns) override { queries_.load_counts(columns); }

  SearchReport search_report() const override { return {motion_.pairs().search().choice(), 0, nullptr}; }
  PhaseTimes& phases() override { return motion_.phases(); }

 private:
  double energy() const {
    return kinetic_energy(state_.bodies) + potential_energy(state_.bodies, state_.gravity);
  }

  world::State<D>& state_;
  HardMotion<D> motion_;
  HardQueries<D> queries_;
};

template <int D>
void ImpulseStepper<D>::add(std::span<const Newcomer<D>> newcomers, double, bool) {
  if (newcomers.empty()) return;
  world::Bodies<D>& bodies = state_.bodies;
  const double before = energy();
  const std::size_t count = bodies.size();
  std::vector<Slot> old_slot(count);
  std::iota(old_slot.begin(), old_slot.end(), Slot{0});
  for (const Newcomer<D>& newcomer : newcomers) {
    bodies.add(newcomer.motion, newcomer.material, newcomer.shape, newcomer.orientation);
    old_slot.push_back(search::ContactSearch<D>::none);
  }
  std::vector<bool> is_new(bodies.size(), true);
  std::fill_n(is_new.begin(), count, false);
  state_.ledger.momentum.add(moments_of_marked(bodies, is_new));
  state_.ledger.added += energy() - before;
  motion_.renumber(old_slot);
  motion_.renew();
}

template <int D>
void ImpulseStepper<D>::replace(std::span<const Replacement<D>> replacements, bool, double) {
  world::Bodies<D>& bodies = state_.bodies;
  const double before = energy();
  std::vector<bool> marked(bodies.size(), false);
  for (const Replacement<D>& one : replacements) marked[one.slot] = true;
  state_.ledger.momentum.remove(moments_of_marked(bodies, marked), {});
  for (const Replacement<D>& one : replacements) {
    bodies.motion[one.slot] = one.motion;
    if (bodies.follows_orientations()) bodies.orientation[one.slot] = one.orientation;
  }
  bodies.index_fixed();
  state_.ledger.momentum.add(moments_of_marked(bodies, marked));
  state_.ledger.added += energy() - before;
  motion_.renew();
}

template <int D>
void ImpulseStepper<D>::remove(std::span<const Slot> slots) {
  if (slots.empty()) return;
  world::Bodies<D>& bodies = state_.bodies;
  const double before = energy();
  std::vector<bool> gone(bodies.size(), false);
  for (const Slot slot : slots) {
    gone[slot] = true;
    state_.springs.erase(bodies.id[slot]);
  }
  state_.ledger.momentum.remove(moments_of_marked(bodies, gone), {});
  std::vector<Slot> old_slot;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    if (!gone[slot]) old_slot.push_back(static_cast<Slot>(slot));
  bodies.reorder(old_slot);
  state_.ledger.removed += before - energy();
  motion_.renumber(old_slot);
  motion_.renew();
}

}  // namespace

template <int D>
std::unique_ptr<Stepper<D>> make_impulse_stepper(StepperParts<D> parts) {
  return std::make_unique<ImpulseStepper<D>>(std::move(parts));
}
template std::unique_ptr<Stepper<2>> make_impulse_stepper(StepperParts<2>);
template std::unique_ptr<Stepper<3>> make_impulse_stepper(StepperParts<3>);

}  // namespace scree::step
