// What the implicit stepper can and cannot do with a scene: refusals at their lines, and its time step.
#pragma once

#include "scree/sim/build_world.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

bool steps_implicitly(const scene::SceneDescription& scene);

/// As the scene wants it. Throws a SceneError that names all that an implicit step does not know.
template <int D>
step::ImplicitWay implicit_way(const World<D>& world, const scene::SceneDescription& scene);

/// `gravity` is its strength [m/s2]. The limit is the time in which bodies go as far as the smallest radius,
/// at the speeds that the scene gives or that a fall over that way brings; an automatic step is a share of
/// it.
template <int D>
TimeStepAdvice advise_implicit_time_step(const World<D>& world, const scene::SceneDescription& scene,
                                         double gravity);

}  // namespace scree::sim
