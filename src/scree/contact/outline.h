// Area and centroid of a polygon from its corners in turn, and what follows from them for a contact.
#pragma once

#include "scree/contact/polygon_overlap.h"

namespace scree::contact {

/// Areas up to this share of the square of the bodies' size are rounding: bodies that touch so little do not
/// overlap.
inline constexpr double least_area = 1e-14;

/// Seen from the first corner, so that places far away lose no digits.
class Outline {
 public:
  explicit Outline(const Vec2& origin) : origin_(origin) {}
  void add(const Vec2& corner) {
    const Vec2 here = corner - origin_;
    const double part = cross(last_, here);
    doubled_ += part;
    moment_ += part * (last_ + here);
    last_ = here;
  }
  double area() const { return 0.5 * doubled_; }
  Vec2 centroid() const { return origin_ + (1 / (3 * doubled_)) * moment_; }
  /// Six times the first moment of the area about the origin.
  const Vec2& moment() const { return moment_; }

 private:
  Vec2 origin_, last_, moment_;
  double doubled_ = 0;
};

/// Finds the point of the contact line's normal that is level with the centroid. `moment` is the sum of
/// dot(middle, way) over the ways that make up the line.
inline void set_middle(SharedArea& shared, double moment) {
  const double length_squared = dot(shared.line, shared.line);
  const double shift = length_squared > 0 ? (moment - dot(shared.centroid, shared.line)) / length_squared : 0;
  // By component: a pair of doubles that was stored as two waits when it is loaded as one.
  for (int k = 0; k < 2; ++k) shared.middle[k] = shared.centroid[k] + shift * shared.line[k];
}

}  // namespace scree::contact
