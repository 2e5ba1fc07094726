#include "scree/contact/time_of_impact.h"

#include <algorithm>

#include "scree/contact/contact_points.h"

namespace scree::contact {
namespace {

/// The first time in [0, most] at which c0 + c1 t + c2 t^2 is zero, c0 > 0; else `most`.
double first_root(double c0, double c1, double c2, double most) {
  const double end = c0 + most * (c1 + most * c2);
  if (end > 0 && (c2 <= 0 || c1 >= 0 || c1 * c1 < 4 * c0 * c2)) return most;
  const double root = c1 * c1 - 4 * c0 * c2;
  if (root < 0) return most;
  const double divisor = -c1 + std::sqrt(root);
  return divisor > 0 ? std::min(most, 2 * c0 / divisor) : most;
}

}  // namespace

template <int D>
ImpactTime ImpactFinder<D>::find(const Moving<D>& first, const Moving<D>& second, const ImpactQuery& query) {
  PointFinder<D> finder;
  std::vector<HardPoint<D>> points;
  ImpactTime result;
  while (result.rounds < query.rounds) {
    ++result.rounds;
    finder.find(at(first, result.time), at(second, result.time), std::numeric_limits<double>::max(), points);
    const HardPoint<D>& point = points.front();
    if (point.gap <= query.distance + query.tolerance) {
      result.end = result.time > 0 ? ImpactTime::End::met : ImpactTime::End::near;
      return result;
    }
    const double s = first.since + result.time, t = second.since + result.time;
    const double speed = dot(velocity_at(first.curve, s) - velocity_at(second.curve, t), point.normal);
    const double pull = 0.5 * dot(first.curve.acceleration - second.curve.acceleration, point.normal);
    const double left = query.duration - result.time;
    const double step = first_root(point.gap - query.distance, speed, pull, left);
    if (step >= left) {
      result.time = query.duration;
      return result;
    }
    result.time += step;
  }
  result.end = ImpactTime::End::spent;
  return result;
}

template class ImpactFinder<2>;
template class ImpactFinder<3>;

}  // namespace scree::contact
