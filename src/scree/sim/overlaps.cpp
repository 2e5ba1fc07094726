#include "scree/sim/overlaps.h"

#include <algorithm>

namespace scree::sim {

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

template std::vector<Overlap> overlaps_of<2>(const world::ContactViews<2>&, const world::Bodies<2>&);
template std::vector<Overlap> overlaps_of<3>(const world::ContactViews<3>&, const world::Bodies<3>&);

}  // namespace scree::sim
