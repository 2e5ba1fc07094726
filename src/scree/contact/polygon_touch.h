// A polygon against anything in the plane: takes a pair of shapes, gives the contact as laws want it. In the
// polygon's own frame.
#pragma once

#include <vector>

#include "scree/contact/polygon_overlap.h"

namespace scree::contact {

struct PolygonTouch {
  double depth = 0;  // [m]; not positive: they do not touch, and there is no area
  double area = 0;   // [m2]
  double line = 0;   // [m] length of the contact line
  Vec2 normal;       // pushes the polygon out; length 1, also of a contact that has ended
  Vec2 centroid;     // [m]
  Vec2 middle;       // [m] where a potential of the area wants the force; see SharedArea
};

/// Two polygons that overlap, seen from the first.
PolygonTouch touch_of(const PolygonPair& pair, const SharedArea& shared);
/// Two polygons that do not overlap (any more): the direction in which they face each other.
PolygonTouch parted(const PolygonPair& pair, FeaturePair& hint);

/// The point of a polygon that is nearest to a place in its frame.
struct NearestOnPolygon {
  Vec2 normal;          // outward there, length 1
  Vec2 point;           // [m]
  double distance = 0;  // [m]; negative inside
  std::uint32_t edge = 0;
};
/// A function of shape and place alone; `hint`, any edge, only makes it faster.
NearestOnPolygon nearest_on(const ScaledPolygon& polygon, const Vec2& place, std::uint32_t& hint);

/// Polygon and disc. Of the disc, a lens counts as area: the integral of its width 2 sqrt(2 R d) over the
/// depth.
PolygonTouch touch_disc(const ScaledPolygon& polygon, const Vec2& centre, double radius, std::uint32_t& hint);
/// Polygon and half-plane: its outward normal, and how far the polygon's centre is above it [m].
PolygonTouch touch_plane(const ScaledPolygon& polygon, const Vec2& normal, double height);
/// The parts of a polygon that stick out of a round hole. The first two are the deepest on either side of the
/// line through the two centres (a second part on one side stands for the other where that has none); depth
/// is zero where there is no such part. Further ones follow in the order of the outline.
void touch_rim(const ScaledPolygon& polygon, const Vec2& centre, double radius,
               std::vector<PolygonTouch>& touches);

}  // namespace scree::contact
