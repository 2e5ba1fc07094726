// Physical kinds of scene values. SI inside; a number in a scene may carry a unit and is converted once, on
// reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scree {

/// What a number measures. Angles and angular rates are kinds of their own: "10 Hz" is not an angular rate.
enum class Kind {
  number,               // no unit
  length,               // m
  area,                 // m2
  volume,               // m3
  time,                 // s
  mass,                 // kg
  velocity,             // m/s
  acceleration,         // m/s2
  angle,                // rad
  angular_velocity,     // rad/s
  density,              // kg/m3
  pressure,             // Pa
  force,                // N
  torque,               // N m
  energy,               // J
  stiffness,            // N/m
  damping,              // kg/s
  rate,                 // 1/s
  rate_per_length,      // 1/(m s)
  mass_rate,            // kg/s
  pressure_per_length,  // N/m3
  area_density,         // kg/m2; no key takes it, but people write it in 2D and get a hint
};

struct KindFacts {
  Kind kind;
  std::string_view name;     ///< "length", as used in messages: "expected a length, got '10 MPa'"
  std::string_view unit;     ///< the SI unit as people write it: "m/s2"
  std::string_view example;  ///< "2.3 mm"
};
const KindFacts& facts(Kind kind);

/// The value in SI, or what is wrong with the text ("expected a length, got '10 MPa'").
struct Quantity {
  double value = 0;
  std::string fault;  ///< empty when the text was understood
};
/// Reads "2.3 mm", "30 deg", "1e-4". A bare number is SI. Decimal units keep the bits: "2.3 mm" is 0.0023
/// exactly as written. Safe to call from several threads. Throws SceneError when the database of units is not
/// installed.
Quantity parse_quantity(std::string_view text, Kind kind);

/// One named number that a law, a method or a scene table accepts. The scene reader, `scree list`, the docs
/// and later the laboratory's forms are all made from lists of these.
struct Parameter {
  std::string_view name;
  Kind kind = Kind::number;
  std::optional<double> fallback;  ///< used when the scene is silent; without one the key is required
  double least = -1e308;           ///< accepted range, both ends inclusive
  double most = 1e308;
  std::string_view summary;  ///< one line, for people
};

}  // namespace scree
