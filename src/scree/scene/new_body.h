// A round body that a fill brings into a run: what scene/csv_bodies.h reads and fill/ makes.
#pragma once

#include <cstdint>
#include <string>

#include "scree/base/vec.h"

namespace scree::scene {

template <int D>
struct NewBody {
  Vec<D> position, velocity;  // [m], [m/s]
  Spin<D> spin{};             // [rad/s]
  double radius = 0;          // [m]
  std::string material;       // one of the scene's
  bool fixed = false;
  std::uint32_t fill = 0;  // index among the scene's fills
  std::uint32_t line = 0;  // in the fill's csv text; 0 for bodies that were not read
};

}  // namespace scree::scene
