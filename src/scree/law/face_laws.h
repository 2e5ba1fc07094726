// The laws of triangulated bodies. They act between faces, not at points: contact/halo_faces.h computes their
// forces, and step/face_contacts.h keeps what they remember. Here are their names and numbers, so that
// scenes, catalogues and time steps know them as they know every other law.
#pragma once

#include <tuple>
#include <type_traits>

#include "scree/law/laws.h"

namespace scree::law {

struct HaloFaces {
  static constexpr std::string_view name = "halo_faces";
  static constexpr std::string_view summary =
      "3D: springs on faces, a potential of the depth of halos; the default of triangulated bodies";
  static constexpr std::string_view source = "scree; halos of Noble 2024";
  static constexpr bool hertzian = false, of_area = false, coheres = false, reaches = false;
  static std::span<const Parameter> parameters();
  static Made<HaloFaces> make(const Numbers& numbers, const MaterialPair& pair);
  static constexpr Remembers remembers(bool rolling) { return {.rolling = rolling, .patch = true}; }

  double stiffness = 0;    // [N/m3]; 0: modulus over the radius of the smaller body's sphere of equal volume
  double modulus = 0;      // [Pa] effective
  double restitution = 1;  // of faces that land flat
  double friction = 0;
  double torsion_friction = 0;  // of a patch: torque over normal force and radius of the pressure
  double depth = 0;             // [m] how far springs reach back inside; 0: a quarter of the thinnest place

  /// [N/m3] between bodies the smaller of which has the volume of a sphere with this radius [m].
  double stiffness_between(double radius) const { return stiffness > 0 ? stiffness : modulus / radius; }
  /// Of faces as wide as the sphere around the smaller body.
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

using FaceLaws = std::tuple<HaloFaces>;
template <class Law>
inline constexpr bool is_face_law = std::is_same_v<Law, HaloFaces>;

}  // namespace scree::law
