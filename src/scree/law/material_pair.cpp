#include "scree/law/material_pair.h"

#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/math.h"

namespace scree::law {

Numbers::Numbers(std::span<const Parameter> parameters, std::vector<std::pair<std::string, double>> given)
    : parameters_(parameters), given_(std::move(given)) {}

bool Numbers::has(std::string_view name) const {
  for (const auto& [key, value] : given_)
    if (key == name) return true;
  return false;
}

double Numbers::of(std::string_view name) const {
  for (const auto& [key, value] : given_)
    if (key == name) return value;
  for (const Parameter& parameter : parameters_)
    if (parameter.name == name) return parameter.fallback.value_or(std::numeric_limits<double>::quiet_NaN());
  throw InternalError("a law asks for a number that it does not list", __FILE__, __LINE__);
}

double damping_ratio(double restitution) {
  if (restitution <= 0) return 1;
  const double pi = 3.141592653589793;
  const double logarithm = math::log(restitution);
  return -logarithm / std::sqrt(pi * pi + logarithm * logarithm);
}

namespace {
double compliance(const Elasticity& side) {
  const double poisson = side.poisson.value_or(0);
  return side.rigid ? 0 : (1 - poisson * poisson) / *side.young;
}
double shear_compliance(const Elasticity& side) {
  return side.rigid ? 0 : (2 - *side.poisson) * 2 * (1 + *side.poisson) / *side.young;
}
}  // namespace

double effective_young(const MaterialPair& pair) {
  return 1 / (compliance(pair.first) + compliance(pair.second));
}
double flat_stiffness(const MaterialPair& pair) { return 2 * pair.thickness * effective_young(pair); }
double effective_shear(const MaterialPair& pair) {
  return 1 / (shear_compliance(pair.first) + shear_compliance(pair.second));
}

std::string missing_elasticity(const MaterialPair& pair) {
  for (const Elasticity* side : {&pair.first, &pair.second}) {
    if (side->rigid) continue;
    if (!side->young) return "the material needs 'young' (as in young = \"10 MPa\")";
    if (!side->poisson) return "the material needs 'poisson' (as in poisson = 0.25)";
  }
  return {};
}

double hertz_contact_time(double stiffness, double reduced_mass, double reduced_radius, double speed) {
  const double deepest =
      math::pow(1.25 * reduced_mass * speed * speed / (stiffness * std::sqrt(reduced_radius)), 0.4);
  return hertz_duration * deepest / speed;
}

}  // namespace scree::law
