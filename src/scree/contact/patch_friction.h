// Friction over patches with memory. Takes the patches of the last step with what they remember, those of
// this step, and the motion; gives friction forces, new memory and losses. A pure function: whoever steps
// decides when new memory counts.
//
// A patch has one spring in its tangent plane and one against twisting. What a spring holds is a force (a
// torque), not a way: patches that merge add what they hold, a patch that splits hands it on by the normal
// force of the acting pairs that its successors share with it. So merging and splitting leave the sum of
// forces as it was, but for a patch that shrinks, which lets go of the springs that have no place any more.
// Then both are cut to what friction can hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/contact/halo_faces.h"

namespace scree::contact {

struct FrictionNumbers {
  double friction = 0;          // coefficient of Coulomb
  double torsion_friction = 0;  // torque about the normal is at most this times normal force times radius
  double stiffness_ratio = 2.0 / 7;  // tangential stiffness over that of the patch's normal springs
  double damping_time = 0;  // [s] tangential dashpots are stiffness times this; they count to the cone
};

/// What a patch remembers. All in the axes of the scene, on the second body.
struct PatchMemory {
  Vec3 spring;           // [N] force that the tangential spring holds
  double torsion = 0;    // [N m] torque that the torsion spring holds, about `normal`
  Vec3 normal;           // of the patch then
  double stiffness = 0;  // [N/m] of the tangential spring then
  double radius = 0;     // [m] of the patch then
  std::uint32_t first_pair = 0, pair_count = 0;

  double energy() const {
    double sum = stiffness > 0 ? dot(spring, spring) / (2 * stiffness) : 0;
    if (stiffness > 0 && radius > 0) sum += torsion * torsion / (2 * stiffness * radius * radius);
    return sum;
  }
};

/// The memory of two bodies: patches by their lowest pair, and their acting pairs with shares.
struct FrictionMemory {
  std::vector<PatchMemory> patches;
  std::vector<ActingPair> pairs;

  std::span<const ActingPair> pairs_of(const PatchMemory& patch) const {
    return std::span(pairs).subspan(patch.first_pair, patch.pair_count);
  }
};

/// Motion of the second body against the first, in the axes of the scene.
struct PatchMotion {
  // At the place r relative to the centre of the first: velocity + cross(spin, r).
  Vec3 velocity, spin;
  Vec3 mean_spin;  // [rad/s] half the sum of both: turns what a patch remembers about its normal
};
PatchMotion patch_motion(const HaloParty& first, const HaloParty& second);

/// On the second body, as `Patch`: torque about the centre of the first.
struct PatchFriction {
  Vec3 force, torque;
  double slip_loss = 0;      // [J] of this step: what went to sliding and twisting beyond the cone
  double viscous_power = 0;  // [W] of tangential dashpots
  bool slides = false;
};

/// Patches and acting pairs of two bodies: HaloFaces::patches(bodies), and pairs from the first patch's first
/// one on. `old` was valid `dt` [s] ago, and the motion is the mean one of that time. Results are by patch;
/// `memory` may not be `old`.
void find_friction(const FrictionMemory& old, std::span<const Patch> patches,
                   std::span<const ActingPair> pairs, const PatchMotion& motion, double dt,
                   const FrictionNumbers& numbers, std::vector<PatchFriction>& friction,
                   FrictionMemory& memory);

}  // namespace scree::contact
