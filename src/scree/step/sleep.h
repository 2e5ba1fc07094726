// Phases of sleep: islands of bodies at rest are frozen and cost nothing until something touches them. Their
// contacts leave the contact set for State::sleepers with their forces, and come back when their island
// wakes. Bodies that sleep come last in storage, so that every loop over those that move is just shorter.
#pragma once

#include "scree/step/contact_forces.h"

namespace scree::step {

/// A body rests while no point of it has gone farther than `way` + `share` * radius since its rest began.
/// Speed would tell less: a grain that rattles in its cage, or spins on the spot, would keep a whole heap
/// awake.
struct RestRule {
  double way = 0;  // [m]
  double share = 0;
};

/// When bodies are looked at: an island sleeps once all its bodies were found at rest `looks` times in a row.
struct RestPlan {
  RestRule rule;
  std::uint64_t steps_per_look = 0;  // 0: no body falls asleep
  std::uint32_t looks = 10;
};

/// Right after a step: counts how often in a row each body was found at rest, and freezes the islands of
/// bodies in contact where all were so `often_enough` and none touches a moving wall. Their kinetic energy is
/// booked as `asleep`; their contacts, forces and loads on walls stay as they are.
template <int D>
void let_sleep(ContactForces<D>& forces, const RestRule& rule, std::uint32_t often_enough);

/// The rest of a body begins anew, where bodies may sleep.
template <int D>
void begin_rest(world::Bodies<D>& bodies, Slot slot);
/// Between two steps: wakes the islands that were touched in the last one.
template <int D>
void wake_touched(ContactForces<D>& forces);
/// Before what bodies feel changes (gravity, walls, laws): all wake, and the rest of each begins anew.
template <int D>
void wake_all(ContactForces<D>& forces);
/// Wakes the islands of bodies that are marked by slot.
template <int D>
void wake(ContactForces<D>& forces, std::vector<bool> by_slot);

/// All contacts, those of bodies that sleep included: keys and memory.
template <int D>
world::ContactRecords all_contacts(const ContactForces<D>& forces);
/// Takes over contacts of a state whose bodies and walls were just replaced; records must name bodies and
/// walls that exist. They have forces for the contacts of bodies that sleep, in their order, and for no
/// others.
template <int D>
void restore_contacts(ContactForces<D>& forces, const world::ContactRecords& records);

}  // namespace scree::step
