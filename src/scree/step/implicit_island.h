// One implicit step of an island of touching bodies. Takes bodies, the contacts that they may come into and
// what those remember, as plain values; gives the velocities by which the bodies go and the forces that made
// them. A function of these values alone.
//
// Contacts are linearised first where the step begins, where bodies lie as they were accepted; with friction
// limits held, what is to be solved then is convex. Newton's method solves it, with a search along each step
// whose slope only rises. Contacts are found again at the new places, until the forces there agree.
// Source: findings on implicit steps; Noble 2024, chapter 6, for searching again within a step; Kaufman et
// al. 2014 and Li et al. 2020 for holding limits of friction.
// Cost: a few factorisations of a sparse matrix of bodies. Loses where contacts slide along many bodies at
// once: limits of friction are found by iteration.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/solve/island.h"
#include "scree/step/implicit_force.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

template <int D>
struct ImplicitBody {
  Id id = 0;
  Vec<D> position;     // [m] as the step begins, as are the next two
  Vec<D> velocity;     // [m/s]
  Spin<D> spin{};      // [rad/s]
  double radius = 0;   // [m]
  double mass = 0;     // [kg]
  double inertia = 0;  // [kg m2]
};

/// Springs of a contact as they were when the step began.
template <int D>
struct ImplicitSprings {
  Vec<D> slip;                // [m]
  double slip_stiffness = 0;  // [N/m]
  Spin<D> roll{};             // [rad]
  double roll_stiffness = 0;  // [N m/rad]
};

/// Two bodies that may touch, or a body and a wall.
template <int D>
struct ImplicitContact {
  world::ContactKey key;
  std::uint32_t first = 0;                // of the island's bodies
  std::uint32_t second = solve::no_body;  // likewise, if it is one and moves
  law::Elastic law;
  ImplicitSprings<D> springs;
  bool lasts = false;         // it has been a contact since the last step
  double overlap_before = 0;  // [m] as the step begins; negative: the gap
  // The second as a body: how large, and where if it does not move, else the way to the copy that is met.
  double second_radius = 0;  // [m]
  Vec<D> second_place;       // [m]
  // As a wall, placed where it is at the end of the step.
  const world::Facet<D>* facet = nullptr;
  Pose<D> wall_pose;
  world::WallVelocity<D> wall_velocity;  // mean one of the step
  Vec<D> shift;                          // [m] by which the body is moved to meet the wall's copy

  bool at_wall() const { return facet != nullptr; }
};

/// How a contact lies.
template <int D>
struct ImplicitTouch {
  Vec<D> normal;                 // from the second to the first, length 1
  double overlap = 0;            // [m] negative: the gap
  double distance = 0;           // [m] between centres, or from the wall
  Vec<D> arm_first, arm_second;  // [m] from the centres to where friction acts
};
/// For bodies at these places; the second is where the contact has it, if it does not move.
template <int D>
ImplicitTouch<D> touch_of(const ImplicitContact<D>& contact, const ImplicitBody<D>& body, const Vec<D>& first,
                          const Vec<D>& second);

template <int D>
struct ImplicitIsland {
  std::vector<ImplicitBody<D>> bodies;       // by id
  std::vector<ImplicitContact<D>> contacts;  // by key
};

struct ImplicitEffort {
  double tolerance = 1e-8;  // of forces, over the sum of those on a body
  int searches = 60;
  int factorisations = 30;  // per search
};

/// What a contact did in the step.
template <int D>
struct ImplicitAction {
  bool acts = false;
  ImplicitTouch<D> touch;  // at its end
  Vec<D> force;            // [N] mean, on the first body
  Spin<D> roll_torque{};   // [N m] likewise
  double pressing = 0;     // [N] normal
  double normal_work = 0;  // [J] that its parts did on what they touch, as are the next two
  double slip_work = 0;
  double roll_work = 0;
  ImplicitSprings<D> springs;                 // at its end
  bool slides = false, rolls_freely = false;  // the limit was met
  double opposing_speed = 0;                  // [m/s] at which the two come nearer as they meet
};

template <int D>
struct ImplicitStep {
  bool converged = false;
  std::uint32_t worst = 0;  // body whose forces agree least
  int searches = 0, factorisations = 0;
  // Of bodies: the mean motion of the step, by which they go, and that at its end.
  std::vector<Vec<D>> mean_velocity, velocity;
  std::vector<Spin<D>> mean_spin, spin;
  std::vector<ImplicitAction<D>> actions;  // of contacts
};

template <int D>
ImplicitStep<D> solve_implicit_step(const ImplicitIsland<D>& island, ImplicitWay way, const Vec<D>& gravity,
                                    double dt, const ImplicitEffort& effort = {});

extern template ImplicitStep<2> solve_implicit_step(const ImplicitIsland<2>&, ImplicitWay, const Vec<2>&,
                                                    double, const ImplicitEffort&);
extern template ImplicitStep<3> solve_implicit_step(const ImplicitIsland<3>&, ImplicitWay, const Vec<3>&,
                                                    double, const ImplicitEffort&);

}  // namespace scree::step
