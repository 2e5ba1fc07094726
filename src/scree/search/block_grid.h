// Blocks: places as whole numbers, and the uniform grid over them. Shared by code that is compiled once per
// CPU target, so everything here is plain data, or written in each target's own namespace.
#pragma once

#include <cstdint>

#include "scree/search/contact_search.h"

namespace scree::search {

// Places are counted in units of 2^-31 of the searched domain from its low corner: 16 bytes hold a sphere, no
// precision is lost far from the origin, and differences within a block are exact before they become floats.
// Whatever lies outside the domain is moved to its edge. That never increases a distance or a gap, so nothing
// is lost, but a hit on such an item proves nothing.
inline constexpr double last_unit = 2147483000.0;
inline constexpr double most_radius =
    1.0995e12;  // [units] more than the domain is wide; its square fits a float

struct SphereRecord {
  std::int32_t place[3];  // [units]
  float radius;           // [units]
};
struct alignas(32) BoxRecord {
  std::int32_t lo[3];  // [units] rounded down
  std::int32_t hi[3];  // [units] rounded up
  std::int32_t unused[2];
};

/// An item in a block: its index, whether this block is its first along each axis, and whether hits on it
/// must be verified.
using BlockEntry = std::uint32_t;
inline constexpr int index_bits = 28;
inline constexpr BlockEntry index_mask = (1u << index_bits) - 1;
inline constexpr BlockEntry all_first = 7u << index_bits;
inline constexpr BlockEntry verify_bit = 8u << index_bits;

/// Which blocks an item touches: bit k if it touches two along axis k, else one; or this:
inline constexpr std::uint8_t many_blocks = 8;
inline constexpr std::uint8_t outside = 9;  // beyond the domain, or not fit to be searched

struct BlockGrid {
  std::int32_t lo[3] = {0, 0, 0};  // [units]
  float size[3] = {1, 1, 1};       // of a block [units]
  float per_block[3] = {1, 1, 1};  // 1 / size
  float last[3] = {0, 0, 0};       // number of the last block along each axis
  std::uint32_t count[3] = {1, 1, 1};
  float hit_more = 1;  // [units] added to every radius, see below
  std::uint32_t total() const { return count[0] * count[1] * count[2]; }
};

// An item reaches this much further when its blocks are worked out, so that rounding never parts two that
// overlap. Block numbers are monotone in the place: they need not be right, only consistent.
inline constexpr float reach_factor = 1 + 0x1p-19f;
inline constexpr float reach_more = 256;  // [units]

// A pair of spheres is a hit if the floats say so with this factor and `hit_more` on each radius, and is
// certain if they still say so with some more taken away. Covers: places cut to units, floats relative to the
// middle of a block of which the item reaches at least the edge, the rounding of the test itself.
inline constexpr float hit_factor = 1 + 0x1p-19f;
inline constexpr float hit_more_per_size = 0x1p-21f;  // of a block, plus one unit
// Hits are looked for by half of |p|^2 - r^2 of both items less p.p and r.r between them, which takes a dozen
// roundings of at most 2^-24 of all the squares. This much of an item's squares, in its favour, covers them.
inline constexpr float power_doubt = 0x1p-20f;
}  // namespace scree::search
