// Contacts as they leave a snapshot and come back into one: records for checkpoints and for lists that are
// made anew.
#pragma once

#include "scree/step/contact_sums.h"

namespace scree::step {

/// The contacts that touch, in any order, with their memory; and with their forces, unless there are none.
template <int D>
world::ContactRecords records_of(const ContactSnapshot& contacts, std::size_t memory_width,
                                 const ForceRecords* forces, const world::Bodies<D>& bodies,
                                 const world::Walls<D>& walls, const Candidates<D>& candidates);

/// The reverse, for a list that has been built anew: every key must be in it.
template <int D>
void adopt_records(const world::ContactRecords& records, std::size_t memory_width,
                   const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                   const Candidates<D>& candidates, ContactSnapshot& contacts);

}  // namespace scree::step
