// The kinds of shapes that bodies can have. How two bodies meet depends on the pair of their kinds: see
// step/source_table.h, which must name a source for each pair that can meet.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scree::world {

enum class ShapeKind : std::uint8_t {
  round,    // discs and spheres
  polygon,  // in the plane
  mesh,     // closed surfaces of triangles, in space
};
inline constexpr std::size_t shape_kind_count = 3;

/// The kind of bodies in D dimensions that are not round.
template <int D>
inline constexpr ShapeKind shaped_kind = D == 2 ? ShapeKind::polygon : ShapeKind::mesh;

template <int D>
constexpr bool exists(ShapeKind kind) {
  return kind == ShapeKind::round || kind == shaped_kind<D>;
}

}  // namespace scree::world
