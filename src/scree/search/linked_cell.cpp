// Linked cells. Sorts the items into a grid whose cells are as large as the largest item, so that overlapping
// items lie in the same or in neighbouring cells; then compares each item with the rest of its cell and half
// of the neighbours. Source: Quentrec and Brot 1973; the one-level case of Ogarko and Luding 2012. Our turns
// on it: items are copied in cell order, and cells that follow each other along x are read as one stretch;
// the grid follows the items (no preset domain), is coarser where they are sparse, and hashed where they are
// uneven. Cost: linear for near-equal sizes. Loses when sizes differ widely: one large item makes all cells
// large.
#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <type_traits>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/cell_grid.h"
#include "scree/search/checked_items.h"
#include "scree/search/hits.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/spheres_or_boxes.h"

namespace scree::search {
namespace {

constexpr std::size_t grain = 1024;  // items per piece of a parallel loop

/// The rows of cells ahead of a cell's own row, as steps along y and z. Together with the next cell of the
/// own row they are half of all neighbours, one of every opposite two.
template <int D>
constexpr auto rows_ahead() {
  if constexpr (D == 2)
    return std::array<std::array<int, 1>, 1>{{{1}}};
  else
    return std::array<std::array<int, 2>, 4>{{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
}

/// The grid and the items in cell order; Record is Sphere<D> or Box<D>.
template <int D, class Record>
class Cells {
 public:
  void build(const Items<D>& items, const Survey<D>& survey) {
    const std::size_t count = items.count();
    records_.resize(count + Hits::at_once);
    ids_.resize(count);
    bucket_of_item_.resize(count);
    rank_of_item_.resize(count);
    if (count == 0) return;

    grid_ = CellGrid<D>::dense(survey, count);
    count_items(items);
    // Items that cluster crowd the cells of a coarsened grid; they need the small cells.
    if (grid_->coarsening() > 4 && mean_company() > 8) {
      grid_ = CellGrid<D>::hashed(survey, count);
      count_items(items);
    }
    accumulate({start_.data(), grid_->bucket_count() + 1});
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const std::size_t slot = start_[bucket_of_item_[item]] + rank_of_item_[item];
        records_[slot] = record_of(items, item);
        ids_[slot] = static_cast<std::uint32_t>(item);
      }
    });
  }

  void find_pairs(PairSink& sink) const {
    parallel_for(ids_.size(), grain, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t slot = begin; slot < end; ++slot)
        if (grid_->is_hashed())
          compare_hashed(slot, batch);
        else
          compare_dense(slot, batch);
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const {
    std::vector<Part<D>> parts;
    for (std::size_t slot = 0; slot < ids_.size(); ++slot)
      parts.push_back({grid_->box_of(cell_of_slot(slot)), PartKind::cell, 0});
    remove_repeated(parts);
    return parts;
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) const {
    if (ids_.empty()) return;
    const std::size_t found_before = found.size();
    const auto take = [&](std::size_t begin, std::size_t end, const auto& counts) {
      for (std::size_t slot = begin; slot < end; ++slot)
        if (overlap(records_[slot], region) && counts(slot)) found.push_back(ids_[slot]);
    };
    // As for pairs: the anchor of an item that reaches into a cell lies there or in a neighbour.
    Cell<D> first = grid_->nearest_cell(region.lo), last = grid_->nearest_cell(region.hi);
    double lookups = 1;  // of rows, or of single cells where rows do not lie together
    for (int k = 0; k < D; ++k) {
      first[k] = std::max<std::int64_t>(first[k] - 1, 0);
      last[k] = std::min(last[k] + 1, grid_->last_cell()[k]);
      if (k > 0 || grid_->is_hashed()) lookups *= static_cast<double>(last[k] - first[k] + 1);
    }
    Cell<D> cell = first;
    if (lookups > static_cast<double>(ids_.size())) {
      take(0, ids_.size(), [](std::size_t) { return true; });
    } else if (grid_->is_hashed()) {
      do {
        const std::size_t bucket = grid_->bucket_of(cell);
        take(start_[bucket], start_[bucket + 1],
             [&](std::size_t slot) { return cell_of_slot(slot) == cell; });
      } while (next(cell, 0, first, last));
    } else {
      do {
        const std::size_t bucket = grid_->bucket_of(cell);
        take(start_[bucket], start_[bucket + static_cast<std::size_t>(last[0] - first[0]) + 1],
             [](std::size_t) { return true; });
      } while (next(cell, 1, first, last));
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(found_before), found.end());
  }

 private:
  static Record record_of(const Items<D>& items, std::size_t item) {
    if constexpr (std::is_same_v<Record, Sphere<D>>)
      return items.sphere(item);
    else
      return items.box(item);
  }
  static const Vec<D>& anchor(const Record& record) {
    if constexpr (std::is_same_v<Record, Sphere<D>>)
      return record.centre;
    else
      return record.lo;
  }
  Cell<D> cell_of_slot(std::size_t slot) const { return grid_->cell_of(anchor(records_[slot])); }

  /// Counts a cell up from `first` to `last`, the axes from `fastest` on; false at the end.
  static bool next(Cell<D>& cell, int fastest, const Cell<D>& first, const Cell<D>& last) {
    for (int k = fastest; k < D; ++k) {
      if (cell[k] < last[k]) {
        ++cell[k];
        return true;
      }
      cell[k] = first[k];
    }
    return false;
  }

  /// Leaves the number of items of bucket b in start_[b + 1], and for every item its bucket and its place
  /// among the items of that bucket, which may come in any order.
  void count_items(const Items<D>& items) {
    const std::size_t size = grid_->bucket_count() + 1;
    if (start_.size() < size) start_.resize(size);
    parallel_for(size, 16 * grain, [&](std::size_t begin, std::size_t end) {
      std::fill(start_.data() + begin, start_.data() + end, 0u);
    });
    const bool is_alone = threads() == 1;
    parallel_for(items.count(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const std::size_t bucket = grid_->bucket_of(grid_->cell_of(anchor(record_of(items, item))));
        std::uint32_t& counter = start_[bucket + 1];
        bucket_of_item_[item] = static_cast<std::uint32_t>(bucket);
        rank_of_item_[item] =
            is_alone ? counter++ : std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed);
      }
    });
  }

  /// How many items an item finds in its own bucket, itself included, on average. Call before the counts are
  /// summed.
  double mean_company() const {
    double sum = 0;
    for (std::size_t k = 0; k <= grid_->bucket_count(); ++k)
      sum += static_cast<double>(start_[k]) * static_cast<double>(start_[k]);
    return sum / static_cast<double>(ids_.size());
  }

  void compare_dense(std::size_t slot, PairBatch& batch) const {
    const std::size_t bucket = grid_->bucket_of(cell_of_slot(slot));
    const auto take = [&](std::size_t other) { batch.add(ids_[slot], ids_[other]); };
    const Record* const records = records_.data();
    const Record& mine = records[slot];
    Hits hits;
    hits.note(records, slot + 1, start_[bucket + 2], mine, take);
    for (const auto& step : rows_ahead<D>()) {
      std::size_t ahead = bucket;
      for (int k = 1; k < D; ++k) ahead += static_cast<std::size_t>(step[k - 1]) * grid_->stride(k);
      hits.note(records, start_[ahead - 1], start_[ahead + 2], mine, take);
    }
    hits.hand_over(take);
  }

  /// A bucket may hold items of other cells too, so a hit counts only if it comes from the cell that was
  /// asked for.
  void compare_hashed(std::size_t slot, PairBatch& batch) const {
    const Cell<D> cell = cell_of_slot(slot);
    const auto visit = [&](const Cell<D>& wanted, bool is_own) {
      const auto take = [&](std::size_t other) {
        if (cell_of_slot(other) == wanted) batch.add(ids_[slot], ids_[other]);
      };
      const std::size_t bucket = grid_->bucket_of(wanted);
      Hits hits;
      hits.note(records_.data(), is_own ? slot + 1 : start_[bucket], start_[bucket + 1], records_[slot],
                take);
      hits.hand_over(take);
    };
    visit(cell, true);
    Cell<D> wanted = cell;
    ++wanted[0];
    visit(wanted, false);
    for (const auto& step : rows_ahead<D>()) {
      for (int k = 1; k < D; ++k) wanted[k] = cell[k] + step[k - 1];
      for (wanted[0] = cell[0] - 1; wanted[0] <= cell[0] + 1; ++wanted[0]) visit(wanted, false);
    }
  }

  std::optional<CellGrid<D>> grid_;
  AlignedVector<Record> records_;       // in bucket order, and a few to read past the end
  AlignedVector<std::uint32_t> ids_;    // of the records
  AlignedVector<std::uint32_t> start_;  // of each bucket among the records; never shrinks
  AlignedVector<std::uint32_t> bucket_of_item_, rank_of_item_;
};

template <int D>
class LinkedCell final : public SpheresOrBoxes<D, Cells<D, Sphere<D>>, Cells<D, Box<D>>> {
 public:
  void prepare(const Items<D>& items) override { this->build(items, check_items(items)); }
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_linked_cell() {
  return std::make_unique<LinkedCell<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_linked_cell();
template std::unique_ptr<ContactSearch<3>> make_linked_cell();

}  // namespace scree::search
