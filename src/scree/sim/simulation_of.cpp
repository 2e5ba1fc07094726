#include "scree/sim/simulation_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/sim/astray.h"
#include "scree/sim/balances.h"
#include "scree/sim/build_space.h"
#include "scree/sim/choose_methods.h"
#include "scree/sim/corner_depth.h"
#include "scree/sim/descriptions.h"
#include "scree/sim/frame.h"
#include "scree/sim/implicit_scene.h"
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
      edits_(scene, beginning.world.materials),
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
  const std::vector<std::string> later = plans_.walls_to_come();
  const auto is_there = [&](const std::string& wall) {
    return std::find(later.begin(), later.end(), wall) == later.end();
  };
  if (std::string text = astray_text(scene, beginning.world.bodies, names_, is_there); !text.empty())
    notes_.notes.push_back(std::move(text));
  if (scene.domain.shear && scene.domain.shear->flowing)
    set_flowing(beginning.box, plan().shear_rate, beginning.world);
  begin_condition();
  make_stepper(scene, options, std::move(beginning));
  for (const std::string& name : later) set_wall_active(name, false);
  act_on_walls();
  flows_.look(state_.bodies, state_.box, 0);
  start();
}

template <int D>
void SimulationOf<D>::make_stepper(const scene::SceneDescription& scene, const BuildOptions& options,
                                   Beginning beginning) {
  World<D>& world = beginning.world;
  const PeriodicBox<D>& box = beginning.box;
  target_ = &choose_target(options.cpu_target);
  integrator_entry_ = &choose_integrator(scene.run.integrator.value);
  const search::Entry& search =
      choose_search(options.search.empty() ? scene.run.search.value : options.search);
  search_name_ = search.name;

  const Skins skins = choose_skins(scene, world, box, dt());
  const QuantumSizes quanta = plans_.quanta();
  step::Settings settings;
  settings.skin = skins.first;
  settings.narrowest_skin = skins.narrowest;
  settings.widest_skin = skins.widest;
  settings.quantum = quanta.energy;
  settings.force_quantum = quanta.force;
  settings.torque_quantum = quanta.torque;
  settings.shuffle_every_step = options.shuffle_every_step;
  settings.may_roll = plans_.any_rolls();
  settings.hard = hard_settings(scene.run);
  settings.implicit_way = implicit_way(world, scene);
  // Bodies with a shape may come later, by an inlet.
  if (scene.run.orientations || !world.bodies.polygons->empty()) world.bodies.follow_orientations();
  if (scene.run.sleep) world.bodies.allow_sleep();
  state_.bodies = std::move(world.bodies);
  state_.walls = std::move(world.walls);
  state_.gravity = plan().gravity;
  state_.box = box;
  stepper_ = step::make<D>(choose_stepper(scene.run.stepper.value),
                           {state_, std::move(world.interactions), search::make<D>(search),
                            target_->template kernels<D>(), settings, *integrator_entry_});
  editor_.emplace(EditTarget<D>{state_, *stepper_, clock_, edits_, names_, settings.may_roll,
                                [this] { return dt(); }, [this] { return overlaps(); }},
                  world, seed_);
  readings_.emplace(ReadingParts<D>{*this, measures_, flows_, *stepper_, [this] { return moment(); }});
  queries().want_views(measures_.want_contacts());
  if (box.is_sheared) step::set_shear_speed(state_, shear_speed(), 0);
}

template <int D>
void SimulationOf<D>::start() {
  stepper_->start(course());
  // What walls of the first stage found inside themselves is there from the start.
  state_.ledger.added = state_.ledger.removed = 0;
  initial_energy_ = step::kinetic_energy(state_.bodies) +
                    step::potential_energy(state_.bodies, state_.gravity) + queries().elastic_energy();
}

template <int D>
bool SimulationOf<D>::looks_after(std::uint64_t step_of_count) const {
  return step_of_count >= plan().most_steps || (condition_ && plan().looks_at_condition(step_of_count)) ||
         flows_.any() || sinks_.any() || inflow_.any() ||
         edits_.is_due_at(clock_.step + (step_of_count - clock_.step_of_count));
}

template <int D>
void SimulationOf<D>::apply(const Edit& edit) {
  if (finished()) throw RunError("the run is over: an edit would change nothing");
  if (!make_due_edits()) throw RunError(stop_reason_);
  make(scene::read_edit_text(text_of(edit, D), clock_.step, edits_.ground(), journal(), vocabulary()), false);
}

template <int D>
bool SimulationOf<D>::make_due_edits() {
  while (const scene::Edit* edit = edits_.due_at(clock_.step)) {
    try {
      make(*edit, true);
    } catch (const SceneError& error) {
      stop_reason_ = fmt::format("the edit of step {} cannot be made: {}", edit->step, error.what());
      return false;
    }
  }
  return true;
}

template <int D>
void SimulationOf<D>::make(const scene::Edit& edit, bool is_scheduled) {
  std::optional<record::Checkpoint> before;
  if (Editor<D>::may_fail_late(edit)) before = checkpoint();
  const FlowEntry inside = mass_quantum_.of_all(FlowEntry::Kind::inside, state_.bodies);
  const Id first = state_.bodies.next_id();
  try {
    editor_->make(edit);
  } catch (...) {
    if (before) restore(*before);
    throw;
  }
  edits_.note(edit, clock_.stage, is_scheduled);
  edits_.book(inside, mass_quantum_.of_all(FlowEntry::Kind::inside, state_.bodies));
  if (flows_.any()) flows_.look(state_.bodies, state_.box, first);
  follow_time_step();
}

template <int D>
void SimulationOf<D>::follow_time_step() {
  edited_plan_.reset();
  if (clock_.asked_dt > 0 && !finished())
    edited_plan_ = plans_.at(clock_.stage).with_time_step(clock_.asked_dt, clock_.before_count);
}

template <int D>
StepReport SimulationOf<D>::advance(const Outlook& outlook) {
  SCREE_ASSERT(!finished());
  if (!make_due_edits()) return {.stopped = true};
  step::Horizon horizon;
  horizon.most_overlap = outlook.most_overlap;
  horizon.is_looked_at = [&](std::uint64_t step_of_count) {
    const std::uint64_t step = clock_.step + (step_of_count - clock_.step_of_count);
    return looks_after(step_of_count) || outlook.is_looked_at(step, clock_.time_at(step_of_count, dt()));
  };
  const step::Advanced done = stepper_->advance(course(), clock_.step_of_count, horizon);
  clock_.count_steps(done.steps);
  if (flows_.any()) flows_.count(state_.bodies, state_.box);
  if (sinks_.any()) remove_at_sinks();
  if (inflow_.opens_at(clock_.step) && done.sound) let_in();
  const step::Unsolved& unsolved = done.unsolved;
  StepReport report{done.overlap_ratio, done.sound,        false,          done.cuts,
                    unsolved.count,     unsolved.residual, unsolved.first, unsolved.second};
  if (report.finite && stage_is_over()) enter_next_stage();
  report.stopped = !stop_reason_.empty();
  return report;
}

template <int D>
void SimulationOf<D>::remove_at_sinks() {
  stepper_->remove(sinks_.take(state_.bodies));
}

template <int D>
void SimulationOf<D>::let_in() {
  const auto arrivals = inflow_.bring(open_stage(), {state_.bodies, state_.walls, state_.box});
  if (!arrivals.complaint.empty()) stop_reason_ = arrivals.complaint;
  if (arrivals.newcomers.empty()) return;
  const Id first = state_.bodies.next_id();
  stepper_->add(arrivals.newcomers, dt(), false);
  flows_.look(state_.bodies, state_.box, first);
}

template <int D>
void SimulationOf<D>::begin_condition() {
  condition_.reset();
  if (!finished() && plan().stage.until) condition_.emplace(plan().stage.until->value);
}

template <int D>
Situation<D> SimulationOf<D>::situation() const {
  return {state_.bodies,
          state_.gravity,
          [this] { return step::kinetic_energy(state_.bodies); },
          [this] { return queries().elastic_energy(); },
          [this] { return queries().count(); },
          regions_,
          time(),
          clock_.stage_time(dt()),
          static_cast<double>(plan().steps_per_look) * dt(),
          inflow_.may_bring_later(open_stage()) && !any_free(state_.bodies)};
}

template <int D>
bool SimulationOf<D>::stage_is_over() {
  const bool time_is_up = clock_.step_of_count >= plan().most_steps;
  if (!condition_) return time_is_up;
  const bool is_due = time_is_up || plan().looks_at_condition(clock_.step_of_count);
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
  const StagePlan<D> last = plan();
  inflow_.end_stage(open_stage());
  clock_.enter_next_stage(last.dt());
  follow_time_step();
  begin_condition();
  if (finished()) return;
  const scene::Stage& stage = plan().stage;
  stepper_->wake_all();
  // What an edit has changed stays so, unless the stage says otherwise.
  const Vec<D> gravity = stage.gravity ? vec_of<D>(stage.gravity->value) : state_.gravity;
  if (gravity != state_.gravity) stepper_->change_gravity(gravity, last.dt());
  edits_.laws().change(stage.materials, stage.contacts);
  if (!edits_.laws().edited && plan().interactions != last.interactions)
    stepper_->change_interactions(plans_.interactions_of(plan()));
  else if (edits_.laws().edited && !(stage.materials.empty() && stage.contacts.empty()))
    stepper_->change_interactions(editor_->interactions());
  if (state_.box.is_sheared && plan().shear_rate != last.shear_rate)
    step::set_shear_speed(state_, shear_speed(), time());
  act_on_walls();
  if (dt() != last.dt()) stepper_->change_time_step(last.dt(), dt());
}

template <int D>
double SimulationOf<D>::shear_speed() const {
  const PeriodicBox<D>& box = state_.box;
  return plan().shear_rate * box.length[box.shear.gradient];
}

template <int D>
void SimulationOf<D>::set_wall_active(const std::string& name, bool active) {
  stepper_->set_wall_active(wall_number(state_.walls, name), active);
}

template <int D>
void SimulationOf<D>::act_on_walls() {
  const scene::Stage& stage = plan().stage;
  for (const std::string& name : stage.remove) set_wall_active(name, false);
  for (const std::string& name : stage.add) {
    world::WallState<D>& wall = state_.walls.states[wall_number(state_.walls, name)];
    if (wall.active == 0) step::begin_wall_motion(wall, time());
    set_wall_active(name, true);
  }
  for (const std::string& name : stage.stop)
    step::set_wall_motion(state_.walls.states[wall_number(state_.walls, name)], {}, time());
}

template <int D>
Energies SimulationOf<D>::energies() {
  Energies energies = booked_energies(state_.ledger, plans_.quanta().energy);
  energies.kinetic = step::kinetic_energy(state_.bodies);
  energies.potential = step::potential_energy(state_.bodies, state_.gravity);
  energies.elastic = queries().elastic_energy();
  energies.initial = initial_energy_;
  return energies;
}

template <int D>
Counts SimulationOf<D>::counts() const {
  const std::uint64_t bodies = state_.bodies.size();
  return {bodies, state_.bodies.next_id() - bodies, queries().count(), bodies - state_.bodies.awake()};
}

template <int D>
Momenta SimulationOf<D>::momenta() const {
  const world::Moments<D> now = step::moments(state_.bodies);
  return {momentum_balance(state_.bodies, now, state_.ledger.momentum),
          angular_momentum_balance(state_.bodies, now, state_.ledger.momentum, state_.box.any())};
}

template <int D>
FlowBalance SimulationOf<D>::flow_balance() const {
  FlowBalance balance = sim::flow_balance(at_start_, inflow_, sinks_, state_.bodies, mass_quantum_);
  for (const FlowEntry* entry : {&edits_.brought(), &edits_.taken()})
    if (!balance.entries.empty() && entry->bodies > 0)
      balance.entries.insert(balance.entries.end() - 1, *entry);
  return balance;
}

template <int D>
LostBodies SimulationOf<D>::lost_bodies() const {
  LostBodies lost = home_.find_lost({state_.bodies, state_.walls, state_.gravity});
  lost.all_are_gone = !finished() && state_.bodies.next_id() > state_.bodies.size() &&
                      !any_free(state_.bodies) && !inflow_.may_bring_after(time());
  return lost;
}

template <int D>
Faults SimulationOf<D>::faults() const {
  Faults faults{stop_reason_, std::nullopt, lost_bodies()};
  for_each_body(state_.bodies, [&](Id id, Slot slot) {
    if (!faults.broken && !is_sound(state_.bodies.motion[slot])) faults.broken = id;
  });
  return faults;
}

template <int D>
Methods SimulationOf<D>::methods() const {
  return {D,
          search_name_,
          search_choice(),
          std::string(integrator_entry_->name),
          std::string(stepper_->name()),
          std::string(target_->name),
          seed_};
}

template <int D>
std::vector<Overlap> SimulationOf<D>::overlaps() const {
  return overlaps_of<D>(queries().geometry(), state_.bodies);
}

template <int D>
Overlap SimulationOf<D>::largest_overlap() const {
  return largest_of(overlaps());
}

template <int D>
SceneFacts SimulationOf<D>::facts() const {
  const std::vector<Overlap> overlaps = this->overlaps();
  SceneFacts facts = facts_of<D>({state_.bodies, state_.walls, materials_, thickness_, plans_, inflow_,
                                  overlaps, queries().widths().memory, notes_});
  facts.time_steps = plans_.time_steps(clock_.stage, clock_.asked_dt);
  return facts;
}

template <int D>
std::string SimulationOf<D>::search_choice() const {
  const step::SearchReport report = stepper_->search_report();
  if (report.chosen_by == nullptr) return report.choice;
  return report.choice + (report.choice.empty() ? "" : "; ") + skin_text(report.skin, *report.chosen_by);
}

template <int D>
std::string SimulationOf<D>::describe(Id id, bool with_place) const {
  if (is_wall(id)) return fmt::format("wall '{}'", state_.walls.names[wall_index(id)]);
  const world::Bodies<D>& bodies = state_.bodies;
  std::string text = body_text(id, names_);
  if (with_place && bodies.slot_of(id) != bodies.no_slot)
    text += " at " + place_text(bodies.motion[bodies.slot_of(id)].position);
  return text;
}

template <int D>
Moment<D> SimulationOf<D>::moment() {
  Moment<D> moment = moment_of<D>(state_.bodies, queries().views());
  moment.wall_names = state_.walls.names;
  moment.body_names = names_;
  moment.energies = energies();
  const Momenta momenta = this->momenta();
  moment.momentum = momenta.linear.value;
  moment.angular_momentum = momenta.angular.value;
  moment.thickness = thickness_;
  moment.box = state_.box;
  return moment;
}

template <int D>
record::Frame SimulationOf<D>::frame() {
  record::Frame frame = frame_of<D>({clock_.step, time(), state_.bodies, state_.walls, state_.box,
                                     [this](Slot slot) { return world::load_on(state_, slot); },
                                     queries().count(), energies()});
  if (records_contacts_) frame.contacts = contact_columns<D>(moment().contacts);
  return frame;
}

template <int D>
Hash128 SimulationOf<D>::state_hash() const {
  const step::ContactWidths widths = queries().widths();
  HashBytes run;
  if (state_.box.is_sheared) run.add(state_.shear);
  hash_ledger(state_.ledger, initial_energy_, run);
  clock_.hash(run);
  run.add(state_.bodies.next_id()).add(dt());
  if (condition_) condition_->hash(run);
  inflow_.hash(run);
  flows_.hash(run);
  sinks_.hash(run);
  edits_.hash(run);
  if (!journal().empty()) hash_outside(state_, run);
  for (const Column& column : stepper_->own_columns()) run.add(column.bytes.data(), column.bytes.size());
  return hash_of_bodies(state_.bodies) + hash_of_contacts(queries().records(), widths.memory) +
         hash_of_sleeping_contacts(state_.sleepers.contacts, widths.force) + hash_of_walls(state_.walls) +
         hash_of_run(run);
}

template <int D>
record::Checkpoint SimulationOf<D>::checkpoint() {
  record::Checkpoint result;
  result.step = clock_.step;
  result.time = time();
  result.state_hash = state_hash().text();
  result.columns = state_.bodies.save();
  save_contacts(queries().records(), state_.sleepers.contacts, queries().widths(), result.columns);
  for (Column& column : stepper_->own_columns()) result.columns.push_back(std::move(column));
  save_walls(state_.walls, result.columns);
  save_ledger(state_.ledger, initial_energy_, result.columns);
  clock_.save(state_.bodies.next_id(), dt(), result.columns);
  if (state_.box.is_sheared) save_shear(state_.shear, result.columns);
  inflow_.save(result.columns);
  sinks_.save(result.columns);
  edits_.save(result.columns);
  if (!journal().empty()) save_outside(state_, result.columns);
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
  follow_time_step();
  if (clock_.stage > plans_.size() || saved.dt != dt())
    throw RunError("the checkpoint belongs to another scene: its time step or its stages differ");
  edits_.load(columns, clock_.stage);
  editor_->restore_structure();
  state_.gravity = plan().gravity;
  load_outside(columns, state_);
  if (state_.box.is_sheared) {
    state_.shear = load_shear(columns);
    step::fold_shear(state_);
  }
  inflow_.load(columns);
  sinks_.load(columns);
  begin_condition();
  if (condition_) condition_->load(columns);
  state_.bodies.load_columns(columns, saved.next_id);
  const world::ContactRecords contacts =
      load_contacts(columns, state_.bodies, state_.walls, queries().widths());
  state_.walls.states = load_walls(columns, state_.walls);
  stepper_->load_own_columns(columns);
  stepper_->restore(contacts,
                    edits_.laws().edited ? editor_->interactions() : plans_.interactions_of(plan()));
  state_.ledger = std::move(ledger.ledger);
  initial_energy_ = ledger.initial_energy;
  flows_.load(columns);
  flows_.look(state_.bodies, state_.box, 0);
  queries().set_kept_views(measures_.load(columns));
  if (state_hash().text() != checkpoint.state_hash)
    throw RunError(
        "the checkpoint does not reproduce the state that it was made of; it may come from another version");
}

template class SimulationOf<2>;
template class SimulationOf<3>;

}  // namespace scree::sim
