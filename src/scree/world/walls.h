// Walls: surfaces that bodies touch but that are not bodies. A wall has one or more facets. Surfaces are
// given in the wall's own frame, which its pose puts into the scene.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "scree/base/ids.h"
#include "scree/shape/frustum.h"
#include "scree/shape/mesh.h"
#include "scree/world/wall_motion.h"

namespace scree::world {

/// A patch of the wall's mesh: a body may have several contacts with it.
struct Patch {
  /// Where triangulated bodies feel it; round ones feel both sides.
  enum class Side : std::uint8_t { both, front, back };
  Side side = Side::both;
};

template <int D>
struct SurfaceOf;
template <>
struct SurfaceOf<2> {
  using Type = std::variant<Patch, shape::Plane<2>, shape::Block<2>, shape::Circle>;
};
template <>
struct SurfaceOf<3> {
  using Type =
      std::variant<Patch, shape::Plane<3>, shape::Block<3>, shape::Shell, shape::Cap, shape::Frustum>;
};
template <int D>
using Surface = typename SurfaceOf<D>::Type;

/// One smooth piece of a wall.
template <int D>
struct Facet {
  Surface<D> surface;
  std::uint32_t wall = 0;     // which of Walls::names
  std::uint32_t feature = 0;  // which facet of that wall, from 0; of a mesh: the patch
  std::uint32_t material = 0;
};

template <int D>
struct Walls {
  using MeshPointer = std::shared_ptr<const shape::Mesh<D>>;

  std::vector<std::string> names;
  std::vector<Facet<D>> facets;            // by wall, then feature
  std::vector<std::uint32_t> first_facet;  // by wall
  std::vector<MeshPointer> meshes;         // by wall; none: made of plain surfaces
  std::vector<WallState<D>> states;        // by wall

  std::size_t size() const { return names.size(); }
  std::size_t facet_of(std::uint32_t wall, std::uint32_t feature) const {
    return first_facet[wall] + feature;
  }
  bool has(std::uint32_t wall, std::uint32_t feature) const {
    const std::size_t end = wall + 1 < size() ? first_facet[wall + 1] : facets.size();
    return wall < size() && first_facet[wall] + std::size_t{feature} < end;
  }
  bool is_active(std::uint32_t wall) const { return states[wall].active != 0; }

  void add(const std::string& name, std::uint32_t material, const std::vector<Surface<D>>& surfaces) {
    const auto wall = static_cast<std::uint32_t>(names.size());
    names.push_back(name);
    first_facet.push_back(static_cast<std::uint32_t>(facets.size()));
    meshes.emplace_back();
    states.emplace_back();
    for (const Surface<D>& surface : surfaces)
      facets.push_back(
          {surface, wall, static_cast<std::uint32_t>(facets.size()) - first_facet.back(), material});
  }
  void add_plane(const std::string& name, std::uint32_t material, const shape::Plane<D>& plane) {
    add(name, material, {plane});
  }
  /// A container seen from inside: one plane per side, low x, high x, low y, ...
  void add_container(const std::string& name, std::uint32_t material, const Box<D>& box) {
    std::vector<Surface<D>> sides;
    for (int side = 0; side < 2 * D; ++side) {
      shape::Plane<D> plane;
      plane.point = side % 2 == 0 ? box.lo : box.hi;
      plane.normal[side / 2] = side % 2 == 0 ? 1 : -1;
      sides.push_back(plane);
    }
    add(name, material, sides);
  }
  void add_block(const std::string& name, std::uint32_t material, const Box<D>& box) {
    add(name, material, {shape::Block<D>{box}});
  }
  void add_mesh(const std::string& name, std::uint32_t material, MeshPointer mesh,
                Patch::Side side = Patch::Side::both) {
    add(name, material, std::vector<Surface<D>>(mesh->patch_count(), Patch{side}));
    meshes.back() = std::move(mesh);
  }
};

/// A box around what is finite of a wall, in its own frame; of a plane its point.
template <int D>
Box<D> extent(const Walls<D>& walls, std::uint32_t wall);
/// A box in the scene around a bounded wall as it stands now.
template <int D>
Box<D> extent_in_scene(const Walls<D>& walls, std::uint32_t wall);
/// Whether a wall ends somewhere: planes do not.
template <int D>
bool is_bounded(const Walls<D>& walls, std::uint32_t wall);

}  // namespace scree::world
