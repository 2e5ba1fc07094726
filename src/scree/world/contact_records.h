// Contacts in a form that is free of storage: what checkpoints hold, and what passes from one candidate list
// to the next.
#pragma once

#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"

namespace scree::world {

/// Keys and, in the same order, memory records and, where they are wanted, forces as kernels store them.
struct ContactRecords {
  std::vector<ContactKey> keys;
  UnsetVector<double> memory;
  UnsetVector<double> forces;
};

/// Adds a copy of contact `k` of `from`, with its force where there is one.
void append(ContactRecords& to, const ContactRecords& from, std::size_t k);
ContactRecords in_key_order(const ContactRecords& records);

/// Whether a body of the contact is marked.
template <int D>
bool involves(const Bodies<D>& bodies, const ContactKey& key, const std::vector<bool>& marked) {
  return marked[bodies.slot_of(key.first)] || (!is_wall(key.second) && marked[bodies.slot_of(key.second)]);
}
/// Whether a body of the contact sleeps.
template <int D>
bool sleeps(const Bodies<D>& bodies, const ContactKey& key) {
  return bodies.is_asleep(bodies.slot_of(key.first)) ||
         (!is_wall(key.second) && bodies.is_asleep(bodies.slot_of(key.second)));
}

/// What a contact whose force is `record`, as kernels store it, exerts on the first of its bodies, or on the
/// second.
template <int D>
Load<D> load_of(const double* record, std::size_t force_width, bool on_second) {
  Load<D> load;
  const double sign = on_second ? -1 : 1;
  for (int k = 0; k < D; ++k) load.force[k] = sign * record[k];
  if constexpr (D == 2)
    load.torque = record[on_second ? 3 : 2];
  else
    for (int k = 0; k < 3; ++k)
      load.torque[k] =
          record[on_second ? 7 : 3] * record[4 + k] + (force_width > 8 ? sign * record[8 + k] : 0.0);
  return load;
}

}  // namespace scree::world
