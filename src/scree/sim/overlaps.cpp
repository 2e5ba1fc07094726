#include "scree/sim/overlaps.h"

#include <algorithm>

#include "scree/contact/sphere_wall.h"

namespace scree::sim {

template <int D>
std::vector<Overlap> round_overlaps(std::span<const world::ContactKey> keys, const world::Bodies<D>& bodies,
                                    const world::Walls<D>& walls, const PeriodicBox<D>& box) {
  std::vector<Overlap> overlaps;
  for (const world::ContactKey& key : keys) {
    const Motion<D>& first = bodies.motion[bodies.slot_of(key.first)];
    Overlap overlap{0, 0, key.first, key.second};
    double radius = first.radius;
    if (is_wall(key.second)) {
      overlap.depth = contact::depth(walls, key, first.position, first.radius);
    } else {
      const Motion<D>& second = bodies.motion[bodies.slot_of(key.second)];
      overlap.depth = first.radius + second.radius - norm(box.nearest(first.position - second.position));
      radius = std::min(radius, second.radius);
    }
    overlap.ratio = overlap.depth / radius;
    overlaps.push_back(overlap);
  }
  return overlaps;
}

template <int D>
std::vector<Overlap> overlaps_of(const world::ContactViews<D>& contacts, const world::Bodies<D>& bodies) {
  std::vector<Overlap> overlaps;
  for (const world::ContactView<D>& view : contacts) {
    double radius = bodies.motion[bodies.slot_of(view.key.first)].radius;
    if (!is_wall(view.key.second))
      radius = std::min(radius, bodies.motion[bodies.slot_of(view.key.second)].radius);
    overlaps.push_back({view.overlap / radius, view.overlap, view.key.first, view.key.second});
  }
  return overlaps;
}

Overlap largest_of(std::span<const Overlap> overlaps) {
  Overlap largest;
  for (const Overlap& overlap : overlaps)
    if (overlap.ratio > largest.ratio) largest = overlap;
  return largest;
}

template std::vector<Overlap> round_overlaps(std::span<const world::ContactKey>, const world::Bodies<2>&,
                                             const world::Walls<2>&, const PeriodicBox<2>&);
template std::vector<Overlap> round_overlaps(std::span<const world::ContactKey>, const world::Bodies<3>&,
                                             const world::Walls<3>&, const PeriodicBox<3>&);
template std::vector<Overlap> overlaps_of<2>(const world::ContactViews<2>&, const world::Bodies<2>&);
template std::vector<Overlap> overlaps_of<3>(const world::ContactViews<3>&, const world::Bodies<3>&);

}  // namespace scree::sim
