#include "scree/world/walls.h"

#include <algorithm>

namespace scree::world {
namespace {

Box<2> extent_of(const Patch&, std::integral_constant<int, 2>) { return Box<2>::empty(); }
Box<3> extent_of(const Patch&, std::integral_constant<int, 3>) { return Box<3>::empty(); }
template <int D>
Box<D> extent_of(const shape::Plane<D>& plane, std::integral_constant<int, D>) {
  return {plane.point, plane.point};
}
template <int D>
Box<D> extent_of(const shape::Block<D>& block, std::integral_constant<int, D>) {
  return block.box;
}
Box<2> extent_of(const shape::Circle& circle, std::integral_constant<int, 2>) {
  return Box<2>::around(circle.centre, circle.radius);
}
Box<3> around(const shape::ConeAxis& cone) {
  Box<3> box = Box<3>::around(cone.start, cone.start_radius);
  box.include(Box<3>::around(cone.start + cone.length * cone.axis, cone.end_radius));
  return box;
}
Box<3> extent_of(const shape::Shell& shell, std::integral_constant<int, 3>) { return around(shell.cone); }
Box<3> extent_of(const shape::Frustum& frustum, std::integral_constant<int, 3>) {
  return around(frustum.cone);
}
Box<3> extent_of(const shape::Cap& cap, std::integral_constant<int, 3>) {
  return Box<3>::around(cap.centre, cap.radius);
}

}  // namespace

template <int D>
Box<D> extent(const Walls<D>& walls, std::uint32_t wall) {
  if (walls.meshes[wall]) return walls.meshes[wall]->bounds();
  Box<D> box = Box<D>::empty();
  for (std::size_t facet = walls.first_facet[wall];
       facet < walls.facets.size() && walls.facets[facet].wall == wall; ++facet)
    box.include(
        std::visit([](const auto& surface) { return extent_of(surface, std::integral_constant<int, D>{}); },
                   walls.facets[facet].surface));
  return box;
}

template <int D>
Box<D> extent_in_scene(const Walls<D>& walls, std::uint32_t wall) {
  const Box<D> own = extent(walls, wall);
  Box<D> box = Box<D>::empty();
  for (int corner = 0; corner < 1 << D; ++corner) {
    Vec<D> place;
    for (int k = 0; k < D; ++k) place[k] = (corner >> k & 1) != 0 ? own.hi[k] : own.lo[k];
    box.include(Box<D>::around(to_scene(walls.states[wall].pose, place), 0));
  }
  return box;
}

template <int D>
bool is_bounded(const Walls<D>& walls, std::uint32_t wall) {
  for (std::size_t facet = walls.first_facet[wall];
       facet < walls.facets.size() && walls.facets[facet].wall == wall; ++facet)
    if (std::holds_alternative<shape::Plane<D>>(walls.facets[facet].surface)) return false;
  return true;
}

template Box<2> extent(const Walls<2>&, std::uint32_t);
template Box<3> extent(const Walls<3>&, std::uint32_t);
template Box<2> extent_in_scene(const Walls<2>&, std::uint32_t);
template Box<3> extent_in_scene(const Walls<3>&, std::uint32_t);
template bool is_bounded(const Walls<2>&, std::uint32_t);
template bool is_bounded(const Walls<3>&, std::uint32_t);

}  // namespace scree::world
