// Impacts by generalised reflections (Smith et al. 2012): those contacts that approach are solved without
// restitution, and their impulses are applied 1 + e times; again until none approaches. Energy cannot grow,
// because impulses p of a plastic impact do at least as much work as their own motion takes: p.v <= -p.Wp.
// Without friction it is kept at e = 1; impacts pass through rows of bodies one after the other, as in
// Newton's cradle.
#pragma once

#include <span>

#include "scree/solve/island.h"

namespace scree::solve {

struct Restitution {
  double coefficient = 0;  // 0 to 1
  double least_speed = 0;  // [m/s] of approach below which there is none
};

struct ImpactLimits {
  double tolerance = 1e-10;  // of every solve; also which part of the largest speed is no approach
  int rounds = 60;           // after these, one impact without restitution ends it
};

template <int D>
struct ImpactResult {
  std::vector<Vec<D>> impulses;  // of contacts, all rounds together
  std::vector<Spin<D>> moments;
  std::vector<Vec<D>> velocities;
  std::vector<Spin<D>> spins;
  int rounds = 0;
  int lowered_rounds = 0;  // in which different restitutions would have made energy, so the smallest held
  bool is_ended = false;   // by the limit of rounds
  double residual = 0;     // the largest of all rounds
  std::size_t worst = 0;   // its contact
  bool is_solved = true;
};

/// `restitutions`: one per contact. `least_speed` of contacts is not looked at.
template <int D>
ImpactResult<D> resolve_impacts(const Island<D>& island, std::span<const Restitution> restitutions,
                                const ImpactLimits& limits = {}, const Effort& effort = {});

extern template ImpactResult<2> resolve_impacts<2>(const Island<2>&, std::span<const Restitution>,
                                                   const ImpactLimits&, const Effort&);
extern template ImpactResult<3> resolve_impacts<3>(const Island<3>&, std::span<const Restitution>,
                                                   const ImpactLimits&, const Effort&);

}  // namespace scree::solve
