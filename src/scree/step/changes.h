// Changes between two steps: bodies that come and go, walls, laws and gravity that change. Each books what it
// does to the energy. Bodies that sleep must be woken before walls, laws or gravity change.
#pragma once

#include <span>

#include "scree/step/contact_forces.h"

namespace scree::step {

/// A body that comes while the run goes on.
template <int D>
struct Newcomer {
  Motion<D> motion;
  std::uint32_t material = 0;
  std::uint32_t shape = 0;  // see world::Bodies
  Rotation<D> orientation{};
};

/// Bodies do or do not feel this wall from the next step on. The elastic energy of contacts that are dropped
/// is booked as removed, that of bodies which the wall finds inside itself as added.
template <int D>
void set_wall_active(ContactForces<D>& forces, std::size_t wall, bool active);

/// From the next step on contacts follow these laws, which must be of the same kinds as before. What their
/// elastic energy changes by is booked as added.
template <int D>
void set_interactions(ContactForces<D>& forces, const Interactions& interactions);

/// What the potential energy changes by is booked as added.
template <int D>
void set_gravity(world::State<D>& state, const Vec<D>& gravity);

/// Takes new bodies in. They must touch no other. Their loads are zero, their energy and momentum are booked
/// as brought in. They get the next ids, in their order.
template <int D>
void add_bodies(ContactForces<D>& forces, std::span<const Newcomer<D>> newcomers);

/// Removes bodies with their contacts; their energy is booked as carried out. If they sleep, their islands
/// wake.
template <int D>
void remove_bodies(ContactForces<D>& forces, std::span<const Slot> slots);

}  // namespace scree::step
