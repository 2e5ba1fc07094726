// The phase that brings bodies back into a periodic box after they have left it over a face.
#pragma once

#include <vector>

#include "scree/step/contact_forces.h"

namespace scree::step {

/// Bodies that came back in the present step, and what that is to be booked as. Scratch.
template <int D>
class FaceCrossings {
 public:
  /// At the end of a step: brings back bodies that have left the box along a periodic axis. Potential energy
  /// that this changes is booked as added, kinetic energy as work.
  void wrap(ContactForces<D>& forces);
  /// The same in parts: any thread may do any block of `kernel::gathered_at_once` slots, then one books.
  /// Bodies whose velocities still lack a kick of that many seconds may be brought back as well.
  void prepare(std::size_t body_count);
  void wrap_block(ContactForces<D>& forces, std::size_t block, double kick_to_come);
  void book(world::State<D>& state);

 private:
  struct Crossing {
    double mass;        // [kg]
    Vec<D> way;         // [m]
    Vec<D> jump;        // [m/s] of its velocity, in a sheared box
    double energy = 0;  // [J] that it gained by that
  };
  std::vector<std::vector<Crossing>> by_block_;
};

}  // namespace scree::step
