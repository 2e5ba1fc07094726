#include "scree/law/laws.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/math.h"

namespace scree::law {
namespace {

constexpr double pi = 3.141592653589793;
constexpr double huge = 1e300;
constexpr double above_zero = std::numeric_limits<double>::min();  // where zero itself makes no sense
constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr Parameter friction = {"friction", Kind::number, 0.0, 0, huge, "Coulomb's coefficient"};
constexpr Parameter rolling_friction = {
    "rolling_friction", Kind::number, 0.0, 0, huge, "limit of the rolling torque over R* Fn"};
constexpr Parameter rolling_damping = {
    "rolling_damping", Kind::number, 0.3, 0, huge, "share of critical damping of the rolling spring"};
constexpr Parameter restitution = {
    "restitution", Kind::number, std::nullopt, 0, 1, "speed after a head-on impact over the speed before"};

constexpr Parameter hooke_history_parameters[] = {
    {"kn", Kind::stiffness, std::nullopt, above_zero, huge, "normal stiffness"},
    {"kt", Kind::stiffness, none, 0, huge, "tangential stiffness; 2/7 kn when absent"},
    {"gamma_n", Kind::rate, 0.0, 0, huge, "normal damping per reduced mass"},
    {"gamma_t", Kind::rate, none, 0, huge, "tangential damping per reduced mass; gamma_n / 2 when absent"},
    friction,
    rolling_friction,
    rolling_damping,
};
constexpr Parameter hertz_history_parameters[] = {
    {"kn", Kind::pressure, std::nullopt, above_zero, huge, "normal stiffness, 4/3 E*"},
    {"kt", Kind::pressure, none, 0, huge, "tangential stiffness; 2/7 kn when absent"},
    {"gamma_n", Kind::rate_per_length, 0.0, 0, huge, "normal damping per reduced mass"},
    {"gamma_t", Kind::rate_per_length, none, 0, huge,
     "tangential damping per reduced mass; gamma_n / 2 when absent"},
    friction,
    rolling_friction,
    rolling_damping,
};
constexpr Parameter hooke_parameters[] = {
    restitution,
    {"stiffness", Kind::stiffness, none, above_zero, huge, "normal stiffness; either this or collision_time"},
    {"collision_time", Kind::time, none, above_zero, huge,
     "duration of a head-on contact; either this or stiffness"},
    {"tangential_ratio", Kind::number, 2.0 / 7.0, 0, huge, "tangential over normal stiffness"},
    friction,
    rolling_friction,
    rolling_damping,
};
constexpr Parameter hertz_mindlin_parameters[] = {
    restitution,
    {"tangential_ratio", Kind::number, none, 0, huge,
     "tangential over normal stiffness; Mindlin's 2 (1 - nu) / (2 - nu) when absent"},
    {"rescaling", Kind::number, 1.0, 0, 1,
     "how much of the tangential force falls with the stiffness while a contact is unloaded; less than 1 may "
     "gain energy"},
    friction,
    rolling_friction,
    rolling_damping,
};

// Of laws that pull. The restitution is that of the same contact without its pull.
constexpr Parameter damping_of_grip = {
    "restitution",
    Kind::number,
    std::nullopt,
    0,
    1,
    "speed after a head-on impact over the speed before, if nothing pulled"};
constexpr Parameter ratio_of_grip = {
    "tangential_ratio",
    Kind::number,
    none,
    0,
    huge,
    "tangential over normal stiffness; Mindlin's 2 (1 - nu) / (2 - nu) when absent"};
constexpr Parameter tangential_damping = {
    "tangential_damping", Kind::number, 1.0, 0, huge, "tangential over normal damping"};
constexpr Parameter grip_friction = {
    "friction", Kind::number,
    0.0,        0,
    huge,       "Coulomb's coefficient, of the normal force with that by which the pull presses"};
constexpr Parameter surface_energy = {"surface_energy",
                                      Kind::stiffness,
                                      std::nullopt,
                                      above_zero,
                                      huge,
                                      "of each surface, in J/m2; half the work of adhesion"};
constexpr Parameter jkr_parameters[] = {
    surface_energy,
    {"stretch", Kind::number, 0.0, 0, 1,
     "where contacts part: 0 at the greatest pull, as in LAMMPS, 1 where stretched contacts snap (Thornton & "
     "Ning 1998)"},
    damping_of_grip,
    ratio_of_grip,
    tangential_damping,
    grip_friction,
    rolling_friction,
    rolling_damping,
};
constexpr Parameter dmt_parameters[] = {
    surface_energy, damping_of_grip,  ratio_of_grip,   tangential_damping,
    grip_friction,  rolling_friction, rolling_damping,
};
constexpr Parameter liquid_bridge_parameters[] = {
    {"volume", Kind::volume, std::nullopt, above_zero, huge, "of the liquid in each bridge"},
    {"surface_tension", Kind::stiffness, std::nullopt, above_zero, huge, "of the liquid"},
    {"contact_angle", Kind::angle, 0.0, 0, 0.5 * pi, "at which the liquid meets the bodies"},
    damping_of_grip,
    ratio_of_grip,
    tangential_damping,
    grip_friction,
    rolling_friction,
    rolling_damping,
};

constexpr Parameter flat_restitution = {"restitution",
                                        Kind::number,
                                        std::nullopt,
                                        0,
                                        1,
                                        "speed after an impact on a flat face over the speed before"};
constexpr Parameter tangential_ratio = {
    "tangential_ratio", Kind::number, 2.0 / 7.0, 0, huge, "tangential over normal stiffness"};
constexpr Parameter overlap_area_parameters[] = {
    flat_restitution,
    {"stiffness", Kind::stiffness, none, above_zero, huge,
     "force per depth of a flat contact as long as the smaller body; from `young` when absent"},
    tangential_ratio,
    friction,
    rolling_friction,
    rolling_damping,
};
constexpr Parameter overlap_energy_parameters[] = {
    {flat_restitution.name, flat_restitution.kind, 0.5, 0, 1, flat_restitution.summary},
    {"stiffness", Kind::stiffness, none, above_zero, huge,
     "force per depth of the widest flat contact of the smaller body; from `young` when absent"},
    tangential_ratio,
    {friction.name, friction.kind, 0.5, 0, huge, friction.summary},
    rolling_friction,
    rolling_damping,
};
// The law of contacts that name none, so all of it has a default.
constexpr Parameter overlap_depth_parameters[] = {
    {flat_restitution.name, flat_restitution.kind, 0.5, 0, 1, flat_restitution.summary},
    {"stiffness", Kind::stiffness, none, above_zero, huge,
     "force per depth of a flat contact; from `young` when absent"},
    tangential_ratio,
    {friction.name, friction.kind, 0.5, 0, huge, friction.summary},
    rolling_friction,
    rolling_damping,
};

/// The ranges of parameters include their ends, and some end at zero.
template <class Law>
void require_positive(Made<Law>& made, const Numbers& numbers, std::string_view parameter) {
  if (numbers.of(parameter) > 0) return;
  made.fault = std::string(parameter) + " must be positive";
  made.parameter = parameter;
}
RollingSpring rolling_of(const Numbers& numbers) {
  return {numbers.of("rolling_friction"), numbers.of("rolling_damping")};
}
double given_or(const Numbers& numbers, std::string_view name, double otherwise) {
  return numbers.has(name) ? numbers.of(name) : otherwise;
}
HistorySpring history_spring_of(const Numbers& numbers) {
  const double stiffness = given_or(numbers, "kt", 2.0 / 7.0 * numbers.of("kn"));
  return {stiffness, given_or(numbers, "gamma_t", 0.5 * numbers.of("gamma_n")), numbers.of("friction"),
          stiffness > 0 ? 1 / stiffness : 0};
}
/// A dashpot alone takes the speed out of a contact within 1 / rate; a fiftieth of this time is a tenth of
/// it.
double damping_time(double damping_rate) { return damping_rate > 0 ? 5 / damping_rate : huge; }
/// Half period of a damped oscillator, x'' + 2 rate x' + frequency^2 x = 0; of the undamped one when it is
/// overdamped and never swings back, and no longer than what the dashpot allows.
double half_period(double frequency_squared, double damping_rate) {
  const double damped = frequency_squared - damping_rate * damping_rate;
  return std::min(pi / std::sqrt(damped > 0 ? damped : frequency_squared), damping_time(damping_rate));
}
/// Against a tangential force a sphere has 2/7 of its mass, since it turns.
constexpr double tangential_lightness = 3.5;

}  // namespace

std::span<const Parameter> HookeHistory::parameters() { return hooke_history_parameters; }

Made<HookeHistory> HookeHistory::make(const Numbers& numbers, const MaterialPair&) {
  Made<HookeHistory> made;
  made.law.normal = {numbers.of("kn"), numbers.of("gamma_n")};
  made.law.tangential = history_spring_of(numbers);
  made.law.rolling = rolling_of(numbers);
  require_positive(made, numbers, "kn");
  return made;
}

double HookeHistory::contact_time(double reduced_mass, double, double) const {
  return std::min(half_period(normal.stiffness / reduced_mass, 0.5 * normal.damping_rate),
                  half_period(tangential_lightness * tangential.stiffness / reduced_mass,
                              0.5 * tangential_lightness * tangential.damping_rate));
}

std::span<const Parameter> HertzHistory::parameters() { return hertz_history_parameters; }

Made<HertzHistory> HertzHistory::make(const Numbers& numbers, const MaterialPair&) {
  Made<HertzHistory> made;
  made.law.normal = {numbers.of("kn"), numbers.of("gamma_n")};
  made.law.tangential = history_spring_of(numbers);
  made.law.rolling = rolling_of(numbers);
  require_positive(made, numbers, "kn");
  return made;
}

double HertzHistory::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  const double elastic = hertz_contact_time(normal.stiffness, reduced_mass, reduced_radius, speed);
  const double contact_radius = std::sqrt(reduced_radius * elastic * speed / hertz_duration);
  // By default a sphere swings as fast sideways as it bounces; a stiffer spring is quicker than the impact.
  const double stiffer = tangential_lightness * tangential.stiffness / normal.stiffness;
  const double quicker = stiffer > 1 + 1e-9 ? std::sqrt(stiffer) : 1;
  return std::min({elastic / quicker, damping_time(0.5 * normal.damping_rate * contact_radius),
                   damping_time(0.5 * tangential_lightness * tangential.damping_rate * contact_radius)});
}

std::span<const Parameter> Hooke::parameters() { return hooke_parameters; }

Made<Hooke> Hooke::make(const Numbers& numbers, const MaterialPair&) {
  Made<Hooke> made;
  const double ratio = damping_ratio(numbers.of("restitution"));
  const bool by_stiffness = numbers.has("stiffness"), by_time = numbers.has("collision_time");
  if (by_stiffness == by_time) {
    made.fault = by_stiffness ? "give either 'stiffness' or 'collision_time', not both"
                              : "needs 'stiffness' or 'collision_time'";
    made.parameter = "collision_time";
    return made;
  }
  require_positive(made, numbers, by_stiffness ? "stiffness" : "collision_time");
  if (!made.fault.empty()) return made;
  made.law.normal.damping_ratio = ratio;
  if (by_stiffness) {
    made.law.normal.stiffness = numbers.of("stiffness");
  } else {
    // pi / (omega sqrt(1 - ratio^2)) = time; an overdamped contact (restitution 0) is given its undamped half
    // period.
    const double frequency =
        pi / (numbers.of("collision_time") * (ratio < 1 ? std::sqrt(1 - ratio * ratio) : 1));
    made.law.normal.stiffness_per_mass = frequency * frequency;
  }
  made.law.tangential = {numbers.of("tangential_ratio"), 2 * ratio, numbers.of("friction")};
  made.law.rolling = rolling_of(numbers);
  return made;
}

double Hooke::contact_time(double reduced_mass, double, double) const {
  const double frequency_squared = normal.stiffness / reduced_mass + normal.stiffness_per_mass;
  const double rate = normal.damping_ratio * std::sqrt(frequency_squared);
  const double stiffer = tangential_lightness * tangential.stiffness_ratio;  // than along the normal
  return half_period((stiffer > 1 + 1e-9 ? stiffer : 1) * frequency_squared, rate);
}

std::span<const Parameter> HertzMindlin::parameters() { return hertz_mindlin_parameters; }

Made<HertzMindlin> HertzMindlin::make(const Numbers& numbers, const MaterialPair& pair) {
  Made<HertzMindlin> made;
  made.fault = missing_elasticity(pair);
  if (!made.fault.empty()) return made;
  const double modulus = effective_young(pair), shear = effective_shear(pair);
  const double ratio = damping_ratio(numbers.of("restitution"));
  made.law.normal = {modulus, ratio};
  // kt = 8 G* a against kn = 2 E* a; the factor sqrt(5/6) as in the normal part.
  made.law.tangential = {given_or(numbers, "tangential_ratio", 4 * shear / modulus),
                         2 * 0.91287092917527690 * ratio, numbers.of("friction"), numbers.of("rescaling")};
  made.law.rolling = rolling_of(numbers);
  return made;
}

double HertzMindlin::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  // Mindlin's ratio is at most one; a stiffer spring is quicker than the impact.
  const double quicker = std::sqrt(std::max(1.0, tangential.stiffness_ratio));
  return hertz_contact_time(4.0 / 3.0 * normal.modulus, reduced_mass, reduced_radius, speed) / quicker;
}

namespace {

/// What laws that pull have in common with `hertz_mindlin`, in `law`; false: there is a fault.
template <class Law>
bool make_grip(Made<Law>& made, const Numbers& numbers, const MaterialPair& pair) {
  made.fault = missing_elasticity(pair);
  if (!made.fault.empty()) return false;
  made.law.normal.modulus = effective_young(pair);
  made.law.normal.damping_ratio = damping_ratio(numbers.of("restitution"));
  made.law.tangential = {
      given_or(numbers, "tangential_ratio", 4 * effective_shear(pair) / made.law.normal.modulus),
      numbers.of("tangential_damping"), numbers.of("friction")};
  made.law.rolling = rolling_of(numbers);
  return true;
}
/// Of the impact at this speed, or of the swing about where the pull is balanced, of this stiffness.
template <class Law>
double grip_contact_time(const Law& law, double reduced_mass, double reduced_radius, double speed,
                         double stiffness) {
  const double quicker = std::sqrt(std::max(1.0, law.tangential.stiffness_ratio));
  const double impact =
      speed > 0 ? hertz_contact_time(4.0 / 3.0 * law.normal.modulus, reduced_mass, reduced_radius, speed)
                : huge;
  return std::min(impact, pi * std::sqrt(reduced_mass / stiffness)) / quicker;
}
/// [m] contact radius at which Hertz's force is this.
double hertz_radius(double force, double modulus, double reduced_radius) {
  return math::cbrt(0.75 * force * reduced_radius / modulus);
}

}  // namespace

std::span<const Parameter> Jkr::parameters() { return jkr_parameters; }
Made<Jkr> Jkr::make(const Numbers& numbers, const MaterialPair& pair) {
  Made<Jkr> made;
  if (!make_grip(made, numbers, pair)) return made;
  JkrNormal& normal = made.law.normal;
  normal.pull = 4 * pi * numbers.of("surface_energy");
  const double square = normal.pull / normal.modulus;
  normal.depth = std::sqrt(square);
  // The overlap at y^3 = v has the cube v (v - 1)^3 c^4 R: least at v = 1/4; the pull is greatest at 3/4.
  const double end = 0.75 - 0.5 * numbers.of("stretch"), rest = 1 - end;
  normal.depth_4 = 256.0 / 27 * end * rest * rest * rest * square * square;
  return made;
}
double Jkr::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  // Where the force is zero, y^3 = 3/2, its slope is 6/5 E* a.
  const double radius = math::cbrt(2.25 * normal.pull / normal.modulus * reduced_radius * reduced_radius);
  return grip_contact_time(*this, reduced_mass, reduced_radius, speed, 1.2 * normal.modulus * radius);
}
Cohesion Jkr::cohesion(double reduced_radius) const {
  return {0.75 * normal.pull * reduced_radius, math::cbrt(27.0 / 256 * normal.depth_4 * reduced_radius)};
}

std::span<const Parameter> Dmt::parameters() { return dmt_parameters; }
Made<Dmt> Dmt::make(const Numbers& numbers, const MaterialPair& pair) {
  Made<Dmt> made;
  if (make_grip(made, numbers, pair)) made.law.normal.pull = 4 * pi * numbers.of("surface_energy");
  return made;
}
double Dmt::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  const double radius = hertz_radius(cohesion(reduced_radius).pull_off, normal.modulus, reduced_radius);
  return grip_contact_time(*this, reduced_mass, reduced_radius, speed, 2 * normal.modulus * radius);
}
Cohesion Dmt::cohesion(double reduced_radius) const { return {normal.pull * reduced_radius, 0}; }

std::span<const Parameter> LiquidBridge::parameters() { return liquid_bridge_parameters; }
Made<LiquidBridge> LiquidBridge::make(const Numbers& numbers, const MaterialPair& pair) {
  Made<LiquidBridge> made;
  if (!make_grip(made, numbers, pair)) return made;
  const double angle = numbers.of("contact_angle"), side = math::cbrt(numbers.of("volume"));
  BridgeNormal& normal = made.law.normal;
  normal.pull = 4 * pi * numbers.of("surface_tension") * math::cos(angle);
  normal.per_volume = 2 / numbers.of("volume");
  normal.rupture = (1 + 0.5 * angle) * side;
  normal.rupture_area = 0.05 * (1 + 0.5 * angle) * side * side;
  return made;
}
double LiquidBridge::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  const double radius = hertz_radius(cohesion(reduced_radius).pull_off, normal.modulus, reduced_radius);
  return grip_contact_time(*this, reduced_mass, reduced_radius, speed, 2 * normal.modulus * radius);
}
Cohesion LiquidBridge::cohesion(double reduced_radius) const {
  return {normal.pull * reduced_radius, normal.rupture + normal.rupture_area / reduced_radius};
}

namespace {

template <class Law>
Made<Law> make_overlap_law(const Numbers& numbers, const MaterialPair& pair) {
  Made<Law> made;
  for (const Elasticity* side : {&pair.first, &pair.second})
    if (!numbers.has("stiffness") && !side->rigid && !side->young)
      made.fault =
          "needs 'young' of the material (as in young = \"100 MPa\"), or 'stiffness' of the contact (as in "
          "stiffness = \"1e8 N/m\")";
  if (!made.fault.empty()) return made;
  const double stiffness = numbers.has("stiffness") ? numbers.of("stiffness") : flat_stiffness(pair);
  const double ratio = damping_ratio(numbers.of("restitution"));
  made.law.normal = {stiffness, ratio};
  made.law.tangential = {numbers.of("tangential_ratio"), 2 * ratio, numbers.of("friction")};
  made.law.rolling = rolling_of(numbers);
  if (numbers.has("stiffness")) require_positive(made, numbers, "stiffness");
  return made;
}

/// Of the stiffest contact: none is stiffer than a flat one, over the law's length where it has one.
template <class Law>
double overlap_contact_time(const Law& law, double reduced_mass) {
  const double frequency_squared = law.normal.stiffness / reduced_mass;
  return half_period(frequency_squared, law.normal.damping_ratio * std::sqrt(frequency_squared));
}

}  // namespace

std::span<const Parameter> OverlapEnergy::parameters() { return overlap_energy_parameters; }
Made<OverlapEnergy> OverlapEnergy::make(const Numbers& numbers, const MaterialPair& pair) {
  return make_overlap_law<OverlapEnergy>(numbers, pair);
}
double OverlapEnergy::contact_time(double reduced_mass, double, double) const {
  return overlap_contact_time(*this, reduced_mass);
}

std::span<const Parameter> OverlapArea::parameters() { return overlap_area_parameters; }
Made<OverlapArea> OverlapArea::make(const Numbers& numbers, const MaterialPair& pair) {
  return make_overlap_law<OverlapArea>(numbers, pair);
}
double OverlapArea::contact_time(double reduced_mass, double, double) const {
  return overlap_contact_time(*this, reduced_mass);
}

std::span<const Parameter> OverlapDepth::parameters() { return overlap_depth_parameters; }
Made<OverlapDepth> OverlapDepth::make(const Numbers& numbers, const MaterialPair& pair) {
  return make_overlap_law<OverlapDepth>(numbers, pair);
}
double OverlapDepth::contact_time(double reduced_mass, double, double) const {
  return overlap_contact_time(*this, reduced_mass);
}

}  // namespace scree::law
