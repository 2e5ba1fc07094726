// What a law may know of the two materials that touch.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scree/base/units.h"

namespace scree::law {

/// Elastic constants of one side. A wall or fixed body without a material is rigid.
struct Elasticity {
  bool rigid = false;
  std::optional<double> young;    // [Pa]
  std::optional<double> poisson;  // [-]
};

struct MaterialPair {
  Elasticity first, second;
  double thickness = 1;  // [m] of bodies in the plane
};

/// The numbers of one [contact] table, with the law's defaults filled in.
class Numbers {
 public:
  Numbers(std::span<const Parameter> parameters, std::vector<std::pair<std::string, double>> given);

  bool has(std::string_view name) const;
  /// Given or default; NaN for an optional number without a default.
  double of(std::string_view name) const;

 private:
  std::span<const Parameter> parameters_;
  std::vector<std::pair<std::string, double>> given_;
};

/// A law made from numbers, or the reason why it cannot be.
template <class Law>
struct Made {
  Law law{};
  std::string fault;
  std::string_view parameter{};  // that is at fault, if one is
};

/// -ln e / sqrt(pi^2 + ln^2 e): the share of critical damping that gives the restitution e; 1 for e = 0.
double damping_ratio(double restitution);
/// 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2.
double effective_young(const MaterialPair& pair);
/// Force per depth of a flat contact in the plane that is as wide as the bodies are long [N/m]: half of each
/// of them, one behind the other, so that two of one material make Young's modulus times the thickness.
/// Without a Poisson's ratio the sides are free.
double flat_stiffness(const MaterialPair& pair);
/// 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2 with G = E / 2 (1 + nu).
double effective_shear(const MaterialPair& pair);
/// Empty, or what a law that needs Young's modulus and Poisson's ratio misses.
std::string missing_elasticity(const MaterialPair& pair);
/// Time that two bodies touch in an elastic Hertz impact F = stiffness sqrt(R) d^1.5 at this speed [s].
double hertz_contact_time(double stiffness, double reduced_mass, double reduced_radius, double speed);
/// That time, times the speed, over the deepest overlap.
inline constexpr double hertz_duration = 2.94328;

}  // namespace scree::law
