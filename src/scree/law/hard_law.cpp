#include "scree/law/hard_law.h"

#include <limits>

namespace scree::law {
namespace {

constexpr double huge = 1e300;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// The law of contacts that name none, so all of it has a default.
constexpr Parameter hard_parameters[] = {
    {"restitution", Kind::number, 0.0, 0, 1, "speed after a head-on impact over the speed before"},
    {"friction", Kind::number, 0.5, 0, huge, "Coulomb's coefficient"},
    {"rolling_friction", Kind::number, 0.0, 0, huge, "limit of the rolling torque over R* Fn"},
    {"torsion_friction", Kind::number, 0.0, 0, huge, "limit of the torque about the normal over R* Fn"},
    {"restitution_speed", Kind::velocity, none, 0, huge,
     "slower impacts do not bounce; that of a fall through the halo when absent, which it cannot be below"},
};

}  // namespace

std::span<const Parameter> Hard::parameters() { return hard_parameters; }

Made<Hard> Hard::make(const Numbers& numbers, const MaterialPair& /*pair*/) {
  Made<Hard> made;
  made.law.restitution = numbers.of("restitution");
  made.law.friction = numbers.of("friction");
  made.law.rolling_friction = numbers.of("rolling_friction");
  made.law.torsion_friction = numbers.of("torsion_friction");
  if (numbers.has("restitution_speed")) made.law.restitution_speed = numbers.of("restitution_speed");
  return made;
}

double Hard::contact_time(double, double, double) const { return huge; }

}  // namespace scree::law
