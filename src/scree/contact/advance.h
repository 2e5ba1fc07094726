// How far two moving points sets are surely apart: bounds on motion along a fixed axis, and how long they
// hold. The building blocks of time_of_impact.h.
//
// Along a fixed axis n a point x + v t + a t^2 / 2 + R(t) r is at least n.(v + w x r) t + (n.a - k) t^2 / 2
// ahead of where it was, where k bounds the length of R''(t) r: for a constant spin w that is |w| |w x r|,
// all the time; for a body that turns freely (largest |w'| + largest |w|^2) |r|.
#pragma once

#include <algorithm>
#include <cmath>

#include "scree/contact/hard_shape.h"
#include "scree/contact/turn.h"

namespace scree::contact {

/// The first time in [0, most] at which c0 + c1 t + c2 t^2 comes down to zero, from c0 > 0; else `most`.
inline double first_root(double c0, double c1, double c2, double most) {
  if (c1 >= 0 && c2 >= 0) return most;
  const double root = c1 * c1 - 4 * c0 * c2;
  if (root < 0) return most;
  const double divisor = std::sqrt(root) - c1;
  return divisor > 0 ? std::min(most, 2 * c0 / divisor) : most;
}

inline double length(double spin) { return std::abs(spin); }
inline double length(const Vec3& spin) { return norm(spin); }

/// What bounds the turning of a curve for all of its time.
struct TurnBound {
  double spin = 0;     // [rad/s]
  double change = -1;  // [rad/s2] of the spin, and the square of the largest one; negative: it is constant
};

template <int D>
TurnBound turn_bound(const Curve<D>& curve) {
  TurnBound bound{length(curve.spin), -1};
  if constexpr (D == 3)
    if (turns_freely(curve)) {
      // |L| and the energy stand still, and with I1 <= I2 <= I3: |w| <= |L| / I1 and I1 w^2 <= 2 E.
      const Vec3& moments = curve.moments;
      const double least = std::min({moments[0], moments[1], moments[2]}),
                   most = std::max({moments[0], moments[1], moments[2]});
      const Inertia<3> inertia{moments};
      const Vec3 momentum = angular_momentum(inertia, curve.start.rotation, curve.spin);
      constexpr double rounding = 1 + 1e-12;
      bound.spin = rounding * std::min(norm(momentum) / least, std::sqrt(dot(momentum, curve.spin) / least));
      // I1 w1' = (I2 - I3) w2 w3 and so on, in turn; the sum of the squares of the products is at most |w|^4
      // / 3.
      const double square = bound.spin * bound.spin;
      bound.change = square * (1 + (most - least) / least * std::sqrt(1.0 / 3));
    }
  return bound;
}

/// Two shapes at a time, in the frame of the first: its place then is the origin, its axes then are the axes.
template <int D>
struct Encounter {
  const HardShape<D>*first = nullptr, *second = nullptr;
  double first_scale = 1, second_scale = 1;
  Turn<D> turn;                   // of the second
  Vec<D> shift;                   // [m] its place
  Vec<D> velocity, acceleration;  // of the first seen from the second, of the places
  Spin<D> first_spin{}, second_spin{};
  TurnBound first_bound, second_bound;
  double rounding = 0;  // [m] that places may be off

  Vec<D> first_place(const Vec<D>& own) const { return first_scale * own; }
  Vec<D> second_arm(const Vec<D>& own) const { return turn(second_scale * own); }
};

/// |R'' r|: see above.
template <int D>
double bend(const TurnBound& bound, const Spin<D>& spin, const Vec<D>& arm) {
  if (bound.change >= 0) return bound.change * norm(arm);
  if constexpr (D == 2)
    return spin * spin * norm(arm);
  else
    return bound.spin * norm(cross(spin, arm));
}

template <int D>
class Course {
 public:
  Course(const Moving<D>& first, const Moving<D>& second);

  Encounter<D> at(double s) const;
  /// [rad/s] at most, of both.
  double spin() const { return first_bound_.spin + second_bound_.spin; }

 private:
  Moving<D> first_, second_;
  TurnBound first_bound_, second_bound_;
};

extern template class Course<2>;
extern template class Course<3>;

}  // namespace scree::contact
