#include "scree/step/unexplained_work.h"

#include <cmath>
#include <map>
#include <set>

#include "scree/search/catalog.h"
#include "scree/step/accounts.h"
#include "scree/step/faces.h"
#include "scree/step/sleep.h"
#include "scree/step/springs.h"

namespace scree::step {
namespace {

constexpr std::uint64_t fewest_steps = 50, most_steps = 20'000;

using Pair = std::pair<Id, Id>;

template <int D>
double power(const world::Load<D>& load, const Vec<D>& velocity, const Spin<D>& spin) {
  return dot(load.force, velocity) + dot(load.torque, spin);
}
template <int D>
world::Load<D> mean_of(const world::Load<D>& a, const world::Load<D>& b) {
  world::Load<D> mean;
  mean.force = 0.5 * (a.force + b.force);
  mean.torque = 0.5 * (a.torque + b.torque);
  return mean;
}

/// By which constant spin `advance` turns a body from one orientation to another in dt [s].
double spin_between(const Rotation<2>& from, const Rotation<2>& to, double dt) {
  const Rotation<2> turn = normalised(compose(to, inverse(from)));
  return 2 / dt * turn.s / (1 + turn.c);
}
Vec3 spin_between(const Rotation<3>& from, const Rotation<3>& to, double dt) {
  const Rotation<3> turn = normalised(compose(to, inverse(from)));
  return 4 / dt / (1 + turn.w) * Vec3{turn.x, turn.y, turn.z};
}

/// A copy that knows how bodies are turned.
template <int D>
world::State<D> copy_to_try(const world::State<D>& state) {
  world::State<D> copy = state;
  copy.bodies.follow_orientations();
  return copy;
}

/// A copy of a state that goes on by itself.
template <int D>
class Trial {
 public:
  Trial(const ContactForces<D>& forces, const IntegratorEntry& integrator, double time, double dt)
      : state_(copy_to_try(forces.state())),
        settings_(forces.settings()),
        forces_(state_, forces.interactions(), search::make<D>(*search::find_entry("linked_cell")),
                forces.set().kernels(), settings_),
        integrator_(make<D>(integrator)),
        time_(time),
        dt_(dt) {
    const world::ContactRecords contacts = all_contacts(forces);
    unknown_.insert(contacts.keys.begin(), contacts.keys.end());
    restore_contacts(forces_, contacts);
    wake_all(forces_);
  }
  void change_step(double dt) {
    integrator_->change_step(forces_, dt_, dt);
    dt_ = dt;
  }

  /// False once a state has exploded.
  bool step() {
    forces_.keep_storage_ordered();
    choose_servo_speeds(state_.walls, dt_);
    note_begin();
    const bool sound = integrator_->advance(forces_, {time_, dt_}, {});
    if (sound) add_up();
    book_step(forces_, time_, dt_);
    crossings_.wrap(forces_);
    if (sound) pull_by_springs(state_, dt_);
    time_ += dt_;
    return sound;
  }
  void steps(std::uint64_t count) {
    while (count-- > 0 && step()) {
    }
  }

  double work_of(const Pair& pair) const {
    const auto found = work_.find(pair);
    return found == work_.end() ? 0 : found->second;
  }
  /// The one that gains or loses the most; of equal ones the lowest.
  std::optional<Pair> worst(bool gains, double least) const {
    std::optional<Pair> worst;
    for (const auto& [pair, work] : work_)
      if ((gains ? work : -work) > least) {
        least = std::abs(work);
        worst = pair;
      }
    return worst;
  }

 private:
  void note_begin() {
    before_.resize(state_.bodies.next_id());
    turned_before_.resize(state_.bodies.next_id());
    for (std::size_t slot = 0; slot < state_.bodies.size(); ++slot) {
      before_[state_.bodies.id[slot]] = state_.bodies.motion[slot];
      turned_before_[state_.bodies.id[slot]] = state_.bodies.orientation[slot];
    }
  }

  void add_up() {
    const world::Bodies<D>& bodies = state_.bodies;
    // Mean motions of the step: losses are booked by the ways that bodies went, kinetic energy changes by the
    // mean of its velocities at both ends.
    std::vector<Motion<D>> of_ways(bodies.motion.begin(), bodies.motion.end());
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
      const Id id = bodies.id[slot];
      of_ways[slot].velocity = (1 / dt_) * state_.box.nearest(of_ways[slot].position - before_[id].position);
      of_ways[slot].spin = spin_between(turned_before_[id], bodies.orientation[slot], dt_);
    }
    std::map<world::ContactKey, ContactDeed<D>> now;
    for (const ContactDeed<D>& deed :
         forces_.set().deeds(bodies, of_ways, forces_.list().candidates(), dt_, settings_.quantum))
      now[deed.key] = deed;
    for (const auto& [key, deed] : now) {
      const auto earlier = deeds_.find(key);
      add(earlier == deeds_.end() ? ContactDeed<D>{} : earlier->second, deed);
    }
    for (const auto& [key, deed] : deeds_) {
      ContactDeed<D> gone;
      gone.key = key;
      if (now.count(key) == 0) add(deed, gone);
    }
    deeds_ = std::move(now);
    unknown_.clear();
  }

  void add(const ContactDeed<D>& before, const ContactDeed<D>& after) {
    const world::ContactKey& key = after.key;
    if (unknown_.count(key) != 0) return;
    const Motion<D> first = mean_motion(key.first);
    const world::Load<D> on_first = mean_of<D>(before.on_first, after.on_first);
    double rate = power<D>(on_first, first.velocity, first.spin);
    if (is_wall(key.second)) {
      const world::WallVelocity<D>& wall = state_.walls.states[wall_index(key.second)].velocity;
      rate -= power<D>(on_first, wall.at(first.position), wall.spin);
    } else {
      const Motion<D> second = mean_motion(key.second);
      rate += power<D>(mean_of<D>(before.on_second, after.on_second), second.velocity, second.spin);
    }
    work_[{key.first, key.second}] += after.stored - before.stored + after.lost + dt_ * rate;
  }

  Motion<D> mean_motion(Id id) const {
    Motion<D> motion = state_.bodies.motion[state_.bodies.slot_of(id)];
    motion.velocity = 0.5 * (motion.velocity + before_[id].velocity);
    motion.spin = 0.5 * (motion.spin + before_[id].spin);
    return motion;
  }

  world::State<D> state_;
  Settings settings_;
  ContactForces<D> forces_;
  std::unique_ptr<Integrator<D>> integrator_;
  FaceCrossings<D> crossings_;
  double time_, dt_;                                   // [s]
  std::vector<Motion<D>> before_;                      // by id, at the begin of the step
  std::vector<Rotation<D>> turned_before_;             // likewise
  std::map<world::ContactKey, ContactDeed<D>> deeds_;  // of the last step
  std::set<world::ContactKey> unknown_;  // contacts whose forces before the first step are not known
  std::map<Pair, double> work_;          // [J]
};

}  // namespace

template <int D>
std::optional<UnexplainedWork> find_unexplained_work(const ContactForces<D>& forces,
                                                     const IntegratorEntry& integrator,
                                                     const WorkQuestion& question) {
  const std::size_t bodies = forces.state().bodies.size();
  if (bodies == 0 || forces.state().box.is_sheared) return std::nullopt;
  const std::uint64_t steps = std::min(most_steps, question.body_steps / bodies);
  if (steps < fewest_steps) return std::nullopt;
  Trial<D> trial(forces, integrator, question.time, question.dt);
  trial.steps(steps);
  const std::optional<Pair> worst = trial.worst(question.gains, question.least);
  if (!worst) return std::nullopt;
  Trial<D> finer(forces, integrator, question.time, question.dt);
  finer.change_step(0.5 * question.dt);
  finer.steps(2 * steps);
  return UnexplainedWork{worst->first, worst->second, steps, trial.work_of(*worst), finer.work_of(*worst)};
}

template std::optional<UnexplainedWork> find_unexplained_work(const ContactForces<2>&, const IntegratorEntry&,
                                                              const WorkQuestion&);
template std::optional<UnexplainedWork> find_unexplained_work(const ContactForces<3>&, const IntegratorEntry&,
                                                              const WorkQuestion&);

}  // namespace scree::step
