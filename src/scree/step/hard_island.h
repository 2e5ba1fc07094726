// One step of one island: bodies that are joined by contacts, or by points at which they may come into
// contact before the step ends. Takes bodies and pairs, gives the way of each body as legs of parabolas, the
// impulses of contacts and what they did to the energy. Knows nothing of other islands, so that islands go on
// at the same time.
//
// A leg: first impacts, at once, where contacts with a restitution approach; then one solve for the impulses
// of the whole leg, in which points that may come into reach are bounds. Where no contact is met on the way,
// bodies move with the mean of the velocities before and after, so that free flight and sliding are exact;
// else with the velocity after. A leg ends early where a body is about to bounce, turns far, or would come
// too near to another: the island then goes on by itself to the end of the step. Bodies that have come too
// near to each other are lifted apart, without a velocity.
#pragma once

#include <vector>

#include "scree/base/exact_sum.h"
#include "scree/step/hard_memory.h"
#include "scree/step/hard_scene.h"

namespace scree::step {

/// A body of an island on its way.
template <int D>
struct Mover {
  Slot slot = 0;
  double inverse_mass = 0;
  Inertia<D> inertia;
  Pose<D> pose;
  Vec<D> velocity;
  Spin<D> spin{};
  Vec<D> impulse;  // [kg m/s] of contacts in this step
  Spin<D> turn{};  // [kg m2/s] likewise, about its centre
  double way = 0;  // [m] that no point of it has gone farther than in this step
};

template <int D>
struct Leg {
  double begin = 0, duration = 0;  // [s] since the step began
  std::vector<Curve<D>> curves;    // by mover
};

/// A contact at the end of a step, as others see it.
template <int D>
struct SeenHardContact {
  HardContactRecord<D> record;
  Vec<D> mean_force;     // [N] over the step, of its last leg if there were several
  Vec<D> place, branch;  // as in world::ContactView
  double gap = 0;        // [m]
  double gap_ratio = 0;  // over the smaller radius
};

/// An impulse from outside: of a wall, or of a body that does not move.
template <int D>
struct OutsideImpulse {
  std::uint32_t wall = 0;
  Slot fixed = HardPair<D>::no_slot;  // instead of the wall
  Vec<D> impulse, place;
  Spin<D> moment{};
};

/// How solves went.
struct SolveCounts {
  std::uint64_t solves = 0, unsolved = 0, relaxed = 0, impacts = 0, lifts = 0, legs = 0, held = 0;
  double worst_residual = 0;
  world::ContactKey worst;

  void add(const SolveCounts& other);
};

struct HardLosses {
  ExactSum impacts, friction, rolling, places;
  void add(const HardLosses& other) {
    impacts.add(other.impacts);
    friction.add(other.friction);
    rolling.add(other.rolling);
    places.add(other.places);
  }
};

template <int D>
struct IslandWay {
  std::vector<Mover<D>> movers;  // in the order of ids
  std::vector<Leg<D>> legs;
  std::vector<SeenHardContact<D>> contacts;
  std::vector<OutsideImpulse<D>> outside;
  HardLosses losses;
  double wall_work = 0;  // [J]
  SolveCounts counts;
};

/// What a pair has near it: points within `reach`, which is how far it was looked.
template <int D>
struct NearPoints {
  double reach = 0;      // [m]
  double least_gap = 0;  // [m] no part of the two is nearer than that
  std::vector<contact::HardPoint<D>> points;
};

/// How a pair moves against each other in some time, for how far to look and what to take along.
template <int D>
struct PairMotion {
  Pose<D> first, second;
  Vec<D> first_velocity, second_velocity;
  Spin<D> first_spin{}, second_spin{};
  double extra = 0;  // [m] that they may go farther than these tell

  Vec<D> velocity_at(const Vec<D>& place) const {
    return first_velocity + cross(first_spin, place - first.offset) - second_velocity -
           cross(second_spin, place - second.offset);
  }
};

/// Looks as far as the pair may come in `time` [s]. False if it is out of reach.
template <int D>
bool look(const HardScene<D>& scene, const HardPair<D>& pair, const PairMotion<D>& motion, double time,
          contact::PointFinder<D>& finder, NearPoints<D>& near);
/// Whether a point may come into contact within that time.
template <int D>
bool may_touch(const HardScene<D>& scene, const HardPair<D>& pair, const PairMotion<D>& motion, double time,
               const contact::HardPoint<D>& point);

/// As it lies, without a force.
template <int D>
SeenHardContact<D> seen_contact(const HardScene<D>& scene, const HardPair<D>& pair,
                                const PairMotion<D>& motion, const contact::HardPoint<D>& point);

template <int D>
struct IslandTask {
  const HardScene<D>& scene;
  const HardMemory<D>& memory;
  double dt = 0;                       // [s]
  double quantum = 1;                  // [J] of losses
  std::span<const Slot> members;       // that move, in the order of ids
  std::span<const HardPair<D>> pairs;  // among them, and with what stands
  std::span<const double> extra;       // [m] by slot: how much farther bodies may go than they move now
};

template <int D>
IslandWay<D> advance_island(const IslandTask<D>& task);

}  // namespace scree::step
