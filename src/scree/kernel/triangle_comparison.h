// The full comparison of two triangles: six corners against faces, nine pairs of edges, and, where both
// triangles reach through the other's plane, six edges through faces. Every candidate is a pair of points of
// the triangles, so none can be too close; where the arithmetic of one is bad (needles, parallel edges)
// another is as close. The comparison is that of the thesis (Noble 2024, 5.1); crossings and the lanes are
// ours. Compiled per target.
#pragma once

#include <limits>

#include "scree/kernel/triangle_lanes.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// The closest points as weights: u1 a1 + u2 a2, and b0 + v1 (b1 - b0) + v2 (b2 - b0).
template <class N>
struct Closest {
  N squared, u1, u2, v1, v2, feature;
};

template <class N>
class Comparison {
  using T = typename N::Number;
  using V = Wide3<N>;

 public:
  explicit Comparison(const PairOfTriangles<N>& pair) : pair_(pair) {
    best_.squared = N(std::numeric_limits<T>::infinity());
    best_.u1 = best_.u2 = best_.v1 = best_.v2 = best_.feature = zero();
  }

  Closest<N> run() {
    const V a_edge[3] = {pair_.a1, pair_.a2 - pair_.a1, zero3() - pair_.a2};
    const V b_edge[3] = {pair_.b1 - pair_.b0, pair_.b2 - pair_.b1, pair_.b0 - pair_.b2};
    // Corners of the first seen from b0, corners of the second seen from the origin.
    const V from_b0[3] = {zero3() - pair_.b0, pair_.a1 - pair_.b0, pair_.a2 - pair_.b0};
    const V from_a0[3] = {pair_.b0, pair_.b1, pair_.b2};
    const Face of_b(b_edge[0], zero3() - b_edge[2]), of_a(pair_.a1, pair_.a2);
    Above above_b[3], above_a[3];
    for (int k = 0; k < 3; ++k) {
      above_b[k] = of_b.seen(from_b0[k]);
      const V apart = from_b0[k] - above_b[k].u * of_b.side1 - above_b[k].v * of_b.side2;
      consider(above_b[k].is_inside(), dot(apart, apart), k == 1 ? one() : zero(), k == 2 ? one() : zero(),
               above_b[k].u, above_b[k].v, T(k));
    }
    for (int k = 0; k < 3; ++k) {
      above_a[k] = of_a.seen(from_a0[k]);
      const V apart = from_a0[k] - above_a[k].u * of_a.side1 - above_a[k].v * of_a.side2;
      consider(above_a[k].is_inside(), dot(apart, apart), above_a[k].u, above_a[k].v, k == 1 ? one() : zero(),
               k == 2 ? one() : zero(), T(3 + k));
    }
    compare_edges(a_edge, b_edge);
    const typename N::Mask crosses = hn::And(straddles(above_b), straddles(above_a));
    // Lanes where it cannot be are masked, so that their neighbours do not decide what they find.
    if (!hn::AllFalse(typename N::Tag(), crosses)) {
      for (int k = 0; k < 3; ++k) pierce(crosses, k, from_b0[k], a_edge[k], of_b, above_b, true);
      for (int k = 0; k < 3; ++k) pierce(crosses, k, from_a0[k], b_edge[k], of_a, above_a, false);
    }
    return best_;
  }

 private:
  static N zero() { return N(T(0)); }
  static N one() { return N(T(1)); }
  static V zero3() { return {zero(), zero(), zero()}; }
  // Degenerate edges and faces divide by these, and zeros by them are zeros.
  static N tiny() { return N(std::numeric_limits<T>::min()); }
  static constexpr T parallel = sizeof(T) == 8 ? T(1e-14) : T(1e-6);

  /// A point over a face: weights of its foot, and its height times the length of the normal.
  struct Above {
    N u, v, height;
    typename N::Mask is_inside() const { return inside(u, v); }
  };
  static typename N::Mask inside(const N& u, const N& v) {
    return hn::And(hn::And(u >= zero(), v >= zero()), u + v <= one());
  }
  struct Face {
    V side1, side2, normal, to_u, to_v;
    Face(const V& s1, const V& s2) : side1(s1), side2(s2), normal(cross(s1, s2)) {
      const N inverse = one() / larger(dot(normal, normal), tiny());
      to_u = inverse * cross(side2, normal);
      to_v = inverse * cross(normal, side1);
    }
    Above seen(const V& from_corner) const {
      return {dot(from_corner, to_u), dot(from_corner, to_v), dot(from_corner, normal)};
    }
  };
  static typename N::Mask straddles(const Above* above) {
    const N lowest = smaller(smaller(above[0].height, above[1].height), above[2].height);
    const N highest = larger(larger(above[0].height, above[1].height), above[2].height);
    return hn::And(lowest <= zero(), highest >= zero());
  }

  void consider(const typename N::Mask& valid, const N& squared, const N& u1, const N& u2, const N& v1,
                const N& v2, T feature) {
    take(hn::And(valid, squared < best_.squared), squared, u1, u2, v1, v2, feature);
  }
  void take(const typename N::Mask& closer, const N& squared, const N& u1, const N& u2, const N& v1,
            const N& v2, T feature) {
    best_.squared = select(closer, squared, best_.squared);
    best_.u1 = select(closer, u1, best_.u1);
    best_.u2 = select(closer, u2, best_.u2);
    best_.v1 = select(closer, v1, best_.v1);
    best_.v2 = select(closer, v2, best_.v2);
    best_.feature = select(closer, N(feature), best_.feature);
  }
  /// Weights of the second and third corner for the point s of edge k.
  static void weights(int k, const N& s, N& second, N& third) {
    second = k == 0 ? s : k == 1 ? one() - s : zero();
    third = k == 0 ? zero() : k == 1 ? s : one() - s;
  }

  void compare_edges(const V* a_edge, const V* b_edge) {
    const V a[3] = {zero3(), pair_.a1, pair_.a2}, b[3] = {pair_.b0, pair_.b1, pair_.b2};
    N a_square[3], b_square[3], a_inverse[3], b_inverse[3];
    for (int k = 0; k < 3; ++k) {
      a_square[k] = dot(a_edge[k], a_edge[k]);
      b_square[k] = dot(b_edge[k], b_edge[k]);
      a_inverse[k] = one() / larger(a_square[k], tiny());
      b_inverse[k] = one() / larger(b_square[k], tiny());
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const V apart = a[i] - b[j];
        const N both = dot(a_edge[i], b_edge[j]), along_a = dot(a_edge[i], apart),
                along_b = dot(b_edge[j], apart);
        const N squares = a_square[i] * b_square[j];
        const N divisor = larger(larger(squares - both * both, N(parallel) * squares), tiny());
        // Where edges are parallel the first is any point; the way there and back makes it one of the
        // closest.
        const N guess = clamped((both * along_b - along_a * b_square[j]) / divisor);
        const N t = clamped((both * guess + along_b) * b_inverse[j]);
        const N s = clamped((both * t - along_a) * a_inverse[i]);
        const V between = apart + s * a_edge[i] - t * b_edge[j];
        const N squared = dot(between, between);
        N u1, u2, v1, v2;
        weights(i, s, u1, u2);
        weights(j, t, v1, v2);
        take(squared < best_.squared, squared, u1, u2, v1, v2, T(6 + 3 * i + j));
      }
  }

  /// Edge k of a triangle, whose first corner is seen from the face's first, through that face.
  void pierce(const typename N::Mask& crosses, int k, const V& from, const V& edge, const Face& face,
              const Above* above, bool is_of_first) {
    const Above &begin = above[k], &end = above[(k + 1) % 3];
    const N drop = begin.height - end.height;
    const typename N::Mask passes =
        hn::And(crosses, hn::Or(hn::And(begin.height >= zero(), end.height < zero()),
                                hn::And(begin.height < zero(), end.height >= zero())));
    const N s = clamped(begin.height / select(passes, drop, one()));
    const N u = begin.u + s * (end.u - begin.u), v = begin.v + s * (end.v - begin.v);
    const V between = from + s * edge - u * face.side1 - v * face.side2;
    N second, third;
    weights(k, s, second, third);
    const typename N::Mask valid = hn::And(passes, inside(u, v));
    if (is_of_first)
      consider(valid, dot(between, between), second, third, u, v, T(15 + k));
    else
      consider(valid, dot(between, between), u, v, second, third, T(18 + k));
  }

  const PairOfTriangles<N>& pair_;
  Closest<N> best_;
};

/// The two points; the first relative to the first corner of the first triangle, as all else.
template <class N>
Wide3<N> point_of_first(const PairOfTriangles<N>& pair, const Closest<N>& closest) {
  return closest.u1 * pair.a1 + closest.u2 * pair.a2;
}
template <class N>
Wide3<N> point_of_second(const PairOfTriangles<N>& pair, const Closest<N>& closest) {
  return pair.b0 + closest.v1 * (pair.b1 - pair.b0) + closest.v2 * (pair.b2 - pair.b0);
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
