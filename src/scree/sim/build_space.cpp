#include "scree/sim/build_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

/// Between two bodies only the nearest copies count, so no two may meet on both sides of the box.
template <int D>
double longest_reach(const World<D>& world) {
  double most = 0;
  for (const Motion<D>& motion : world.bodies.motion) most = std::max(most, motion.radius);
  for (const step::Newcomer<D>& newcomer : world.to_come) most = std::max(most, newcomer.motion.radius);
  return 2 * most;
}

/// A narrow skin keeps the list short; where bodies are fast, a wider one saves the first rebuilds. Wider
/// ones take memory and gain little, since a list that lives that long is cheap already.
template <int D>
Skins skins_for(const World<D>& world, double dt) {
  constexpr double steps_per_list = 200;
  double least = std::numeric_limits<double>::infinity(), fastest = 0;
  for (const Motion<D>& motion : world.bodies.motion) {
    least = std::min(least, motion.radius);
    fastest = std::max(fastest, norm(motion.velocity));
  }
  for (const step::Newcomer<D>& newcomer : world.to_come) least = std::min(least, newcomer.motion.radius);
  const double skin = std::isfinite(least) ? 0.35 * least : 1.0;
  const double widest = 1.7 * skin;
  return {std::clamp(2 * steps_per_list * dt * fastest, skin, widest), 0.3 * skin, widest};
}

/// Bodies would meet copies of it that move along the flow.
template <int D>
void refuse_walls_at_sheared_faces(const scene::SceneDescription& scene, const World<D>& world,
                                   const PeriodicBox<D>& box) {
  const int across = box.shear.gradient;
  const double margin = 0.5 * longest_reach(world);
  for (std::uint32_t number = 0; number < world.walls.size(); ++number) {
    if (!world::is_bounded(world.walls, number)) continue;
    const Box<D> extent = world::extent_in_scene(world.walls, number);
    if (extent.lo[across] - margin >= box.origin[across] &&
        extent.hi[across] + margin <= box.origin[across] + box.length[across])
      continue;
    const std::string& name = world.walls.names[number];
    const auto found = std::find_if(scene.walls.begin(), scene.walls.end(),
                                    [&](const scene::Wall& wall) { return wall.name == name; });
    throw SceneError(
        found != scene.walls.end() ? found->place : scene.domain.periodic_place,
        "wall '" + name +
            "' is so near a sheared face that bodies would touch its copies, which move along the "
            "flow: keep it " +
            quantity_text(margin, "m") + " away from the faces along " + "xyz"[across] +
            ", or take a box without shear");
  }
}

}  // namespace

template <int D>
PeriodicBox<D> periodic_box(const scene::SceneDescription& scene, const World<D>& world) {
  PeriodicBox<D> box;
  const double least = 2.1 * longest_reach(world);
  for (int k = 0; k < D; ++k) {
    if (!scene.domain.periodic[k]) continue;
    box.repeat(k, scene.domain.lo[k], scene.domain.hi[k]);
    if (box.length[k] < least)
      throw SceneError(scene.domain.periodic_place,
                       "a periodic axis must be longer than 2.1 times the largest diameter: " +
                           quantity_text(least, "m") + ", not " + quantity_text(box.length[k], "m"));
  }
  if (scene.domain.shear)
    box.shear_along(static_cast<int>(scene.domain.shear->flow),
                    static_cast<int>(scene.domain.shear->gradient), 0);
  if (box.is_sheared) refuse_walls_at_sheared_faces(scene, world, box);
  return box;
}

template <int D>
void set_flowing(const PeriodicBox<D>& box, double rate, World<D>& world) {
  const int across = box.shear.gradient;
  const double middle = box.origin[across] + 0.5 * box.length[across];
  for (Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) motion.velocity[box.shear.flow] += rate * (motion.position[across] - middle);
}

template <int D>
Skins choose_skins(const scene::SceneDescription& scene, const World<D>& world, const PeriodicBox<D>& box,
                   double dt) {
  Skins skins = skins_for(world, dt);
  if (scene.run.skin) skins.first = skins.narrowest = skins.widest = scene.run.skin->value;
  for (int k = 0; k < D; ++k) {
    if (!box.is_periodic(k)) continue;
    const double most = 0.49 * box.length[k] - longest_reach(world);
    for (double* skin : {&skins.first, &skins.narrowest, &skins.widest}) *skin = std::min(*skin, most);
  }
  return skins;
}

template PeriodicBox<2> periodic_box(const scene::SceneDescription&, const World<2>&);
template PeriodicBox<3> periodic_box(const scene::SceneDescription&, const World<3>&);
template void set_flowing(const PeriodicBox<2>&, double, World<2>&);
template void set_flowing(const PeriodicBox<3>&, double, World<3>&);
template Skins choose_skins(const scene::SceneDescription&, const World<2>&, const PeriodicBox<2>&, double);
template Skins choose_skins(const scene::SceneDescription&, const World<3>&, const PeriodicBox<3>&, double);

}  // namespace scree::sim
