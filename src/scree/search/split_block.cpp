#include "scree/search/split_block.h"

#include <algorithm>
#include <cmath>

namespace scree::search {
namespace {

constexpr double items_per_block = 16;
constexpr int most_per_axis = 64;
constexpr double least_size = 64;  // [units] below this, cutting to units blurs the blocks

struct Extent {
  double lo, hi;
};
/// With room for what was cut off when places became whole numbers.
Extent extent_of(const SphereRecord& record, int axis) {
  const double reach = static_cast<double>(record.radius) * (1 + 0x1p-20) + 2;
  return {record.place[axis] - reach, record.place[axis] + reach};
}
Extent extent_of(const BoxRecord& record, int axis) { return {record.lo[axis] - 1.0, record.hi[axis] + 1.0}; }
double middle_of(const SphereRecord& record, int axis) { return record.place[axis]; }
double middle_of(const BoxRecord& record, int axis) {
  return 0.5 * (static_cast<double>(record.lo[axis]) + record.hi[axis]);
}

}  // namespace

BlockWorker::BlockWorker() : hits_(most_hits), pairs_(2 * output_room) { scratch_.hits = hits_.data(); }

const BlockScratch& BlockWorker::scratch_for(std::size_t items) {
  if (items <= scratch_.capacity) return scratch_;
  const std::size_t capacity = (items + items / 2 + 63) / 64 * 64;
  floats_.resize(5 * capacity);
  ints_.resize(7 * capacity);
  index_.resize(capacity);
  for (std::size_t k = 0; k < 5; ++k) scratch_.column[k] = floats_.data() + k * capacity;
  for (std::size_t k = 0; k < 6; ++k) scratch_.side[k] = ints_.data() + k * capacity;
  scratch_.flags = ints_.data() + 6 * capacity;
  scratch_.index = index_.data();
  scratch_.capacity = capacity;
  return scratch_;
}

template <int D, class Record>
bool split_block(const BlockGrid& grid, std::uint32_t block, const BlockEntry* entries, std::size_t count,
                 const Record* records, BlockWorker::Level& level) {
  // The new grid covers the part of the block that holds the middles of the items, or the points of the block
  // nearest to them: every item reaches there.
  const std::uint32_t number[3] = {block % grid.count[0], block / grid.count[0] % grid.count[1],
                                   block / (grid.count[0] * grid.count[1])};
  Extent space[3];
  for (int axis = 0; axis < D; ++axis) {
    const double low = grid.lo[axis] + static_cast<double>(number[axis]) * grid.size[axis];
    const double high = low + grid.size[axis];
    Extent& mine = space[axis] = {high, low};
    for (std::size_t k = 0; k < count; ++k) {
      const double middle = std::clamp(middle_of(records[entries[k] & index_mask], axis), low, high);
      mine = {std::min(mine.lo, middle), std::max(mine.hi, middle)};
    }
  }

  BlockGrid& finer = level.grid;
  const double root = D == 2 ? std::sqrt(static_cast<double>(count) / items_per_block)
                             : std::cbrt(static_cast<double>(count) / items_per_block);
  for (int per_axis = std::clamp(static_cast<int>(root), 2, most_per_axis); per_axis >= 2; per_axis /= 2) {
    finer = BlockGrid{};
    bool is_cut = false;
    float largest = 0;
    for (int axis = 0; axis < D; ++axis) {
      finer.lo[axis] = static_cast<std::int32_t>(space[axis].lo);
      const double width = space[axis].hi - finer.lo[axis] + 1;
      const int parts = std::clamp(static_cast<int>(width / least_size), 1, per_axis);
      finer.count[axis] = static_cast<std::uint32_t>(parts);
      finer.last[axis] = static_cast<float>(parts - 1);
      finer.size[axis] = static_cast<float>(width / parts);
      finer.per_block[axis] = 1 / finer.size[axis];
      largest = std::max(largest, finer.size[axis]);
      is_cut = is_cut || parts > 1;
    }
    if (!is_cut) return false;
    finer.hit_more = 1 + hit_more_per_size * largest;

    level.ranges.resize(count);
    std::size_t total = 0;
    for (std::size_t k = 0; k < count; ++k) {
      auto& range = level.ranges[k];
      std::size_t touched = 1;
      for (int axis = 0; axis < D; ++axis) {
        const Extent extent = extent_of(records[entries[k] & index_mask], axis);
        const auto part = [&](double place) {
          const double at = (place - finer.lo[axis]) * static_cast<double>(finer.per_block[axis]);
          return static_cast<std::uint8_t>(std::clamp(at, 0.0, static_cast<double>(finer.last[axis])));
        };
        // An item that begins in an earlier block begins before all parts of this one, whatever rounding
        // says.
        const bool begins_here = ((entries[k] >> (index_bits + axis)) & 1) != 0;
        range.first[axis] = begins_here ? part(extent.lo) : std::uint8_t{0};
        range.last[axis] = std::max(range.first[axis], part(extent.hi));
        touched *= static_cast<std::size_t>(range.last[axis] - range.first[axis]) + 1;
      }
      for (int axis = D; axis < 3; ++axis) range.first[axis] = range.last[axis] = 0;
      total += touched;
      if (total > 4 * count) break;
    }
    if (total > 4 * count) continue;

    const std::uint32_t parts = finer.total();
    level.starts.assign(parts + 2, 0);
    if (level.entries.size() < total + 64) level.entries.resize(total + total / 4 + 64);
    const auto visit = [&](const auto& act) {
      for (std::size_t k = 0; k < count; ++k) {
        const auto& range = level.ranges[k];
        for (std::uint32_t z = range.first[2]; z <= range.last[2]; ++z)
          for (std::uint32_t y = range.first[1]; y <= range.last[1]; ++y)
            for (std::uint32_t x = range.first[0]; x <= range.last[0]; ++x) {
              BlockEntry flags = 0;
              if (x == range.first[0]) flags |= 1u << index_bits;
              if (y == range.first[1]) flags |= 2u << index_bits;
              if (z == range.first[2]) flags |= 4u << index_bits;
              act((z * finer.count[1] + y) * finer.count[0] + x,
                  entries[k] & (index_mask | verify_bit | flags));
            }
      }
    };
    visit([&](std::uint32_t part, BlockEntry) { ++level.starts[part + 2]; });
    double comparisons = 0;
    for (std::uint32_t part = 0; part < parts; ++part)
      comparisons += static_cast<double>(level.starts[part + 2]) * level.starts[part + 2];
    // Unless the items just lie together, which the next cut will part, this one must pay by itself.
    const double before = static_cast<double>(count) * static_cast<double>(count);
    if (comparisons > 0.75 * before && 5 * total > 6 * count) continue;
    for (std::uint32_t part = 0; part < parts; ++part) level.starts[part + 2] += level.starts[part + 1];
    visit([&](std::uint32_t part, BlockEntry entry) { level.entries[level.starts[part + 1]++] = entry; });
    return true;
  }
  return false;
}

template bool split_block<2>(const BlockGrid&, std::uint32_t, const BlockEntry*, std::size_t,
                             const SphereRecord*, BlockWorker::Level&);
template bool split_block<3>(const BlockGrid&, std::uint32_t, const BlockEntry*, std::size_t,
                             const SphereRecord*, BlockWorker::Level&);
template bool split_block<2>(const BlockGrid&, std::uint32_t, const BlockEntry*, std::size_t,
                             const BoxRecord*, BlockWorker::Level&);
template bool split_block<3>(const BlockGrid&, std::uint32_t, const BlockEntry*, std::size_t,
                             const BoxRecord*, BlockWorker::Level&);

}  // namespace scree::search
