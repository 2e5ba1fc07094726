// Frames: what people look at of a state, as columns in id order.
#pragma once

#include <functional>

#include "scree/record/run_store.h"
#include "scree/sim/simulation.h"
#include "scree/step/stepper.h"

namespace scree::sim {

template <int D>
struct FrameParts {
  std::uint64_t step = 0;
  double time = 0;  // [s]
  const world::Bodies<D>& bodies;
  const world::Walls<D>& walls;
  const PeriodicBox<D>& box;
  std::function<world::Load<D>(Slot)> load_on;
  std::uint64_t contact_count = 0;
  Energies energies;
};
/// Without contacts.
template <int D>
record::Frame frame_of(const FrameParts<D>& parts);

/// Which bodies touch, where, and how hard.
template <int D>
std::vector<Column> contact_columns(const world::ContactViews<D>& contacts);

}  // namespace scree::sim
