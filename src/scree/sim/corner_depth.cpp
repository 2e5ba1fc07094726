#include "scree/sim/corner_depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/math.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

/// Deeper than this share of the radius at rest, a heap is no heap any more.
constexpr double too_deep = 0.05, wanted_depth = 0.01;

/// Tangent of half the angle of the sharpest corner.
double sharpest_corner(const shape::RigidPolygon& body) {
  if (body.parts().size() > 1) return 1;
  const shape::ConvexPolygon& polygon = body.part(0).polygon;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < polygon.size(); ++k) {
    const Vec2 &before = polygon[polygon.previous(k)].along, &after = polygon[k].along;
    // The edges turn by t there, so half the angle between them is (pi - t) / 2.
    least = std::min(least, (1 + dot(before, after)) / cross(before, after));
  }
  return least;
}

/// The softest law of this kind that a material's bodies meet [N/m]; infinity without any.
template <int D>
double softest(const World<D>& world, std::uint32_t material) {
  double stiffness = std::numeric_limits<double>::infinity();
  for (std::uint32_t other = 0; other < world.materials.size(); ++other) {
    if (!world.interactions.has(material, other)) continue;
    const law::Choice& law = world.interactions.law(world.interactions.between(material, other));
    if (law.acts_on_line()) stiffness = std::min(stiffness, law.flat_stiffness());
  }
  return stiffness;
}

/// The deepest overlap over the smaller radius with which two round bodies, or one and a wall, meet at this
/// speed, by the time that their contact would take. The largest bodies of each material decide: with linear
/// springs they go deepest, with those of Hertz all go as deep.
template <int D>
double deepest_impact(const World<D>& world, double speed) {
  struct Largest {
    double mass = 0, radius = 0;
  };
  std::vector<Largest> largest(world.materials.size());
  const auto see = [&](const Motion<D>& motion, std::uint32_t material) {
    if (!is_fixed(motion) && motion.radius > largest[material].radius)
      largest[material] = {1 / motion.inverse_mass, motion.radius};
  };
  for (Slot slot = 0; slot < world.bodies.size(); ++slot)
    if (!world.bodies.is_polygon(slot) && !world.bodies.is_mesh(slot))
      see(world.bodies.motion[slot], world.bodies.material[slot]);
  for (std::size_t k = 0; k < world.to_come.size(); ++k)
    if (k / 2 >= world.inlet_shapes.size() || world.inlet_shapes[k / 2].count == 0)
      see(world.to_come[k].motion, world.to_come[k].material);
  double deepest = 0;
  for (std::uint32_t a = 0; a < largest.size(); ++a)
    for (std::uint32_t b = a; b < largest.size(); ++b) {
      const Largest &one = largest[a], &other = largest[b];
      if (one.radius == 0 || other.radius == 0 || !world.interactions.has(a, b)) continue;
      const law::Choice& law = world.interactions.law(world.interactions.between(a, b));
      const double mass = one.mass * other.mass / (one.mass + other.mass),
                   radius = one.radius * other.radius / (one.radius + other.radius);
      // Of the way that the contact's time would be at this speed: 1/pi with a linear spring, 1/2.94 with
      // that of Hertz.
      const double share = law.hertzian() ? 1 / 2.94 : 1 / math::pi;
      deepest = std::max(deepest, share * speed * law.contact_time(mass, radius, speed) /
                                      std::min(one.radius, other.radius));
    }
  return deepest;
}

}  // namespace

template <int D>
CornerDepths corner_depths(const World<D>& world, double gravity, double speed) {
  CornerDepths deepest;
  if (speed > 0) deepest.falling = deepest_impact(world, speed);
  if constexpr (D == 2) {
    std::vector<double> stiffness;
    for (std::uint32_t k = 0; k < world.materials.size(); ++k) stiffness.push_back(softest(world, k));
    // A corner of half angle h that is d deep cuts off d² tan h, along a line of 2 d tan h.
    const auto consider = [&](const Motion<2>& motion, std::uint32_t material,
                              const shape::RigidPolygon& polygon, double tangent) {
      const double k = stiffness[material];
      if (is_fixed(motion) || !std::isfinite(k)) return;
      const double mass = 1 / motion.inverse_mass, width = motion.radius * polygon.contact_width();
      const double cube = mass * gravity * width * width / (2 * k * tangent * tangent);
      const double area = width * speed * std::sqrt(mass / k);
      if (cube > 0) deepest.standing = std::max(deepest.standing, math::pow(cube, 1.0 / 3.0) / motion.radius);
      deepest.falling = std::max(deepest.falling, std::sqrt(area / tangent) / motion.radius);
    };
    if (!world.bodies.polygons) return deepest;
    const std::vector<shape::RigidPolygon>& shapes = *world.bodies.polygons;
    std::vector<double> tangents;
    for (const shape::RigidPolygon& polygon : shapes) tangents.push_back(sharpest_corner(polygon));
    for (Slot slot = 0; slot < world.bodies.size(); ++slot)
      if (world.bodies.is_polygon(slot))
        consider(world.bodies.motion[slot], world.bodies.material[slot], world.bodies.polygon_of(slot),
                 tangents[world.bodies.shape[slot] - 1]);
    for (std::size_t k = 0; k < world.to_come.size(); ++k) {
      const scene::PolygonLibrary::Range& own = world.inlet_shapes[k / 2];
      for (std::size_t shape = own.first; shape < own.first + own.count; ++shape)
        consider(world.to_come[k].motion, world.to_come[k].material, shapes[shape], tangents[shape]);
    }
  }
  return deepest;
}

std::string soft_corner_text(const CornerDepths& depths) {
  if (!(depths.standing > too_deep)) return {};
  const double ratio = depths.standing / wanted_depth;
  return fmt::format(
      "a polygon that stands on its sharpest corner sinks by {} of its radius under its own weight: a "
      "potential "
      "of the area (law 'overlap_energy') is soft at corners. Make the contact stiffer ({:.0f} times for "
      "{}), or "
      "use law = \"overlap_depth\".",
      percent_text(depths.standing), std::ceil(ratio * ratio * ratio), percent_text(wanted_depth));
}

template CornerDepths corner_depths(const World<2>&, double, double);
template CornerDepths corner_depths(const World<3>&, double, double);

}  // namespace scree::sim
