#include "scree/sim/state_hash.h"

namespace scree::sim {
namespace {
enum Role : std::uint64_t { body_role = 1, contact_role, run_role, wall_role, sleeper_role };

/// Of each key with its row of `width` doubles.
Hash128 hash_of_rows(std::span<const world::ContactKey> keys, std::span<const double> rows, std::size_t width,
                     Role role) {
  Hash128 total;
  HashBytes bytes;
  for (std::size_t k = 0; k < keys.size(); ++k)
    total += bytes.add(keys[k]).add(&rows[k * width], width * sizeof(double)).hash(role);
  return total;
}
}  // namespace

template <int D>
Hash128 hash_of_bodies(const world::Bodies<D>& bodies) {
  Hash128 total;
  HashBytes bytes;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    world::Bodies<D>::visit_columns(bodies, [&](const char*, const auto& column) {
      if (!column.empty()) bytes.add(column[slot]);
    });
    total += bytes.hash(body_role);
  }
  return total;
}

Hash128 hash_of_contacts(const world::ContactRecords& contacts, std::size_t width) {
  return hash_of_rows(contacts.keys, contacts.memory, width, contact_role);
}

Hash128 hash_of_sleeping_contacts(const world::ContactRecords& contacts, std::size_t width) {
  return hash_of_rows(contacts.keys, contacts.forces, width, sleeper_role);
}

template <int D>
Hash128 hash_of_walls(const world::Walls<D>& walls) {
  Hash128 total;
  HashBytes bytes;
  for (std::uint64_t wall = 0; wall < walls.states.size(); ++wall)
    total += bytes.add(wall).add(walls.states[wall]).hash(wall_role);
  return total;
}

template <int D>
void hash_ledger(const world::Ledger<D>& ledger, double initial_energy, HashBytes& bytes) {
  const world::LossTotals& losses = ledger.losses;
  for (const ExactSum* sum : {&losses.damping, &losses.friction, &losses.rolling, &losses.model})
    bytes.add(sum->low_word()).add(sum->high_word());
  if (!(losses.scheme == ExactSum{})) bytes.add(losses.scheme.low_word()).add(losses.scheme.high_word());
  bytes.add(ledger.removed)
      .add(ledger.wall_work)
      .add(ledger.added)
      .add(ledger.asleep)
      .add(initial_energy)
      .add(ledger.momentum.state());
}

template <int D>
void hash_outside(const world::State<D>& state, HashBytes& bytes) {
  bytes.add(state.gravity);
  for (const auto& [id, spring] : state.springs) bytes.add(id).add(spring);
}

Hash128 hash_of_run(HashBytes& bytes) { return bytes.hash(run_role); }

template Hash128 hash_of_bodies(const world::Bodies<2>&);
template Hash128 hash_of_bodies(const world::Bodies<3>&);
template Hash128 hash_of_walls(const world::Walls<2>&);
template Hash128 hash_of_walls(const world::Walls<3>&);
template void hash_outside(const world::State<2>&, HashBytes&);
template void hash_outside(const world::State<3>&, HashBytes&);
template void hash_ledger(const world::Ledger<2>&, double, HashBytes&);
template void hash_ledger(const world::Ledger<3>&, double, HashBytes&);

}  // namespace scree::sim
