// The law of hard contacts: bodies do not give way, so a contact has no force of its own but bounds on the
// impulse that keeps the bodies apart. Steppers with impulses take these bounds to solve/; no kernel knows
// them. Here are the name and the numbers, so that scenes, catalogues and checks know them as they know every
// other law.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "scree/law/face_laws.h"

namespace scree::law {

struct Hard {
  static constexpr std::string_view name = "hard";
  static constexpr std::string_view summary =
      "no overlap: restitution, Coulomb's true cone, bounds on rolling and torsion; the default with "
      "impulses";
  static constexpr std::string_view source = "Moreau 1988; Smith et al. 2012";
  static constexpr bool hertzian = false, of_area = false, coheres = false, reaches = false;
  static std::span<const Parameter> parameters();
  static Made<Hard> make(const Numbers& numbers, const MaterialPair& pair);
  static constexpr Remembers remembers(bool /*rolling*/) { return {}; }

  double restitution = 0;
  double friction = 0;
  double rolling_friction = 0;   // torque over R* and the normal force
  double torsion_friction = 0;   // likewise, about the normal
  double restitution_speed = 0;  // [m/s] of approach below which nothing bounces; 0: what the halo asks for

  /// A contact takes no time, so it asks for no time step.
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

template <class Law>
inline constexpr bool is_hard_law = std::is_same_v<Law, Hard>;

using AllLaws = decltype(std::tuple_cat(std::declval<Laws>(), std::declval<FaceLaws>(),
                                        std::declval<std::tuple<Hard>>()));

}  // namespace scree::law
