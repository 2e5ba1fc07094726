// The hash of a state, part by part: a sum over bodies, contacts and walls, free of storage order.
#pragma once

#include "scree/sim/hash_bytes.h"
#include "scree/step/stepper.h"

namespace scree::sim {

template <int D>
Hash128 hash_of_bodies(const world::Bodies<D>& bodies);
/// `width`: doubles that a contact remembers.
Hash128 hash_of_contacts(const world::ContactRecords& contacts, std::size_t width);
/// With forces of `width` doubles instead of memory.
Hash128 hash_of_sleeping_contacts(const world::ContactRecords& contacts, std::size_t width);
template <int D>
Hash128 hash_of_walls(const world::Walls<D>& walls);
template <int D>
void hash_ledger(const world::Ledger<D>& ledger, double initial_energy, HashBytes& bytes);
/// Gravity and springs.
template <int D>
void hash_outside(const world::State<D>& state, HashBytes& bytes);
/// Of all else that a run is at, whose bytes these are.
Hash128 hash_of_run(HashBytes& bytes);

}  // namespace scree::sim
