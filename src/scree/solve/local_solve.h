// One contact alone, exactly: the impulse that obeys Coulomb's law when all other impulses are given.
//
// Slip: with the normal velocity zero, the tangential impulse is -(A + a)^-1 b for an unknown a >= 0 (slip
// speed over tangential impulse), where A and b are what is left of the contact's matrix and velocity after
// the normal is eliminated (Bonnefon and Daviet 2011). At a = 0 the contact sticks, beyond the cone; for
// large a it is inside. The border is found by Newton's steps inside a bracket. A fixed point over the
// direction of slip would diverge for strong friction; this cannot.
#pragma once

#include <algorithm>

#include "scree/solve/cone.h"

namespace scree::solve {

namespace detail {

/// (a + shift)^-1 b for a symmetric a of one or two rows.
inline Vec<1> solve_shifted(const Block<1>& a, double shift, const Vec<1>& b) {
  return {b[0] / (a.at[0][0] + shift)};
}
inline Vec<2> solve_shifted(const Block<2>& a, double shift, const Vec<2>& b) {
  const double xx = a.at[0][0] + shift, yy = a.at[1][1] + shift, xy = a.at[0][1], yx = a.at[1][0];
  const double determinant = xx * yy - xy * yx;
  return {(yy * b[0] - xy * b[1]) / determinant, (xx * b[1] - yx * b[0]) / determinant};
}

/// The tangential impulse x = -(a + shift)^-1 b whose length is that of the bound, which is `constant` +
/// `slope` . x, for the least found shift > 0. At shift 0 the length is larger, and the bound is positive
/// where x vanishes.
template <int N>
Vec<N> bounded_solution(const Block<N>& a, const Vec<N>& b, double constant, const Vec<N>& slope) {
  double low = 0, high = trace(a);
  const auto excess = [&](double shift, Vec<N>& x) {
    x = -solve_shifted(a, shift, b);
    return norm(x) - (constant + dot(slope, x));
  };
  Vec<N> x, best{};
  for (int k = 0; k < 1000 && excess(high, x) > 0; ++k) {
    low = high;
    high *= 4;
  }
  best = x;
  double shift = high;
  for (int k = 0; k < 100; ++k) {
    const double value = excess(shift, x);
    if (value > 0)
      low = shift;
    else {
      high = shift;
      best = x;
    }
    if (high - low <= 1e-16 * high || value == 0) break;
    const Vec<N> change = -solve_shifted(a, shift, x);
    const double length = norm(x);
    const double rate = (length > 0 ? dot(x, change) / length : 0) - dot(slope, change);
    const double next = rate < 0 ? shift - value / rate : low;
    // Newton's steps may creep towards one end: every third step halves.
    shift = next > low && next < high && k % 3 != 2 ? next : 0.5 * (low + high);
    if (shift == low || shift == high) break;
  }
  return best;
}

/// What the first component leaves to the others when it is eliminated.
template <int N>
Block<N - 1> without_first(const Block<N>& w) {
  Block<N - 1> rest;
  for (int i = 1; i < N; ++i)
    for (int j = 1; j < N; ++j) rest.at[i - 1][j - 1] = w.at[i][j] - w.at[i][0] * w.at[0][j] / w.at[0][0];
  return rest;
}

}  // namespace detail

/// The impulse (normal first) of a contact with matrix `w` that moves with `velocity` without it.
template <int N>
Vec<N> solve_coulomb(const Block<N>& w, const Vec<N>& velocity, double friction) {
  if (velocity[0] >= 0) return {};
  const double normal_alone = -velocity[0] / w.at[0][0];
  if (!(friction > 0)) {
    Vec<N> frictionless;
    frictionless[0] = normal_alone;
    return frictionless;
  }
  const Block<N - 1> rest = detail::without_first(w);
  Vec<N - 1> slip, lean;
  for (int i = 1; i < N; ++i) {
    slip[i - 1] = velocity[i] + w.at[i][0] * normal_alone;
    lean[i - 1] = -w.at[0][i] / w.at[0][0];
  }
  Vec<N - 1> tangential = -detail::solve_shifted(rest, 0, slip);
  double normal = normal_alone + dot(lean, tangential);
  if (!(norm(tangential) <= friction * normal)) {
    tangential = detail::bounded_solution(rest, slip, friction * normal_alone, friction * lean);
    normal = norm(tangential) / friction;
    if (norm(tangential) == 0) normal = normal_alone;
  }
  Vec<N> impulse;
  impulse[0] = normal;
  for (int i = 1; i < N; ++i) impulse[i] = tangential[i - 1];
  return impulse;
}

namespace detail {

/// The velocity of some components without their own impulses.
template <int K, int N>
Vec<K> others_velocity(const Block<N>& w, const Vec<N>& velocity, const Vec<N>& impulse, int begin) {
  Vec<K> result;
  for (int i = 0; i < K; ++i) {
    double sum = velocity[begin + i];
    for (int k = 0; k < N; ++k)
      if (k < begin || k >= begin + K) sum += w.at[begin + i][k] * impulse[k];
    result[i] = sum;
  }
  return result;
}

template <int K, int N>
Block<K> sub_block(const Block<N>& w, int begin) {
  Block<K> result;
  for (int i = 0; i < K; ++i)
    for (int j = 0; j < K; ++j) result.at[i][j] = w.at[begin + i][begin + j];
  return result;
}

/// Components [begin, begin + K) within a disc of a given radius, all others kept.
template <int K, int N>
void solve_disc(const Block<N>& w, const Vec<N>& velocity, int begin, double radius, Vec<N>& impulse) {
  const Block<K> own = sub_block<K>(w, begin);
  const Vec<K> push = others_velocity<K>(w, velocity, impulse, begin);
  Vec<K> x{};
  if (radius > 0) {
    x = -solve_shifted(own, 0, push);
    if (!(norm(x) <= radius)) x = bounded_solution(own, push, radius, Vec<K>{});
  }
  for (int i = 0; i < K; ++i) impulse[begin + i] = x[i];
}

}  // namespace detail

/// The impulse of a contact that moves with `velocity` without it; exact where there is friction alone. With
/// rolling or torsion its parts are solved in turn, from the old impulse on.
template <class Layout>
Vec<Layout::size> solve_contact(const Block<Layout::size>& w, const Vec<Layout::size>& velocity,
                                const Cone<Layout>& cone, Vec<Layout::size> impulse) {
  constexpr int dimension = Layout::dimension;
  if constexpr (Layout::size == dimension) {
    return solve_coulomb(w, velocity, cone.bounds[0]);
  } else {
    constexpr int rounds = 3;
    const Block<dimension> own = detail::sub_block<dimension>(w, 0);
    for (int round = 0; round < rounds; ++round) {
      const Vec<dimension> push = detail::others_velocity<dimension>(w, velocity, impulse, 0);
      const Vec<dimension> force = solve_coulomb(own, push, cone.bounds[0]);
      for (int i = 0; i < dimension; ++i) impulse[i] = force[i];
      for (std::size_t k = 1; k < cone.part_count; ++k) {
        const Part part = Layout::parts[k];
        const double radius = cone.bounds[k] * impulse[0];
        if (part.size == 1)
          detail::solve_disc<1>(w, velocity, part.begin, radius, impulse);
        else
          detail::solve_disc<2>(w, velocity, part.begin, radius, impulse);
      }
    }
    return impulse;
  }
}

}  // namespace scree::solve
