#include "scree/contact/hard_shape.h"

namespace scree::contact {

template <int D>
HardShape<D> HardShape<D>::ball() {
  return {};
}

template <int D>
HardShape<D> HardShape<D>::of_facet(const world::Walls<D>& walls, std::size_t facet) {
  HardShape result;
  result.facet_ = walls.facets[facet];
  result.kind_ = std::holds_alternative<shape::Plane<D>>(result.facet_.surface) ? Kind::plane : Kind::plain;
  return result;
}

template <int D>
HardShapes<D>::HardShapes(const world::Bodies<D>& bodies, const world::Walls<D>& walls) {
  shapes_.assign(1 + bodies.shape_count(), HardShape<D>::ball());
  for (std::size_t facet = 0; facet < walls.facets.size(); ++facet)
    facets_.push_back(std::make_unique<const HardShape<D>>(HardShape<D>::of_facet(walls, facet)));
}

template class HardShape<2>;
template class HardShape<3>;
template class HardShapes<2>;
template class HardShapes<3>;

}  // namespace scree::contact
