#include "scree/sim/simulation_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/sim/balances.h"
#include "scree/sim/build_space.h"
#include "scree/sim/choose_methods.h"
#include "scree/sim/corner_depth.h"
#include "scree/sim/descriptions.h"
#include "scree/sim/frame.h"
#include "scree/sim/in_id_order.h"
#include "scree/sim/overlaps.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/state_hash.h"

namespace scree::sim {

template <int D>
SimulationOf<D>::Beginning::Beginning(const scene::SceneDescription& scene, std::uint64_t seed)
    : world(build_world<D>(scene, seed)), box(periodic_box<D>(scene, world)) {}

template <int D>
SimulationOf<D>::SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options)
    : SimulationOf(scene, options, options.seed.value_or(scene.seed.value_or(0)),
                   Beginning(scene, options.seed.value_or(scene.seed.value_or(0)))) {}

template <int D>
SimulationOf<D>::SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options,
                              std::uint64_t seed, Beginning beginning)
    : plans_(scene, beginning.world),
      mass_quantum_(mass_quantum_for(beginning.world)),
      at_start_(mass_quantum_.of_all(FlowEntry::Kind::start, beginning.world.bodies)),
      inflow_(scene, beginning.world, plan().gravity, seed),
      sinks_(scene.sinks, {vec_of<D>(scene.domain.lo), vec_of<D>(scene.domain.hi)}, beginning.box,
             mass_quantum_),
      home_(scene, beginning.world.bodies, beginning.world.walls),
      measures_(scene.measures, scene.record.contacts),
      flows_(scene.measures, mass_quantum_),
      regions_(scene.regions),
      records_contacts_(scene.record.contacts),
      thickness_(scene.thickness),
      materials_(beginning.world.materials),
      names_(beginning.world.names),
      seed_(seed) {
  const CornerDepths corners =
      corner_depths(beginning.world, plans_.strongest_gravity(), plans_.greatest_speed());
  notes_ = {beginning.world.rule_notes, corners, beginning.world.notes};
  if (std::string text = soft_corner_text(corners); !text.empty()) notes_.notes.push_back(std::move(text));
  if (scene.domain.shear && scene.domain.shear->flowing)
    set_flowing(beginning.box, plan().shear_rate, beginning.world);
  begin_condition();
  make_dynamics(scene, options, std::move(beginning));
  for (const std::string& name : plans_.walls_to_come()) set_wall_active(name, false);
  act_on_walls();
  flows_.look(dynamics_->bodies(), dynamics_->box(), 0);
  phase_integrate_ = dynamics_->phases().add_phase("integrate");
  start();
}

template <int D>
void SimulationOf<D>::make_dynamics(const scene::SceneDescription& scene, const BuildOptions& options,
                                    Beginning beginning) {
  World<D>& world = beginning.world;
  const PeriodicBox<D>& box = beginning.box;
  target_ = &choose_target(options.cpu_target);
  integrator_entry_ = &choose_integrator(scene.run.integrator.value);
  integrator_ = step::make<D>(*integrator_entry_);
  const search::Entry& search =
      choose_search(options.search.empty() ? scene.run.search.value : options.search);
  search_name_ = search.name;

  const Skins skins = choose_skins(scene, world, box, dt());
  const Quanta quanta = plans_.quanta();
  step::DynamicsSettings settings;
  settings.skin = skins.first;
  settings.narrowest_skin = skins.narrowest;
  settings.widest_skin = skins.widest;
  settings.quantum = quanta.energy;
  settings.force_quantum = quanta.force;
  settings.torque_quantum = quanta.torque;
  settings.shuffle_every_step = options.shuffle_every_step;
  settings.may_roll = plans_.any_rolls();
  // Bodies with a shape may come later, by an inlet.
  if (scene.run.orientations || !world.bodies.polygons->empty()) world.bodies.follow_orientations();
  if (scene.run.sleep) world.bodies.allow_sleep();
  dynamics_ = std::make_unique<step::Dynamics<D>>(
      std::move(world.bodies), std::move(world.walls), std::move(world.interactions),
      step::Space<D>{plan().gravity, box}, search::make<D>(search), target_->template kernels<D>(), settings);
  if (box.is_sheared) dynamics_->set_shear_speed(shear_speed(), 0);
}

template <int D>
void SimulationOf<D>::start() {
  dynamics_->begin_step();
  dynamics_->drive_walls(0, 0);
  // As in LAMMPS: the forces at the start are those of the initial velocities, without a time step of memory.
  dynamics_->evaluate(0, step::Dynamics<D>::Accounting::none);
  dynamics_->commit();
  integrator_->start(*dynamics_, dt());
  dynamics_->start_momentum_ledger();
  // What walls of the first stage found inside themselves is there from the start.
  dynamics_->ledger().added = dynamics_->ledger().removed = 0;
  initial_energy_ = dynamics_->kinetic_energy() + dynamics_->potential_energy() + dynamics_->elastic_energy();
}

template <int D>
bool SimulationOf<D>::nobody_looks_after_next_step() const {
  const std::uint64_t next = clock_.step_of_stage + 1;
  const bool stage_looks = next >= plan().most_steps || (condition_ && plan().looks_at_condition(next));
  return !stage_looks && !plan().looks_for_rest(next) && !flows_.any() && !sinks_.any() && !inflow_.any();
}

template <int D>
StepReport SimulationOf<D>::advance(const step::Next& next) {
  SCREE_ASSERT(!finished());
  PhaseTimes& phases = dynamics_->phases();
  const Stopwatch watch;
  const double elsewhere = phases.total();
  dynamics_->begin_step();
  dynamics_->drive_walls(time(), dt());
  const bool sound = integrator_->advance(*dynamics_, dt(), next);
  dynamics_->book_step(dt());
  if (!next_step_has_begun()) dynamics_->wrap();
  clock_.count_step();
  measures_.forget();
  if (dynamics_->bodies().may_sleep() && sound) sleep_and_wake();
  if (flows_.any()) flows_.count(dynamics_->bodies(), dynamics_->box());
  if (sinks_.any()) remove_at_sinks();
  if (inflow_.opens_at(clock_.step) && sound) let_in();
  StepReport report{dynamics_->report().overlap_ratio, sound};
  if (report.finite && stage_is_over()) enter_next_stage();
  report.stopped = !stop_reason_.empty();
  phases.add(phase_integrate_, watch.seconds() - (phases.total() - elsewhere));
  return report;
}

template <int D>
void SimulationOf<D>::sleep_and_wake() {
  if (dynamics_->somebody_wakes()) {
    keep_contacts();
    dynamics_->wake_touched();
  }
  if (!plan().looks_for_rest(clock_.step_of_stage) || !dynamics_->forces_are_known()) return;
  keep_contacts();
  dynamics_->let_sleep(plan().rest, StagePlans<D>::looks_for_sleep);
}

template <int D>
void SimulationOf<D>::remove_at_sinks() {
  const std::vector<Slot> slots = sinks_.take(dynamics_->bodies());
  if (!slots.empty()) keep_contacts();
  dynamics_->remove(slots);
}

template <int D>
void SimulationOf<D>::let_in() {
  const auto arrivals =
      inflow_.bring(open_stage(), {dynamics_->bodies(), dynamics_->walls(), dynamics_->box()});
  if (!arrivals.complaint.empty()) stop_reason_ = arrivals.complaint;
  if (arrivals.newcomers.empty()) return;
  keep_contacts();
  const Id first = dynamics_->bodies().next_id();
  dynamics_->add(arrivals.newcomers);
  flows_.look(dynamics_->bodies(), dynamics_->box(), first);
  integrator_->welcome(*dynamics_, first, dt());
}

template <int D>
void SimulationOf<D>::begin_condition() {
  condition_.reset();
  if (!finished() && plan().stage.until) condition_.emplace(plan().stage.until->value);
}

template <int D>
Situation<D> SimulationOf<D>::situation() const {
  return {dynamics_->bodies(),
          dynamics_->gravity(),
          [this] { return dynamics_->kinetic_energy(); },
          [this] { return dynamics_->elastic_energy(); },
          [this] { return dynamics_->contact_count(); },
          regions_,
          time(),
          static_cast<double>(clock_.step_of_stage) * dt(),
          static_cast<double>(plan().steps_per_look) * dt(),
          inflow_.may_bring_later(open_stage()) && !any_free(dynamics_->bodies())};
}

template <int D>
bool SimulationOf<D>::stage_is_over() {
  const bool time_is_up = clock_.step_of_stage >= plan().most_steps;
  if (!condition_) return time_is_up;
  const bool is_due = time_is_up || plan().looks_at_condition(clock_.step_of_stage);
  if (is_due && condition_->look(situation())) return true;
  if (!time_is_up || !plan().stage.must_end_by_condition) return time_is_up;
  stop_reason_ = fmt::format(
      "stage '{}' has not come to its end after its limit of {}: until = \"{}\" ({}). Raise the limit, or "
      "ask for less.",
      plan().stage.name, quantity_text(plan().stage.duration.value, "s"), plan().stage.until->value.text,
      condition_->tell(situation()));
  return false;
}

template <int D>
void SimulationOf<D>::enter_next_stage() {
  const StagePlan<D>& last = plan();
  inflow_.end_stage(open_stage());
  clock_.enter_next_stage(last.dt());
  begin_condition();
  if (finished()) return;
  if (asleep_count() > 0) {
    keep_contacts();
    dynamics_->wake_all();
  }
  if (plan().gravity != dynamics_->gravity()) {
    const double potential = dynamics_->potential_energy();
    const Vec<D> jump = plan().gravity - dynamics_->gravity();
    dynamics_->set_gravity(plan().gravity);
    integrator_->change_gravity(*dynamics_, jump, last.dt());
    dynamics_->ledger().added += dynamics_->potential_energy() - potential;
  }
  if (plan().interactions != last.interactions) {
    keep_contacts();
    dynamics_->set_interactions(plans_.interactions_of(plan()));
  }
  if (dynamics_->box().is_sheared && plan().shear_rate != last.shear_rate)
    dynamics_->set_shear_speed(shear_speed(), time());
  act_on_walls();
  if (dt() != last.dt()) integrator_->change_step(*dynamics_, last.dt(), dt());
}

template <int D>
double SimulationOf<D>::shear_speed() const {
  const PeriodicBox<D>& box = dynamics_->box();
  return plan().shear_rate * box.length[box.shear.gradient];
}

template <int D>
void SimulationOf<D>::set_wall_active(const std::string& name, bool active) {
  dynamics_->set_wall_active(wall_number(dynamics_->walls(), name), active);
}

template <int D>
void SimulationOf<D>::act_on_walls() {
  const scene::Stage& stage = plan().stage;
  if (!stage.remove.empty() || !stage.add.empty()) keep_contacts();
  for (const std::string& name : stage.remove) set_wall_active(name, false);
  for (const std::string& name : stage.add) set_wall_active(name, true);
  for (const std::string& name : stage.stop)
    dynamics_->set_wall_motion(wall_number(dynamics_->walls(), name), {}, time());
}

template <int D>
void SimulationOf<D>::keep_contacts() {
  if (measures_.keeps_contacts() && dynamics_->forces_are_known()) measures_.keep(dynamics_->contact_views());
}

template <int D>
Energies SimulationOf<D>::energies() {
  SCREE_ASSERT(!next_step_has_begun());
  Energies energies = booked_energies(dynamics_->ledger(), dynamics_->quantum());
  energies.kinetic = dynamics_->kinetic_energy();
  energies.potential = dynamics_->potential_energy();
  energies.elastic = dynamics_->elastic_energy();
  energies.initial = initial_energy_;
  return energies;
}

template <int D>
Balance SimulationOf<D>::momentum() const {
  return momentum_balance(dynamics_->bodies(), dynamics_->moments(), dynamics_->ledger().momentum);
}

template <int D>
Balance SimulationOf<D>::angular_momentum() const {
  return angular_momentum_balance(dynamics_->bodies(), dynamics_->moments(), dynamics_->ledger().momentum,
                                  dynamics_->box().any());
}

template <int D>
FlowBalance SimulationOf<D>::flow_balance() const {
  return sim::flow_balance(at_start_, inflow_, sinks_, dynamics_->bodies(), mass_quantum_);
}

template <int D>
LostBodies SimulationOf<D>::lost_bodies() const {
  LostBodies lost = home_.find_lost({dynamics_->bodies(), dynamics_->walls(), dynamics_->gravity()});
  lost.all_are_gone = !finished() && removed_count() > 0 && !any_free(dynamics_->bodies()) &&
                      !inflow_.may_bring_after(time());
  return lost;
}

template <int D>
std::optional<Id> SimulationOf<D>::first_broken_body() const {
  std::optional<Id> broken;
  for_each_body(dynamics_->bodies(), [&](Id id, Slot slot) {
    if (!broken && !is_sound(dynamics_->bodies().motion[slot])) broken = id;
  });
  return broken;
}

template <int D>
std::vector<Overlap> SimulationOf<D>::overlaps() const {
  const world::Bodies<D>& bodies = dynamics_->bodies();
  if (bodies.any_polygons()) return overlaps_of<D>(dynamics_->contact_geometry(), bodies);
  return round_overlaps(std::span<const world::ContactKey>(dynamics_->contacts().keys), bodies,
                        dynamics_->walls(), dynamics_->box());
}

template <int D>
Overlap SimulationOf<D>::largest_overlap() const {
  return largest_of(overlaps());
}

template <int D>
SceneFacts SimulationOf<D>::facts() const {
  const std::vector<Overlap> overlaps = this->overlaps();
  return facts_of<D>({dynamics_->bodies(), dynamics_->walls(), materials_, thickness_, plans_, inflow_,
                      overlaps, dynamics_->memory_width(), notes_});
}

template <int D>
std::string SimulationOf<D>::search_choice() const {
  std::string text = dynamics_->search().choice();
  if (!dynamics_->chooses_skin()) return text;
  if (!text.empty()) text += "; ";
  return text + skin_text(dynamics_->skin(), dynamics_->skin_costs());
}

template <int D>
std::string SimulationOf<D>::describe(Id id) const {
  if (is_wall(id)) return fmt::format("wall '{}'", dynamics_->walls().names[wall_index(id)]);
  return body_text(id, names_);
}

template <int D>
std::string SimulationOf<D>::where(Id id) const {
  const world::Bodies<D>& bodies = dynamics_->bodies();
  if (is_wall(id) || bodies.slot_of(id) == bodies.no_slot) return {};
  return place_text(bodies.motion[bodies.slot_of(id)].position);
}

template <int D>
Moment<D> SimulationOf<D>::moment() {
  Moment<D> moment = moment_of<D>(
      dynamics_->bodies(), dynamics_->forces_are_known() ? dynamics_->contact_views() : measures_.kept());
  moment.wall_names = dynamics_->walls().names;
  moment.body_names = names_;
  moment.energies = energies();
  moment.momentum = momentum().value;
  moment.angular_momentum = angular_momentum().value;
  moment.thickness = thickness_;
  moment.box = dynamics_->box();
  return moment;
}

template <int D>
record::Sample SimulationOf<D>::sample(std::size_t number) {
  const scene::Measure& one = measures_.at(number);
  Rows rows = one.kind == scene::Measure::Kind::flow ? flows_.rows(number) : measure(one, moment());
  return {one.name, clock_.step, time(), std::move(rows.columns), std::move(rows.values)};
}

template <int D>
record::Frame SimulationOf<D>::frame() {
  SCREE_ASSERT(!next_step_has_begun());
  record::Frame frame =
      frame_of<D>({clock_.step, time(), dynamics_->bodies(), dynamics_->walls(), dynamics_->box(),
                   [this](Slot slot) { return dynamics_->load_on(slot); }, contact_count(), energies()});
  if (records_contacts_) frame.contacts = contact_columns<D>(moment().contacts);
  return frame;
}

template <int D>
ContactWidths SimulationOf<D>::contact_widths() const {
  return {dynamics_->memory_width(), dynamics_->force_width()};
}

template <int D>
Hash128 SimulationOf<D>::state_hash() const {
  SCREE_ASSERT(!next_step_has_begun());
  const ContactWidths widths = contact_widths();
  HashBytes run;
  if (dynamics_->box().is_sheared) run.add(dynamics_->shear());
  hash_ledger(dynamics_->ledger(), initial_energy_, run);
  clock_.hash(run);
  run.add(dynamics_->bodies().next_id()).add(dt());
  if (condition_) condition_->hash(run);
  inflow_.hash(run);
  flows_.hash(run);
  sinks_.hash(run);
  return hash_of_bodies(dynamics_->bodies()) + hash_of_contacts(dynamics_->contacts(), widths.memory) +
         hash_of_sleeping_contacts(dynamics_->sleeping_contacts(), widths.force) +
         hash_of_walls(dynamics_->walls()) + hash_of_run(run);
}

template <int D>
record::Checkpoint SimulationOf<D>::checkpoint() {
  SCREE_ASSERT(!next_step_has_begun());
  record::Checkpoint result;
  result.step = clock_.step;
  result.time = time();
  result.state_hash = state_hash().text();
  result.columns = dynamics_->bodies().save();
  save_contacts(dynamics_->contacts(), dynamics_->sleeping_contacts(), contact_widths(), result.columns);
  save_walls(dynamics_->walls(), result.columns);
  save_ledger(dynamics_->ledger(), initial_energy_, result.columns);
  clock_.save(dynamics_->bodies().next_id(), dt(), result.columns);
  if (dynamics_->box().is_sheared) save_shear(dynamics_->shear(), result.columns);
  inflow_.save(result.columns);
  sinks_.save(result.columns);
  flows_.save(result.columns);
  if (records_contacts_) measures_.save(moment().contacts, result.columns);
  if (condition_) condition_->save(result.columns);
  return result;
}

template <int D>
void SimulationOf<D>::restore(const record::Checkpoint& checkpoint) {
  const std::span<const Column> columns = checkpoint.columns;
  const Clock::Saved saved = Clock::load(columns);
  SavedLedger<D> ledger = load_ledger<D>(columns);
  clock_ = saved.clock;
  if (clock_.stage > plans_.size() || saved.dt != dt())
    throw RunError("the checkpoint belongs to another scene: its time step or its stages differ");
  dynamics_->set_gravity(plan().gravity);
  dynamics_->set_interactions(plans_.interactions_of(plan()));
  if (dynamics_->box().is_sheared) dynamics_->restore_shear(load_shear(columns));
  inflow_.load(columns);
  sinks_.load(columns);
  begin_condition();
  if (condition_) condition_->load(columns);
  dynamics_->bodies().load_columns(columns, saved.next_id);
  const step::ContactRecords contacts =
      load_contacts(columns, dynamics_->bodies(), dynamics_->walls(), contact_widths());
  dynamics_->restore_walls(load_walls(columns, dynamics_->walls()));
  dynamics_->restore(contacts);
  dynamics_->ledger() = std::move(ledger.ledger);
  initial_energy_ = ledger.initial_energy;
  flows_.load(columns);
  flows_.look(dynamics_->bodies(), dynamics_->box(), 0);
  measures_.load(columns);
  if (state_hash().text() != checkpoint.state_hash)
    throw RunError(
        "the checkpoint does not reproduce the state that it was made of; it may come from another version");
}

template class SimulationOf<2>;
template class SimulationOf<3>;

std::unique_ptr<Simulation> build(const scene::SceneDescription& scene, const BuildOptions& options) {
  if (scene.dimension == 2) return std::make_unique<SimulationOf<2>>(scene, options);
  return std::make_unique<SimulationOf<3>>(scene, options);
}

}  // namespace scree::sim
