// The state of a simulated world: all that a step changes and the next step depends on. `sim` makes it from a
// scene, steppers advance it, `record` keeps it. What only makes steps faster (lists, hints, coarse places)
// is owned by its users and is no part of it.
#pragma once

#include <map>

#include "scree/base/periodic_box.h"
#include "scree/world/bodies.h"
#include "scree/world/contact_records.h"
#include "scree/world/contact_view.h"
#include "scree/world/ledger.h"
#include "scree/world/wall_loads.h"
#include "scree/world/walls.h"

namespace scree::world {

/// How the copies of a sheared periodic box move.
struct ShearState {
  double speed = 0;      // [m/s] of the copies one length above along the gradient
  double since = 0;      // [s] when they began to move so
  double way_since = 0;  // [m] which they had made until then
  double way = 0;        // [m] which they have made until now
  double force = 0;      // [N] with which bodies across the face were pulled along the flow at the last step
};

template <int D>
using LoadsById = std::map<Id, Load<D>>;  // in an order that is always the same

/// Contacts of bodies that sleep, among each other and with walls and fixed bodies, in key order, with their
/// forces. No step evaluates them; the sums follow from them.
template <int D>
struct Sleepers {
  ContactRecords contacts;
  ContactViews<D> views;
  ExactSum elastic;  // quanta of energy
  WallLoads<D> on_walls{0, 1, 1};
  LoadsById<D> on_fixed;
};

/// Pulls the centre of a body to a point. Plain numbers.
template <int D>
struct Spring {
  Vec<D> point;          // [m]
  double stiffness = 0;  // [N/m]
  double damping = 0;    // [kg/s] of the body's velocity
};
template <int D>
using SpringsById = std::map<Id, Spring<D>>;

template <int D>
struct State {
  Bodies<D> bodies;
  Walls<D> walls;
  Vec<D> gravity;  // [m/s2]
  PeriodicBox<D> box;
  ShearState shear;  // idle unless the box is sheared
  Sleepers<D> sleepers;
  Ledger<D> ledger;
  SpringsById<D> springs;  // that hold bodies from outside
};

/// What acts on a body; on a fixed one, also what bodies that sleep exert.
template <int D>
Load<D> load_on(const State<D>& state, Slot slot) {
  Load<D> load = state.bodies.load[slot];
  const auto found = state.sleepers.on_fixed.find(state.bodies.id[slot]);
  if (found == state.sleepers.on_fixed.end()) return load;
  load.force += found->second.force;
  load.torque += found->second.torque;
  return load;
}

}  // namespace scree::world
