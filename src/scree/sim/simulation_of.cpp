#include "scree/sim/simulation_of.h"

#include <algorithm>
#include <cmath>

#include "scree/contact/sphere_wall.h"
#include "scree/search/catalog.h"
#include "scree/shape/round.h"
#include "scree/sim/corner_depth.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

const search::Entry& choose_search(const std::string& wanted) {
  const std::string name = wanted.empty() ? "auto" : wanted;
  const search::Entry* const entry = search::find_entry(name);
  if (entry == nullptr)
    throw SceneError({}, "there is no search method '" + name + "'; see 'scree list search'");
  return *entry;
}

const kernel::Target& choose_target(const std::string& wanted) {
  if (wanted.empty()) return kernel::best_target();
  const kernel::Target* const target = kernel::find_target(wanted);
  if (target == nullptr)
    throw SceneError({}, "this machine has no CPU target '" + wanted + "'; see 'scree list cpu'");
  return *target;
}

const step::IntegratorEntry& choose_integrator(const std::string& wanted) {
  const step::IntegratorEntry* const entry =
      wanted.empty() ? &step::integrators().front() : step::find_integrator(wanted);
  if (entry == nullptr)
    throw SceneError({}, "there is no integrator '" + wanted + "'; see 'scree list integrators'");
  return *entry;
}

const step::StepperEntry& choose_stepper(const std::string& wanted) {
  const step::StepperEntry* const entry =
      wanted.empty() ? &step::steppers().front() : step::find_stepper(wanted);
  if (entry == nullptr)
    throw SceneError({}, "there is no stepper '" + wanted + "'; see 'scree list steppers'");
  return *entry;
}

std::vector<double> numbers_of(double number) { return {number}; }
template <int D>
std::vector<double> numbers_of(const Vec<D>& vector) {
  return {vector.component, vector.component + D};
}

/// With which skin to begin, and how far it may be changed as the run goes: shares of the smallest radius. A
/// narrow one keeps the list short; where bodies are fast, a wider one saves the first rebuilds. Wider
/// ones take memory and gain little, since a list that lives that long is cheap already.
template <int D>
void choose_skins(const World<D>& world, double dt, step::Settings& settings) {
  constexpr double steps_per_list = 200;
  double least = std::numeric_limits<double>::infinity(), fastest = 0;
  for (const Motion<D>& motion : world.bodies.motion) {
    least = std::min(least, motion.radius);
    fastest = std::max(fastest, norm(motion.velocity));
  }
  for (const step::Newcomer<D>& newcomer : world.to_come) least = std::min(least, newcomer.motion.radius);
  const double skin = std::isfinite(least) ? 0.35 * least : 1.0;
  settings.narrowest_skin = 0.3 * skin;
  settings.widest_skin = 1.7 * skin;
  settings.skin = std::clamp(2 * steps_per_list * dt * fastest, skin, settings.widest_skin);
}

/// Between two bodies only the nearest copies count, so no two may meet on both sides of the box.
template <int D>
double longest_reach(const World<D>& world) {
  double most = 0;
  for (const Motion<D>& motion : world.bodies.motion) most = std::max(most, motion.radius);
  for (const step::Newcomer<D>& newcomer : world.to_come) most = std::max(most, newcomer.motion.radius);
  return 2 * most;
}

template <int D>
PeriodicBox<D> periodic_box(const scene::SceneDescription& scene, const World<D>& world) {
  PeriodicBox<D> box;
  const double least = 2.1 * longest_reach(world);
  for (int k = 0; k < D; ++k) {
    if (!scene.domain.periodic[k]) continue;
    box.repeat(k, scene.domain.lo[k], scene.domain.hi[k]);
    if (box.length[k] < least)
      throw SceneError(scene.domain.periodic_place,
                       "a periodic axis must be longer than 2.1 times the largest diameter: " +
                           quantity_text(least, "m") + ", not " + quantity_text(box.length[k], "m"));
  }
  if (scene.domain.shear)
    box.shear_along(static_cast<int>(scene.domain.shear->flow),
                    static_cast<int>(scene.domain.shear->gradient), 0);
  return box;
}

/// Gives the bodies the velocity that an even flow of this rate has where they are.
template <int D>
void set_flowing(const PeriodicBox<D>& box, double rate, World<D>& world) {
  const int across = box.shear.gradient;
  const double middle = box.origin[across] + 0.5 * box.length[across];
  for (Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) motion.velocity[box.shear.flow] += rate * (motion.position[across] - middle);
}

template <int D>
void keep_skin_within(const PeriodicBox<D>& box, const World<D>& world, step::Settings& settings) {
  for (int k = 0; k < D; ++k) {
    if (!box.is_periodic(k)) continue;
    const double most = 0.49 * box.length[k] - longest_reach(world);
    settings.skin = std::min(settings.skin, most);
    settings.narrowest_skin = std::min(settings.narrowest_skin, most);
    settings.widest_skin = std::min(settings.widest_skin, most);
  }
}

}  // namespace

template <int D>
SimulationOf<D>::SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options)
    : regions_(scene.regions), records_contacts_(scene.record.contacts), thickness_(scene.thickness) {
  seed_ = options.seed ? *options.seed : scene.seed.value_or(0);
  domain_ = {vec_of<D>(scene.domain.lo), vec_of<D>(scene.domain.hi)};
  World<D> world = build_world<D>(scene, seed_);
  const PeriodicBox<D> box = periodic_box<D>(scene, world);
  for (int k = 0; k < D; ++k) {
    if (box.is_periodic(k)) {  // nobody leaves for good
      domain_.lo[k] = -std::numeric_limits<double>::infinity();
      domain_.hi[k] = std::numeric_limits<double>::infinity();
    }
    domain_has_bounds_ |= std::isfinite(domain_.lo[k]) || std::isfinite(domain_.hi[k]);
  }
  plan_stages(scene, world);
  if (scene.domain.shear && scene.domain.shear->flowing) set_flowing(box, plan().shear_rate, world);
  if (scene.run.sleep) plan_sleep(scene, world);
  prepare_flow(scene, world);
  survey_home(scene, world);
  prepare_measures(scene);
  materials_ = world.materials;
  names_ = world.names;
  rule_notes_ = world.rule_notes;
  notes_ = world.notes;
  double strongest_gravity = 0, greatest_speed = 0;
  for (const StagePlan& one : plans_) {
    strongest_gravity = std::max(strongest_gravity, norm(one.gravity));
    greatest_speed = std::max(greatest_speed, one.expected.speed);
  }
  corners_ = corner_depths(world, strongest_gravity, greatest_speed);
  if (std::string text = soft_corner_text(corners_); !text.empty()) notes_.push_back(std::move(text));

  target_ = &choose_target(options.cpu_target);
  integrator_entry_ = &choose_integrator(scene.run.integrator.value);
  const search::Entry& search =
      choose_search(options.search.empty() ? scene.run.search.value : options.search);
  search_name_ = search.name;

  step::Settings settings;
  if (scene.run.skin)
    settings.skin = settings.narrowest_skin = settings.widest_skin = scene.run.skin->value;
  else
    choose_skins(world, dt(), settings);
  if (box.any()) keep_skin_within(box, world, settings);
  choose_quanta(settings);
  settings.shuffle_every_step = options.shuffle_every_step;
  for (const step::Interactions& laws : interactions_) settings.may_roll |= laws.any_rolls();
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
  stepper_->forces().want_views(needs_contacts_ || records_contacts_);
  if (box.is_sheared) step::set_shear_speed(state_, shear_speed(), 0);
  hide_walls_to_come();
  look_at_planes(0);
  start();
}

template <int D>
void SimulationOf<D>::start() {
  stepper_->start(course());
  // What walls of the first stage found inside themselves is there from the start.
  state_.ledger.added = state_.ledger.removed = 0;
  initial_energy_ = step::mechanical_energy(forces());
}

template <int D>
double SimulationOf<D>::time_at(std::uint64_t step_of_stage) const {
  return clock_.stage_start + static_cast<double>(step_of_stage) * dt();
}

template <int D>
bool SimulationOf<D>::is_looked_at(std::uint64_t step_of_stage) const {
  return step_of_stage >= plan().most_steps || (condition_ && step_of_stage % plan().steps_per_look == 0) ||
         has_flows_ || domain_has_bounds_ || !sinks_.empty() || !inlets_.empty();
}

template <int D>
double SimulationOf<D>::end_time() const {
  double end = clock_.stage_start;
  for (std::size_t stage = clock_.stage; stage < plans_.size(); ++stage)
    end += plans_[stage].stage.duration.value;
  return end;
}

template <int D>
StepReport SimulationOf<D>::advance(const Outlook& outlook) {
  SCREE_ASSERT(!finished());
  step::Horizon horizon;
  horizon.most_overlap = outlook.most_overlap;
  horizon.is_looked_at = [&](std::uint64_t step_of_stage) {
    const std::uint64_t step = clock_.step + (step_of_stage - clock_.step_of_stage);
    return is_looked_at(step_of_stage) || outlook.is_looked_at(step, time_at(step_of_stage));
  };
  const step::Advanced done = stepper_->advance(course(), clock_.step_of_stage, horizon);
  clock_.step += done.steps;
  clock_.step_of_stage += done.steps;
  if (has_flows_) count_flows();
  if (domain_has_bounds_ || !sinks_.empty()) remove_at_sinks();
  if (!inlets_.empty() && done.sound) let_in();
  StepReport report{done.overlap_ratio, done.sound};
  if (report.finite && stage_is_over()) enter_next_stage();
  report.stopped = !stop_reason_.empty();
  return report;
}

template <int D>
std::optional<Id> SimulationOf<D>::first_broken_body() const {
  std::optional<Id> broken;
  for_each_body([&](Id id, Slot slot) {
    if (!broken && !is_sound(state_.bodies.motion[slot])) broken = id;
  });
  return broken;
}

template <int D>
Energies SimulationOf<D>::energies() {
  const world::Ledger<D>& ledger = state_.ledger;
  Energies energies;
  energies.kinetic = step::kinetic_energy(state_.bodies);
  energies.potential = step::potential_energy(state_.bodies, state_.gravity);
  energies.elastic = step::elastic_energy(forces());
  energies.damping = ledger.losses.damping.value(forces().settings().quantum);
  energies.friction = ledger.losses.friction.value(forces().settings().quantum);
  energies.rolling = ledger.losses.rolling.value(forces().settings().quantum);
  energies.model = ledger.losses.model.value(forces().settings().quantum);
  energies.wall_work = ledger.wall_work;
  energies.removed = ledger.removed;
  energies.added = ledger.added;
  energies.sleep = ledger.asleep;
  energies.initial = initial_energy_;
  return energies;
}

template <int D>
Balance SimulationOf<D>::momentum() const {
  const Vec<D> now = step::moments(state_.bodies).momentum;
  const world::MomentumLedger<D>& ledger = state_.ledger.momentum;
  Balance balance{numbers_of(now), norm(now - ledger.expected().momentum), ledger.state().impulse};
  for_each_body([&](Id, Slot slot) {
    const Motion<D>& motion = state_.bodies.motion[slot];
    if (!is_fixed(motion)) balance.scale += norm(motion.velocity) / motion.inverse_mass;
  });
  return balance;
}

template <int D>
Balance SimulationOf<D>::angular_momentum() const {
  const Spin<D> now = step::moments(state_.bodies).angular_momentum;
  // Contacts across the faces of a periodic box act on places far apart: there, it is not conserved.
  if (state_.box.any()) return {numbers_of(now), 0, 0};
  const world::MomentumLedger<D>& ledger = state_.ledger.momentum;
  const Spin<D> missing = now - ledger.expected().angular_momentum;
  Balance balance{numbers_of(now), std::sqrt(dot(missing, missing)), ledger.state().angular_impulse};
  for_each_body([&](Id, Slot slot) {
    const Motion<D>& motion = state_.bodies.motion[slot];
    if (is_fixed(motion)) return;
    balance.scale += norm(motion.position) * norm(motion.velocity) / motion.inverse_mass +
                     std::sqrt(dot(motion.spin, motion.spin)) / motion.inverse_inertia;
  });
  return balance;
}

template <int D>
Overlap SimulationOf<D>::overlap_of(const world::ContactKey& key) const {
  const world::Bodies<D>& bodies = state_.bodies;
  const Motion<D>& first = bodies.motion[bodies.slot_of(key.first)];
  Overlap overlap{0, 0, key.first, key.second};
  double radius = first.radius;
  if (is_wall(key.second)) {
    overlap.depth = contact::depth(state_.walls, key, first.position, first.radius);
  } else {
    const Motion<D>& second = bodies.motion[bodies.slot_of(key.second)];
    overlap.depth =
        first.radius + second.radius - norm(state_.box.nearest(first.position - second.position));
    radius = std::min(radius, second.radius);
  }
  overlap.ratio = overlap.depth / radius;
  return overlap;
}

template <int D>
std::vector<Overlap> SimulationOf<D>::overlaps() const {
  const world::Bodies<D>& bodies = state_.bodies;
  std::vector<Overlap> result;
  if (!bodies.any_polygons()) {
    for (const world::ContactKey& key : stepper_->contacts().keys) result.push_back(overlap_of(key));
    return result;
  }
  for (const world::ContactView<D>& view : forces().geometry()) {
    double radius = bodies.motion[bodies.slot_of(view.key.first)].radius;
    if (!is_wall(view.key.second))
      radius = std::min(radius, bodies.motion[bodies.slot_of(view.key.second)].radius);
    result.push_back({view.overlap / radius, view.overlap, view.key.first, view.key.second});
  }
  return result;
}

template <int D>
Overlap SimulationOf<D>::largest_overlap() const {
  Overlap largest;
  for (const Overlap& overlap : overlaps())
    if (overlap.ratio > largest.ratio) largest = overlap;
  return largest;
}

template <int D>
SceneFacts SimulationOf<D>::facts() const {
  const world::Bodies<D>& bodies = state_.bodies;
  SceneFacts facts;
  facts.bodies = bodies.size();
  facts.walls = state_.walls.names.size();
  for (const Material& material : materials_) facts.materials.push_back({material.name, 0, 0});
  if (bodies.size() > 0) facts.least_radius = std::numeric_limits<double>::infinity();
  for_each_body([&](Id, Slot slot) {
    const Motion<D>& motion = bodies.motion[slot];
    facts.least_radius = std::min(facts.least_radius, motion.radius);
    facts.most_radius = std::max(facts.most_radius, motion.radius);
    facts.fixed_bodies += is_fixed(motion);
    MaterialCount& count = facts.materials[bodies.material[slot]];
    const double density = materials_[bodies.material[slot]].density;
    double mass = shape::round_mass<D>(motion.radius, density, thickness_);
    if (bodies.is_polygon(slot))
      mass = density * thickness_ * bodies.polygon_of(slot).area() * motion.radius * motion.radius;
    ++count.bodies;
    count.mass += mass;
    facts.mass += mass;
  });
  std::erase_if(facts.materials, [](const MaterialCount& count) { return count.bodies == 0; });
  foretell_bodies(facts);
  for (const Overlap& overlap : overlaps()) {
    if (overlap.depth <= 0) continue;
    ++facts.overlaps_at_start;
    if (overlap.ratio > facts.largest_overlap_at_start.ratio) facts.largest_overlap_at_start = overlap;
  }
  // Body columns, a list of some ten candidates with their references, three contacts with memory twice and
  // forces.
  const double per_body = sizeof(Motion<D>) + sizeof(Rotation<D>) + sizeof(world::Load<D>) + 40 + 10 * 16 +
                          3 * 8.0 * (2.0 * static_cast<double>(forces().set().memory_width()) + 12);
  facts.memory_bytes = 3e7 + per_body * static_cast<double>(bodies.size() + facts.bodies_to_come);
  facts.pairs_left_at_default = rule_notes_.left_at_default;
  facts.laws_taken = rule_notes_.laws_taken;
  facts.corners = corners_;
  facts.notes = notes_;
  return facts;
}

template class SimulationOf<2>;
template class SimulationOf<3>;

std::unique_ptr<Simulation> build(const scene::SceneDescription& scene, const BuildOptions& options) {
  if (scene.dimension == 2) return std::make_unique<SimulationOf<2>>(scene, options);
  return std::make_unique<SimulationOf<3>>(scene, options);
}

void advance_to_step(Simulation& simulation, std::uint64_t step) {
  const Outlook outlook{.is_looked_at = [step](std::uint64_t next, double) { return next >= step; }};
  while (!simulation.finished() && simulation.step() < step) simulation.advance(outlook);
}

void advance_to_time(Simulation& simulation, double time) {
  const Outlook outlook{.is_looked_at = [time](std::uint64_t, double next) { return next >= time; }};
  while (!simulation.finished() && simulation.time() < time) simulation.advance(outlook);
}

void advance_to_end(Simulation& simulation) {
  advance_to_step(simulation, std::numeric_limits<std::uint64_t>::max());
}

double Energies::scale() const {
  return std::max({std::abs(kinetic) + std::abs(elastic), std::abs(lost()), std::abs(initial - potential),
                   std::abs(removed), std::abs(wall_work), std::abs(added)});
}

}  // namespace scree::sim
