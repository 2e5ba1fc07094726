#include "scree/contact/advance.h"

#include <limits>

namespace scree::contact {
namespace {

Spin<2> turned(const Rotation<2>&, double spin) { return spin; }
Spin<3> turned(const Rotation<3>& rotation, const Vec3& spin) { return rotate(rotation, spin); }

/// Balls need not be turned.
template <int D>
Moving<D> as_it_matters(Moving<D> moving) {
  if (moving.shape->is_ball() && moving.shape->pieces()->radius() == 0) {
    moving.curve.spin = {};
    moving.curve.moments = {};
  }
  return moving;
}

}  // namespace

template <int D>
Course<D>::Course(const Moving<D>& first, const Moving<D>& second)
    : first_(as_it_matters(first)),
      second_(as_it_matters(second)),
      first_bound_(turn_bound(first_.curve)),
      second_bound_(turn_bound(second_.curve)) {}

template <int D>
Encounter<D> Course<D>::at(double s) const {
  const Curve<D>&one = first_.curve, &other = second_.curve;
  const double s1 = first_.since + s, s2 = second_.since + s;
  const Rotation<D> first = rotation_at(one, s1), second = rotation_at(other, s2), back = inverse(first);
  const Vec<D> here = position_at(one, s1), there = position_at(other, s2);
  Encounter<D> now;
  now.first = first_.shape;
  now.second = second_.shape;
  now.first_scale = first_.scale;
  now.second_scale = second_.scale;
  now.turn = Turn<D>(compose(back, second));
  now.shift = rotate(back, there - here);
  now.velocity = rotate(back, velocity_at(one, s1) - velocity_at(other, s2));
  now.acceleration = rotate(back, one.acceleration - other.acceleration);
  now.first_spin = turned(back, spin_at(one, first));
  now.second_spin = turned(back, spin_at(other, second));
  now.first_bound = first_bound_;
  now.second_bound = second_bound_;
  const double first_size = first_.scale * first_.shape->radius(),
               second_size = second_.scale * second_.shape->radius();
  now.rounding = 16 * std::numeric_limits<double>::epsilon() *
                 (norm(here) + norm(there - here) + first_size + second_size);
  return now;
}

template class Course<2>;
template class Course<3>;

}  // namespace scree::contact
