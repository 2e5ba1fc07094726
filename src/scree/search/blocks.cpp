// Blocks. One uniform grid of some 16 items per block; every item is entered in every block that its box
// touches, and the items of a block are compared by brute force, eight at a time, in the first-level cache.
// Three flags tell whether this block is an item's first along each axis: a pair counts where one of the two
// is first along every axis, which is so in exactly one of the blocks that they share, so no duplicate is
// ever looked for. Crowded blocks are cut into smaller ones. Source: scree 2026. Cost: linear for any sizes,
// because a large item costs no more entries than its volume holds blocks; floats decide all but the pairs
// that nearly touch, and those are decided in double. Loses to `rows` where items of one size are packed
// densely: each is then entered three times and more.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/block_kernel.h"
#include "scree/search/checked_items.h"
#include "scree/search/fit_blocks.h"
#include "scree/search/methods.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/spheres_or_boxes.h"
#include "scree/search/split_block.h"

namespace scree::search {
namespace {

constexpr std::size_t chunk_size =
    4096;                               // items whose blocks are worked out together; they stay in the cache
constexpr std::size_t crowd = 96;       // items in a block that is cut
constexpr std::size_t most_parts = 16;  // of the items, each with counters of its own
constexpr std::size_t room = 64;        // beyond the last item, for loops that work in rounds

template <class T>
void make_room(AlignedVector<T>& numbers, std::size_t count) {
  if (numbers.size() < count) numbers.resize(count + count / 8);
}

/// The blocks that an item touches, as the kernels work them out.
struct Span {
  std::uint32_t first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
  std::size_t blocks = 1;
};
template <int D, class Record>
Span span_of(const Record& record, const BlockGrid& grid) {
  Span span;
  for (int axis = 0; axis < D; ++axis) {
    float low, high;
    if constexpr (std::is_same_v<Record, SphereRecord>) {
      const float reach = record.radius * reach_factor + reach_more;
      low = static_cast<float>(record.place[axis]) - reach;
      high = static_cast<float>(record.place[axis]) + reach;
    } else {
      low = static_cast<float>(record.lo[axis]) - reach_more;
      high = static_cast<float>(record.hi[axis]) + reach_more;
    }
    const auto block = [&](float side) {
      return static_cast<std::uint32_t>(std::clamp(side * grid.per_block[axis], 0.0f, grid.last[axis]));
    };
    span.first[axis] = block(low);
    span.last[axis] = block(high);
    span.blocks *= span.last[axis] - span.first[axis] + 1;
  }
  return span;
}

/// The grid and what is entered in it; Record is SphereRecord or BoxRecord.
template <int D, class Record>
class BlockTable {
 public:
  explicit BlockTable(const BlockKernels<D>& kernels) : kernels_(kernels) {}

  void build(const Items<D>& items) {
    is_ready_ = false;
    items_ = items;
    count_ = items.count();
    if (count_ > index_mask)
      throw SceneError({}, fmt::format("too many items to search by blocks: {}; at most {} have an index",
                                       count_, index_mask));
    if (count_ == 0) return;
    if (!fit_is_good_) fit();
    const std::size_t parts = count_ < 4 * chunk_size ? 1 : std::min<std::size_t>(threads(), most_parts);
    part_size_ = block_count(block_count(count_, chunk_size), parts) * chunk_size;
    parts_ = block_count(count_, part_size_);
    make_room(records_, count_ + room);
    make_room(home_, count_ + room);
    make_room(order_, count_ + room);
    chunks_.resize(block_count(count_, chunk_size));
    while (!count_entries()) {
      coarsening_ *= 1.5;
      grid_ = fit_.grid(coarsening_);
    }
    place_entries();
    judge_fit();
    is_ready_ = true;
  }

  std::vector<Part<D>> structure() const {
    return is_ready_ ? blocks_of(fit_, grid_, items_) : std::vector<Part<D>>();
  }

  void find_pairs(PairSink& sink) {
    if (!is_ready_) return;
    workers_.resize(std::max(workers_.size(), static_cast<std::size_t>(threads())));
    parallel_for(grid_.total(), 64, [&](std::size_t begin, std::size_t end) {
      Search search{this, &sink, &workers_[static_cast<std::size_t>(worker_index())], {}};
      search.run(grid_, starts(), entries_.data(), static_cast<std::uint32_t>(begin),
                 static_cast<std::uint32_t>(end), 0);
      search.flush();
    });
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) const {
    if (!is_ready_) return;
    const std::size_t found_before = found.size();
    std::array<std::uint32_t, 3> first{}, last{};
    std::size_t blocks = 1;
    for (int axis = 0; axis < D; ++axis) {
      // Infinite regions and units beyond all bounds may leave no number: then as far as there are blocks.
      const auto block = [&](double place, float more) {
        double units = (place - fit_.origin[axis]) * fit_.units_per_length;
        if (std::isnan(units)) units = more < 0 ? -last_unit : 2 * last_unit;
        const float side = static_cast<float>(std::clamp(units, -last_unit, 2 * last_unit)) + more;
        return static_cast<std::uint32_t>(std::clamp(side * grid_.per_block[axis], 0.0f, grid_.last[axis]));
      };
      first[axis] = block(region.lo[axis], -2 * reach_more);
      last[axis] = block(region.hi[axis], 2 * reach_more);
      blocks *= last[axis] - first[axis] + 1;
    }
    const auto take = [&](std::uint32_t item) {
      if (items_.overlap(item, region)) found.push_back(item);
    };
    if (fit_.units_per_length == 0 || 8 * blocks > count_) {
      for (std::size_t item = 0; item < count_; ++item) take(static_cast<std::uint32_t>(item));
      return;
    }
    for (std::uint32_t z = first[2]; z <= last[2]; ++z)
      for (std::uint32_t y = first[1]; y <= last[1]; ++y)
        for (std::uint32_t x = first[0]; x <= last[0]; ++x) {
          const std::size_t block = (z * grid_.count[1] + y) * grid_.count[0] + x;
          for (std::uint32_t k = starts()[block]; k < starts()[block + 1]; ++k) {
            // Of the blocks of the region that an item touches, only the first may report it.
            const BlockEntry missing = ~entries_[k];
            const bool is_first = (x == first[0] || !(missing & (1u << index_bits))) &&
                                  (y == first[1] || !(missing & (2u << index_bits))) &&
                                  (z == first[2] || !(missing & (4u << index_bits)));
            if (is_first) take(entries_[k] & index_mask);
          }
        }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(found_before), found.end());
  }

 private:
  static constexpr bool are_spheres = std::is_same_v<Record, SphereRecord>;

  static constexpr std::size_t codes = outside + 1;
  using Codes = std::array<std::uint8_t, chunk_size + room>;  // of the items of a chunk
  struct Chunk {
    std::array<std::uint16_t, codes + 1> begin;  // of each code in the order of its items, and the end
  };

  /// One thread on its way through some blocks.
  struct Search {
    BlockTable* table;
    PairSink* sink;
    BlockWorker* worker;
    BlockOutput output;

    void run(const BlockGrid& grid, const std::uint32_t* starts, const BlockEntry* entries,
             std::uint32_t first, std::uint32_t last, std::size_t depth) {
      struct Frame {
        Search* search;
        const BlockGrid* grid;
        const std::uint32_t* starts;
        const BlockEntry* entries;
        std::size_t depth;
      } frame{this, &grid, starts, entries, depth};
      const BlockOutput before = output;
      if (output.sure == nullptr) {
        output.sure = worker->sure();
        output.unsure = worker->unsure();
      }
      output.context = &frame;
      output.flush = [](void* context) { static_cast<Frame*>(context)->search->flush(); };
      output.crowded = [](void* context, std::uint32_t block) {
        const Frame& here = *static_cast<Frame*>(context);
        here.search->split(*here.grid, here.starts, here.entries, block, here.depth);
      };
      const BlockQuery query{&grid, starts, entries, table->records_.data(), first, last, crowd};
      find(query, crowd);
      output.context = before.context;
    }

    void find(const BlockQuery& query, std::size_t most) {
      if constexpr (are_spheres)
        table->kernels_.find_spheres(query, worker->scratch_for(most), output);
      else
        table->kernels_.find_boxes(query, worker->scratch_for(most), output);
    }

    void split(const BlockGrid& grid, const std::uint32_t* starts, const BlockEntry* entries,
               std::uint32_t block, std::size_t depth) {
      const std::size_t begin = starts[block], count = starts[block + 1] - begin;
      if (depth < BlockWorker::most_levels) {
        BlockWorker::Level& level = worker->level[depth];
        if (split_block<D>(grid, block, entries + begin, count, table->records_.data(), level)) {
          run(level.grid, level.starts.data(), level.entries.data(), 0, level.grid.total(), depth + 1);
          return;
        }
      }
      find({&grid, starts, entries, table->records_.data(), block, block + 1, count}, count);
    }

    void flush() { flush_output(output, table->items_, *sink); }
  };

  void fit() {
    fit_ = fit_blocks(items_, check_items(items_));
    coarsening_ = 1;
    grid_ = fit_.grid(coarsening_);
    outside_at_fit_ = static_cast<std::size_t>(-1);
    fit_is_good_ = true;
  }

  std::uint32_t* counters(std::size_t part) { return counters_.data() + part * counters_per_part_ + 1; }
  /// Where the entries of each block begin, once all are placed.
  const std::uint32_t* starts() const { return counters_.data() + (parts_ - 1) * counters_per_part_; }

  /// Turns the items into records, works out their blocks and counts the entries of each. False if there are
  /// too many entries: the items are large for these blocks.
  bool count_entries() {
    counters_per_part_ = (grid_.total() + 1 + 15) / 16 * 16;
    make_room(counters_, parts_ * counters_per_part_ + 16);
    RawItems<D> raw{
        items_.centres(), items_.radii(), items_.boxes(), items_.stride(), items_.padding(), {}, 0};
    for (int axis = 0; axis < D; ++axis) raw.origin[axis] = fit_.origin[axis];
    raw.units_per_length = fit_.units_per_length;
    const std::size_t most_entries = 12 * (count_ + 64);
    std::atomic<bool> is_bad = false, is_too_much = false;
    parallel_for(parts_, 1, [&](std::size_t first_part, std::size_t last_part) {
      for (std::size_t part = first_part; part < last_part; ++part) {
        std::uint32_t* const counter = counters(part);
        std::fill(counter - 1, counter - 1 + counters_per_part_, 0u);
        Codes code;
        Converted sums{};
        std::fill(sums.least, sums.least + 3, std::numeric_limits<std::int32_t>::max());
        std::size_t total = 0;
        const std::size_t end = std::min(count_, (part + 1) * part_size_);
        for (std::size_t begin = part * part_size_; begin < end; begin += chunk_size) {
          const std::size_t chunk_end = std::min(end, begin + chunk_size);
          for (std::size_t k = begin; k < chunk_end; k += 32)  // in good time, see sort_chunk
            __builtin_prefetch(order_.data() + k, 1);
          const Converted some = convert(raw, begin, chunk_end, code);
          if (some.outside > 0)
            for (std::size_t item = begin; item < chunk_end; ++item)
              if (code[item - begin] == outside && !can_be_searched(items_, item)) is_bad = true;
          for (int axis = 0; axis < D; ++axis) {
            sums.least[axis] = std::min(sums.least[axis], some.least[axis]);
            sums.most[axis] = std::max(sums.most[axis], some.most[axis]);
          }
          sums.outside += some.outside;
          if (is_bad || is_too_much) return;
          sort_chunk(begin, chunk_end, code);
          total += enter(
              begin, [&](std::size_t block, BlockEntry) { ++counter[block]; },
              most_entries - std::min(total, most_entries));
          if (total > most_entries) {
            is_too_much = true;
            return;
          }
        }
        sums_[part] = sums;
      }
    });
    if (is_bad) {
      fit_is_good_ = false;
      check_items(items_);
      SCREE_ASSERT(!"an item that cannot be searched is named by check_items");
    }
    return !is_too_much;
  }

  Converted convert(const RawItems<D>& raw, std::size_t begin, std::size_t end, Codes& code) {
    if constexpr (are_spheres)
      return kernels_.convert_spheres(raw, grid_, begin, end, records_.data(), home_.data(), code.data());
    else
      return kernels_.convert_boxes(raw, grid_, begin, end, records_.data(), home_.data(), code.data());
  }

  /// Sorts the items of a chunk by how many blocks they touch, so that loops over them have nothing to
  /// decide.
  void sort_chunk(std::size_t begin, std::size_t end, const Codes& code) {
    struct Lists {
      std::array<std::array<std::uint16_t, chunk_size / 2 + 1>, codes> list;
      std::array<std::uint32_t, codes> size{};
      void put(std::uint8_t code, std::size_t item) {
        list[code][size[code]++] = static_cast<std::uint16_t>(item);
      }
    };
    // The halves take turns, since a counter that was just written is slow to read.
    std::array<Lists, 2> halves;
    const std::size_t count = end - begin, middle = count / 2;
    for (std::size_t k = 0; k < middle; ++k) {
      halves[0].put(code[k], k);
      halves[1].put(code[middle + k], middle + k);
    }
    if (count % 2 != 0) halves[1].put(code[count - 1], count - 1);
    std::uint16_t* const first = order_.data() + begin;
    std::uint16_t* next = first;
    Chunk& chunk = chunks_[begin / chunk_size];
    for (std::size_t which = 0; which < codes; ++which) {
      chunk.begin[which] = static_cast<std::uint16_t>(next - first);
      for (const Lists& lists : halves) next = std::copy_n(lists.list[which].data(), lists.size[which], next);
    }
    chunk.begin[codes] = static_cast<std::uint16_t>(count);
  }

  /// Calls act(block, entry) for all entries of the items of a chunk. Returns how many there were, or stops
  /// after `most`.
  template <class Act>
  std::size_t enter(std::size_t begin, const Act& act, std::size_t most) {
    const Chunk& chunk = chunks_[begin / chunk_size];
    const std::uint32_t stride[3] = {1, grid_.count[0], grid_.count[0] * grid_.count[1]};
    const std::uint32_t* const home = home_.data() + begin;
    std::size_t total = 0;
    for (unsigned code = 0; code < (1u << D); ++code)
      for (unsigned beside = 0; beside <= code; ++beside) {
        if ((beside & ~code) != 0) continue;
        std::uint32_t step = 0;
        for (unsigned axis = 0; axis < D; ++axis)
          if ((beside >> axis & 1) != 0) step += stride[axis];
        const BlockEntry flags = (7u & ~beside) << index_bits;
        const std::uint16_t* const some = order_.data() + begin + chunk.begin[code];
        const std::uint32_t count = chunk.begin[code + 1] - chunk.begin[code];
        const auto enter_one = [&](std::uint32_t k) {
          act(home[some[k]] + step, static_cast<BlockEntry>(begin + some[k]) | flags);
        };
        // Items that follow each other share blocks, and a counter that was just written is slow to read:
        // four that are far apart take turns.
        const std::uint32_t quarter = count / 4;
        for (std::uint32_t k = 0; k < quarter; ++k)
          for (std::uint32_t part = 0; part < 4; ++part) enter_one(part * quarter + k);
        for (std::uint32_t k = 4 * quarter; k < count; ++k) enter_one(k);
        total += count;
      }
    for (const std::uint8_t code : {many_blocks, outside})
      for (std::uint32_t k = chunk.begin[code]; k < chunk.begin[code + 1]; ++k) {
        const std::size_t item = begin + order_[begin + k];
        const Span span = span_of<D>(records_[item], grid_);
        total += span.blocks;
        if (total > most) return total;
        const BlockEntry entry =
            static_cast<BlockEntry>(item) | (code == outside ? verify_bit : BlockEntry{0});
        for (std::uint32_t z = span.first[2]; z <= span.last[2]; ++z)
          for (std::uint32_t y = span.first[1]; y <= span.last[1]; ++y)
            for (std::uint32_t x = span.first[0]; x <= span.last[0]; ++x) {
              BlockEntry flags = 0;
              if (x == span.first[0]) flags |= 1u << index_bits;
              if (y == span.first[1]) flags |= 2u << index_bits;
              if (z == span.first[2]) flags |= 4u << index_bits;
              act((z * grid_.count[1] + y) * grid_.count[0] + x, entry | flags);
            }
      }
    return total;
  }

  void place_entries() {
    const std::size_t sum = counters_to_places(counters(0), grid_.total(), parts_, counters_per_part_).total;
    make_room(entries_, sum + room);
    parallel_for(parts_, 1, [&](std::size_t first_part, std::size_t last_part) {
      for (std::size_t part = first_part; part < last_part; ++part) {
        std::uint32_t* const counter = counters(part);
        BlockEntry* const entries = entries_.data();
        const std::size_t end = std::min(count_, (part + 1) * part_size_);
        for (std::size_t begin = part * part_size_; begin < end; begin += chunk_size)
          enter(
              begin, [&](std::size_t block, BlockEntry entry) { entries[counter[block]++] = entry; },
              static_cast<std::size_t>(-1));
      }
    });
    counters(parts_ - 1)[-1] = 0;
  }

  /// Whether the domain will do for the next step too: items move little. If not, only time is lost.
  void judge_fit() {
    Converted all = sums_[0];
    for (std::size_t part = 1; part < parts_; ++part) {
      all.outside += sums_[part].outside;
      for (int axis = 0; axis < D; ++axis) {
        all.least[axis] = std::min(all.least[axis], sums_[part].least[axis]);
        all.most[axis] = std::max(all.most[axis], sums_[part].most[axis]);
      }
    }
    if (outside_at_fit_ == static_cast<std::size_t>(-1)) {
      outside_at_fit_ = all.outside;
      for (int axis = 0; axis < D; ++axis)
        used_at_fit_[axis] = std::max(1.0, static_cast<double>(all.most[axis]) - all.least[axis]);
    }
    double used = 1;
    for (int axis = 0; axis < D; ++axis)
      used *= (std::max(1.0, static_cast<double>(all.most[axis]) - all.least[axis])) / used_at_fit_[axis];
    const bool is_denser = used < 0.7;
    const bool is_left = all.outside > outside_at_fit_ + count_ / 500 + 16;
    const bool is_other = count_ > fit_.items + fit_.items / 4 || count_ < fit_.items - fit_.items / 4;
    fit_is_good_ = !(is_denser || is_left || is_other);
  }

  const BlockKernels<D>& kernels_;
  Items<D> items_ = Items<D>::boxes({});
  std::size_t count_ = 0;
  bool is_ready_ = false;
  BlockFit<D> fit_;
  bool fit_is_good_ = false;
  double coarsening_ = 1;
  std::size_t outside_at_fit_ = 0;
  std::array<double, D> used_at_fit_{};
  BlockGrid grid_;
  std::size_t parts_ = 1, part_size_ = 0, counters_per_part_ = 0;
  std::array<Converted, most_parts> sums_;
  AlignedVector<Record> records_;
  AlignedVector<std::uint32_t> home_;   // the block of the low corner
  AlignedVector<std::uint16_t> order_;  // items of each chunk, counted from its first, by code
  std::vector<Chunk> chunks_;
  AlignedVector<std::uint32_t> counters_;
  AlignedVector<BlockEntry> entries_;
  std::vector<BlockWorker> workers_;
};

template <int D>
class Blocks final : public SpheresOrBoxes<D, BlockTable<D, SphereRecord>, BlockTable<D, BoxRecord>> {
 public:
  explicit Blocks(const BlockKernels<D>& kernels)
      : SpheresOrBoxes<D, BlockTable<D, SphereRecord>, BlockTable<D, BoxRecord>>(kernels) {}
  void prepare(const Items<D>& items) override { this->build(items); }
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_blocks(const BlockTarget& target) {
  return std::make_unique<Blocks<D>>(target.kernels<D>());
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_blocks() {
  return make_blocks<D>(best_block_target());
}
template std::unique_ptr<ContactSearch<2>> make_blocks(const BlockTarget&);
template std::unique_ptr<ContactSearch<3>> make_blocks(const BlockTarget&);
template std::unique_ptr<ContactSearch<2>> make_blocks();
template std::unique_ptr<ContactSearch<3>> make_blocks();

}  // namespace scree::search
