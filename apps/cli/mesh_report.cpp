#include "mesh_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "scree/sim/quantity_text.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;
using sim::count_text;
using sim::quantity_text;

/// Lengths in metres, in the frame of the file.
struct Sizes {
  Vec3 box;
  double shortest_edge = std::numeric_limits<double>::infinity(), longest_edge = 0;
};
Sizes sizes_of(const scene::BodyMesh& mesh) {
  Sizes sizes;
  const shape::MeshData<3>& data = mesh.examination.mesh;
  sizes.box = mesh.metres_per_unit * shape::box_around(data.vertices).size();
  for (const auto& piece : data.pieces)
    for (std::size_t k = 0; k < 3; ++k) {
      const double length =
          mesh.metres_per_unit * norm(data.vertices[piece[(k + 1) % 3]] - data.vertices[piece[k]]);
      sizes.shortest_edge = std::min(sizes.shortest_edge, length);
      sizes.longest_edge = std::max(sizes.longest_edge, length);
    }
  return sizes;
}

struct Bends {
  std::size_t flat = 0, ridges = 0, valleys = 0;
};
Bends bends_of(const shape::RigidMesh& body) {
  Bends bends;
  for (const shape::RigidMesh::Edge& edge : body.edges()) {
    bends.flat += edge.bend == shape::RigidMesh::Bend::flat;
    bends.ridges += edge.bend == shape::RigidMesh::Bend::ridge;
    bends.valleys += edge.bend == shape::RigidMesh::Bend::valley;
  }
  return bends;
}

ordered_json json_of(const Vec3& v) { return {v[0], v[1], v[2]}; }

ordered_json json_of(const shape::Finding& finding) {
  return {
      {"defect", name_of(finding.defect)}, {"outcome", name_of(finding.outcome)}, {"count", finding.count},
      {"triangle", finding.triangle},      {"place", json_of(finding.place)},     {"message", finding.text}};
}

void add_body(ordered_json& json, const MeshReport& report) {
  const shape::RigidMesh& body = *report.mesh.body;
  const Pose<3>& pose = body.made_from();
  const double mass = report.density * body.volume();
  const Symmetric3 inertia = turned(mass * body.inertia_per_mass(), pose.rotation);
  const auto in_file = [&](const Vec3& own) { return to_scene(pose, own); };
  json["volume"] = body.volume();
  json["area"] = body.area();
  json["density"] = report.density;
  json["mass"] = mass;
  json["centre"] = json_of(pose.offset);
  json["inertia"] = {{inertia.xx, inertia.xy, inertia.xz},
                     {inertia.xy, inertia.yy, inertia.yz},
                     {inertia.xz, inertia.yz, inertia.zz}};
  json["principal_moments"] = json_of(mass * body.inertia_per_mass());
  json["principal_axes"] = {json_of(rotate(pose.rotation, Vec3{1, 0, 0})),
                            json_of(rotate(pose.rotation, Vec3{0, 1, 0})),
                            json_of(rotate(pose.rotation, Vec3{0, 0, 1}))};
  json["rotation"] = {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z};
  json["radius"] = body.radius();
  json["inner_radius"] = body.inner_radius();
  const shape::RigidMesh::Thinnest& thinnest = body.thinnest();
  json["thinnest"] = {{"thickness", thinnest.thickness},
                      {"triangle", report.mesh.examination.number[thinnest.triangle]},
                      {"place", json_of(in_file(thinnest.place))}};
  const Bends bends = bends_of(body);
  json["edges"] = {{"flat", bends.flat}, {"ridges", bends.ridges}, {"valleys", bends.valleys}};
}

std::string place_text(const Vec3& place) {
  return fmt::format("{:.9g}, {:.9g}, {:.9g}", place[0], place[1], place[2]);
}

void add_body(Table& table, const MeshReport& report) {
  const shape::RigidMesh& body = *report.mesh.body;
  const Pose<3>& pose = body.made_from();
  const double mass = report.density * body.volume();
  const Vec3 moments = mass * body.inertia_per_mass();
  table.add({"volume", fmt::format("{:.6g} m3, surface {:.6g} m2", body.volume(), body.area())});
  table.add({"mass", fmt::format("{:.6g} kg at {:.6g} kg/m3", mass, report.density)});
  Vec3 centre = pose.offset;
  for (std::size_t k = 0; k < 3; ++k)
    if (std::abs(centre[k]) < 1e-14 * body.radius()) centre[k] = 0;  // rounding, which people need not read
  table.add({"centre of mass", place_text(centre) + " m"});
  table.add({"inertia", fmt::format("{} kg m2 about its principal axes", place_text(moments))});
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    table.add({k == 0 ? "principal axes" : "", place_text(rotate(pose.rotation, axis))});
  }
  table.add(
      {"radius", fmt::format("{} around the centre of mass, {} inside", quantity_text(body.radius(), "m"),
                             quantity_text(body.inner_radius(), "m"))});
  const shape::RigidMesh::Thinnest& thinnest = body.thinnest();
  table.add({"thinnest place", fmt::format("{} at triangle {} ({} m)", quantity_text(thinnest.thickness, "m"),
                                           report.mesh.examination.number[thinnest.triangle],
                                           place_text(to_scene(pose, thinnest.place)))});
  const Bends bends = bends_of(body);
  table.add({"edges", fmt::format("{} ridges, {} valleys, {} in flat faces", bends.ridges, bends.valleys,
                                  bends.flat)});
}

}  // namespace

ordered_json json_of(const MeshReport& report) {
  const shape::Examination& examination = report.mesh.examination;
  ordered_json faults = ordered_json::array();
  for (const shape::Finding& finding : examination.findings) faults.push_back(json_of(finding));
  const Sizes sizes = sizes_of(report.mesh);
  ordered_json json = {{"mesh", report.name},
                       {"sound", report.mesh.body.has_value()},
                       {"closed", examination.is_closed},
                       {"triangles", examination.mesh.pieces.size()},
                       {"vertices", examination.mesh.vertices.size()},
                       {"merged_vertices", examination.merged_vertices},
                       {"parts", examination.parts},
                       {"cavities", examination.cavities},
                       {"metres_per_unit", report.mesh.metres_per_unit},
                       {"size", json_of(sizes.box)},
                       {"shortest_edge", sizes.shortest_edge},
                       {"longest_edge", sizes.longest_edge}};
  if (report.mesh.body)
    add_body(json, report);
  else
    for (const char* key : {"volume", "centre", "inertia", "radius", "thinnest"}) json[key] = nullptr;
  json["faults"] = std::move(faults);
  return json;
}

std::string text_of(const MeshReport& report) {
  const shape::Examination& examination = report.mesh.examination;
  const int width = width_of(stdout);
  Table table;
  std::string parts = examination.parts > 1 ? fmt::format(", {} parts", examination.parts) : "";
  if (examination.cavities > 0) parts += ", " + std::to_string(examination.cavities) + " of them cavities";
  table.add({"triangles", fmt::format("{}, {}{}{}", count_text(examination.mesh.pieces.size()),
                                      count_text(examination.mesh.vertices.size()) + " vertices", parts,
                                      examination.is_closed ? ", closed" : ", not closed")});
  const Sizes sizes = sizes_of(report.mesh);
  table.add(
      {"size", fmt::format("{} x {} x {}, edges {} to {}", quantity_text(sizes.box[0], "m"),
                           quantity_text(sizes.box[1], "m"), quantity_text(sizes.box[2], "m"),
                           quantity_text(sizes.shortest_edge, "m"), quantity_text(sizes.longest_edge, "m"))});
  if (report.mesh.body) add_body(table, report);
  std::string text =
      fmt::format("{}: {}\n{}", report.name, report.mesh.body ? "a body" : "no body", table.text(2, width));
  for (const shape::Finding& finding : examination.findings)
    text += wrapped(fmt::format("  {}: {}", name_of(finding.outcome), text_of(finding)), 4, width) + '\n';
  return text;
}

}  // namespace scree::cli
