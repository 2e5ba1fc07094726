// Walls: surfaces that bodies touch but that are not bodies. A wall has one or more facets; a body may touch
// each.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scree/base/ids.h"
#include "scree/shape/surface.h"

namespace scree::world {

/// One smooth piece of a wall.
template <int D>
struct Facet {
  std::variant<shape::Plane<D>, shape::Block<D>> surface;
  std::uint32_t wall = 0;     // which of Walls::names
  std::uint32_t feature = 0;  // which facet of that wall
  std::uint32_t material = 0;
};

template <int D>
struct Walls {
  std::vector<std::string> names;
  std::vector<Facet<D>> facets;  // by wall, then feature

  void add_plane(const std::string& name, std::uint32_t material, const shape::Plane<D>& plane) {
    facets.push_back({plane, static_cast<std::uint32_t>(names.size()), 0, material});
    names.push_back(name);
  }
  /// A container seen from inside: one plane per side, low x, high x, low y, ...
  void add_container(const std::string& name, std::uint32_t material, const Box<D>& box) {
    for (int side = 0; side < 2 * D; ++side) {
      const int axis = side / 2;
      shape::Plane<D> plane;
      plane.point = side % 2 == 0 ? box.lo : box.hi;
      plane.normal[axis] = side % 2 == 0 ? 1 : -1;
      facets.push_back(
          {plane, static_cast<std::uint32_t>(names.size()), static_cast<std::uint32_t>(side), material});
    }
    names.push_back(name);
  }
  void add_block(const std::string& name, std::uint32_t material, const Box<D>& box) {
    facets.push_back({shape::Block<D>{box}, static_cast<std::uint32_t>(names.size()), 0, material});
    names.push_back(name);
  }
};

}  // namespace scree::world
