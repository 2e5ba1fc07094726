// Filters in floats that may leave pairs of triangles that are apart, but never drop one in reach: each
// rejects by an axis along which both triangles are farther apart than the reach and all that rounding can do
// (float_margin). The axis itself may be anything. Compiled per target.
#pragma once

#include <bit>

#include "scree/kernel/triangle_batch.h"
#include "scree/kernel/triangle_comparison.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

using FloatLanes = Wide<float>;
using FloatPair = PairOfTriangles<FloatLanes>;

/// Shorter axes prove nothing, for the smallest floats would not round as float_margin says.
inline constexpr float shortest_axis_squared = 1e-30f;
/// Certified gaps of far pairs, which are not within 1 of the origin, lose a share.
inline constexpr float gap_share = 1.0f - 1e-5f;

/// How far the first triangle is above the second along an axis, times its length. All six corners count: a
/// needle's normal is not normal to it in floats.
struct Heights {
  FloatLanes first_low, first_high, second_low, second_high;
  Heights(const FloatPair& pair, const Wide3<FloatLanes>& axis) {
    const FloatLanes a1 = dot(pair.a1, axis), a2 = dot(pair.a2, axis), zero(0.0f);
    const FloatLanes b0 = dot(pair.b0, axis), b1 = dot(pair.b1, axis), b2 = dot(pair.b2, axis);
    first_low = smaller(smaller(a1, a2), zero);
    first_high = larger(larger(a1, a2), zero);
    second_low = smaller(smaller(b0, b1), b2);
    second_high = larger(larger(b0, b1), b2);
  }
  FloatLanes first_above() const { return first_low - second_high; }
  FloatLanes either_above() const { return larger(first_low - second_high, second_low - first_high); }
};

/// Whether a gap along an axis proves that pairs are out of reach. Squares save the root.
inline FloatLanes::Mask is_apart(const FloatLanes& gap, const Wide3<FloatLanes>& axis,
                                 const FloatLanes& reach) {
  const FloatLanes square = dot(axis, axis);
  return hn::And(hn::And(gap > FloatLanes(0.0f), square > FloatLanes(shortest_axis_squared)),
                 gap * gap > reach * reach * square);
}
/// Stores a lower bound of the distance, in units of the scale, and the unit axis that proves it; -1 where it
/// proves nothing.
inline FloatLanes store_certificate(const FloatLanes& gap, const Wide3<FloatLanes>& axis, std::size_t k,
                                    Certificates& certificates) {
  const FloatLanes square = dot(axis, axis), length = square_root(square);
  const FloatLanes bound = FloatLanes(gap_share) * (gap / length) - FloatLanes(float_margin);
  const FloatLanes certified = select(
      hn::And(gap > FloatLanes(0.0f), square > FloatLanes(shortest_axis_squared)), bound, FloatLanes(-1.0f));
  certified.store(certificates.gap + k);
  (axis.x / length).store(certificates.axis[0] + k);
  (axis.y / length).store(certificates.axis[1] + k);
  (axis.z / length).store(certificates.axis[2] + k);
  return certified;
}

/// Notes the lanes whose bits are set, in ascending order.
inline std::size_t note_lanes(std::uint32_t bits, std::size_t base, std::uint16_t* left, std::size_t count) {
  for (; bits != 0; bits &= bits - 1)
    left[count++] = static_cast<std::uint16_t>(base + static_cast<std::size_t>(std::countr_zero(bits)));
  return count;
}
inline std::uint32_t lanes_from(std::size_t base, std::size_t count) {
  const std::size_t rest = count - base;
  return rest >= FloatLanes::lanes ? ~0u >> (32 - FloatLanes::lanes) : (1u << rest) - 1;
}

/// Calls apart(pair, reach) -> mask for vectors of pairs and notes what is left.
template <class Apart>
std::size_t leave(const TriangleLanes<float>& lanes, std::size_t count, std::uint16_t* left, Apart&& apart) {
  std::size_t noted = 0;
  for (std::size_t k = 0; k < count; k += FloatLanes::lanes) {
    const FloatPair pair = FloatPair::at(lanes, k);
    const std::uint32_t gone = bits_of<FloatLanes>(apart(pair, FloatLanes::at(lanes.reach + k)));
    noted = note_lanes(~gone & lanes_from(k, count), k, left, noted);
  }
  return noted;
}

/// Spheres around the means of the corners.
SCREE_KERNEL_FLATTEN inline std::size_t leave_by_spheres(const TriangleLanes<float>& lanes, std::size_t count,
                                                         std::uint16_t* left) {
  return leave(lanes, count, left, [](const FloatPair& pair, const FloatLanes& reach) {
    const FloatLanes third(1.0f / 3);
    const Wide3<FloatLanes> a = third * (pair.a1 + pair.a2), b = third * (pair.b0 + pair.b1 + pair.b2);
    const auto square = [](const Wide3<FloatLanes>& v) { return dot(v, v); };
    const FloatLanes a_square = larger(larger(square(a), square(pair.a1 - a)), square(pair.a2 - a));
    const FloatLanes b_square = larger(larger(square(pair.b0 - b), square(pair.b1 - b)), square(pair.b2 - b));
    const FloatLanes within = square_root(a_square) + square_root(b_square) + reach;
    // What rounding does to radii and middles is of the order of float_margin too, so it counts twice.
    const FloatLanes sure = within + FloatLanes(float_margin);
    return square(a - b) > sure * sure;
  });
}

/// Three axes: the line of the means of the corners, and both normals.
SCREE_KERNEL_FLATTEN inline std::size_t leave_by_axes(const TriangleLanes<float>& lanes, std::size_t count,
                                                      std::uint16_t* left) {
  return leave(lanes, count, left, [](const FloatPair& pair, const FloatLanes& reach) {
    const Wide3<FloatLanes> line = (pair.a1 + pair.a2) - (pair.b0 + pair.b1 + pair.b2);
    const Wide3<FloatLanes> a_normal = cross(pair.a1, pair.a2),
                            b_normal = cross(pair.b1 - pair.b0, pair.b2 - pair.b0);
    const auto by_line = is_apart(Heights(pair, line).first_above(), line, reach);
    const auto by_a = is_apart(Heights(pair, a_normal).either_above(), a_normal, reach);
    const auto by_b = is_apart(Heights(pair, b_normal).either_above(), b_normal, reach);
    return hn::Or(by_line, hn::Or(by_a, by_b));
  });
}

/// Certified gaps from the full comparison in floats, in units of the scale.
SCREE_KERNEL_FLATTEN inline FilterResult leave_by_comparison(const TriangleLanes<float>& lanes,
                                                             std::size_t count, std::uint16_t* left,
                                                             Certificates& certificates) {
  std::size_t noted = 0;
  for (std::size_t k = 0; k < count; k += FloatLanes::lanes) {
    const FloatPair pair = FloatPair::at(lanes, k);
    const Closest<FloatLanes> closest = Comparison<FloatLanes>(pair).run();
    const Wide3<FloatLanes> axis = point_of_first(pair, closest) - point_of_second(pair, closest);
    const FloatLanes above = Heights(pair, axis).first_above();
    store_certificate(above, axis, k, certificates);
    const std::uint32_t gone = bits_of<FloatLanes>(is_apart(above, axis, FloatLanes::at(lanes.reach + k)));
    noted = note_lanes(~gone & lanes_from(k, count), k, left, noted);
  }
  return {noted, 0};
}

/// Coordinate descent for the closest points of some vectors of pairs at a time: along each edge of each
/// triangle in turn the point moves to the minimum of the line, as far as its weights stay positive. Every
/// step waits for the one before, so several vectors are under way.
template <int groups>
class Sweeps {
 public:
  void begin(const TriangleLanes<float>& lanes, std::size_t k) {
    const FloatLanes third(1.0f / 3), tiny(1e-30f);
    for (int g = 0; g < groups; ++g) {
      pair[g] = FloatPair::at(lanes, k + static_cast<std::size_t>(g) * FloatLanes::lanes);
      const FloatPair& p = pair[g];
      apart[g] = third * ((p.a1 + p.a2) - (p.b0 + p.b1 + p.b2));
      edge_[g][0] = p.a1;
      edge_[g][1] = p.a2 - p.a1;
      edge_[g][2] = Wide3<FloatLanes>{FloatLanes(0.0f), FloatLanes(0.0f), FloatLanes(0.0f)} - p.a2;
      edge_[g][3] = p.b0 - p.b1;  // backwards, for the second point is subtracted
      edge_[g][4] = p.b1 - p.b2;
      edge_[g][5] = p.b2 - p.b0;
      for (int e = 0; e < 6; ++e) {
        inverse_[g][e] = FloatLanes(1.0f) / larger(dot(edge_[g][e], edge_[g][e]), tiny);
        weight_[g][e] = third;
      }
    }
  }
  void sweep() {
    for (int e = 0; e < 6; ++e) {
      const int from = e, to = e < 3 ? (e + 1) % 3 : 3 + (e - 2) % 3;
      for (int g = 0; g < groups; ++g) {
        const FloatLanes wanted = FloatLanes(0.0f) - dot(apart[g], edge_[g][e]) * inverse_[g][e];
        const FloatLanes way = smaller(larger(wanted, FloatLanes(0.0f) - weight_[g][to]), weight_[g][from]);
        apart[g] = apart[g] + way * edge_[g][e];
        weight_[g][from] = weight_[g][from] - way;
        weight_[g][to] = weight_[g][to] + way;
      }
    }
  }

  FloatPair pair[groups];
  Wide3<FloatLanes> apart[groups];  // from the point of the second to that of the first

 private:
  Wide3<FloatLanes> edge_[groups][6];
  FloatLanes inverse_[groups][6], weight_[groups][6];
};

/// As the comparison, but by four sweeps: cheaper, and sometimes without an answer. A pair is settled if it
/// is surely apart, or if its points are closest to within a twentieth of the reach.
SCREE_KERNEL_FLATTEN inline FilterResult leave_by_sweeps(const TriangleLanes<float>& lanes, std::size_t count,
                                                         std::uint16_t* left, Certificates& certificates,
                                                         bool* is_settled) {
  constexpr int groups = 2, sweeps = 4;
  FilterResult result;
  for (std::size_t base = 0; base < count; base += groups * FloatLanes::lanes) {
    Sweeps<groups> state;
    state.begin(lanes, base);
    for (int n = 0; n < sweeps; ++n) state.sweep();
    for (int g = 0; g < groups; ++g) {
      const std::size_t k = base + static_cast<std::size_t>(g) * FloatLanes::lanes;
      if (k >= count) break;
      const FloatLanes reach = FloatLanes::at(lanes.reach + k);
      const FloatLanes above = Heights(state.pair[g], state.apart[g]).first_above();
      const FloatLanes bound = store_certificate(above, state.apart[g], k, certificates);
      const FloatLanes distance = square_root(dot(state.apart[g], state.apart[g]));
      const std::uint32_t settled = bits_of<FloatLanes>(distance - bound <= FloatLanes(0.05f) * reach);
      const std::uint32_t gone = bits_of<FloatLanes>(is_apart(above, state.apart[g], reach));
      std::uint32_t stays = ~gone & lanes_from(k, count);
      for (; stays != 0; stays &= stays - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(stays));
        left[result.left] = static_cast<std::uint16_t>(k + lane);
        is_settled[result.left++] = (settled >> lane & 1) != 0;
        result.unsettled += (settled >> lane & 1) == 0;
      }
    }
  }
  return result;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
