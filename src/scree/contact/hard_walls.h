// Walls as faces: what hard contacts of bodies with corners make of them.
#pragma once

#include <vector>

#include "scree/contact/features.h"
#include "scree/world/walls.h"

namespace scree::contact {

template <int D>
struct Faces {
  std::vector<Vec<D>> places;
  std::vector<typename Features<D>::Corners> faces;  // segments anticlockwise, triangles seen from outside
  bool is_closed = false;
};

Faces<2> faces_of(const shape::Block<2>& block);
Faces<3> faces_of(const shape::Block<3>& block);

/// Round walls as `sides` flat ones each, whose corners lie on the true surface: no point of it is farther
/// from them than 0.0006 of its radius.
inline constexpr std::uint32_t sides_around = 96;
Faces<3> faces_of(const shape::Shell& shell);
Faces<3> faces_of(const shape::Cap& cap);
Faces<3> faces_of(const shape::Frustum& frustum);

}  // namespace scree::contact
