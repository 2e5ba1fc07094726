// The family of contact laws. A new law is a struct like these and one word in the list
// `Laws`; the catalogue, the kernels for every CPU target, the scene reader and the docs follow from it.
//
// A law offers: name, summary, source and parameters for people; `make` from the numbers of a scene; respond,
// account and stored_energy through Composed; contact_time for the choice of the time step.
#pragma once

#include <span>
#include <tuple>

#include "scree/law/composed.h"
#include "scree/law/material_pair.h"

namespace scree::law {

/// How strongly two bodies stick, by a law that pulls.
struct Cohesion {
  double pull_off = 0;  // [N] the greatest pull
  double reach = 0;     // [m] beyond touching, up to which contacts that exist go on
};

struct HookeHistory : Composed<LinearNormal, HistorySpring, Arm::full_radius> {
  static constexpr std::string_view name = "hooke_history";
  static constexpr std::string_view summary =
      "linear spring and dashpot with LAMMPS's parameters and history rule";
  static constexpr std::string_view source = "LAMMPS gran/hooke/history";
  static constexpr bool hertzian = false;
  static std::span<const Parameter> parameters();
  static Made<HookeHistory> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct HertzHistory : Composed<HertzNormal, HistorySpring, Arm::full_radius> {
  static constexpr std::string_view name = "hertz_history";
  static constexpr std::string_view summary = "Hertz contact with LAMMPS's parameters and history rule";
  static constexpr std::string_view source = "LAMMPS gran/hertz/history";
  static constexpr bool hertzian = true;
  static std::span<const Parameter> parameters();
  static Made<HertzHistory> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct Hooke : Composed<RestitutionNormal, IncrementalSpring, Arm::to_contact> {
  static constexpr std::string_view name = "hooke";
  static constexpr std::string_view summary =
      "linear spring and dashpot from restitution and stiffness or time";
  static constexpr std::string_view source = "Cundall & Strack 1979";
  static constexpr bool hertzian = false;
  static std::span<const Parameter> parameters();
  static Made<Hooke> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct HertzMindlin : Composed<TsujiNormal, IncrementalSpring, Arm::to_contact> {
  static constexpr std::string_view name = "hertz_mindlin";
  static constexpr std::string_view summary =
      "Hertz normal, Mindlin tangential, damping from the restitution";
  static constexpr std::string_view source = "Mindlin 1949; Tsuji et al. 1992";
  static constexpr bool hertzian = true;
  static std::span<const Parameter> parameters();
  static Made<HertzMindlin> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct OverlapEnergy : Composed<EnergyNormal, IncrementalSpring, Arm::to_contact> {
  static constexpr std::string_view name = "overlap_energy";
  static constexpr std::string_view summary = "2D: a potential of the overlap's area";
  static constexpr std::string_view source = "Feng & Owen 2004";
  static constexpr bool hertzian = false;
  static std::span<const Parameter> parameters();
  static Made<OverlapEnergy> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct OverlapArea : Composed<AreaNormal, IncrementalSpring, Arm::to_contact> {
  static constexpr std::string_view name = "overlap_area";
  static constexpr std::string_view summary = "2D: force proportional to the overlap's area, at its centroid";
  static constexpr std::string_view source = "Schinner 1999";
  static constexpr bool hertzian = false;
  static std::span<const Parameter> parameters();
  static Made<OverlapArea> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct OverlapDepth : Composed<MeanDepthNormal, IncrementalSpring, Arm::to_contact> {
  static constexpr std::string_view name = "overlap_depth";
  static constexpr std::string_view summary =
      "2D: force proportional to the overlap's mean depth, at its centroid; the default of polygons";
  static constexpr std::string_view source = "this engine";
  static constexpr bool hertzian = false;
  static std::span<const Parameter> parameters();
  static Made<OverlapDepth> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
};

struct Jkr : Composed<JkrNormal, GripSpring, Arm::to_contact> {
  static constexpr std::string_view name = "jkr";
  static constexpr std::string_view summary =
      "adhesion of soft surfaces, which pull until they snap off beyond touching";
  static constexpr std::string_view source = "Johnson, Kendall & Roberts 1971; LAMMPS granular";
  static constexpr bool hertzian = true;
  static std::span<const Parameter> parameters();
  static Made<Jkr> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
  Cohesion cohesion(double reduced_radius) const;
};

struct Dmt : Composed<DmtNormal, GripSpring, Arm::to_contact> {
  static constexpr std::string_view name = "dmt";
  static constexpr std::string_view summary =
      "adhesion of stiff surfaces: Hertz and a constant pull while bodies overlap";
  static constexpr std::string_view source = "Derjaguin, Muller & Toporov 1975; LAMMPS granular";
  static constexpr bool hertzian = true;
  static std::span<const Parameter> parameters();
  static Made<Dmt> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
  Cohesion cohesion(double reduced_radius) const;
};

struct LiquidBridge : Composed<BridgeNormal, GripSpring, Arm::to_contact> {
  static constexpr std::string_view name = "liquid_bridge";
  static constexpr std::string_view summary =
      "Hertz and a bridge of liquid that forms at touching and ruptures at a distance";
  static constexpr std::string_view source = "Willett, Adams, Johnson & Seville 2000";
  static constexpr bool hertzian = true;
  static std::span<const Parameter> parameters();
  static Made<LiquidBridge> make(const Numbers& numbers, const MaterialPair& pair);
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;
  Cohesion cohesion(double reduced_radius) const;
};

using Laws = std::tuple<HookeHistory, HertzHistory, Hooke, HertzMindlin, OverlapEnergy, OverlapArea,
                        OverlapDepth, Jkr, Dmt, LiquidBridge>;
inline constexpr int law_count = std::tuple_size_v<Laws>;

}  // namespace scree::law
