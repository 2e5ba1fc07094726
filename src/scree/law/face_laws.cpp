#include "scree/law/face_laws.h"

#include <cmath>
#include <limits>

#include "scree/base/math.h"

namespace scree::law {
namespace {

constexpr double huge = 1e300;
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double above_zero = std::numeric_limits<double>::min();

constexpr Parameter halo_faces_parameters[] = {
    {"restitution", Kind::number, 1.0, 0, 1, "of faces that land flat, at any speed"},
    {"friction", Kind::number, 0.0, 0, huge, "coefficient of Coulomb friction"},
    {"torsion_friction", Kind::number, none, 0, huge,
     "torque about the normal over normal force and radius of the pressure; equal to friction when absent"},
    {"stiffness", Kind::pressure_per_length, none, above_zero, huge,
     "pressure per depth of halos; Young's modulus over the smaller body's size when absent"},
    {"depth", Kind::length, none, 0, huge,
     "how far springs reach back inside; a quarter of the thinnest place when absent"},
};

}  // namespace

std::span<const Parameter> HaloFaces::parameters() { return halo_faces_parameters; }

Made<HaloFaces> HaloFaces::make(const Numbers& numbers, const MaterialPair& pair) {
  Made<HaloFaces> made;
  if (numbers.has("stiffness")) {
    made.law.stiffness = numbers.of("stiffness");
    if (!(made.law.stiffness > 0)) {
      made.fault = "stiffness must be positive";
      made.parameter = "stiffness";
      return made;
    }
  } else {
    made.fault = missing_elasticity(pair);
    if (!made.fault.empty()) {
      made.fault += "; or give 'stiffness'";
      return made;
    }
    made.law.modulus = effective_young(pair);
  }
  made.law.restitution = numbers.of("restitution");
  made.law.friction = numbers.of("friction");
  made.law.torsion_friction =
      numbers.has("torsion_friction") ? numbers.of("torsion_friction") : made.law.friction;
  if (numbers.has("depth")) made.law.depth = numbers.of("depth");
  return made;
}

double HaloFaces::contact_time(double reduced_mass, double reduced_radius, double) const {
  // Two equal bodies have a reduced radius of half their own.
  const double radius = 2 * reduced_radius;
  const double per_depth = stiffness_between(radius) * math::pi * radius * radius;
  return math::pi * std::sqrt(reduced_mass / per_depth);
}

}  // namespace scree::law
