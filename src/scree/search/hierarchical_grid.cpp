// Hierarchical grid. One grid of cells for each class of sizes; an item lies in the finest whose cells it
// fits, and looks for others in its own grid and in all finer ones. Source: Ogarko and Luding 2012: cells are
// hashed, the range on finer levels is reduced by half a cell, number and sizes of levels follow appendix A
// and equation 7, or are given: the sizes of the cells, or the number of levels alone
// (HierarchicalGridSettings, `scree pairs --levels`). Our turns on it: sizes are counted in classes, so that
// the recipe costs nothing per item and is followed again only when sizes or extent change; where a level has
// few cells, up to eight per item, they are numbered, which is a hash without collisions and keeps neighbours
// together in memory; hashed cells that follow each other along x lie together; where a large item would look
// into more cells of a level than there are items, it looks at the items. Cost: linear, for any distribution
// of sizes that fills space evenly. Loses to a single grid on equal sizes, by its bookkeeping.
#include "scree/search/hierarchical_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "scree/base/aligned_vector.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/cell_grid.h"
#include "scree/search/checked_items.h"
#include "scree/search/grid_levels.h"
#include "scree/search/hits.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/record.h"
#include "scree/search/size_histogram.h"
#include "scree/search/spheres_or_boxes.h"

namespace scree::search {
namespace {

constexpr std::size_t grain = 512;
// Cells are this much larger than their items. With at most 2^36 of them along an axis, all rounding together
// stays below a quarter of it.
constexpr double margin = 1 + 0x1p-10;
constexpr double most_cells_along_an_axis = 0x1p36;
constexpr double most_cells_per_item = 8;  // that are numbered

template <int D>
class Level {
 public:
  Level(double size, const Vec<D>& extent) {
    double longest = 0;
    for (int k = 0; k < D; ++k) longest = std::max(longest, extent[k]);
    cell_size_ = std::max({size * margin, longest / most_cells_along_an_axis, shortest});
    per_cell_ = 1 / cell_size_;
    for (int k = 0; k < D; ++k) last_cell_[k] = static_cast<std::int64_t>(extent[k] * per_cell_);
  }
  /// Its part of the table of all buckets, which are numbered with 32 bits. Hashed, two or more for each
  /// item, and a power of two, so that cells that follow each other along x have different buckets.
  void place(std::size_t first_bucket, std::size_t items) {
    first_bucket_ = first_bucket;
    items_ = items;
    bucket_count_ = std::bit_ceil(std::max<std::size_t>(4, 2 * items));
    double cells = 1;
    for (int k = 0; k < D; ++k) cells *= static_cast<double>(last_cell_[k] + 1);
    is_numbered_ = cells <= std::min(most_cells_per_item * static_cast<double>(items),
                                     0x1p31 - static_cast<double>(first_bucket));
    if (!is_numbered_) return;
    bucket_count_ = 1;
    for (int k = 0; k < D; ++k) {
      stride_[k] = bucket_count_;
      bucket_count_ *= static_cast<std::size_t>(last_cell_[k] + 1);
    }
  }

  double cell_size() const { return cell_size_; }
  std::size_t items() const { return items_; }
  std::size_t bucket_count() const { return bucket_count_; }
  /// Every cell has a bucket of its own.
  bool is_numbered() const { return is_numbered_; }
  std::size_t first_bucket() const { return first_bucket_; }
  const Cell<D>& last_cell() const { return last_cell_; }

  /// Of a point counted from the low corner of all items; the nearest cell if it lies outside.
  Cell<D> cell_of(const Vec<D>& local) const {
    Cell<D> cell;
    for (int k = 0; k < D; ++k)
      cell[k] = static_cast<std::int64_t>(
          std::clamp(local[k] * per_cell_, 0.0, static_cast<double>(last_cell_[k])));
    return cell;
  }
  std::size_t bucket_of(const Cell<D>& cell) const {
    if (is_numbered_) {
      std::size_t bucket = first_bucket_;
      for (int k = 0; k < D; ++k) bucket += stride_[k] * static_cast<std::size_t>(cell[k]);
      return bucket;
    }
    std::uint64_t hash = 0;
    for (int k = 1; k < D; ++k) {
      hash = (hash ^ static_cast<std::uint64_t>(cell[k])) * 0x9e37'79b9'7f4a'7c15u;
      hash ^= hash >> 32;
    }
    return first_bucket_ + ((static_cast<std::uint64_t>(cell[0]) + hash) & (bucket_count_ - 1));
  }

 private:
  double cell_size_, per_cell_;
  Cell<D> last_cell_;
  std::array<std::size_t, D> stride_{};
  std::size_t first_bucket_ = 0, items_ = 0, bucket_count_ = 4;
  bool is_numbered_ = false;
};

/// Record is Sphere<D> or Box<D>.
template <int D, class Record>
class Grids {
 public:
  void build(const Items<D>& items, const Survey<D>& survey, std::span<const double> cell_sizes) {
    const std::size_t count = items.count();
    records_.resize(count + Hits::at_once);
    ids_.resize(count);
    level_of_item_.resize(count);
    bucket_of_item_.resize(count);
    rank_of_item_.resize(count);
    origin_ = survey.bounds.lo;
    levels_.clear();
    if (count == 0) return;
    for (const double size : cell_sizes) levels_.emplace_back(size, survey.bounds.size());
    place_levels(items, cell_sizes);
    count_items(items);
    accumulate(start_);
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const std::size_t slot = start_[bucket_of_item_[item]] + rank_of_item_[item];
        records_[slot] = record_of<Record>(items, item);
        ids_[slot] = static_cast<std::uint32_t>(item);
      }
    });
  }

  std::vector<Part<D>> structure() const {
    std::vector<Part<D>> parts;
    for (std::uint16_t number = 0; number < levels_.size(); ++number) {
      const Level<D>& level = levels_[number];
      for (std::size_t slot = first_slot(level); slot < last_slot(level); ++slot) {
        const Cell<D> cell = cell_of_slot(level, slot);
        Part<D> part{{}, PartKind::cell, number};
        for (int k = 0; k < D; ++k) {
          part.box.lo[k] = origin_[k] + static_cast<double>(cell[k]) * level.cell_size();
          part.box.hi[k] = part.box.lo[k] + level.cell_size();
        }
        parts.push_back(part);
      }
    }
    remove_repeated(parts);
    return parts;
  }

  void find_pairs(PairSink& sink) const {
    parallel_for(ids_.size(), grain, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      Hits hits;
      std::size_t own = 0;
      for (std::size_t slot = begin; slot < end; ++slot) {
        while (slot >= last_slot(levels_[own])) ++own;
        const auto report = [&](std::size_t other) { batch.add(ids_[slot], ids_[other]); };
        compare_in_level(slot, levels_[own], hits, report);
        for (std::size_t finer = 0; finer < own; ++finer) {
          const auto [from, to] = reach(records_[slot], levels_[finer].cell_size());
          compare_in_cells(records_[slot], levels_[finer], levels_[finer].cell_of(from),
                           levels_[finer].cell_of(to), hits, report);
        }
        hits.hand_over(report);
      }
      batch.flush();
    });
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) const {
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    const auto report = [&](std::size_t slot) { found.push_back(ids_[slot]); };
    Hits hits;
    for (const Level<D>& level : levels_) {
      const auto [from, to] = reach(region, level.cell_size());
      compare_in_cells(region, level, level.cell_of(from), level.cell_of(to), hits, report);
    }
    hits.hand_over(report);
    std::sort(found.begin() + found_before, found.end());
  }

 private:
  Vec<D> local(const Vec<D>& point) const { return point - origin_; }
  std::size_t first_slot(const Level<D>& level) const { return start_[level.first_bucket()]; }
  std::size_t last_slot(const Level<D>& level) const {
    return start_[level.first_bucket() + level.bucket_count()];
  }
  Cell<D> cell_of_slot(const Level<D>& level, std::size_t slot) const {
    return level.cell_of(local(anchor(records_[slot])));
  }

  /// Where anchors of items that fit a cell must lie to overlap something.
  std::pair<Vec<D>, Vec<D>> reach(const Sphere<D>& sphere, double cell_size) const {
    Vec<D> from = local(sphere.centre), to = from;
    for (int k = 0; k < D; ++k) {
      from[k] -= sphere.radius + 0.5 * cell_size;
      to[k] += sphere.radius + 0.5 * cell_size;
    }
    return {from, to};
  }
  std::pair<Vec<D>, Vec<D>> reach(const Box<D>& box, double cell_size) const {
    Vec<D> from = local(box.lo), to = local(box.hi);
    for (int k = 0; k < D; ++k) {
      from[k] -= std::is_same_v<Record, Sphere<D>> ? 0.5 * cell_size : cell_size;
      to[k] += std::is_same_v<Record, Sphere<D>> ? 0.5 * cell_size : 0;
    }
    return {from, to};
  }

  void place_levels(const Items<D>& items, std::span<const double> cell_sizes) {
    std::vector<std::atomic<std::uint32_t>> counts(levels_.size());
    parallel_for(items.count(), 8192, [&](std::size_t begin, std::size_t end) {
      std::array<std::uint32_t, 256> mine{};
      for (std::size_t item = begin; item < end; ++item) {
        const auto level = std::lower_bound(cell_sizes.begin(), cell_sizes.end(), size_of(items, item));
        level_of_item_[item] = static_cast<std::uint8_t>(level - cell_sizes.begin());
        ++mine[level_of_item_[item]];
      }
      for (std::size_t k = 0; k < counts.size(); ++k) counts[k] += mine[k];
    });
    std::size_t buckets = 0;
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      levels_[k].place(buckets, counts[k]);
      buckets += levels_[k].bucket_count();
    }
    start_.assign(buckets + 1, 0);
  }

  void count_items(const Items<D>& items) {
    const bool is_alone = threads() == 1;
    parallel_for(items.count(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const Level<D>& level = levels_[level_of_item_[item]];
        const Record record = record_of<Record>(items, item);
        const std::size_t bucket = level.bucket_of(level.cell_of(local(anchor(record))));
        std::uint32_t& counter = start_[bucket + 1];
        bucket_of_item_[item] = static_cast<std::uint32_t>(bucket);
        rank_of_item_[item] =
            is_alone ? counter++ : std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed);
      }
    });
  }

  /// The rest of the own cell, and one of every opposite two neighbours.
  template <class Report>
  void compare_in_level(std::size_t slot, const Level<D>& level, Hits& hits, const Report& report) const {
    const Record& mine = records_[slot];
    const Cell<D> cell = cell_of_slot(level, slot);
    const std::size_t bucket = level.bucket_of(cell);
    Cell<D> wanted = cell;
    if (level.is_numbered()) {
      const std::size_t end = bucket + (cell[0] < level.last_cell()[0] ? 2 : 1);
      hits.note(records_.data(), slot + 1, start_[end], mine, report);
    } else {
      const auto take = [&](std::size_t other) {
        if (cell_of_slot(level, other) == cell) report(other);
      };
      hits.note(records_.data(), slot + 1, start_[bucket + 1], mine, take);
      hits.hand_over(take);
      if (++wanted[0] <= level.last_cell()[0]) compare_in_row(mine, level, wanted, wanted[0], hits, report);
    }
    const std::int64_t last = std::min(cell[0] + 1, level.last_cell()[0]);
    wanted[0] = std::max<std::int64_t>(cell[0] - 1, 0);
    const auto row = [&] {
      for (int k = 1; k < D; ++k)
        if (wanted[k] < 0 || wanted[k] > level.last_cell()[k]) return;
      compare_in_row(mine, level, wanted, last, hits, report);
    };
    wanted[1] = cell[1] + 1;
    row();
    if constexpr (D == 3) {
      wanted[2] = cell[2] + 1;
      for (wanted[1] = cell[1] - 1; wanted[1] <= cell[1] + 1; ++wanted[1]) row();
    }
  }

  /// Other is Record or, for regions, Box<D>.
  template <class Other, class Report>
  void compare_in_cells(const Other& mine, const Level<D>& level, const Cell<D>& first, const Cell<D>& last,
                        Hits& hits, const Report& report) const {
    double cells = 1;
    for (int k = 0; k < D; ++k) cells *= static_cast<double>(last[k] - first[k] + 1);
    if (cells > static_cast<double>(level.items())) {
      hits.note(records_.data(), first_slot(level), last_slot(level), mine, report);
      return;
    }
    Cell<D> cell = first;
    for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
      if constexpr (D == 2)
        compare_in_row(mine, level, cell, last[0], hits, report);
      else
        for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2])
          compare_in_row(mine, level, cell, last[0], hits, report);
  }

  /// The cells from `first` to `last_x` along x; if they are hashed, no more than half of the level's
  /// buckets. Other cells may then share their buckets, so what overlaps counts only if it comes from this
  /// row.
  template <class Other, class Report>
  void compare_in_row(const Other& mine, const Level<D>& level, const Cell<D>& first, std::int64_t last_x,
                      Hits& hits, const Report& report) const {
    const std::size_t begin = level.bucket_of(first);
    const std::size_t end = begin + static_cast<std::size_t>(last_x - first[0]) + 1;
    if (level.is_numbered()) {
      hits.note(records_.data(), start_[begin], start_[end], mine, report);
      return;
    }
    const auto take = [&](std::size_t slot) {
      const Cell<D> cell = cell_of_slot(level, slot);
      bool is_here = first[0] <= cell[0] && cell[0] <= last_x;
      for (int k = 1; k < D; ++k) is_here = is_here && cell[k] == first[k];
      if (is_here) report(slot);
    };
    hits.hand_over(report);  // from levels that are numbered
    const std::size_t table_end = level.first_bucket() + level.bucket_count();
    hits.note(records_.data(), start_[begin], start_[std::min(end, table_end)], mine, take);
    if (end > table_end)
      hits.note(records_.data(), first_slot(level), start_[end - level.bucket_count()], mine, take);
    hits.hand_over(take);
  }

  Vec<D> origin_{};
  std::vector<Level<D>> levels_;
  AlignedVector<Record> records_;       // by level, then by bucket
  AlignedVector<std::uint32_t> ids_;    // of the records
  AlignedVector<std::uint32_t> start_;  // of each bucket among the records
  AlignedVector<std::uint8_t> level_of_item_;
  AlignedVector<std::uint32_t> bucket_of_item_, rank_of_item_;
};

template <int D>
class HierarchicalGrid final : public SpheresOrBoxes<D, Grids<D, Sphere<D>>, Grids<D, Box<D>>> {
 public:
  explicit HierarchicalGrid(const HierarchicalGridSettings& settings) : settings_(settings) {
    SCREE_ASSERT(settings.levels < 256);
    std::vector<double>& sizes = settings_.cell_sizes;
    if (sizes.size() > HierarchicalGridSettings::most_levels)
      throw SceneError(Place{}, fmt::format("too many levels of a grid: {}; at most {} can be given",
                                            sizes.size(), HierarchicalGridSettings::most_levels));
    for (const double size : sizes)
      if (!(size > 0 && size <= furthest))
        throw SceneError(Place{}, fmt::format("cells of a grid cannot have the size {:.9g}; expected a "
                                              "number above 0, at most {:g}",
                                              size, furthest));
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  }

  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    if (items.count() > 0) choose_levels(items, survey);
    this->build(items, survey, cell_sizes_);
  }

 private:
  void choose_levels(const Items<D>& items, const Survey<D>& survey) {
    if (!settings_.cell_sizes.empty()) {
      cell_sizes_ = settings_.cell_sizes;
      const double largest = *std::max_element(survey.largest.component, survey.largest.component + D);
      if (cell_sizes_.back() < largest) cell_sizes_.push_back(largest);
      return;
    }
    std::vector<SizeClass> classes = size_histogram(items, survey.largest);
    const Vec<D> extent = survey.bounds.size();
    bool is_known = classes == classes_;
    for (int k = 0; k < D; ++k)
      is_known = is_known && extent[k] <= 1.1 * extent_[k] && extent_[k] <= 1.1 * extent[k];
    if (is_known) return;
    classes_ = std::move(classes);
    extent_ = extent;
    cell_sizes_ = (settings_.levels == 0 ? best_levels<D>(classes_, extent_)
                                         : levels_of_number<D>(classes_, extent_, settings_.levels))
                      .cell_sizes;
  }

  HierarchicalGridSettings settings_;
  std::vector<SizeClass> classes_;  // that the levels were chosen for
  Vec<D> extent_{};
  std::vector<double> cell_sizes_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_hierarchical_grid(const HierarchicalGridSettings& settings) {
  return std::make_unique<HierarchicalGrid<D>>(settings);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_hierarchical_grid() {
  return make_hierarchical_grid<D>(HierarchicalGridSettings{});
}
template std::unique_ptr<ContactSearch<2>> make_hierarchical_grid(const HierarchicalGridSettings&);
template std::unique_ptr<ContactSearch<3>> make_hierarchical_grid(const HierarchicalGridSettings&);
template std::unique_ptr<ContactSearch<2>> make_hierarchical_grid();
template std::unique_ptr<ContactSearch<3>> make_hierarchical_grid();

}  // namespace scree::search
