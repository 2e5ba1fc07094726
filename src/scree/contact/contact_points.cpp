#include "scree/contact/contact_points.h"

#include "scree/contact/sphere_wall.h"

namespace scree::contact {

template <int D>
void PointFinder<D>::find(const Placed<D>& first, const Placed<D>& second, double reach,
                          std::vector<HardPoint<D>>& points) {
  points.clear();
  const Vec<D>& centre = first.pose.offset;
  shape::Nearest<D> nearest;
  double radius = 0;
  if (second.shape->is_ball()) {
    const Vec<D> apart = centre - second.pose.offset;
    nearest.distance = norm(apart);
    nearest.normal[0] = 1;
    if (nearest.distance > 0) nearest.normal = apart / nearest.distance;
    radius = second.scale;
  } else {
    nearest = contact::nearest(second.shape->facet(), second.pose, centre);
  }
  const double gap = nearest.distance - first.scale - radius;
  if (gap <= reach)
    points.push_back({centre - (first.scale + 0.5 * gap) * nearest.normal, nearest.normal, gap, 0, 0});
}

template class PointFinder<2>;
template class PointFinder<3>;

}  // namespace scree::contact
