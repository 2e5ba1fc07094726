// What one pair of faces does by the law `halo_faces` (halo_faces.h): the integrals over the part of one face
// that the other covers, by clipping. This is the plain form, which decides where lanes cannot.
#pragma once

#include <array>

#include "scree/base/pose.h"
#include "scree/base/symmetric.h"
#include "scree/shape/halo_surface.h"

namespace scree::contact {

/// Numbers of the law for two bodies.
struct HaloNumbers {
  double stiffness = 0;  // k [N/m3]
  double halo = 0;       // [m] both halos together, 2 eps
  double depth = 0;      // [m] how far springs reach back inside
  double damping = 0;    // c [s/m]: see damping_for
};

/// Faces whose normals meet at an angle with a cosine above minus this do not face each other. Such a face
/// seen edge on presses with what its edge would have as a rim, so leaving it out changes the force by this
/// share and no more.
inline constexpr double least_opposed = 1e-7;

/// The second body as the first sees it.
struct FacePairFrame {
  double first_scale = 1, second_scale = 1;
  std::array<Vec3, 3> turn;  // columns: the axes of the second
  Vec3 shift;                // its centre
  // Velocity of the second against the first, at the place r: velocity + cross(spin, r).
  Vec3 velocity, spin;

  Vec3 turned(const Vec3& own) const { return own[0] * turn[0] + own[1] * turn[1] + own[2] * turn[2]; }
};

FacePairFrame frame_between(const Pose<3>& first, double first_scale, const Pose<3>& second,
                            double second_scale);

/// A face in metres, in the frame of the first body.
struct PlacedFace {
  std::array<Vec3, 3> corner, inward;
  Vec3 normal, along;
  std::uint8_t flat, owned, from_end;
};
PlacedFace placed_first(const FacePairFrame& frame, const shape::HaloSurface& surface, std::uint32_t face);
PlacedFace placed_second(const FacePairFrame& frame, const shape::HaloSurface& surface, std::uint32_t face);
/// A piece of the plane that holds all that a face can reach: for planes are faces without an end.
PlacedFace piece_of_plane(const FacePairFrame& frame, const PlacedFace& seen_by, const HaloNumbers& numbers);

/// What springs do, without damping. In the frame of the first body; torques and moments about its origin.
struct FacePairForce {
  Vec3 force, torque;        // on the second body, edges included
  double energy = 0;         // [J]
  double pressure = 0;       // [N] integral of the pressure
  double area = 0;           // [m2] mean of both sides
  Vec3 moment;               // [N m] integral of pressure times place
  Symmetric3 second_moment;  // [N m2] integral of pressure times place times place
  double deepest = 0;        // [m]
  bool acts = false;         // some area presses
  bool is_cut = false;       // a part is deeper than `depth`

  void add(const FacePairForce& other);
};

FacePairForce face_pair_force(const PlacedFace& first, const PlacedFace& second, const HaloNumbers& numbers);

}  // namespace scree::contact
