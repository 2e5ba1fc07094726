// What a picture shows, as plain values [m]. Takes them from show/ (or whoever has something to draw), gives
// them to the ray tracer (solid.h) or to the flat drawing (flat.h). Nothing here knows runs, scenes or laws.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scree/base/vec.h"
#include "scree/picture/colour.h"
#include "scree/picture/legend.h"

namespace scree::picture {

struct Size {
  int width = 1280, height = 720;  ///< pixels
};

/// What stands around the subject.
struct Furniture {
  std::optional<Legend> legend;
  std::string caption;  ///< bottom left: the scene and its time
};

struct Ball {
  Vec3 centre;
  double radius = 0;
  Colour colour;
};

/// A straight rod with round ends: a link of a force chain.
struct Rod {
  Vec3 from, to;
  double radius = 0;
  Colour colour;
};

/// A flat piece of a body's surface, solid from both sides.
struct Facet {
  std::array<Vec3, 3> corner;
  Colour colour;
};

/// A piece of a wall. One that has a front (corners anticlockwise, seen from where the bodies are) is solid
/// from there and not drawn from behind, so that it never hides what it holds; any other is glass, except
/// where it is the last thing that a line of sight meets.
struct Triangle {
  std::array<Vec3, 3> corner;
  bool has_front = true;
};

/// A line that shows where a wall or a facet ends, drawn thin.
struct Edge {
  Vec3 from, to;
};

struct Solid {
  std::vector<Ball> balls;
  std::vector<Rod> rods;
  std::vector<Facet> facets;
  std::vector<Triangle> walls;
  std::vector<Edge> edges;
  Vec3 up{0, 0, 1};
};

struct Disc {
  Vec2 centre;
  double radius = 0;
  Colour colour;
  std::optional<Vec2> mark;  ///< a direction of length 1, drawn as a spoke: how the disc has turned
};

/// Convex parts of one colour; the rim goes around all of them anticlockwise, in any order.
struct Polygon {
  std::vector<std::vector<Vec2>> parts;
  std::vector<std::array<Vec2, 2>> rim;
  Colour colour;
};

/// A wall in the plane; hatched on the right of the way from `from` to `to` when it has a back.
struct Line {
  Vec2 from, to;
  bool has_back = true;
};

/// A link of a force chain; the width is in metres.
struct Link {
  Vec2 from, to;
  double width = 0;
  Colour colour;
};

struct Flat {
  std::vector<Disc> discs;
  std::vector<Polygon> polygons;
  std::vector<Line> lines;
  std::vector<Link> links;
  Vec2 lo, hi;  ///< what must be seen
};

}  // namespace scree::picture
