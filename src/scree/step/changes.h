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

/// Puts a wall elsewhere: `pose` is where it is from now on, and where its motion goes on from `base`. Its
/// contacts are found anew at the new place, without memory. What the elastic energy changes by is booked as
/// added.
template <int D>
void move_wall(ContactForces<D>& forces, std::size_t wall, const Pose<D>& pose, const Pose<D>& base);

/// Takes new bodies in. Their loads are zero, their energy and momentum are booked as brought in. They get
/// the next ids, in their order. Unless they `may_touch` others, which costs a look at all contacts, they
/// must not.
template <int D>
void add_bodies(ContactForces<D>& forces, std::span<const Newcomer<D>> newcomers, bool may_touch = false);

/// How a body is from now on.
template <int D>
struct Replacement {
  Slot slot = 0;
  Motion<D> motion;
  Rotation<D> orientation{};  // if orientations are followed
};
/// Bodies get another motion, are fixed or freed. With `elsewhere` they are also at another place: there
/// their contacts are found anew, without memory, and what acted on them is gone. What the energy and the
/// momentum change by is booked as added.
template <int D>
void replace_bodies(ContactForces<D>& forces, std::span<const Replacement<D>> replacements, bool elsewhere);

/// Removes bodies with their contacts; their energy is booked as carried out. If they sleep, their islands
/// wake.
template <int D>
void remove_bodies(ContactForces<D>& forces, std::span<const Slot> slots);

}  // namespace scree::step
