#include "scree/sim/state_hash.h"

namespace scree::sim {
namespace {
enum Role : std::uint64_t { body_role = 1, contact_role, run_role, wall_role, sleeper_role };
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
  Hash128 total;
  HashBytes bytes;
  for (std::size_t k = 0; k < contacts.keys.size(); ++k)
    total += bytes.add(contacts.keys[k])
                 .add(&contacts.memory[k * width], width * sizeof(double))
                 .hash(contact_role);
  return total;
}

Hash128 hash_of_sleeping_contacts(const world::ContactRecords& contacts, std::size_t width) {
  Hash128 total;
  HashBytes bytes;
  for (std::size_t k = 0; k < contacts.keys.size(); ++k)
    total += bytes.add(contacts.keys[k])
                 .add(&contacts.forces[k * width], width * sizeof(double))
                 .hash(sleeper_role);
  return total;
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
  bytes.add(ledger.removed)
      .add(ledger.wall_work)
      .add(ledger.added)
      .add(ledger.asleep)
      .add(initial_energy)
      .add(ledger.momentum.state());
}

Hash128 hash_of_run(HashBytes& bytes) { return bytes.hash(run_role); }

template Hash128 hash_of_bodies(const world::Bodies<2>&);
template Hash128 hash_of_bodies(const world::Bodies<3>&);
template Hash128 hash_of_walls(const world::Walls<2>&);
template Hash128 hash_of_walls(const world::Walls<3>&);
template void hash_ledger(const world::Ledger<2>&, double, HashBytes&);
template void hash_ledger(const world::Ledger<3>&, double, HashBytes&);

}  // namespace scree::sim
