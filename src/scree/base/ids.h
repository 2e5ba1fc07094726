// Identities. A body keeps its id for ever; its slot (index into the arrays) changes when storage is
// reordered.
#pragma once

#include <cstdint>

namespace scree {

using Id = std::uint32_t;
using Slot = std::uint32_t;

/// Walls are not bodies: their ids have the top bit set, so a wall is always the second of a pair.
inline constexpr Id wall_bit = 0x8000'0000u;
/// At a time: as many as have records, of up to twelve numbers each, whose begins 32 bits can tell.
inline constexpr Id most_bodies = 0xffff'ffffu / 12;

constexpr bool is_wall(Id id) { return (id & wall_bit) != 0; }
constexpr Id wall_id(std::uint32_t wall_index) { return wall_bit | wall_index; }
constexpr std::uint32_t wall_index(Id id) { return id & ~wall_bit; }

}  // namespace scree
