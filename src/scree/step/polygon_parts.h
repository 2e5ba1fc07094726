// What the sources of polygons share: convex parts of bodies where they are, and contacts as kernels take
// them.
#pragma once

#include "scree/base/contact_width.h"
#include "scree/contact/polygon_hint.h"
#include "scree/step/contact_source.h"

namespace scree::step {

/// A convex part of a body where it is now.
struct PlacedPart {
  contact::ScaledPolygon polygon;
  Vec2 offset;  // [m] from the body's centre
};
inline PlacedPart part_of(const Look<2>& look, Slot slot, std::uint32_t number) {
  const shape::RigidPolygon::Part& part = look.bodies.polygon_of(slot).part(number);
  const double scale = look.motion[slot].radius;
  return {{&part.polygon, scale}, rotate(look.orientation[slot], scale * part.offset)};
}

/// Whether a disc that touches this part is to be felt by another one of the body: the nearest point is on a
/// seam, and the other part is nearer. Then a disc on a seam is felt once. `centre` is the disc's, in the
/// body's frame.
inline bool is_felt_by_another(const shape::RigidPolygon& body, double scale, std::uint32_t number,
                               const Vec2& centre) {
  if (body.parts().size() == 1) return false;
  const auto nearest = [&](std::uint32_t part, const Vec2& place) {
    std::uint32_t hint = 0;
    const shape::RigidPolygon::Part& one = body.part(part);
    return contact::nearest_on({&one.polygon, scale}, place - scale * one.offset, hint);
  };
  const contact::NearestOnPolygon own = nearest(number, centre);
  const Vec2 point = own.point + scale * body.part(number).offset;
  for (std::uint32_t other = 0; other < body.parts().size(); ++other) {
    if (other == number || nearest(other, point).distance > 1e-9 * scale) continue;
    const double distance = nearest(other, centre).distance;
    if (distance < own.distance || (distance == own.distance && other < number)) return true;
  }
  return false;
}

/// The length scale of a body's contacts [m].
inline double length_of(const world::Bodies<2>& bodies, Slot slot, bool is_width) {
  const double radius = bodies.motion[slot].radius;
  if (!is_width) return 2 * radius;
  return radius * (bodies.is_polygon(slot) ? bodies.polygon_of(slot).contact_width() : contact_width_of_disc);
}

/// A touch in the frame of one of the bodies, and how to bring it into the scene.
struct FramedTouch {
  contact::PolygonTouch touch;
  Rotation<2> frame;
  Vec2 to_frame;    // [m] from the first's centre to that of the frame
  double sign = 1;  // of its normal
};

/// What does not depend on the second of the two. Where they do not touch, there is a point without overlap.
inline kernel::GivenPoint point_of(const FramedTouch& found, bool on_line) {
  const contact::PolygonTouch& touch = found.touch;
  const bool touches = touch.depth > 0;
  kernel::GivenPoint point;
  point.normal = found.sign * rotate(found.frame, touch.normal);
  point.overlap = touches ? touch.depth : 0;
  point.area = touches ? touch.area : 0;
  point.line = touches ? touch.line : 0;
  point.first_arm = found.to_frame + rotate(found.frame, on_line ? touch.middle : touch.centroid);
  return point;
}

/// By batch, one per row.
using GivenPoints = std::vector<AlignedVector<kernel::GivenPoint>>;

}  // namespace scree::step
