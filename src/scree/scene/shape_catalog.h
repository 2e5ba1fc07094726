// The shapes of bodies and of walls that a scene may name: one line per member. `scree list shapes`, menus
// and the reader of walls are made from it.
#pragma once

#include <span>
#include <string_view>

namespace scree::scene {

struct ShapeEntry {
  std::string_view name;     ///< of bodies: a word for `shape`; of walls: a key of [[wall]]
  std::string_view summary;  ///< one line, for people
  bool of_bodies, of_walls;
  int dimension;  ///< of the scenes that know it; 0: both
};

std::span<const ShapeEntry> shape_catalog();

}  // namespace scree::scene
