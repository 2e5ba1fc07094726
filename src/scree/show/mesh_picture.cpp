#include "scree/show/mesh_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "scree/base/math.h"
#include "scree/picture/solid.h"

namespace scree::show {
namespace {

constexpr picture::Colour stone{0.73, 0.70, 0.65}, warning{0.90, 0.62, 0.0}, fault{0.84, 0.1, 0.1},
    thin{0.0, 0.45, 0.7};
/// Beyond this many triangles their edges would be all that is seen.
constexpr std::size_t most_edges = 30'000;

/// The colour of what was found, gravest first; none for what can be lived with.
std::optional<picture::Colour> colour_of(shape::Outcome outcome) {
  if (outcome == shape::Outcome::refused) return fault;
  if (outcome == shape::Outcome::mended) return warning;
  return std::nullopt;
}

/// From where a place on a surface that faces in this direction is seen well: slightly from above or below
/// and from aside, unless that is where it faces.
picture::View view_towards(const Vec3& direction) {
  constexpr double least = 20, most = 65, degrees = 180 / math::pi;
  const double aside = std::sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
  const double up = degrees * math::atan2(direction[2], aside);
  picture::View view;
  view.azimuth = 15 + (aside > 0 ? degrees * math::atan2(direction[1], direction[0]) : 0.0);
  view.elevation = (up < -least ? -1 : 1) * std::clamp(std::abs(up), least, most);
  return view;
}

}  // namespace

std::vector<std::byte> draw_mesh(const scene::BodyMesh& mesh, const MeshPicture& options) {
  const shape::MeshData<3>& data = mesh.examination.mesh;
  Box<3> box = Box<3>::empty();
  for (const Vec3& vertex : data.vertices) box.include(vertex);
  const double size = norm(box.size());
  // About its middle: far from the origin the ray tracer's single precision would be lost.
  const Vec3 middle = 0.5 * box.lo + 0.5 * box.hi;
  picture::Solid subject;
  for (const auto& piece : data.pieces) {
    picture::Facet facet;
    for (std::size_t k = 0; k < 3; ++k) facet.corner[k] = data.vertices[piece[k]] - middle;
    facet.colour = stone;
    subject.facets.push_back(facet);
  }
  if (data.pieces.size() <= most_edges) {
    std::set<std::array<std::uint32_t, 2>> edges;
    for (const auto& piece : data.pieces)
      for (std::size_t k = 0; k < 3; ++k)
        edges.insert({std::min(piece[k], piece[(k + 1) % 3]), std::max(piece[k], piece[(k + 1) % 3])});
    for (const auto& [low, high] : edges)
      subject.edges.push_back({data.vertices[low] - middle, data.vertices[high] - middle});
  }

  picture::Furniture furniture;
  furniture.caption = options.caption;
  picture::Legend legend;
  const double mark = 0.012 * size;
  std::optional<Vec3> seen_from;
  for (const shape::Finding& finding : mesh.examination.findings) {
    const std::optional<picture::Colour> colour = colour_of(finding.outcome);
    if (!colour || finding.count == 0) continue;
    subject.balls.push_back({finding.place - middle, mark, *colour});
    if (!seen_from) seen_from = finding.place - middle;
    furniture.caption += fmt::format(", {} {}", finding.count, name_of(finding.defect));
    const std::string label(name_of(finding.outcome));
    if (legend.entries.empty() || legend.entries.back().label != label)
      legend.entries.push_back({label, *colour});
  }
  if (mesh.body) {
    // In the numbers of the file, as the triangles are.
    const shape::RigidMesh& body = *mesh.body;
    const auto in_file = [&](const Vec3& own) {
      return to_scene(body.made_from(), own) / mesh.metres_per_unit - middle;
    };
    const shape::RigidMesh::Thinnest& at = body.thinnest();
    const Vec3 inwards = -body.normals()[at.triangle];
    subject.rods.push_back({in_file(at.place), in_file(at.place + at.thickness * inwards), 0.4 * mark, thin});
    subject.balls.push_back({in_file(at.place), 0.7 * mark, thin});
    legend.entries.push_back({"thinnest place", thin});
    if (!seen_from) seen_from = rotate(body.made_from().rotation, -inwards);
  }
  if (!legend.entries.empty()) furniture.legend = std::move(legend);
  std::vector<picture::Extent> extents;
  for (const Vec3& vertex : data.vertices) extents.push_back({vertex - middle, 0});
  for (const picture::Ball& ball : subject.balls) extents.push_back({ball.centre, ball.radius});
  if (extents.empty()) extents.push_back({{}, 1});
  const picture::View view = view_towards(seen_from.value_or(Vec3{1, 1, 0.5}));
  const picture::Camera camera =
      picture::fit_camera(extents, subject.up, view, options.size, furniture.legend.has_value());
  return picture::png_of(picture::draw_solid(subject, furniture, camera, options.size, {8}));
}

}  // namespace scree::show
