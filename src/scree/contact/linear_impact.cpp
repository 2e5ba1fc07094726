#include "scree/contact/linear_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::contact {
namespace {

/// How the four corners make up two sets: the first `firsts` and the rest.
template <int firsts>
struct Pair {
  std::array<Vec3, 4> place, way;  // at the present time, and for the whole motion

  /// How far apart the two are along an axis of length 1, at most zero if that is nothing.
  double gap(const Vec3& axis) const {
    double low = dot(axis, place[0]), high = dot(axis, place[firsts]);
    for (int k = 1; k < firsts; ++k) low = std::min(low, dot(axis, place[k]));
    for (int k = firsts + 1; k < 4; ++k) high = std::max(high, dot(axis, place[k]));
    return low - high;
  }
  /// The share of the way for which they stay apart along it; `offset` is taken off their gap.
  double free(const Vec3& axis, double offset, double left) const {
    double ahead[4], speed[4];
    for (int k = 0; k < 4; ++k) {
      ahead[k] = dot(axis, place[k]);
      speed[k] = dot(axis, way[k]);
    }
    for (int i = 0; i < firsts; ++i)
      for (int j = firsts; j < 4; ++j)
        if (const double closing = speed[j] - speed[i]; closing * left > ahead[i] - ahead[j] - offset)
          left = std::max(0.0, (ahead[i] - ahead[j] - offset) / closing);
    return left;
  }
};

Vec3 from_segment(const Vec3& place, const Vec3& start, const Vec3& end) {
  const Vec3 way = end - start, from = place - start;
  const double square = dot(way, way), share = dot(from, way);
  if (share <= 0) return from;
  return share >= square ? place - end : from - (share / square) * way;
}

Vec3 between(const Pair<1>& pair) {
  const auto& [p, a, b, c] = pair.place;
  const Vec3 ab = b - a, ac = c - a, normal = cross(ab, ac), from = p - a;
  const double square = dot(normal, normal);
  if (square > 0) {
    const double v = dot(cross(from, ac), normal), w = dot(cross(ab, from), normal);
    if (v >= 0 && w >= 0 && v + w <= square) return (dot(from, normal) / square) * normal;
  }
  Vec3 best = from_segment(p, a, b);
  for (const Vec3& other : {from_segment(p, b, c), from_segment(p, c, a)})
    if (dot(other, other) < dot(best, best)) best = other;
  return best;
}

Vec3 between(const Pair<2>& pair) {
  const auto& [a, a_end, b, b_end] = pair.place;
  const Vec3 one = a_end - a, other = b_end - b, apart = a - b, normal = cross(one, other);
  const double square = dot(normal, normal);
  if (square > 1e-24 * dot(one, one) * dot(other, other)) {
    // Nearest points of the lines, if both edges have them.
    const double s = -dot(cross(apart, other), normal), t = -dot(cross(apart, one), normal);
    if (s >= 0 && s <= square && t >= 0 && t <= square) return (dot(apart, normal) / square) * normal;
  }
  Vec3 best = from_segment(a, b, b_end);
  for (const Vec3& next :
       {from_segment(a_end, b, b_end), -from_segment(b, a, a_end), -from_segment(b_end, a, a_end)})
    if (dot(next, next) < dot(best, best)) best = next;
  return best;
}

/// Other axes that may last longer than that of the distance: across the planes that the features span.
Vec3 across(const Pair<1>& pair) {
  return cross(pair.place[2] - pair.place[1], pair.place[3] - pair.place[1]);
}
Vec3 across(const Pair<2>& pair) {
  return cross(pair.place[1] - pair.place[0], pair.place[3] - pair.place[2]);
}

template <int firsts>
ImpactTime meet(const LinearMotion& motion, const ImpactQuery& query) {
  Pair<firsts> pair;
  // Seen from a corner, so that places far from the origin lose nothing but what they lack.
  double size = 0;
  for (int k = 0; k < 4; ++k) {
    pair.way[k] = (motion.end[k] - motion.start[k]) - (motion.end[0] - motion.start[0]);
    size = std::max({size, norm(motion.start[k] - motion.start[0]), norm(motion.end[k] - motion.start[k])});
  }
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * size, keep = query.distance + rounding;
  ImpactTime result;
  while (result.rounds < query.rounds) {
    ++result.rounds;
    for (int k = 0; k < 4; ++k)
      pair.place[k] = (motion.start[k] - motion.start[0]) + result.time * pair.way[k];
    const Vec3 apart = between(pair);
    const double distance = norm(apart);
    const bool is_first = result.rounds == 1;
    double gap = -keep, free = 0;
    const double left = query.duration - result.time;
    const auto consider = [&](const Vec3& axis) {
      const double here = pair.gap(axis) - keep;
      if (!(here > 0)) return;
      gap = std::max(gap, here);
      free = std::max(free, pair.free(axis, keep, left));
    };
    if (distance > 0) consider(apart / distance);
    if (gap <= 0 || (!is_first && gap <= query.tolerance)) {
      result.end = result.time > 0 ? ImpactTime::End::met : ImpactTime::End::near;
      return result;
    }
    if (free < left) {
      Vec3 normal = across(pair);
      if (const double length = norm(normal); length > 0) {
        normal = (dot(normal, apart) < 0 ? -1 : 1) / length * normal;
        consider(normal);
      }
    }
    if (free >= left) {
      result.time = query.duration;
      return result;
    }
    const double next = result.time + free * (1 - 4 * std::numeric_limits<double>::epsilon());
    if (!(next > result.time)) {
      result.end = result.time > 0 ? ImpactTime::End::met : ImpactTime::End::near;
      return result;
    }
    result.time = next;
  }
  result.end = ImpactTime::End::spent;
  return result;
}

}  // namespace

ImpactTime corner_meets_face(const LinearMotion& motion, const ImpactQuery& query) {
  return meet<1>(motion, query);
}
ImpactTime edge_meets_edge(const LinearMotion& motion, const ImpactQuery& query) {
  return meet<2>(motion, query);
}

}  // namespace scree::contact
