#include "scree/scene/read_region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/base/vec.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

double least_radius(const SizeDistribution& sizes) {
  double least = sizes.least;
  if (sizes.form == SizeDistribution::Form::classes && !sizes.classes.empty())
    least = std::min_element(sizes.classes.begin(), sizes.classes.end(), [](const auto& a, const auto& b) {
              return a.least < b.least;
            })->least;
  return least;
}

std::optional<RegionShape> read_box(Reading& reading, const TableReader& owner) {
  const auto box = owner.table("box", "region.box");
  if (!box) return std::nullopt;
  const auto lo = box->vector("min"), hi = box->vector("max");
  if (!lo || !hi) return std::nullopt;
  require_order(reading, box->place(), "box", *lo, *hi);
  return BoxRegion{*lo, *hi};
}

std::optional<RegionShape> read_ball(const TableReader& owner) {
  const auto ball = owner.table("ball", "region.ball");
  if (!ball) return std::nullopt;
  const auto centre = ball->vector("centre");
  const auto radius = ball->quantity("radius");
  if (!centre || !radius) return std::nullopt;
  return BallRegion{*centre, radius->value};
}

std::optional<RegionShape> read_cylinder(const Reading& reading, const TableReader& owner) {
  if (reading.dimension == 2) {
    owner.refuse("cylinder", "is for 3D scenes; use box or ball");
    return std::nullopt;
  }
  const auto cylinder = owner.table("cylinder", "region.cylinder");
  if (!cylinder) return std::nullopt;
  const auto point = cylinder->vector("point"), axis = cylinder->vector("axis");
  const auto radius = cylinder->quantity("radius"), height = cylinder->quantity("height");
  if (!point || !axis || !radius || !height) return std::nullopt;
  const auto unit = normalised(*axis);
  if (!unit) {
    cylinder->complain("axis", "axis must not be zero");
    return std::nullopt;
  }
  return CylinderRegion{*point, *unit, radius->value, height->value};
}

std::optional<RegionShape> read_cone(const Reading& reading, const TableReader& owner) {
  if (reading.dimension == 2) {
    owner.refuse("cone", "is for 3D scenes; use box or ball");
    return std::nullopt;
  }
  const auto cone = owner.table("cone", "region.cone");
  if (!cone) return std::nullopt;
  const auto start = cone->vector("start"), end = cone->vector("end");
  const auto start_radius = cone->quantity("start_radius"), end_radius = cone->quantity("end_radius");
  if (!start || !end || !start_radius || !end_radius) return std::nullopt;
  if (*start == *end) {
    cone->complain("end", "end must differ from start: they give the axis");
    return std::nullopt;
  }
  if (start_radius->value == 0 && end_radius->value == 0) {
    cone->complain("end_radius", "one of the radii of a cone must be positive");
    return std::nullopt;
  }
  return ConeRegion{*start, *end, start_radius->value, end_radius->value};
}

}  // namespace

std::vector<std::size_t> bounded_axes(const Reading& reading, const DomainBox& domain) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(reading.dimension.value_or(0)); ++axis)
    if (domain.lo[axis] > -DomainBox::unbounded || domain.hi[axis] < DomainBox::unbounded)
      axes.push_back(axis);
  return axes;
}

void require_region_inside(const Reading& reading, const TableReader& reader, const Corners& region,
                           const SizeDistribution& sizes, const DomainBox& domain) {
  // A centre is at least a radius away from the region's faces.
  const double margin = least_radius(sizes);
  for (const std::size_t axis : bounded_axes(reading, domain))
    if (!domain.periodic[axis] &&
        (region.lo[axis] + margin < domain.lo[axis] || region.hi[axis] - margin > domain.hi[axis])) {
      reader.complain("region", "region reaches beyond [domain]: bodies there would be removed at once");
      return;
    }
}

std::optional<Coordinates> normalised(const Coordinates& direction) {
  const double largest = std::max({std::abs(direction[0]), std::abs(direction[1]), std::abs(direction[2])});
  if (!(largest > 0)) return std::nullopt;
  const Vec3 scaled{direction[0] / largest, direction[1] / largest, direction[2] / largest};
  const Vec3 unit = scaled / norm(scaled);
  return Coordinates{unit[0], unit[1], unit[2]};
}

const Region* find_region(const TableReader& reader, const SceneDescription& scene) {
  const auto name = reader.text("region");
  if (!name) return nullptr;
  std::vector<std::string_view> known;
  for (const Region& region : scene.regions) {
    known.push_back(region.name);
    if (region.name == name->value) return &region;
  }
  reader.complain("region", fmt::format("there is no [[region]] called {}{}", in_quotes(name->value),
                                        suggestion(name->value, known)));
  return nullptr;
}

std::optional<RegionShape> read_own_region(Reading& reading, const TableReader& reader,
                                           const SceneDescription& scene) {
  const Value* const given = reader.find("region");
  if (given == nullptr) return std::nullopt;
  if (given->as<std::string>()) {
    const Region* const region = find_region(reader, scene);
    return region ? std::optional(region->shape) : std::nullopt;
  }
  const auto place = reader.table("region", "fill.region");
  if (!place) return std::nullopt;
  const auto box = place->table("box", "fill.region.box");
  if (!box) return std::nullopt;
  const Corners corners = read_corners(reading, *box);
  return BoxRegion{corners.lo, corners.hi};
}

std::optional<RegionShape> read_region_shape(Reading& reading, const TableReader& reader) {
  constexpr std::string_view shapes[] = {"box", "ball", "cylinder", "cone"};
  std::vector<std::string_view> given;
  for (const std::string_view shape : shapes)
    if (reader.has(shape)) given.push_back(shape);
  if (given.empty()) {
    if (!reader.is_mistyped(shapes))
      reading.complaints.add(reader.place(),
                             fmt::format("{} needs 'box', 'ball', 'cylinder' or 'cone', as in box = {}",
                                         reader.title(), key_facts("region", "box").example));
    return std::nullopt;
  }
  if (given.size() > 1) {
    reader.complain(given[1], fmt::format("give either '{}' or '{}', not both", given[0], given[1]));
    return std::nullopt;
  }
  if (given[0] == "box") return read_box(reading, reader);
  if (given[0] == "ball") return read_ball(reader);
  return given[0] == "cone" ? read_cone(reading, reader) : read_cylinder(reading, reader);
}

}  // namespace scree::scene
