// What polygonal bodies share: one convex polygon, or several that make up one rigid body (an L, a cross, a
// gear). Parts may share edges but no area, so that mass, centroid and inertia are exact sums. Takes parts or
// an outline (from scene/), gives mass properties (to sim/) and parts (to contact/).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "scree/shape/convex_polygon.h"

namespace scree::shape {

class RigidPolygon {
 public:
  struct Part {
    ConvexPolygon polygon;
    Vec2 offset;       // [m] from the body's centroid to the part's
    double reach = 0;  // [m] of its farthest corner from the body's centroid
  };
  struct Made;
  static constexpr std::size_t most_parts = 65535;

  RigidPolygon(ConvexPolygon polygon);  // NOLINT(google-explicit-constructor): it is one
  /// Of parts that lie where their corners were given. A fault names the first of two parts that overlap.
  static Made make(std::vector<ConvexPolygon> parts);
  /// From the corners of a ring that may turn inwards but does not cross itself; it is cut into convex parts.
  /// A fault names the corner.
  static Made from_outline(std::span<const Vec2> corners);
  /// Teeth on a wheel of radius 1; `tooth` is the height of the teeth as a share of that. At least 3.
  static RigidPolygon gear(std::size_t teeth, double tooth);

  RigidPolygon scaled(double factor) const;
  /// The same shape with its farthest corner at distance 1 from the centroid.
  RigidPolygon unit() const { return scaled(1 / radius_); }

  const std::vector<Part>& parts() const { return parts_; }
  const Part& part(std::uint32_t number) const { return parts_[number]; }
  double area() const { return area_; }                          // [m2]
  double inertia_per_mass() const { return inertia_per_mass_; }  // [m2] about the centroid
  double radius() const { return radius_; }                      // [m] of the farthest corner
  double contact_width() const { return contact_width_; }        // [m] of its widest part
  /// Where the centroid was among the corners that the body was made of.
  const Vec2& centroid() const { return centroid_; }

  /// The stretches of edges that no other part covers: what is seen of the boundary.
  std::vector<std::array<Vec2, 2>> rim() const;

 private:
  RigidPolygon() = default;
  void weigh();

  std::vector<Part> parts_;
  double area_ = 0, inertia_per_mass_ = 0, radius_ = 0, contact_width_ = 0;
  Vec2 centroid_;
};

struct RigidPolygon::Made {
  std::vector<RigidPolygon> polygon;  // one, or none with a fault
  ConvexPolygon::Fault fault;         // of an outline's corner, or of a part (counted from 0)
};

/// The corners of RigidPolygon::gear, anticlockwise.
std::vector<Vec2> gear_outline(std::size_t teeth, double tooth);

/// Cuts a ring of corners, anticlockwise and not crossing itself, into convex ones (numbers of corners): ears
/// with the shortest cuts first, then cuts are taken back, the longest first, where what they part is convex
/// together (Hertel & Mehlhorn 1983). At most four times as many parts as needed. Empty if rounding defeats
/// it.
std::vector<std::vector<std::size_t>> convex_parts(std::span<const Vec2> ring);

}  // namespace scree::shape
