// Polygons of a scene: reads what they look like, and makes the shapes that bodies share.
#pragma once

#include <optional>
#include <vector>

#include "scree/base/outline.h"
#include "scree/scene/table_reader.h"
#include "scree/shape/rigid_polygon.h"

namespace scree::scene {

/// The key `polygon` of a body or fill; complains when it is there but not wanted, or the reverse.
std::optional<PolygonForm> read_polygon(Reading& reading, const TableReader& owner, bool is_wanted);

/// Of a fill or an inlet: sizes from the polygon if it has one, else as `radius` or `diameter` say.
std::optional<SizeDistribution> read_sizes_of(Reading& reading, const TableReader& reader,
                                              const std::optional<PolygonForm>& form);
/// The key `angle` of a fill or an inlet.
std::optional<double> read_angle(const TableReader& reader, bool is_polygon);

/// Whether the form says how large the polygon is.
bool has_own_size(const PolygonForm& form);
/// Such a polygon in its size, or nothing after a complaint that names the owner and the corner or part.
std::optional<shape::RigidPolygon> own_polygon(Reading& reading, const PolygonForm& form,
                                               const std::string& owner);

/// The shapes that bodies share, with their farthest corner at distance 1. A function of scene and seed.
struct PolygonLibrary {
  std::vector<shape::RigidPolygon> shapes;
  std::vector<std::uint32_t> of_body;  // by body of the scene: one more than the shape's number; 0: round
  /// By fill: the first shape and how many of them there are; none: round bodies.
  struct Range {
    std::uint32_t first = 0, count = 0;
  };
  std::vector<Range> of_fill;
  std::vector<Range> of_inlet;  // likewise

  /// Of the body number `number` of a fill, counted like `of_body`.
  std::uint32_t of_filled(std::size_t fill, std::uint64_t number, std::uint64_t seed) const;
};
PolygonLibrary make_polygons(const SceneDescription& scene, std::uint64_t seed);
/// Appends the shapes of bodies that come later, unless they are there; says which they are.
PolygonLibrary::Range add_polygons(const PolygonForm& form, std::uint64_t own_seed,
                                   std::vector<shape::RigidPolygon>& shapes);

/// Area of the polygons of a fill, on average, over that of the circles around them; `own_seed` is the
/// fill's.
double share_of_circle(const PolygonForm& form, std::uint64_t own_seed);

/// Those shapes for drawing.
std::vector<Outline> outlines_of(const SceneDescription& scene, std::uint64_t seed);

/// By how much the body number `number` of a fill is turned [rad].
double angle_of_filled(const Fill& fill, std::size_t fill_index, std::uint64_t number, std::uint64_t seed);

}  // namespace scree::scene
