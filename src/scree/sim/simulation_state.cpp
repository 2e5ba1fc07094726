// The state of a simulation as it leaves and comes back: names for people, frames, checkpoints, the hash.
#include <fmt/format.h>

#include <algorithm>

#include "scree/sim/quantity_text.h"
#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {

/// The bytes of several values, one after the other, for a hash.
class Bytes {
 public:
  template <class T>
  Bytes& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* const begin = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), begin, begin + sizeof(T));
    return *this;
  }
  Bytes& add(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
    return *this;
  }
  Hash128 hash(std::uint64_t seed) {
    const Hash128 result = hash_bytes(bytes_.data(), bytes_.size(), seed);
    bytes_.clear();
    return result;
  }

 private:
  std::vector<std::byte> bytes_;
};

enum Role : std::uint64_t { body_role = 1, contact_role, run_role, wall_role, sleeper_role };

std::vector<std::uint64_t> words_of(const world::LossTotals& losses) {
  std::vector<std::uint64_t> words;
  for (const ExactSum* sum : {&losses.damping, &losses.friction, &losses.rolling, &losses.model}) {
    words.push_back(sum->low_word());
    words.push_back(sum->high_word());
  }
  return words;
}

world::LossTotals losses_of(std::span<const std::uint64_t> words) {
  return {ExactSum::from_words(words[0], words[1]), ExactSum::from_words(words[2], words[3]),
          ExactSum::from_words(words[4], words[5]), ExactSum::from_words(words[6], words[7])};
}

/// A column of single numbers whose count is known.
template <class T>
std::span<const T> numbers(const record::Checkpoint& checkpoint, const char* name, std::size_t count) {
  const Column& column = world::find_column(checkpoint.columns, name, element_of<T>(), 1);
  if (column.rows != count)
    throw RunError("the checkpoint's column '" + column.name + "' has the wrong length");
  return column.values<T>();
}

constexpr std::size_t shear_width = sizeof(world::ShearState) / sizeof(double);
template <int D>
constexpr std::size_t wall_width = sizeof(world::WallState<D>) / sizeof(double);

/// Who touches whom, where, and how hard.
template <int D>
std::vector<Column> contact_columns(const std::vector<world::ContactView<D>>& contacts) {
  std::vector<Column> columns;
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    using Value = std::remove_cvref_t<decltype(value_of(contacts[0]))>;
    using Number = std::conditional_t<std::is_integral_v<Value>, Value, double>;
    Column column = Column::make<Number>(name, contacts.size(), width);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const Value value = value_of(contacts[k]);
      std::memcpy(column.bytes.data() + k * sizeof(Value), &value, sizeof(Value));
    }
    columns.push_back(std::move(column));
  };
  using Contact = world::ContactView<D>;
  add("first", 1, [](const Contact& contact) { return contact.key.first; });
  add("second", 1, [](const Contact& contact) { return contact.key.second; });
  add("point", D, [](const Contact& contact) { return contact.point; });
  add("branch", D, [](const Contact& contact) { return contact.branch; });
  add("force", D, [](const Contact& contact) { return contact.force; });
  add("overlap", 1, [](const Contact& contact) { return contact.overlap; });
  return columns;
}

/// Where walls are and what they exert, for pictures and plots.
template <int D>
std::vector<Column> wall_columns(const world::Walls<D>& walls) {
  std::vector<Column> columns;
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    using Value = std::remove_cvref_t<decltype(value_of(walls.states[0]))>;
    Column column = Column::make<double>(name, walls.size(), width);
    for (std::size_t k = 0; k < walls.size(); ++k) {
      const Value value = value_of(walls.states[k]);
      std::memcpy(column.bytes.data() + k * sizeof(Value), &value, sizeof(Value));
    }
    columns.push_back(std::move(column));
  };
  using State = world::WallState<D>;
  constexpr std::size_t turns = D == 2 ? 1 : 3;
  add("offset", D, [](const State& wall) { return wall.pose.offset; });
  add("orientation", sizeof(Rotation<D>) / sizeof(double),
      [](const State& wall) { return wall.pose.rotation; });
  add("force", D, [](const State& wall) { return wall.force; });
  add("torque", turns, [](const State& wall) { return wall.torque; });
  add("active", 1, [](const State& wall) { return wall.active; });
  return columns;
}

/// Also that the piece of a mesh exists.
template <int D>
bool names_a_facet(const world::Walls<D>& walls, const world::ContactKey& key) {
  const std::uint32_t wall = wall_index(key.second);
  return wall < walls.size() && walls.has(wall, key.second_feature) &&
         (!walls.meshes[wall] || key.first_feature < walls.meshes[wall]->piece_count());
}

}  // namespace

template <int D>
Hash128 SimulationOf<D>::state_hash() const {
  const world::Bodies<D>& bodies = state_.bodies;
  Hash128 total;
  Bytes bytes;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    bytes.add(bodies.id[slot]).add(bodies.material[slot]).add(bodies.motion[slot]);
    if (bodies.follows_orientations()) bytes.add(bodies.orientation[slot]);
    bytes.add(bodies.load[slot]);
    if (!bodies.derivatives.empty()) bytes.add(bodies.derivatives[slot]);
    if (bodies.any_polygons()) bytes.add(bodies.shape[slot]);
    if (bodies.may_sleep()) bytes.add(bodies.rest[slot]).add(bodies.anchor[slot]);
    total += bytes.hash(body_role);
  }
  const world::ContactRecords records = stepper_->contacts();
  const std::size_t width = forces().set().memory_width();
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    total +=
        bytes.add(records.keys[k]).add(&records.memory[k * width], width * sizeof(double)).hash(contact_role);

  const world::ContactRecords& sleeping = state_.sleepers.contacts;
  const std::size_t force_width = forces().set().force_width();
  for (std::size_t k = 0; k < sleeping.keys.size(); ++k)
    total += bytes.add(sleeping.keys[k])
                 .add(&sleeping.forces[k * force_width], force_width * sizeof(double))
                 .hash(sleeper_role);

  const std::vector<world::WallState<D>>& walls = state_.walls.states;
  for (std::size_t wall = 0; wall < walls.size(); ++wall)
    total += bytes.add(std::uint64_t{wall}).add(walls[wall]).hash(wall_role);

  if (state_.box.is_sheared) bytes.add(state_.shear);
  const world::Ledger<D>& ledger = state_.ledger;
  for (const std::uint64_t word : words_of(ledger.losses)) bytes.add(word);
  bytes.add(ledger.removed)
      .add(ledger.wall_work)
      .add(ledger.added)
      .add(ledger.asleep)
      .add(initial_energy_)
      .add(ledger.momentum.state());
  bytes.add(clock_.step).add(clock_.stage).add(clock_.step_of_stage).add(clock_.stage_start);
  bytes.add(bodies.next_id()).add(dt());
  if (condition_)
    for (const std::uint64_t looks : condition_->calm_looks()) bytes.add(looks);
  hash_flow(bytes);
  total += bytes.hash(run_role);
  return total;
}

template <int D>
std::string SimulationOf<D>::search_choice() const {
  std::string text = forces().list().search().choice();
  if (!forces().list().chooses_skin()) return text;
  const search::SkinCosts& costs = forces().list().skin_costs();
  if (!text.empty()) text += "; ";
  text += "skin " + quantity_text(forces().list().skin(), "m");
  if (costs.motion > 0)
    text += fmt::format(
        ": the fastest body uses {:.2g} of it per step, a list of {:.0f} candidates takes {:.2g} ms, "
        "to pass over them {:.2g} ms per step",
        2 * costs.motion / forces().list().skin(), costs.candidates, 1e3 * costs.rebuild_seconds,
        1e3 * costs.candidates * costs.seconds_per_candidate);
  return text;
}

template <int D>
std::string SimulationOf<D>::describe(Id id) const {
  if (is_wall(id)) return fmt::format("wall '{}'", state_.walls.names[wall_index(id)]);
  std::string plain = fmt::format("body {}", id);  // also what the scene calls a body that has no name
  if (id >= names_.size() || names_[id].empty() || names_[id] == plain) return plain;
  return fmt::format("{} '{}'", plain, names_[id]);
}

template <int D>
std::string SimulationOf<D>::where(Id id) const {
  const world::Bodies<D>& bodies = state_.bodies;
  if (is_wall(id) || bodies.slot_of(id) == bodies.no_slot) return {};
  const Vec<D>& place = bodies.motion[bodies.slot_of(id)].position;
  if constexpr (D == 2)
    return fmt::format("({:.4g}, {:.4g}) m", place[0], place[1]);
  else
    return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", place[0], place[1], place[2]);
}

template <int D>
record::Frame SimulationOf<D>::frame() {
  const world::Bodies<D>& bodies = state_.bodies;
  record::Frame frame;
  frame.step = clock_.step;
  frame.time = time();

  std::vector<Slot> slots;
  slots.reserve(bodies.size());
  for_each_body([&](Id, Slot slot) { slots.push_back(slot); });
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    using Value = std::remove_cvref_t<decltype(value_of(Slot{0}))>;
    using Number = std::conditional_t<std::is_integral_v<Value>, Value, double>;
    Column column = Column::make<Number>(name, slots.size(), width);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      const Value value = value_of(slots[k]);
      std::memcpy(column.bytes.data() + k * sizeof(Value), &value, sizeof(Value));
    }
    frame.bodies.push_back(std::move(column));
  };
  constexpr std::size_t spin_width = D == 2 ? 1 : 3;
  add("id", 1, [&](Slot slot) { return bodies.id[slot]; });
  add("position", D, [&](Slot slot) { return bodies.motion[slot].position; });
  add("velocity", D, [&](Slot slot) { return bodies.motion[slot].velocity; });
  if (bodies.follows_orientations())
    add("orientation", sizeof(Rotation<D>) / sizeof(double),
        [&](Slot slot) { return bodies.orientation[slot]; });
  add("spin", spin_width, [&](Slot slot) { return bodies.motion[slot].spin; });
  add("radius", 1, [&](Slot slot) { return bodies.motion[slot].radius; });
  add("material", 1, [&](Slot slot) { return bodies.material[slot]; });
  if (bodies.any_polygons()) add("shape", 1, [&](Slot slot) { return bodies.shape[slot]; });
  add("fixed", 1, [&](Slot slot) { return static_cast<std::uint8_t>(is_fixed(bodies.motion[slot])); });
  if (bodies.may_sleep())
    add("asleep", 1, [&](Slot slot) { return static_cast<std::uint8_t>(bodies.is_asleep(slot)); });
  add("force", D, [&](Slot slot) { return world::load_on(state_, slot).force; });
  add("torque", spin_width, [&](Slot slot) { return world::load_on(state_, slot).torque; });

  frame.walls = wall_columns(state_.walls);
  if (records_contacts_) frame.contacts = contact_columns<D>(moment().contacts);

  const Energies energies = this->energies();
  frame.totals = {{"residual", energies.residual()},
                  {"bodies", static_cast<double>(body_count())},
                  {"contacts", static_cast<double>(contact_count())}};
  for (const auto& [name, value] : energies.entries()) frame.totals[name] = value;
  if (const PeriodicBox<D>& box = state_.box; box.is_sheared)
    frame.totals[record::shear_offset_total] = box.shear.offset[box.shear.flow];
  return frame;
}

template <int D>
record::Checkpoint SimulationOf<D>::checkpoint() {
  record::Checkpoint result;
  result.step = clock_.step;
  result.time = time();
  result.state_hash = state_hash().text();
  result.columns = state_.bodies.save();

  const std::size_t width = forces().set().memory_width();
  // In key order, so that the files of equal states are equal.
  const world::ContactRecords records = world::in_key_order(stepper_->contacts());
  Column keys = Column::make<std::uint32_t>("contact_key", records.keys.size(), world::ContactKey::words);
  if (keys.rows > 0) std::memcpy(keys.bytes.data(), records.keys.data(), keys.bytes.size());
  result.columns.push_back(std::move(keys));
  Column memory = Column::make<double>("contact_memory", records.keys.size(), width);
  if (memory.rows > 0) std::memcpy(memory.bytes.data(), records.memory.data(), memory.bytes.size());
  result.columns.push_back(std::move(memory));

  const std::size_t force_width = forces().set().force_width();
  const auto& sleeping_forces = state_.sleepers.contacts.forces;
  Column forces =
      Column::make<double>("sleeping_contact_force", sleeping_forces.size() / force_width, force_width);
  if (forces.rows > 0) std::memcpy(forces.bytes.data(), sleeping_forces.data(), forces.bytes.size());
  result.columns.push_back(std::move(forces));

  const std::vector<world::WallState<D>>& walls = state_.walls.states;
  Column wall_states = Column::make<double>("walls", walls.size(), wall_width<D>);
  if (wall_states.rows > 0) std::memcpy(wall_states.bytes.data(), walls.data(), wall_states.bytes.size());
  result.columns.push_back(std::move(wall_states));

  const world::Ledger<D>& ledger = state_.ledger;
  const std::vector<std::uint64_t> losses = words_of(ledger.losses);
  const double energies[] = {ledger.removed, ledger.wall_work, initial_energy_, ledger.added, ledger.asleep};
  const typename world::MomentumLedger<D>::State momentum = ledger.momentum.state();
  const std::uint64_t clock[] = {clock_.step, clock_.stage, clock_.step_of_stage,
                                 state_.bodies.next_id()};
  const double times[] = {clock_.stage_start, dt()};
  result.columns.push_back(Column::copy_of<std::uint64_t>("ledger_losses", losses));
  result.columns.push_back(Column::copy_of<double>("ledger_energies", energies));
  result.columns.push_back(Column::copy_of<double>(
      "ledger_momentum", {reinterpret_cast<const double*>(&momentum), sizeof(momentum) / sizeof(double)}));
  result.columns.push_back(Column::copy_of<std::uint64_t>("clock", clock));
  result.columns.push_back(Column::copy_of<double>("clock_times", times));
  if (state_.box.is_sheared)
    result.columns.push_back(Column::copy_of<double>(
        "shear", {reinterpret_cast<const double*>(&state_.shear), shear_width}));
  save_flow(result.columns);
  save_measures(result.columns);
  save_recorded_contacts(result.columns);
  if (condition_)
    result.columns.push_back(Column::copy_of<std::uint64_t>("stage_calm_looks", condition_->calm_looks()));
  return result;
}

template <int D>
void SimulationOf<D>::restore(const record::Checkpoint& checkpoint) {
  const auto clock = numbers<std::uint64_t>(checkpoint, "clock", 4);
  const auto times = numbers<double>(checkpoint, "clock_times", 2);
  const auto energies = numbers<double>(checkpoint, "ledger_energies", 5);
  const auto losses = numbers<std::uint64_t>(checkpoint, "ledger_losses", 8);
  typename world::MomentumLedger<D>::State momentum;
  const auto moments = numbers<double>(checkpoint, "ledger_momentum", sizeof(momentum) / sizeof(double));
  std::memcpy(static_cast<void*>(&momentum), moments.data(), sizeof(momentum));
  clock_ = {clock[0], clock[1], clock[2], times[0]};
  if (clock[1] > plans_.size() || times[1] != dt())
    throw RunError("the checkpoint belongs to another scene: its time step or its stages differ");
  state_.gravity = plan().gravity;
  if (state_.box.is_sheared) {
    const auto numbers_of_shear = numbers<double>(checkpoint, "shear", shear_width);
    std::memcpy(static_cast<void*>(&state_.shear), numbers_of_shear.data(), sizeof(state_.shear));
    step::fold_shear(state_);
  }
  restore_flow(checkpoint);
  condition_.reset();
  if (!finished() && plan().stage.until) {
    condition_.emplace(plan().stage.until->value);
    const auto looks =
        numbers<std::uint64_t>(checkpoint, "stage_calm_looks", condition_->calm_looks().size());
    condition_->calm_looks().assign(looks.begin(), looks.end());
  }

  world::Bodies<D>& bodies = state_.bodies;
  bodies.load_columns(checkpoint.columns, static_cast<Id>(clock[3]));
  const std::size_t width = forces().set().memory_width();
  const Column& keys =
      world::find_column(checkpoint.columns, "contact_key", Element::u32, world::ContactKey::words);
  const Column& memory = world::find_column(checkpoint.columns, "contact_memory", Element::f64, width);
  world::ContactRecords records;
  records.keys.resize(keys.rows);
  records.memory.resize(memory.rows * width);
  if (keys.rows > 0) {
    std::memcpy(records.keys.data(), keys.bytes.data(), keys.bytes.size());
    std::memcpy(records.memory.data(), memory.bytes.data(), memory.bytes.size());
  }
  const auto has_part = [&](Id id, std::uint32_t part) {
    const Slot slot = bodies.slot_of(id);
    return slot != bodies.no_slot && part < bodies.part_count(slot);
  };
  for (const world::ContactKey& key : records.keys)
    if (!has_part(key.first, key.parts & 0xffff) ||
        (is_wall(key.second) ? !names_a_facet(state_.walls, key)
                             : !has_part(key.second, key.parts >> 16)))
      throw RunError("the checkpoint has a contact of a body or wall that does not exist");
  const Column& sleeping_forces = world::find_column(checkpoint.columns, "sleeping_contact_force", Element::f64,
                                            forces().set().force_width());
  const auto of_sleepers =
      std::count_if(records.keys.begin(), records.keys.end(),
                    [&](const world::ContactKey& key) { return world::sleeps(bodies, key); });
  if (static_cast<std::size_t>(of_sleepers) != sleeping_forces.rows)
    throw RunError("the checkpoint does not know the force of every contact that sleeps");
  const std::span<const double> force_numbers = sleeping_forces.values<double>();
  records.forces.assign(force_numbers.begin(), force_numbers.end());
  const Column& wall_states = world::find_column(checkpoint.columns, "walls", Element::f64, wall_width<D>);
  std::vector<world::WallState<D>> walls(wall_states.rows);
  if (walls.size() != state_.walls.size())
    throw RunError("the checkpoint belongs to another scene: it has another number of walls");
  if (!walls.empty())
    std::memcpy(static_cast<void*>(walls.data()), wall_states.bytes.data(), wall_states.bytes.size());
  state_.walls.states = std::move(walls);
  stepper_->restore(records, interactions_[plan().interactions]);
  state_.ledger = {losses_of(losses), energies[1], energies[0],
                         energies[3],       energies[4], world::MomentumLedger<D>(momentum)};
  initial_energy_ = energies[2];
  restore_measures(checkpoint);
  restore_recorded_contacts(checkpoint);
  if (state_hash().text() != checkpoint.state_hash)
    throw RunError(
        "the checkpoint does not reproduce the state that it was made of; it may come from another version");
}

// The class itself is instantiated in simulation_of.cpp; a class may be so only once, its members elsewhere
// too.
#define SCREE_INSTANTIATE_STATE(D)                             \
  template Hash128 SimulationOf<D>::state_hash() const;        \
  template std::string SimulationOf<D>::describe(Id) const;    \
  template std::string SimulationOf<D>::search_choice() const; \
  template std::string SimulationOf<D>::where(Id) const;       \
  template record::Frame SimulationOf<D>::frame();             \
  template record::Checkpoint SimulationOf<D>::checkpoint();   \
  template void SimulationOf<D>::restore(const record::Checkpoint& checkpoint)
SCREE_INSTANTIATE_STATE(2);
SCREE_INSTANTIATE_STATE(3);
#undef SCREE_INSTANTIATE_STATE

}  // namespace scree::sim
