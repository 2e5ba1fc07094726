// Area and centroid of a polygon from its corners in turn.
#pragma once

#include "scree/contact/polygon_overlap.h"

namespace scree::contact {

/// Areas up to this share of the square of the bodies' size are rounding: bodies that touch so little do not
/// overlap.
inline constexpr double least_area = 1e-14;

/// Seen from the first corner, so that places far away lose no digits.
class AreaSum {
 public:
  explicit AreaSum(const Vec2& origin) : origin_(origin) {}
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

}  // namespace scree::contact
