// What two convex polygons have in common: area, centroid and contact line. The idea: the boundaries of two
// bodies that touch cross twice, and the crossing edges of the last step are nearly always those of this one.
// If both crossings hold, and the corners between them lie inside, then the polygon of crossings and corners
// is the intersection. Source: Schinner 1999; the contact line as in Feng & Owen 2004. Cost: constant in
// coherent motion. Loses when boundaries cross more than twice or meet in a degenerate way: then the first is
// clipped by the second, edge by edge.
//
// The result is a function of the pair alone. Crossings count only if every corner is clearly on its side of
// every line that was asked about; such crossings are the true ones, and there are no others. All other
// pairs are clipped.
#pragma once

#include <vector>

#include "scree/contact/polygon_distance.h"

namespace scree::contact {

/// In the first one's frame. The contact line goes from where the first enters the second to where it leaves
/// it; with more than two crossings, it is the sum of those ways.
struct SharedArea {
  double area = 0;  // [m2]; zero: they do not overlap, and the rest means nothing
  double rise =
      0;  // [m2] extent along the line's normal times the line's length; without a line the extent [m]
  double moment = 0;          // [m2] sum of dot(middle, way) over the ways that make up the line
  alignas(16) Vec2 centroid;  // [m]
  Vec2 line;                  // [m]; zero when one polygon contains the other

  /// [m] along the line's normal.
  double depth() const {
    const double length = norm(line);
    return length > 0 ? rise / length : rise;
  }
  /// Of the normals of the contact line, which push the first out, the one through here does the work of a
  /// potential of the area. Of its points, the one that is level with the centroid [m].
  Vec2 middle() const {
    const double length_squared = dot(line, line);
    const double shift = length_squared > 0 ? (moment - dot(centroid, line)) / length_squared : 0;
    return centroid + shift * line;
  }
};

/// Crossing edges: the first enters the second with its edge `first_in` through the edge `second_in`, and
/// leaves it with `first_out` through `second_out`.
struct Crossings {
  std::uint32_t first_in = 0, second_in = 0, first_out = 0, second_out = 0;
};

/// The crossings to look for after a corner has come behind an edge; see walk_to_closest.
Crossings crossings_near(const PolygonPair& pair, const FeaturePair& features);

/// Memory that clipping uses again and again.
class ClipSpace {
  friend class Clipping;
  struct Vertex {
    Vec2 point;
    bool edge_of_first = true;  // whose edge begins here
    double side = 0;
  };
  std::vector<Vertex> now_, next_;
};

/// True, and the overlap, if the crossings can be followed from `hint`, which is brought up to date.
bool follow_crossings(const PolygonPair& pair, Crossings& hint, SharedArea& shared);

/// A function of the pair alone, whatever `hint` (valid edges) says.
SharedArea shared_area(const PolygonPair& pair, Crossings& hint, ClipSpace& space);

}  // namespace scree::contact
