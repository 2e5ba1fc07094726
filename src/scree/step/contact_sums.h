// What is asked of the contacts of an evaluation beside their forces per body: what acts on walls, across
// sheared faces and on bodies that sleep. Sums are of whole quanta, so that their order does not matter.
#pragma once

#include <functional>

#include "scree/step/contact_snapshot.h"
#include "scree/world/contact_records.h"
#include "scree/world/wall_loads.h"

namespace scree::step {

/// Forces as kernels store them, by number of contact.
struct ForceRecords {
  const double* records;
  std::size_t width;
  const double* of(std::uint32_t number) const { return records + number * width; }
};

/// The contacts of an evaluation with their forces.
struct EvaluatedContacts {
  const ContactSnapshot& contacts;
  ForceRecords forces;
};

/// What a contact exerts on a body that sleeps.
template <int D>
struct Touch {
  world::ContactKey key;
  Slot body;
  world::Load<D> load;
};
template <int D>
using Touches = std::vector<Touch<D>>;

/// Which bodies that sleep are touched, in key order.
template <int D>
Touches<D> touches_on_sleepers(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                               const world::Walls<D>& walls, const Candidates<D>& candidates);

/// The way from a body to where it meets a wall, not a copy of it [m].
template <int D>
using ShiftToWall = std::function<Vec<D>(const Batch& batch, std::uint32_t entry)>;

/// What each wall exerts on bodies, rounded to the quanta of `none`, the loads of walls that bear nothing.
/// Bodies of slots in `without` do not count. Without `shift`, walls have no copies.
template <int D>
world::WallLoads<D> wall_loads_of(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                                  const world::Walls<D>& walls, const Candidates<D>& candidates,
                                  const ShiftToWall<D>& shift, const world::WallLoads<D>& none,
                                  const std::vector<bool>& without);

/// Sheared boxes only: the flow component of the forces on bodies from copies above, less those from copies
/// below [N]. Rounded to the quantum, likewise.
template <int D>
double force_across_of(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                       const PeriodicBox<D>& box, const Candidates<D>& candidates, double force_quantum,
                       const std::vector<bool>& without);

}  // namespace scree::step
