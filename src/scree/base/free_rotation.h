// How a rigid body turns while no torque acts on it.
//
// Its angular momentum stands still in the scene; seen from the body, it moves by Euler's equations, whose
// right-hand side is a product. So the Taylor series of the momentum and of the turn follow from sums of
// products, to any order, and a step of the usual length is exact to rounding: energy and momentum are kept
// without a constraint to enforce them, and the flip of an intermediate axis comes when it should. Kicks by
// torques before and after make it the drift of a second-order, time-reversible step (a splitting into kicks
// and exact free motion, as in Touma & Wisdom 1994; they took elliptic functions, which lose digits near the
// separatrix and need a case for each kind of body).
//
// Cost: the fewest terms for spins below 1/512 rad per step, some three times that for each 1/32 rad of a
// faster one.
#pragma once

#include "scree/base/inertia.h"

namespace scree {

/// The orientation after `dt` [s] (of either sign), with an angular momentum [kg m2/s] that is constant in
/// the frame of the scene. The spin at the end is spin_of(inertia, result, momentum).
Rotation<3> turn_freely(const Inertia<3>& inertia, const Rotation<3>& start, const Vec3& momentum, double dt);
Rotation<2> turn_freely(const Inertia<2>& inertia, const Rotation<2>& start, double momentum, double dt);

}  // namespace scree
