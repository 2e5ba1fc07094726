// [[body]], [[fill]].
#include <fmt/format.h>

#include <algorithm>

#include "scree/base/rotation.h"
#include "scree/base/text.h"
#include "scree/scene/csv_bodies.h"
#include "scree/scene/meshes.h"
#include "scree/scene/polygons.h"
#include "scree/scene/read_region.h"
#include "scree/scene/read_size.h"
#include "scree/scene/region_shape.h"
#include "scree/scene/sections.h"

namespace scree::scene {
namespace {

bool is_zero(const Coordinates& vector) { return vector == Coordinates{}; }

void require_rest(const TableReader& reader, const Body& body) {
  if (!body.fixed) return;
  for (const auto& [key, value] : {std::pair("velocity", body.velocity), std::pair("spin", body.spin)})
    if (!is_zero(value))
      reader.complain(key, fmt::format("a fixed body never moves: leave out '{}' or 'fixed'", key));
}

void require_inside(const Reading& reading, const TableReader& reader, const Body& body,
                    const DomainBox& domain) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(reading.dimension.value_or(0)); ++axis)
    if (!(domain.lo[axis] <= body.position[axis] && body.position[axis] <= domain.hi[axis])) {
      reader.complain("position", "position lies outside [domain]: the body would be removed at once");
      return;
    }
}

/// Where a body is that a run cannot begin with; empty if it can.
std::string fault_of_place(const DomainBox& domain, std::size_t axis, double centre) {
  const double lo = domain.lo[axis], hi = domain.hi[axis];
  if (lo <= centre && centre <= hi) return {};
  if (!domain.periodic[axis]) return "the body lies outside [domain] and would be removed at once";
  return fmt::format(
      "the body lies outside [domain]: {} is {:.6g} m, the periodic box goes from {:.6g} m to {:.6g} m",
      "xyz"[axis], centre, lo, hi);
}

/// What is wrong with the lines themselves is told when the bodies are made.
template <int D>
void require_rows_inside(Reading& reading, const Fill& fill, const SceneDescription& scene) {
  const std::vector<std::size_t> axes = bounded_axes(reading, scene.domain);
  if (axes.empty() || !fill.rows) return;
  std::vector<NewBody<D>> bodies;
  try {
    bodies = read_csv_bodies<D>(fill, scene.materials);
  } catch (const SceneError&) {
    return;
  }
  for (const NewBody<D>& body : bodies)
    for (const std::size_t axis : axes) {
      const std::string fault = fault_of_place(scene.domain, axis, body.position[static_cast<int>(axis)]);
      if (fault.empty()) continue;
      reading.complaints.add(
          csv_place(fill, body.line),
          fmt::format("{}{}", fill.file ? "" : fmt::format("rows, line {}: ", body.line), fault));
      break;
    }
}

Corners corners_of(const RegionShape& region, int dimension) {
  Corners corners;
  const auto copy = [&](const auto& box) {
    for (int k = 0; k < dimension; ++k) {
      corners.lo[static_cast<std::size_t>(k)] = box.lo[k];
      corners.hi[static_cast<std::size_t>(k)] = box.hi[k];
    }
  };
  if (dimension == 2)
    copy(bounds_of<2>(region));
  else
    copy(bounds_of<3>(region));
  return corners;
}

}  // namespace

Placed<std::string> read_shape(const Reading& reading, const TableReader& reader) {
  const auto shape = reader.word("shape");
  if (!shape) return {};
  const std::string_view wanted = reading.dimension == 2 ? "disc" : "sphere";
  const bool is_flat = shape->value != "sphere" && shape->value != "mesh";
  if (reading.dimension && is_flat != (*reading.dimension == 2))
    reader.complain(
        "shape",
        fmt::format("'{}' is a shape of {}D scenes; this one has dimension = {}, where bodies are '{}'{}",
                    shape->value, is_flat ? 2 : 3, *reading.dimension, wanted,
                    is_flat ? " or 'mesh'" : " or 'polygon'"));
  return *shape;
}

void read_body(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "body", table, place, "[[body]]");
  Body body;
  body.place = place;
  const auto name = reader.text("name");
  body.name = name ? name->value : fmt::format("body {}", scene.bodies.size());
  body.shape = read_shape(reading, reader);
  body.polygon = read_polygon(reading, reader, body.shape.value == "polygon");
  const bool is_mesh = body.shape.value == "mesh";
  body.mesh = read_mesh_form(reading, reader, is_mesh);
  if (const auto rotation = read_rotation(reading, reader, is_mesh)) body.rotation = *rotation;
  if (!is_mesh) reader.refuse("halo", "goes with triangulated bodies only");
  body.halo = read_halo(reading, reader);
  if (const auto angle = reader.quantity("angle")) {
    body.angle = angle->value;
    if (body.shape.value != "polygon") reader.complain("angle", "'angle' turns polygons only");
  }
  Vec2 from_place;  // from the place that the scene gives to the centroid
  if (body.polygon && has_own_size(*body.polygon)) {
    for (const std::string_view key : {"radius", "diameter"})
      reader.refuse(key, "does not go with a polygon that says how large it is");
    if (const auto polygon = own_polygon(reading, *body.polygon, body.name)) {
      body.radius = {polygon->radius(), body.polygon->place};
      from_place = rotate(rotation_by(body.angle), polygon->centroid());
    }
  } else if (is_mesh && !reader.has("radius") && !reader.has("diameter")) {
    if (body.mesh && !body.mesh->has_own_size)
      reader.complain_about_missing("radius");
    else if (body.mesh)
      body.radius = {own_radius(*body.mesh), body.mesh->place};
  } else if (const std::string_view key = reader.either("radius", "diameter"); !key.empty()) {
    if (const auto size = reader.quantity(key))
      body.radius = {key == "radius" ? size->value : size->value / 2, size->place};
  }
  body.fixed = reader.flag("fixed").value_or(false);
  body.material = reader.material("material");
  if (!reader.has("material") && !body.fixed)
    reading.complaints.add(place,
                           "[[body]] needs 'material', unless it is fixed, as in material = \"glass\"");
  if (const auto position = reader.vector("position")) {
    body.position = *position;
    for (std::size_t axis = 0; axis < 2; ++axis) body.position[axis] += from_place[axis];
    require_inside(reading, reader, body, scene.domain);
  }
  body.velocity = reader.vector("velocity").value_or(Coordinates{});
  body.spin = reader.spin("spin").value_or(Coordinates{});
  require_rest(reader, body);
  scene.bodies.push_back(std::move(body));
}

void read_fill(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "fill", table, place, "[[fill]]");
  Fill fill;
  fill.place = place;
  fill.shape = read_shape(reading, reader);
  fill.polygon = read_polygon(reading, reader, fill.shape.value == "polygon");
  fill.angle = read_angle(reader, fill.shape.value == "polygon");
  const bool is_mesh = fill.shape.value == "mesh";
  fill.mesh = read_mesh_form(reading, reader, is_mesh);
  fill.rotation = read_rotation(reading, reader, is_mesh);
  if (!is_mesh) reader.refuse("halo", "goes with triangulated bodies only");
  fill.halo = read_halo(reading, reader).value_or(scene.run.halo);
  if (is_mesh)
    for (const std::string_view key : {"file", "rows"})
      reader.refuse(key, "does not go with triangulated bodies");
  fill.material = reader.material("material").value_or(Placed<std::string>{});
  fill.velocity = reader.vector("velocity").value_or(Coordinates{});
  fill.random_speed = reader.quantity_or_fallback("random_speed");
  fill.fixed = reader.flag("fixed").value_or(false);
  fill.thermal_speed = reader.quantity_or_fallback("thermal_speed");
  for (const char* const key : {"velocity", "random_speed", "thermal_speed"})
    if (fill.fixed) reader.refuse(key, "does not go with bodies that never move");
  fill.file = reader.text("file");
  fill.rows = reader.text("rows");
  if (reader.has("file") || reader.has("rows")) {
    fill.arrangement = Fill::Arrangement::file;
    for (const std::string_view key :
         {"radius", "diameter", "region", "count", "volume_fraction", "arrangement", "fixed"})
      reader.refuse(key, "does not go with bodies from a file, which says it all");
    reading.dimension == 2 ? require_rows_inside<2>(reading, fill, scene)
                           : require_rows_inside<3>(reading, fill, scene);
    scene.fills.push_back(std::move(fill));
    return;
  }
  const std::string arrangement = reader.word_or_fallback("arrangement");
  fill.arrangement = arrangement == "lattice" ? Fill::Arrangement::lattice
                     : arrangement == "grow"  ? Fill::Arrangement::grow
                     : arrangement == "rain"  ? Fill::Arrangement::rain
                                              : Fill::Arrangement::random;
  if (const auto sizes = read_sizes_of_meshes(reader, fill.mesh))
    fill.radius = *sizes;
  else if (const auto drawn = read_sizes_of(reading, reader, fill.polygon))
    fill.radius = *drawn;
  if (is_mesh) fill.radius = with_halo(fill.radius, fill.halo);
  if (const std::string_view key = reader.either("count", "volume_fraction"); key == "count")
    fill.count = reader.whole_number(key);
  else if (!key.empty())
    fill.volume_fraction = reader.quantity(key);
  if (const std::optional<RegionShape> region = read_own_region(reading, reader, scene)) {
    const Corners corners = corners_of(*region, reading.dimension.value_or(3));
    fill.lo = corners.lo;
    fill.hi = corners.hi;
    if (!std::holds_alternative<BoxRegion>(*region)) fill.region = region;
    require_region_inside(reading, reader, corners, fill.radius, scene.domain);
  } else if (!reader.has("region")) {
    reading.complaints.add(place, fmt::format("[[fill]] needs 'region', as in region = {}",
                                              key_facts("fill", "region").example));
  }
  scene.fills.push_back(std::move(fill));
}

}  // namespace scree::scene
