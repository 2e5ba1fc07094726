// The kinds of shapes that bodies can have. How two bodies meet depends on the pair of their kinds: see
// step/source_table.h, which must name a source for each pair.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scree::world {

enum class ShapeKind : std::uint8_t {
  round,    // discs and spheres
  polygon,  // in the plane
};

/// How many of them, counted from the first, exist in D dimensions.
template <int D>
inline constexpr std::size_t shape_kind_count = D == 2 ? 2 : 1;

}  // namespace scree::world
