#include "scree/step/wall_faces.h"

#include <algorithm>
#include <cmath>

#include "scree/base/math.h"
#include "scree/shape/mesh_makers.h"

namespace scree::step {
namespace {

using Facing = shape::HaloSurface::Facing;

/// Turns the z axis to a unit vector.
Rotation<3> upright(const Vec3& normal) {
  if (normal[2] < -0.5) return compose(Rotation<3>{0, 1, 0, 0}, upright({normal[0], -normal[1], -normal[2]}));
  return normalised(Rotation<3>{1 + normal[2], -normal[1], normal[0], 0});
}

struct Surface {
  shape::MeshData<3> mesh;
  Facing facing = Facing::front;
};

std::uint32_t add_ring(shape::MeshData<3>& mesh, const Vec3& centre, const Rotation<3>& turn, double radius,
                       std::size_t sides) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t k = 0; k < sides; ++k) {
    const double angle = 2 * math::pi * static_cast<double>(k) / static_cast<double>(sides);
    mesh.vertices.push_back(centre +
                            rotate(turn, Vec3{radius * math::cos(angle), radius * math::sin(angle), 0}));
  }
  return first;
}

/// Around the axis, facing away from it.
void add_side(shape::MeshData<3>& mesh, std::uint32_t start, std::uint32_t end, std::uint32_t sides) {
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t next = (k + 1) % sides;
    mesh.pieces.push_back({start + k, start + next, end + next});
    mesh.pieces.push_back({start + k, end + next, end + k});
  }
}

/// A fan around its centre, facing along the axis or against it.
void add_disc(shape::MeshData<3>& mesh, const Vec3& centre, std::uint32_t ring, std::uint32_t sides,
              bool along) {
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(centre);
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t here = ring + k, next = ring + (k + 1) % sides;
    mesh.pieces.push_back({middle, along ? here : next, along ? next : here});
  }
}

Surface surface_of_cone(const shape::ConeAxis& cone, double halo, bool is_solid) {
  Surface result;
  const Rotation<3> turn = upright(cone.axis);
  const Vec3 end_centre = cone.start + cone.length * cone.axis;
  const auto sides =
      static_cast<std::uint32_t>(sides_of_circle(std::max(cone.start_radius, cone.end_radius), halo));
  const std::uint32_t start = add_ring(result.mesh, cone.start, turn, cone.start_radius, sides);
  const std::uint32_t end = add_ring(result.mesh, end_centre, turn, cone.end_radius, sides);
  add_side(result.mesh, start, end, sides);
  if (is_solid) {
    add_disc(result.mesh, cone.start, start, sides, false);
    add_disc(result.mesh, end_centre, end, sides, true);
  }
  result.facing = is_solid ? Facing::front : Facing::both;
  return result;
}

Surface surface_of(const world::Walls<3>& walls, const world::Facet<3>& facet, double halo) {
  if (const auto* const patch = std::get_if<world::Patch>(&facet.surface)) {
    const shape::Mesh<3>& mesh = *walls.meshes[facet.wall];
    const Facing facing = patch->side == world::Patch::Side::front  ? Facing::front
                          : patch->side == world::Patch::Side::back ? Facing::back
                                                                    : Facing::both;
    return {{mesh.vertices(), mesh.pieces()}, facing};
  }
  if (const auto* const block = std::get_if<shape::Block<3>>(&facet.surface)) {
    Surface result{shape::make_box(block->box.size()), Facing::front};
    const Vec3 centre = 0.5 * (block->box.lo + block->box.hi);
    for (Vec3& vertex : result.mesh.vertices) vertex += centre;
    return result;
  }
  if (const auto* const cap = std::get_if<shape::Cap>(&facet.surface)) {
    Surface result;
    const auto sides = static_cast<std::uint32_t>(sides_of_circle(cap->radius, halo));
    const std::uint32_t ring = add_ring(result.mesh, cap->centre, upright(cap->normal), cap->radius, sides);
    add_disc(result.mesh, cap->centre, ring, sides, true);
    result.facing = Facing::both;
    return result;
  }
  if (const auto* const frustum = std::get_if<shape::Frustum>(&facet.surface))
    return surface_of_cone(frustum->cone, halo, true);
  return surface_of_cone(std::get<shape::Shell>(facet.surface).cone, halo, false);
}

/// The surface and its copies beyond all faces of the box, in the wall's own frame.
void repeat(shape::MeshData<3>& mesh, const PeriodicBox<3>& box, const Rotation<3>& turn) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!box.is_periodic(axis)) continue;
    Vec3 shift;
    shift[axis] = box.length[axis];
    const Vec3 own = rotate(inverse(turn), shift);
    const auto vertices = static_cast<std::uint32_t>(mesh.vertices.size());
    const std::size_t pieces = mesh.pieces.size();
    for (const std::uint32_t copy : {1u, 2u}) {
      for (std::uint32_t k = 0; k < vertices; ++k)
        mesh.vertices.push_back(copy == 1 ? mesh.vertices[k] + own : mesh.vertices[k] - own);
      for (std::size_t k = 0; k < pieces; ++k) {
        std::array<std::uint32_t, 3> piece = mesh.pieces[k];
        for (std::uint32_t& vertex : piece) vertex += copy * vertices;
        mesh.pieces.push_back(piece);
      }
    }
  }
}

double smallest_halo(const world::Bodies<3>& bodies) {
  double halo = (*bodies.meshes)[0].halo;
  for (const world::MeshShape& shape : *bodies.meshes) halo = std::min(halo, shape.halo);
  return halo;
}

}  // namespace

bool has_faces(const world::Walls<3>& walls, const world::Facet<3>& facet) {
  if (walls.meshes[facet.wall]) return facet.feature == 0;
  const auto* const shell = std::get_if<shape::Shell>(&facet.surface);
  return shell == nullptr || !shell->far;
}

std::size_t sides_of_circle(double radius, double halo) {
  // The sagitta of a side is at most radius / 2 times the square of half its angle.
  constexpr double least = 16, most = 4096, share = 0.1;
  const double sides = std::ceil(math::pi / std::sqrt(2 * share * halo / radius) / 4) * 4;
  return static_cast<std::size_t>(std::clamp(sides, least, most));
}

WallFaces::WallFaces(const world::Walls<3>& walls, const PeriodicBox<3>* periodic)
    : walls_(walls), periodic_(periodic), plane_(shape::HaloSurface::plane()) {}

void WallFaces::update(const world::Bodies<3>& bodies) {
  const double halo = smallest_halo(bodies);
  if (halo != halo_ || surfaces_.size() > walls_.facets.size()) surfaces_.clear();
  halo_ = halo;
  surfaces_.resize(walls_.facets.size());
  made_at_.resize(walls_.facets.size());
  for (std::size_t k = 0; k < walls_.facets.size(); ++k) {
    const world::Facet<3>& facet = walls_.facets[k];
    if (std::holds_alternative<shape::Plane<3>>(facet.surface) || !has_faces(walls_, facet)) continue;
    const Rotation<3>& turn = walls_.states[facet.wall].pose.rotation;
    if (surfaces_[k] != nullptr && (periodic_ == nullptr || made_at_[k] == turn)) continue;
    Surface surface = surface_of(walls_, facet, halo);
    if (periodic_ != nullptr) repeat(surface.mesh, *periodic_, turn);
    surfaces_[k] = std::make_shared<const shape::HaloSurface>(surface.mesh, surface.facing);
    made_at_[k] = turn;
  }
}

contact::HaloParty WallFaces::party(std::uint32_t number) const {
  const world::Facet<3>& facet = walls_.facets[number];
  const world::WallState<3>& wall = walls_.states[facet.wall];
  if (const auto* const plane = std::get_if<shape::Plane<3>>(&facet.surface)) {
    const Pose<3> pose{compose(wall.pose.rotation, upright(plane->normal)),
                       to_scene(wall.pose, plane->point)};
    return {&plane_, 1, pose, wall.velocity.at(pose.offset), wall.velocity.spin};
  }
  return {surfaces_[number].get(), 1, wall.pose, wall.velocity.at(wall.pose.offset), wall.velocity.spin};
}

std::size_t WallFaces::bytes() const {
  std::size_t sum = 0;
  for (const auto& surface : surfaces_)
    if (surface != nullptr) sum += surface->bytes() + surface->tree().bytes();
  return sum;
}

}  // namespace scree::step
