// Convex polygons in the plane: a ring of corners, anticlockwise about the centroid, which is the origin.
// Takes corners or a few numbers (from scene/), gives area, inertia and features (to contact/). Feature k is
// corner k, or the edge from corner k to the next; the inside is to the left of every edge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/vec.h"

namespace scree::shape {

class ConvexPolygon {
 public:
  /// A corner and the direction to the next one, of length 1: what a walk along the ring needs, in half a
  /// cache line.
  struct alignas(32) Corner {
    Vec2 point;
    Vec2 along;
  };
  /// Why corners make no polygon: what is wrong, and with which of them (counted from 0).
  struct Fault {
    std::string text;  // empty: all is well
    std::size_t corner = 0;
  };
  struct Made;

  /// From corners in either direction of turn; equal neighbours and corners on a straight line are dropped.
  /// With `take_hull`, of the convex hull; else corners that turn inwards are a fault.
  static Made make(std::span<const Vec2> corners, bool take_hull = false);
  /// Corners on a circle of radius 1, the first on the x axis; at least 3.
  static ConvexPolygon regular(std::size_t corners);
  static ConvexPolygon box(double width, double height);
  /// Corners at equal steps of the parameter of an ellipse with half-axes `aspect` and 1.
  static ConvexPolygon ellipse(std::size_t corners, double aspect);
  /// A random stone, a function of seed and number: corners on an ellipse of this elongation (length over
  /// width, at least 1), evenly spread for angularity 0, at random for 1.
  static ConvexPolygon stone(std::size_t corners, double elongation, double angularity, std::uint64_t seed,
                             std::uint64_t number);

  /// The same shape, larger by this factor.
  ConvexPolygon scaled(double factor) const;
  /// The same shape with its farthest corner at distance 1 from the centroid.
  ConvexPolygon unit() const { return scaled(1 / radius_); }

  std::size_t size() const { return corners_.size(); }
  const Corner* corners() const { return corners_.data(); }
  const Corner& operator[](std::size_t corner) const { return corners_[corner]; }
  std::uint32_t next(std::uint32_t corner) const { return corner + 1 == corners_.size() ? 0 : corner + 1; }
  std::uint32_t previous(std::uint32_t corner) const {
    return (corner == 0 ? static_cast<std::uint32_t>(corners_.size()) : corner) - 1;
  }

  double area() const { return area_; }                          // [m2]
  double inertia_per_mass() const { return inertia_per_mass_; }  // [m2] about the centroid
  double radius() const { return radius_; }                      // [m] of the farthest corner
  double inner_radius() const { return inner_radius_; }          // [m] of the nearest edge
  double contact_width() const { return contact_width_; }        // [m]; see base/contact_width.h
  /// Where the centroid was among the corners that the polygon was made of.
  const Vec2& centroid() const { return centroid_; }

  /// A corner that is farthest in this direction (any length but zero), by a binary search on the normals.
  std::uint32_t farthest(const Vec2& direction) const;

 private:
  explicit ConvexPolygon(const std::vector<Vec2>& ring);  // anticlockwise, strictly convex
  double find_contact_width() const;

  AlignedVector<Corner> corners_;
  std::vector<double> angle_;  // of edge normals, rising from that of `first_angle_` on; see farthest()
  std::uint32_t first_angle_ = 0;
  double area_ = 0, inertia_per_mass_ = 0, radius_ = 0, inner_radius_ = 0, contact_width_ = 0;
  Vec2 centroid_;
};

struct ConvexPolygon::Made {
  std::vector<ConvexPolygon> polygon;  // one, or none with a fault
  Fault fault;
};

}  // namespace scree::shape
