// What holds for all steps of a run.
#pragma once

#include <limits>

namespace scree::step {

/// Of steppers that keep hard bodies apart by impulses.
struct HardSettings {
  double halo_share = 0.01;         // of a round body or polygon, over its diameter
  double halo_length = 0;           // [m] instead, if it is not zero
  double solver_tolerance = 1e-6;   // of residuals of solves: see solve/residual.h
  double contact_tolerance = 1e-3;  // share of the halo within which bodies count as touching
};

/// How an implicit step treats what contacts store.
enum class ImplicitWay {
  dissipate,  // backward Euler: the force at the end of the step; loses energy
  conserve,   // the mean force that does the work by which the stored energy changes (Gonzalez 1996)
  blend,      // the first for contacts at rest, the second for those that meet
};

struct Settings {
  double skin = 0;            // [m] to begin with
  double widest_skin = 0;     // [m]
  double quantum = 1;         // [J] of the energy ledger
  double force_quantum = 1;   // [N] of the momentum ledger
  double torque_quantum = 1;  // [N m]
  bool shuffle_every_step = false;
  bool may_roll = false;  // laws that roll may come later
  // [m] between this and the widest the skin follows what lists and steps cost; where there is nothing
  // between, it stays
  double narrowest_skin = std::numeric_limits<double>::infinity();
  HardSettings hard{};
  ImplicitWay implicit_way = ImplicitWay::dissipate;
};

}  // namespace scree::step
