#include "scree/contact/polygon_distance.h"

#include <cmath>
#include <limits>

#include "scree/contact/pair_corners.h"

namespace scree::contact {
namespace {

/// Edges that turn away from each other by less than this are parallel.
constexpr double parallel = 1e-14;

Vec2 outward(const Vec2& edge) { return {edge[1], -edge[0]}; }

/// The pair with the roles of the two exchanged or not, still in the first one's frame.
template <bool exchanged>
struct Side {
  const PolygonPair& pair;
  const PairCorners& corners;
  Lane2 corner(std::uint32_t k) const { return exchanged ? corners.second(k) : corners.first(k); }
  Lane2 edge(std::uint32_t k) const { return exchanged ? corners.second_edge(k) : corners.first_edge(k); }
  std::uint32_t next(std::uint32_t k) const { return exchanged ? pair.next_second(k) : pair.next_first(k); }
  std::uint32_t previous(std::uint32_t k) const {
    return exchanged ? pair.previous_second(k) : pair.previous_first(k);
  }
};

enum class Move { stay, stay_parallel, on, below };

/// Whether an edge is parallel to the one with this normal, by their product.
bool is_across(double product) { return product <= parallel && product >= -parallel; }

/// What the last look at a pair of features saw: the closest points and how far they are apart. With two
/// corners the distance is not known yet.
struct Look {
  Lane2 on_first, on_second;
  double distance = 0;
};

/// A corner of one polygon over an edge of the other: stays, or moves on to closer features.
template <bool corner_of_second>
[[gnu::always_inline]] inline Move step_corner_edge(const PolygonPair& pair, const PairCorners& corners,
                                                    FeaturePair& features, Look& look) {
  const Side<corner_of_second> mine{pair, corners};
  const Side<!corner_of_second> theirs{pair, corners};
  Feature& own = corner_of_second ? features.second : features.first;
  Feature& others = corner_of_second ? features.first : features.second;
  const std::uint32_t c = own / 2, e = others / 2, e_end = theirs.next(e), before = mine.previous(c);
  const Lane2 point = mine.corner(c), start = theirs.corner(e), way = theirs.edge(e),
              end = theirs.corner(e_end), from = point - start, across = swapped(way);
  const double share = dot(from, way), left = dot(end - point, way);
  // Heights are along the edge's outward normal.
  const Lane2 height_and_rise = crosses(from, across, mine.edge(c), across);
  const double height = height_and_rise[0], rise_ahead = height_and_rise[1];
  const double rise_behind = cross(mine.edge(before), way);
  // One question instead of five, for the sake of prediction.
  const double inside = share < left ? share : left, clear = inside < height ? inside : height;
  const double bend = rise_ahead < -rise_behind ? rise_ahead : -rise_behind;
  if (clear > 0 && bend > parallel) [[likely]] {
    const Lane2 foot = start + both(share) * way;
    look = {corner_of_second ? foot : point, corner_of_second ? point : foot, height};
    return Move::stay;
  }
  if (share <= 0) {
    others = corner_feature(e);
    return Move::on;
  }
  if (left <= 0) {
    others = corner_feature(e_end);
    return Move::on;
  }
  if (height <= 0) return Move::below;
  const bool ahead = rise_ahead < 0;
  if (!ahead && !(rise_behind > 0)) return Move::stay_parallel;
  // The neighbour is nearer to the edge's line; past an end of the edge, that end meets the way to it.
  const std::uint32_t neighbour = ahead ? mine.next(c) : before, between = ahead ? c : before;
  const Lane2 there = mine.corner(neighbour);
  const bool beyond_start = dot(there - start, way) <= 0, beyond_end = dot(there - end, way) >= 0;
  if (!beyond_start && !beyond_end) {
    own = corner_feature(neighbour);
  } else {
    own = edge_feature(between);
    others = corner_feature(beyond_start ? e : e_end);
  }
  return Move::on;
}

[[gnu::always_inline]] inline Move step_corners(const PolygonPair& pair, const PairCorners& corners,
                                                FeaturePair& features, Look& look) {
  const std::uint32_t i = features.first / 2, j = features.second / 2, before_i = pair.previous_first(i),
                      before_j = pair.previous_second(j);
  const Lane2 here = corners.first(i), there = corners.second(j), way = there - here;
  const double first_ahead = dot(way, corners.first_edge(i)),
               first_behind = dot(way, corners.first_edge(before_i)),
               second_ahead = dot(way, corners.second_edge(j)),
               second_behind = dot(way, corners.second_edge(before_j));
  if (way[0] == 0 && way[1] == 0) return Move::below;
  if (first_ahead > 0)
    features.first = edge_feature(i);
  else if (first_behind < 0)
    features.first = edge_feature(before_i);
  else if (second_ahead < 0)
    features.second = edge_feature(j);
  else if (second_behind > 0)
    features.second = edge_feature(before_j);
  else {
    look = {here, there, std::sqrt(dot(way, way))};
    return Move::stay;
  }
  return Move::on;
}

[[gnu::always_inline]] inline Move walk(const PolygonPair& pair, FeaturePair& features, Look& look) {
  const PairCorners corners(pair);
  std::uint32_t moves = 0;
  do {
    const Move move = is_edge(features.second)  ? step_corner_edge<false>(pair, corners, features, look)
                      : is_edge(features.first) ? step_corner_edge<true>(pair, corners, features, look)
                                                : step_corners(pair, corners, features, look);
    if (move != Move::on) return move;
  } while (++moves < 4 * (pair.first_size() + pair.second_size()) + 16);
  return Move::below;
}

[[gnu::always_inline]] inline ClosestPoints points_of(const FeaturePair& features, const Look& look) {
  ClosestPoints result;
  result.features = features;
  store(look.on_first, result.on_first);
  store(look.on_second, result.on_second);
  result.distance = look.distance;
  return result;
}

/// The same without a walk; the features must face each other.
ClosestPoints points_of(const PolygonPair& pair, const FeaturePair& features) {
  const PairCorners corners(pair);
  const std::uint32_t i = features.first / 2, j = features.second / 2;
  const Lane2 first = corners.first(i), second = corners.second(j);
  Look look{first, second, std::sqrt(dot(second - first, second - first))};
  if (is_edge(features.second)) {
    const Lane2 way = corners.second_edge(j), from = first - second;
    look.distance = cross(from, way);
    look.on_second = second + both(dot(from, way)) * way;
  } else if (is_edge(features.first)) {
    const Lane2 way = corners.first_edge(i), from = second - first;
    look.distance = cross(from, way);
    look.on_first = first + both(dot(from, way)) * way;
  }
  return points_of(features, look);
}

bool are_parallel(const Vec2& a, const Vec2& b) { return is_across(cross(a, b)) && dot(a, b) < 0; }

bool comes_before(const ClosestPoints& a, const ClosestPoints& b) {
  if (a.distance != b.distance) return a.distance < b.distance;
  return a.features.first != b.features.first ? a.features.first < b.features.first
                                              : a.features.second < b.features.second;
}

/// The best of the four corners of two edges that face each other, each over the other edge.
ClosestPoints between_parallel_edges(const PolygonPair& pair, std::uint32_t i, std::uint32_t j,
                                     const ClosestPoints& found) {
  ClosestPoints best = found;
  const Vec2 way = pair.first_edge(i), other_way = pair.second_edge(j);
  for (const std::uint32_t corner : {i, pair.next_first(i)}) {
    const Vec2 point = pair.first_corner(corner);
    if (dot(point - pair.second_corner(j), other_way) > 0 &&
        dot(point - pair.second_corner(pair.next_second(j)), other_way) < 0)
      if (const auto one = points_of(pair, {corner_feature(corner), edge_feature(j)});
          comes_before(one, best))
        best = one;
  }
  for (const std::uint32_t corner : {j, pair.next_second(j)}) {
    const Vec2 point = pair.second_corner(corner);
    if (dot(point - pair.first_corner(i), way) > 0 &&
        dot(point - pair.first_corner(pair.next_first(i)), way) < 0)
      if (const auto one = points_of(pair, {edge_feature(i), corner_feature(corner)});
          comes_before(one, best))
        best = one;
  }
  return best;
}

/// Makes the answer independent of the way to it where edges are parallel.
ClosestPoints settle(const PolygonPair& pair, const FeaturePair& features) {
  const ClosestPoints found = points_of(pair, features);
  const std::uint32_t i = features.first / 2, j = features.second / 2;
  if (is_edge(features.second)) {
    for (const std::uint32_t own : {i, pair.previous_first(i)})
      if (are_parallel(pair.first_edge(own), pair.second_edge(j)))
        return between_parallel_edges(pair, own, j, found);
  } else if (is_edge(features.first)) {
    for (const std::uint32_t other : {j, pair.previous_second(j)})
      if (are_parallel(pair.first_edge(i), pair.second_edge(other)))
        return between_parallel_edges(pair, i, other, found);
  }
  return found;
}

/// Every corner against every edge; for the rare pair on which a walk gets lost.
ClosestPoints by_all_features(const PolygonPair& pair) {
  ClosestPoints best;
  best.distance = std::numeric_limits<double>::infinity();
  const auto consider = [&](const FeaturePair& features) {
    if (const ClosestPoints one = points_of(pair, features); comes_before(one, best)) best = one;
  };
  for (std::uint32_t i = 0; i < pair.first_size(); ++i) {
    const Vec2 point = pair.first_corner(i);
    for (std::uint32_t j = 0; j < pair.second_size(); ++j) {
      const Vec2 way = pair.second_edge(j), from = point - pair.second_corner(j);
      if (dot(from, way) > 0 && dot(point - pair.second_corner(pair.next_second(j)), way) < 0 &&
          dot(from, outward(way)) > 0)
        consider({corner_feature(i), edge_feature(j)});
      consider({corner_feature(i), corner_feature(j)});
    }
  }
  for (std::uint32_t j = 0; j < pair.second_size(); ++j) {
    const Vec2 point = pair.second_corner(j);
    for (std::uint32_t i = 0; i < pair.first_size(); ++i) {
      const Vec2 way = pair.first_edge(i), from = point - pair.first_corner(i);
      if (dot(from, way) > 0 && dot(point - pair.first_corner(pair.next_first(i)), way) < 0 &&
          dot(from, outward(way)) > 0)
        consider({edge_feature(i), corner_feature(j)});
    }
  }
  // Apart if and only if one of the edges has all of the other polygon before it.
  bool apart = false;
  for (std::uint32_t j = 0; j < pair.second_size() && !apart; ++j) {
    const Vec2 normal = outward(pair.second_edge(j)), start = pair.second_corner(j);
    apart = true;
    for (std::uint32_t i = 0; i < pair.first_size() && apart; ++i)
      apart = dot(pair.first_corner(i) - start, normal) > 0;
  }
  for (std::uint32_t i = 0; i < pair.first_size() && !apart; ++i) {
    const Vec2 normal = outward(pair.first_edge(i)), start = pair.first_corner(i);
    apart = true;
    for (std::uint32_t j = 0; j < pair.second_size() && apart; ++j)
      apart = dot(pair.second_corner(j) - start, normal) > 0;
  }
  if (!apart) {
    best.distance = 0;
    return best;
  }
  // Ties and rounding as everybody else sees them.
  FeaturePair features = best.features;
  Look look;
  return walk(pair, features, look) != Move::below ? settle(pair, features) : best;
}

}  // namespace

FeaturePair facing_features(const PolygonPair& pair) {
  if (pair.apart() == Vec2{}) return {};
  return {corner_feature(pair.first_towards(pair.apart())),
          corner_feature(pair.second_towards(pair.apart()))};
}

bool walk_to_closest(const PolygonPair& pair, FeaturePair& features) {
  Look look;
  return walk(pair, features, look) != Move::below;
}

namespace {

[[gnu::noinline]] ClosestPoints begin_again(const PolygonPair& pair, Move found, FeaturePair& hint) {
  ClosestPoints result;
  if (found == Move::stay_parallel) {
    result = settle(pair, hint);
  } else {
    hint = facing_features(pair);
    Look look;
    result = walk(pair, hint, look) != Move::below ? settle(pair, hint) : by_all_features(pair);
  }
  hint = result.features;
  return result;
}

}  // namespace

ClosestPoints closest_points(const PolygonPair& pair, FeaturePair& hint) {
  Look look;
  FeaturePair features = hint;
  const Move found = walk(pair, features, look);
  if (found != Move::stay) return begin_again(pair, found, hint = features);
  hint = features;
  return points_of(features, look);
}

}  // namespace scree::contact
