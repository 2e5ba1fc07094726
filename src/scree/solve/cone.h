// What a contact can bear: a normal impulse that pushes, and parts (friction, rolling, torsion) whose lengths
// are bounded by multiples of it. All parts of one contact together are one convex cone.
//
// Moments are divided by a length of the contact (and turning rates multiplied by it), so that all components
// are impulses [kg m/s] and speeds [m/s].
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "scree/solve/small_block.h"

namespace scree::solve {

/// Components of one part of a contact, after the normal one, which is component 0.
struct Part {
  int begin, size;
};

/// Two dimensions: normal, slip.
struct PlaneLayout {
  static constexpr int dimension = 2, size = 2;
  static constexpr std::array<Part, 1> parts{{{1, 1}}};
};
/// Two dimensions: normal, slip, rolling.
struct RollingPlaneLayout {
  static constexpr int dimension = 2, size = 3;
  static constexpr std::array<Part, 2> parts{{{1, 1}, {2, 1}}};
};
/// Three dimensions: normal, two of slip.
struct SpaceLayout {
  static constexpr int dimension = 3, size = 3;
  static constexpr std::array<Part, 1> parts{{{1, 2}}};
};
/// Three dimensions: normal, two of slip, torsion, two of rolling.
struct RollingSpaceLayout {
  static constexpr int dimension = 3, size = 6;
  static constexpr std::array<Part, 3> parts{{{1, 2}, {3, 1}, {4, 2}}};
};

template <int N>
double length_of(const Vec<N>& x, const Part& part) {
  if (part.size == 1) return std::abs(x[part.begin]);
  return std::sqrt(x[part.begin] * x[part.begin] + x[part.begin + 1] * x[part.begin + 1]);
}

template <class Layout>
struct Cone {
  static constexpr int size = Layout::size;
  static constexpr std::size_t part_count = Layout::parts.size();
  using Vector = Vec<size>;

  std::array<double, part_count> bounds{};  // of each part, over the normal component

  /// Where a point lies and what is nearest to it in the cone.
  struct Nearest {
    Vector point;
    bool is_zero = false;  // the apex: nothing is borne
    std::array<bool, part_count> slips{};
    std::array<double, part_count> lengths{};  // of the parts of the point asked for
  };

  Nearest nearest(const Vector& z) const;
  Vector project(const Vector& z) const { return nearest(z).point; }

  /// A root of the slope of the projection: slope = root x transposed root. The slope is symmetric and
  /// between 0 and 1.
  Block<size> slope_root(const Vector& z, const Nearest& nearest) const;

  /// De Saxce's shift of the normal velocity: with it, Coulomb's law is complementarity of impulse and
  /// velocity in this cone and its dual.
  double shift(const Vector& velocity) const {
    double sum = 0;
    for (std::size_t k = 0; k < part_count; ++k) sum += bounds[k] * length_of(velocity, Layout::parts[k]);
    return sum;
  }
  /// How the shift grows with the velocity; none for a part that does not slip.
  Vector shift_slope(const Vector& velocity) const {
    Vector slope;
    for (std::size_t k = 0; k < part_count; ++k) {
      const Part part = Layout::parts[k];
      const double length = length_of(velocity, part);
      if (!(length > 0)) continue;
      for (int i = part.begin; i < part.begin + part.size; ++i) slope[i] = bounds[k] * (velocity[i] / length);
    }
    return slope;
  }
};

/// The slope of the projection of velocities to impulses: root x transposed root x (1 + normal x tilt).
template <int N>
struct Slope {
  Block<N> root;
  Vec<N> tilt;  // of the shift; zero where it is held

  /// transposed root x (1 + normal x tilt) x a.
  Vec<N> respond(Vec<N> a) const {
    a[0] += dot(tilt, a);
    return transposed_times(root, a);
  }
};

/// The normal component a of the nearest point is the zero of a rising function that bends where a part
/// begins to slip: the parts that slip are those with the largest length over bound, so at most one try for
/// each part.
template <class Layout>
typename Cone<Layout>::Nearest Cone<Layout>::nearest(const Vector& z) const {
  Nearest result;
  std::array<double, part_count> begins{};  // the part slips for normal components below this
  double outward = -z[0];
  for (std::size_t k = 0; k < part_count; ++k) {
    const double length = length_of(z, Layout::parts[k]);
    result.lengths[k] = length;
    if (length > 0) begins[k] = bounds[k] > 0 ? length / bounds[k] : std::numeric_limits<double>::infinity();
    outward -= bounds[k] * length;
  }
  if (outward >= 0) {
    result.is_zero = true;
    return result;
  }
  double above = z[0], below = 1, normal = z[0];
  for (std::size_t tries = 0; tries <= part_count; ++tries) {
    normal = above / below;
    std::size_t next = part_count;
    for (std::size_t k = 0; k < part_count; ++k)
      if (!result.slips[k] && begins[k] > normal && (next == part_count || begins[k] > begins[next]))
        next = k;
    if (next == part_count) break;
    result.slips[next] = true;
    above += bounds[next] * result.lengths[next];
    below += bounds[next] * bounds[next];
  }
  result.point = z;
  result.point[0] = normal;
  for (std::size_t k = 0; k < part_count; ++k) {
    if (!result.slips[k]) continue;
    const double shorten = bounds[k] * normal / result.lengths[k];
    for (int i = 0; i < Layout::parts[k].size; ++i) result.point[Layout::parts[k].begin + i] *= shorten;
  }
  return result;
}

template <class Layout>
Block<Cone<Layout>::size> Cone<Layout>::slope_root(const Vector& z, const Nearest& nearest) const {
  Block<size> root;
  if (nearest.is_zero) return root;
  double below = 1;
  for (std::size_t k = 0; k < part_count; ++k)
    if (nearest.slips[k]) below += bounds[k] * bounds[k];
  const double normal = 1 / std::sqrt(below);
  root.at[0][0] = normal;
  for (std::size_t k = 0; k < part_count; ++k) {
    const int begin = Layout::parts[k].begin, part_size = Layout::parts[k].size;
    if (!nearest.slips[k]) {
      for (int i = 0; i < part_size; ++i) root.at[begin + i][begin + i] = 1;
      continue;
    }
    const double length = nearest.lengths[k];
    for (int i = 0; i < part_size; ++i)
      root.at[begin + i][0] = normal * (bounds[k] * (z[begin + i] / length));
    if (part_size == 2) {
      const double turn = std::sqrt(bounds[k] * nearest.point[0] / length);
      root.at[begin][begin] = turn * (-z[begin + 1] / length);
      root.at[begin + 1][begin] = turn * (z[begin] / length);
    }
  }
  return root;
}

}  // namespace scree::solve
