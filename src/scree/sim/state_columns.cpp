#include "scree/sim/state_columns.h"

#include <algorithm>

#include "scree/sim/checkpoint_numbers.h"

namespace scree::sim {
namespace {

template <int D>
constexpr std::size_t wall_width = sizeof(world::WallState<D>) / sizeof(double);

template <int D>
constexpr std::size_t spring_width = sizeof(world::Spring<D>) / sizeof(double);

template <class Number, class Values>
void save_rows(const char* name, const Values& values, std::size_t rows, std::size_t width,
               std::vector<Column>& columns) {
  Column column = Column::make<Number>(name, rows, width);
  if (rows > 0) std::memcpy(column.bytes.data(), values.data(), column.bytes.size());
  columns.push_back(std::move(column));
}

/// Also that the piece of a mesh exists.
template <int D>
bool names_a_facet(const world::Walls<D>& walls, const world::ContactKey& key) {
  const std::uint32_t wall = wall_index(key.second);
  return wall < walls.size() && walls.has(wall, key.second_feature) &&
         (!walls.meshes[wall] || key.first_feature < walls.meshes[wall]->piece_count());
}

template <int D>
bool has_part(const world::Bodies<D>& bodies, Id id, std::uint32_t part) {
  const Slot slot = bodies.slot_of(id);
  return slot != bodies.no_slot && part < bodies.part_count(slot);
}

}  // namespace

void save_contacts(const world::ContactRecords& contacts, const world::ContactRecords& sleeping,
                   const ContactWidths& widths, std::vector<Column>& columns) {
  const world::ContactRecords sorted = world::in_key_order(contacts);
  save_rows<std::uint32_t>("contact_key", sorted.keys, sorted.keys.size(), world::ContactKey::words, columns);
  save_rows<double>("contact_memory", sorted.memory, sorted.keys.size(), widths.memory, columns);
  save_rows<double>("sleeping_contact_force", sleeping.forces, sleeping.forces.size() / widths.force,
                    widths.force, columns);
}

template <int D>
world::ContactRecords load_contacts(std::span<const Column> columns, const world::Bodies<D>& bodies,
                                    const world::Walls<D>& walls, const ContactWidths& widths) {
  const Column& keys = world::find_column(columns, "contact_key", Element::u32, world::ContactKey::words);
  const Column& memory = world::find_column(columns, "contact_memory", Element::f64, widths.memory);
  world::ContactRecords records;
  records.keys.resize(keys.rows);
  records.memory.resize(memory.rows * widths.memory);
  if (keys.rows > 0) {
    std::memcpy(records.keys.data(), keys.bytes.data(), keys.bytes.size());
    std::memcpy(records.memory.data(), memory.bytes.data(), memory.bytes.size());
  }
  for (const world::ContactKey& key : records.keys)
    if (key.ordinal >= world::ContactKey::most_ordinals || !has_part(bodies, key.first, key.parts & 0xffff) ||
        (is_wall(key.second) ? !names_a_facet(walls, key) : !has_part(bodies, key.second, key.parts >> 16)))
      throw RunError("the checkpoint has a contact of a body or wall that does not exist");
  const Column& forces = world::find_column(columns, "sleeping_contact_force", Element::f64, widths.force);
  const auto of_sleepers =
      std::count_if(records.keys.begin(), records.keys.end(),
                    [&](const world::ContactKey& key) { return world::sleeps(bodies, key); });
  if (static_cast<std::size_t>(of_sleepers) != forces.rows)
    throw RunError("the checkpoint does not know the force of every contact that sleeps");
  const std::span<const double> force_numbers = forces.values<double>();
  records.forces.assign(force_numbers.begin(), force_numbers.end());
  return records;
}

template <int D>
void save_walls(const world::Walls<D>& walls, std::vector<Column>& columns) {
  save_rows<double>("walls", walls.states, walls.states.size(), wall_width<D>, columns);
}

template <int D>
std::vector<world::WallState<D>> load_walls(std::span<const Column> columns, const world::Walls<D>& walls) {
  const Column& column = world::find_column(columns, "walls", Element::f64, wall_width<D>);
  std::vector<world::WallState<D>> states(column.rows);
  if (states.size() != walls.size())
    throw RunError("the checkpoint belongs to another scene: it has another number of walls");
  if (!states.empty())
    std::memcpy(static_cast<void*>(states.data()), column.bytes.data(), column.bytes.size());
  return states;
}

template <int D>
void save_ledger(const world::Ledger<D>& ledger, double initial_energy, std::vector<Column>& columns) {
  const world::LossTotals& losses = ledger.losses;
  std::vector<std::uint64_t> words;
  for (const ExactSum* sum : {&losses.damping, &losses.friction, &losses.rolling, &losses.model})
    words.insert(words.end(), {sum->low_word(), sum->high_word()});
  const double energies[] = {ledger.removed, ledger.wall_work, initial_energy, ledger.added, ledger.asleep};
  columns.push_back(Column::copy_of<std::uint64_t>("ledger_losses", words));
  const std::uint64_t of_scheme[] = {losses.scheme.low_word(), losses.scheme.high_word()};
  columns.push_back(Column::copy_of<std::uint64_t>("ledger_scheme", of_scheme));
  columns.push_back(Column::copy_of<double>("ledger_energies", energies));
  columns.push_back(numbers_of_state("ledger_momentum", ledger.momentum.state()));
}

template <int D>
SavedLedger<D> load_ledger(std::span<const Column> columns) {
  const auto energies = numbers<double>(columns, "ledger_energies", 5);
  const auto words = numbers<std::uint64_t>(columns, "ledger_losses", 8);
  const auto sum = [&](std::size_t k) { return ExactSum::from_words(words[2 * k], words[2 * k + 1]); };
  SavedLedger<D> saved;
  saved.ledger.losses = {sum(0), sum(1), sum(2), sum(3), {}};
  if (has_column(columns, "ledger_scheme")) {
    const auto of_scheme = numbers<std::uint64_t>(columns, "ledger_scheme", 2);
    saved.ledger.losses.scheme = ExactSum::from_words(of_scheme[0], of_scheme[1]);
  }
  saved.ledger.removed = energies[0];
  saved.ledger.wall_work = energies[1];
  saved.initial_energy = energies[2];
  saved.ledger.added = energies[3];
  saved.ledger.asleep = energies[4];
  saved.ledger.momentum = world::MomentumLedger<D>(
      state_from_numbers<typename world::MomentumLedger<D>::State>(columns, "ledger_momentum"));
  return saved;
}

template <int D>
void save_outside(const world::State<D>& state, std::vector<Column>& columns) {
  std::vector<std::uint64_t> ids;
  std::vector<world::Spring<D>> springs;
  for (const auto& [id, spring] : state.springs) {
    ids.push_back(id);
    springs.push_back(spring);
  }
  columns.push_back(numbers_of_state("gravity", state.gravity));
  columns.push_back(Column::copy_of<std::uint64_t>("spring_bodies", ids));
  save_rows<double>("springs", springs, springs.size(), spring_width<D>, columns);
}

template <int D>
void load_outside(std::span<const Column> columns, world::State<D>& state) {
  state.springs.clear();
  if (!has_column(columns, "gravity")) return;
  state.gravity = state_from_numbers<Vec<D>>(columns, "gravity");
  const auto ids = world::find_column(columns, "spring_bodies", Element::u64, 1).values<std::uint64_t>();
  const Column& column = world::find_column(columns, "springs", Element::f64, spring_width<D>);
  if (column.rows != ids.size()) throw RunError("the checkpoint's springs do not fit together");
  for (std::size_t k = 0; k < ids.size(); ++k)
    std::memcpy(static_cast<void*>(&state.springs[static_cast<Id>(ids[k])]),
                column.bytes.data() + k * sizeof(world::Spring<D>), sizeof(world::Spring<D>));
}

void save_shear(const world::ShearState& shear, std::vector<Column>& columns) {
  columns.push_back(numbers_of_state("shear", shear));
}
world::ShearState load_shear(std::span<const Column> columns) {
  return state_from_numbers<world::ShearState>(columns, "shear");
}

template world::ContactRecords load_contacts(std::span<const Column>, const world::Bodies<2>&,
                                             const world::Walls<2>&, const ContactWidths&);
template world::ContactRecords load_contacts(std::span<const Column>, const world::Bodies<3>&,
                                             const world::Walls<3>&, const ContactWidths&);
template void save_walls(const world::Walls<2>&, std::vector<Column>&);
template void save_walls(const world::Walls<3>&, std::vector<Column>&);
template std::vector<world::WallState<2>> load_walls(std::span<const Column>, const world::Walls<2>&);
template std::vector<world::WallState<3>> load_walls(std::span<const Column>, const world::Walls<3>&);
template void save_outside(const world::State<2>&, std::vector<Column>&);
template void save_outside(const world::State<3>&, std::vector<Column>&);
template void load_outside(std::span<const Column>, world::State<2>&);
template void load_outside(std::span<const Column>, world::State<3>&);
template void save_ledger(const world::Ledger<2>&, double, std::vector<Column>&);
template void save_ledger(const world::Ledger<3>&, double, std::vector<Column>&);
template SavedLedger<2> load_ledger(std::span<const Column>);
template SavedLedger<3> load_ledger(std::span<const Column>);

}  // namespace scree::sim
