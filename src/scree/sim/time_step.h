// The time step from the scene alone: the stiffest contact of the lightest bodies at the speeds that can
// occur.
#pragma once

#include "scree/sim/build_world.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// Speeds [m/s] and lengths [m] that the scene gives rise to; from the start alone, so that they never depend
/// on how a run went.
template <int D>
struct Expectations {
  double speed = 0;        // largest that is given, or that a fall through the scene gives
  double fall_height = 0;  // extent of bodies and walls along gravity
  double gravity = 0;      // [m/s2]
  double heaviest = 0;     // [kg]
  double reach = 0;        // [m] of the body farthest from the origin
};

/// `shear_speed` is that of the copies of a sheared box [m/s].
template <int D>
Expectations<D> expectations(const World<D>& world, const Vec<D>& gravity, double shear_speed);

/// `limit` and `criterion`; `chosen` is the scene's own step or the limit. A scene in which nothing can touch
/// and that gives no step is an error.
template <int D>
TimeStepAdvice advise_time_step(const World<D>& world, const scene::SceneDescription& scene,
                                const Expectations<D>& expected);

}  // namespace scree::sim
