// When bodies of a simulation sleep: what counts as rest in each stage, .
#include <cmath>

#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {
/// How often an island is looked at while its rest lasts: a swing is seen on its way at some of them.
constexpr std::uint32_t looks = 10;
/// A body that stays within a tenth of its radius for as long as it takes to fall by two hundred of them is
/// held by others.
constexpr double rest_share = 0.1, rest_time = 20;
}  // namespace

template <int D>
void SimulationOf<D>::plan_sleep(const scene::SceneDescription& scene, const World<D>& world) {
  if (scene.domain.shear)
    throw SceneError({}, "[run] sleep = true: nothing comes to rest in a box that is sheared");
  double largest = 0;
  for (const Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) largest = std::max(largest, motion.radius);
  for (const step::Newcomer<D>& newcomer : world.to_come) largest = std::max(largest, newcomer.motion.radius);
  const scene::RunSettings& run = scene.run;
  bool any = false;
  for (StagePlan& plan : plans_) {
    const double gravity = norm(plan.gravity);
    if (gravity == 0 && !run.sleep_after) continue;
    if (run.sleep_within)
      plan.rest.rule.way = run.sleep_within->value;
    else
      plan.rest.rule.share = rest_share;
    const double after = run.sleep_after ? run.sleep_after->value : rest_time * std::sqrt(largest / gravity);
    plan.rest.looks = looks;
    plan.rest.steps_per_look =
        static_cast<std::uint64_t>(std::max(1.0, std::ceil(after / (looks * plan.time_step.chosen))));
    any = true;
  }
  if (!any) throw SceneError({}, "[run] sleep = true: without gravity, give sleep_after, too");
}

#define SCREE_INSTANTIATE_SLEEP(D)                                                            \
  template void SimulationOf<D>::plan_sleep(const scene::SceneDescription&, const World<D>&)
SCREE_INSTANTIATE_SLEEP(2);
SCREE_INSTANTIATE_SLEEP(3);
#undef SCREE_INSTANTIATE_SLEEP

}  // namespace scree::sim
