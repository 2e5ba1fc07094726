// Any corners as polygons, any two polygons as a pair. A shape is made, or refused with one of the corners
// that were given; what is made keeps its area. Distance and overlap never loop, never read beyond the ring,
// agree with each other and do not depend on hints.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "scree/contact/polygon_touch.h"
#include "scree/shape/rigid_polygon.h"

namespace scree {
namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool has(std::size_t count) const { return at_ + count <= size_; }
  std::uint8_t byte() { return has(1) ? data_[at_++] : 0; }
  /// On a coarse lattice for even kinds, so that corners meet lines; else any bits.
  double number(bool coarse) {
    if (coarse) return static_cast<std::int8_t>(byte());
    double value = 0;
    if (has(sizeof(value))) std::memcpy(&value, data_ + at_, sizeof(value));
    at_ += sizeof(value);
    return value;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

void look_at_pair(const shape::ConvexPolygon& a, const shape::ConvexPolygon& b, Input& input) {
  const shape::ConvexPolygon first = a.unit(), second = b.unit();
  const double angle = 0.1 * input.byte(), away = input.byte() / 64.0;
  const Vec2 apart = rotate(rotation_by(0.05 * input.byte()), Vec2{away, 0});
  const contact::PolygonPair pair({&first, 1}, rotation_by(0), {&second, 1}, rotation_by(angle), apart);
  contact::FeaturePair hint = contact::facing_features(pair), none{};
  const contact::ClosestPoints usual = contact::closest_points(pair, hint),
                               again = contact::closest_points(pair, none);
  demand(usual.distance == again.distance && usual.features == again.features);
  contact::ClipSpace space;
  contact::Crossings crossings{}, other = contact::crossings_near(pair, usual.features);
  const contact::SharedArea shared = contact::shared_area(pair, crossings, space),
                            same = contact::shared_area(pair, other, space);
  demand(shared.area == same.area && shared.line == same.line);
  demand(!(shared.area > 1e-9 && usual.distance > 1e-9));
  demand(shared.area <= (1 + 1e-9) * std::fmin(first.area(), second.area()));
}

void try_polygons(Input input) {
  std::vector<shape::ConvexPolygon> made;
  const std::uint8_t kind = input.byte();
  for (int polygon = 0; polygon < 2; ++polygon) {
    std::vector<Vec2> corners(input.byte() % 24);
    for (Vec2& corner : corners)
      for (int axis = 0; axis < 2; ++axis) corner[axis] = input.number(kind % 2 == 0);
    if (corners.empty()) continue;
    shape::ConvexPolygon::Made convex = shape::ConvexPolygon::make(corners, kind / 2 % 2 == 0);
    demand(convex.polygon.empty() == !convex.fault.text.empty() && convex.fault.corner < corners.size());
    if (!convex.polygon.empty()) {
      const shape::ConvexPolygon& polygon = convex.polygon[0];
      demand(polygon.area() >= 0 && polygon.size() <= corners.size() &&
             std::isfinite(polygon.inertia_per_mass()));
      demand(polygon.contact_width() > 0 && polygon.contact_width() <= (2 + 1e-9) * polygon.radius());
      made.push_back(std::move(convex.polygon[0]));
    }
    const shape::RigidPolygon::Made rigid = shape::RigidPolygon::from_outline(corners);
    demand(rigid.polygon.empty() == !rigid.fault.text.empty());
    if (rigid.polygon.empty() || kind % 2 != 0) continue;
    double doubled = 0;
    for (std::size_t k = 0; k < corners.size(); ++k)
      doubled += cross(corners[k], corners[(k + 1) % corners.size()]);
    demand(std::abs(rigid.polygon[0].area() - 0.5 * std::abs(doubled)) <= 1e-6 * (1 + std::abs(doubled)));
    rigid.polygon[0].rim();
  }
  // Needles whose inner circle is below rounding have no pair to look at.
  for (const shape::ConvexPolygon& one : made)
    if (!(one.inner_radius() > 1e-6 * one.radius())) return;
  if (made.size() == 2) look_at_pair(made[0], made[1], input);
}

}  // namespace
}  // namespace scree

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::try_polygons({data, size});
  return 0;
}
