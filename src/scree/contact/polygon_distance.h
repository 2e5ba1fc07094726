// Distance of two convex polygons by their closest features. The idea: the closest pair of the last step is
// nearly always that of this one; if a closest point has left the region of its feature, the feature beyond
// the border that it crossed is closer. Source: Lin & Canny 1991; Schinner 1999 for the plane. Cost: constant
// in coherent motion, whatever the number of corners. Loses when polygons overlap: then there is no distance.
//
// The walk ends: every move goes to features that are strictly closer, except from an edge to the end of it
// that the other's point lies beyond, from where there is no way back. Rounding is caught by a count.
#pragma once

#include "scree/contact/polygon_pair.h"

namespace scree::contact {

/// A corner (2 k) or the edge from it to the next (2 k + 1).
using Feature = std::uint32_t;
constexpr Feature corner_feature(std::uint32_t k) { return 2 * k; }
constexpr Feature edge_feature(std::uint32_t k) { return 2 * k + 1; }
constexpr bool is_edge(Feature feature) { return feature % 2 != 0; }

/// A pair of features: two corners, or a corner and an edge.
struct FeaturePair {
  Feature first = 0, second = 0;
  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

/// In the first one's frame [m].
struct ClosestPoints {
  double distance = 0;                   // zero: they touch or overlap, and the points mean nothing
  alignas(16) Vec2 on_first, on_second;  // aligned, since they are written as one
  FeaturePair features;                  // lowest numbers among equals
};

/// Where to begin with a pair that nothing is known of: the corners that face each other.
FeaturePair facing_features(const PolygonPair& pair);

/// Goes from `features` to the closest ones. True when they were found: the polygons are apart. False when a
/// corner came to lie behind an edge: they overlap, or the walk was on the wrong side; `features` is that
/// corner and that edge.
bool walk_to_closest(const PolygonPair& pair, FeaturePair& features);

/// A function of the pair alone: `hint`, any features of the two, only makes it faster. It becomes the
/// closest pair.
ClosestPoints closest_points(const PolygonPair& pair, FeaturePair& hint);

}  // namespace scree::contact
