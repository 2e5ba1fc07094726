#include "scree/sim/home.h"

#include <algorithm>
#include <cmath>

#include "scree/scene/region_shape.h"
#include "scree/sim/in_id_order.h"

namespace scree::sim {
namespace {

/// Of the wall where it is now.
template <int D>
Box<D> place_of(const world::Walls<D>& walls, std::uint32_t wall) {
  const Box<D> own = world::extent(walls, wall);
  Box<D> box = Box<D>::empty();
  if (own.is_empty()) return box;
  for (int corner = 0; corner < 1 << D; ++corner) {
    Vec<D> place;
    for (int k = 0; k < D; ++k) place[k] = (corner >> k & 1) != 0 ? own.hi[k] : own.lo[k];
    box.include(to_scene(walls.states[wall].pose, place));
  }
  return box;
}

/// What is infinite of a region or of the domain says nothing about where things are.
template <int D>
void include_finite(const Box<D>& part, Box<D>& box) {
  for (int k = 0; k < D; ++k) {
    for (const double bound : {part.lo[k], part.hi[k]}) {
      if (!std::isfinite(bound)) continue;
      box.lo[k] = std::min(box.lo[k], bound);
      box.hi[k] = std::max(box.hi[k], bound);
    }
  }
}

template <int D>
double way_out_of(const Box<D>& box, const Vec<D>& place) {
  double square = 0;
  for (int k = 0; k < D; ++k) {
    const double way = std::max({box.lo[k] - place[k], place[k] - box.hi[k], 0.0});
    square += way * way;
  }
  return std::sqrt(square);
}

/// Whether a body that falls from here comes to a wall that is an endless plane.
template <int D>
bool falls_onto_plane(const Holders<D>& now, const Vec<D>& place) {
  for (const world::Facet<D>& facet : now.walls.facets) {
    const auto* plane = std::get_if<shape::Plane<D>>(&facet.surface);
    if (plane == nullptr || !now.walls.is_active(facet.wall)) continue;
    const Pose<D>& pose = now.walls.states[facet.wall].pose;
    const Vec<D> here = to_own(pose, place), below = to_own(pose, place + now.gravity);
    if (dot(here - plane->point, plane->normal) > 0 && dot(below - here, plane->normal) < 0) return true;
  }
  return false;
}

}  // namespace

template <int D>
Home<D>::Home(const scene::SceneDescription& scene, const world::Bodies<D>& bodies,
              const world::Walls<D>& walls) {
  for (std::uint32_t wall = 0; wall < walls.size(); ++wall) include_finite(place_of(walls, wall), box_);
  const Box<D> around_walls = box_;
  walls_hold_all_ = !around_walls.is_empty();
  for (const Motion<D>& motion : bodies.motion) {
    walls_hold_all_ &= is_fixed(motion) || around_walls.contains(motion.position);
    box_.include(Box<D>::around(motion.position, motion.radius));
  }
  for (const scene::Inlet& inlet : scene.inlets)
    include_finite(Box<D>{vec_of<D>(inlet.lo), vec_of<D>(inlet.hi)}, box_);
  for (const scene::Sink& sink : scene.sinks) include_finite(scene::bounds_of<D>(sink.shape), box_);
  for (const scene::Region& region : scene.regions) include_finite(scene::bounds_of<D>(region.shape), box_);
  include_finite(Box<D>{vec_of<D>(scene.domain.lo), vec_of<D>(scene.domain.hi)}, box_);
}

template <int D>
bool Home<D>::is_lost(const Motion<D>& motion, const Box<D>& home, const Holders<D>& now) const {
  if (is_fixed(motion) || !is_sound(motion)) return false;
  const double size = norm(home.hi - home.lo), gravity = norm(now.gravity);
  // Without gravity bodies are meant to fly on and on, unless walls are around them.
  if (gravity == 0) return walls_hold_all_ && way_out_of(home, motion.position) > size;
  // What flies up comes down again, and what rolls away on a floor is still held by it.
  double lowest = 0;
  for (int k = 0; k < D; ++k) lowest += now.gravity[k] * (now.gravity[k] > 0 ? home.hi[k] : home.lo[k]);
  return (dot(motion.position, now.gravity) - lowest) / gravity > size &&
         !falls_onto_plane(now, motion.position);
}

template <int D>
LostBodies Home<D>::find_lost(const Holders<D>& now) const {
  LostBodies lost;
  const auto is_free = [](const Motion<D>& motion) { return !is_fixed(motion); };
  // Where nothing could ever hold a body, flying away is what is asked for.
  const bool any_fixed = !std::all_of(now.bodies.motion.begin(), now.bodies.motion.end(), is_free);
  if (now.walls.size() == 0 && !any_fixed) return lost;
  Box<D> home = box_;
  for (std::uint32_t wall = 0; wall < now.walls.size(); ++wall)
    include_finite(place_of(now.walls, wall), home);
  for_each_body(now.bodies, [&](Id id, Slot slot) {
    if (!is_lost(now.bodies.motion[slot], home, now)) return;
    if (lost.count++ == 0) lost.first = id;
  });
  return lost;
}

template class Home<2>;
template class Home<3>;

}  // namespace scree::sim
