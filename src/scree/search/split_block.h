// Crowded blocks: cut into smaller ones, again and again, until all hold few items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/search/block_kernel.h"

namespace scree::search {

/// What one thread needs to search blocks. Grows, never shrinks.
class BlockWorker {
 public:
  BlockWorker();
  /// Room for blocks of so many items.
  const BlockScratch& scratch_for(std::size_t items);

  Pair* sure() { return pairs_.data(); }
  Pair* unsure() { return pairs_.data() + output_room; }

  /// A block that was cut: its own grid, with entries sorted into it.
  struct Level {
    BlockGrid grid;
    AlignedVector<std::uint32_t> starts;
    AlignedVector<BlockEntry> entries;
    struct Range {
      std::uint8_t first[3], last[3];
    };
    std::vector<Range> ranges;
  };
  static constexpr std::size_t most_levels = 8;
  Level level[most_levels];

 private:
  AlignedVector<float> floats_;
  AlignedVector<std::int32_t> ints_;
  AlignedVector<std::uint32_t> index_;
  AlignedVector<std::uint64_t> hits_;
  AlignedVector<Pair> pairs_;
  BlockScratch scratch_{};
};

/// Hands over what was found; of the unsure pairs those that overlap.
template <int D>
void flush_output(BlockOutput& output, const Items<D>& items, PairSink& sink) {
  if (output.sure_count > 0) sink.take({output.sure, output.sure_count}, Image{});
  output.sure_count = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < output.unsure_count; ++k)
    if (items.overlap(output.unsure[k].first, output.unsure[k].second))
      output.unsure[kept++] = output.unsure[k];
  output.unsure_count = 0;
  if (kept > 0) sink.take({output.unsure, kept}, Image{});
}

/// Sorts the entries of a block into smaller ones. False if that would not pay, because the items are too
/// large or too close together.
template <int D, class Record>
bool split_block(const BlockGrid& grid, std::uint32_t block, const BlockEntry* entries, std::size_t count,
                 const Record* records, BlockWorker::Level& level);

}  // namespace scree::search
