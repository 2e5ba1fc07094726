// The loops of `blocks`, `rows` and SkinList that are compiled once per CPU target. They decide nothing by
// themselves: what floats cannot tell comes back as unsure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "scree/search/block_grid.h"

namespace scree::search {

/// Items as they were given, and the frame that turns them into units.
template <int D>
struct RawItems {
  const double* centres = nullptr;  // spheres
  const double* radii = nullptr;
  const Box<D>* boxes = nullptr;
  std::size_t stride = 0;
  double padding = 0;
  double origin[D] = {};
  double units_per_length = 0;
};

/// What converting some items found out on the way [units].
struct Converted {
  std::int32_t least[3], most[3];  // places that occur
  std::size_t outside = 0;
  float largest_radius = 0;  // spheres
};

/// Space for the items of a block, as columns. `capacity` is a multiple of 16 and the largest number of
/// items.
struct BlockScratch {
  float* column[5];       // spheres: places, radius, and half of |p|^2 - r^2
  std::int32_t* side[6];  // boxes
  std::int32_t* flags;
  std::uint32_t* index;
  std::uint64_t* hits;  // room for `most_hits`
  std::size_t capacity;
};
inline constexpr std::size_t most_hits = 2048;

/// Pairs on their way out. `flush` empties both lists; it is called when one has less room than a round
/// needs.
struct BlockOutput {
  Pair* sure;
  Pair* unsure;
  std::size_t sure_count = 0, unsure_count = 0;
  void (*flush)(void* context) = nullptr;
  void (*crowded)(void* context, std::uint32_t block) = nullptr;
  void* context = nullptr;
};
inline constexpr std::size_t output_room = 2048, output_reserve = 16;

struct BlockQuery {
  const BlockGrid* grid;
  const std::uint32_t* starts;  // of each block among the entries, and the end
  const BlockEntry* entries;    // readable 64 beyond the last
  const void* records;          // SphereRecord or BoxRecord
  std::uint32_t first_block, last_block;
  std::size_t crowd;  // blocks with more items than this are not searched but reported
};

/// Spheres in the order of rows of cells, as columns that are readable a group beyond the last.
struct RowQuery {
  const std::uint32_t* starts;  // of each cell among the items, and the end
  const std::int32_t* place[3];
  const float* radius;  // with what makes a hit
  const std::uint32_t* index;
  const std::uint32_t* cell;          // of each item
  std::uint32_t count[3];             // of cells
  std::uint32_t first_row, last_row;  // along y, then z
};

/// An item of a skin list, as it is or as it was when the list was made; in the plane z = 0.
struct alignas(32) FollowedItem {
  double place[3] = {0, 0, 0};
  double radius = 0;  // padded
};
struct Followed {
  double farthest_squared = 0;  // that a centre has moved
  double growth = 0;            // of a radius
  bool are_numbers = true;
};

template <int D>
struct BlockKernels {
  /// Records and homes lie by item, codes from `begin` on; all are written up to the next multiple of 64.
  Converted (*convert_spheres)(const RawItems<D>&, const BlockGrid&, std::size_t begin, std::size_t end,
                               SphereRecord* records, std::uint32_t* home, std::uint8_t* code);
  Converted (*convert_boxes)(const RawItems<D>&, const BlockGrid&, std::size_t begin, std::size_t end,
                             BoxRecord* records, std::uint32_t* home, std::uint8_t* code);
  void (*find_spheres)(const BlockQuery&, const BlockScratch&, BlockOutput&);
  void (*find_boxes)(const BlockQuery&, const BlockScratch&, BlockOutput&);
  void (*find_rows)(const RowQuery&, BlockOutput&);
  /// `now` may be null: items are not copied then.
  Followed (*follow)(const RawItems<D>&, const FollowedItem* before, FollowedItem* now, std::size_t begin,
                     std::size_t end);
  /// Writes the candidates that overlap, in their order, and tells how many; `out` has room for all and four
  /// more. Items are four doubles each: a FollowedItem, or the same by another name.
  std::size_t (*confirm)(const double* items, const Pair* candidates, std::size_t count, Pair* out);
};

struct BlockTarget {
  std::string_view name;
  bool (*is_supported)();
  const BlockKernels<2>& (*kernels_2d)();
  const BlockKernels<3>& (*kernels_3d)();

  template <int D>
  const BlockKernels<D>& kernels() const {
    if constexpr (D == 2)
      return kernels_2d();
    else
      return kernels_3d();
  }
};

/// Slowest first; the first runs everywhere.
std::span<const BlockTarget> block_targets();
const BlockTarget& best_block_target();

/// The methods with the loops of one target; without it, they take the best.
template <int D>
std::unique_ptr<ContactSearch<D>> make_blocks(const BlockTarget& target);
template <int D>
std::unique_ptr<ContactSearch<D>> make_rows(const BlockTarget& target);

}  // namespace scree::search
