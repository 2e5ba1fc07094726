// Hashing. Cuts space into rows of square cells as large as the largest item; one row at a time is sorted
// into columns, and its items are compared with those of the same and the previous cell, and of the
// neighbouring cells in the rows before. Source: Perkins 1999, section 4.2, after Munjiza and Andrews 1998.
// Two members: `hashing` clears the whole linked list for every row, as first published, which costs N per
// row; `hashing2` clears only what it used. Our turns on it: the grid is rolled up along every axis like a
// torus, so that no domain is preset and memory follows the number of items (what meets only because of the
// rolling is no overlap); in space the rows before are four; layers are shared among threads. Cost: hashing2
// is linear for near-equal sizes. Loses when sizes differ widely: one large item makes all cells large.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "scree/base/parallel.h"
#include "scree/search/cell_grid.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

constexpr std::uint32_t nothing = 0xffff'ffffu;

/// The items of one row in linked lists, one for each column.
struct Columns {
  std::vector<std::uint32_t> first;  // slot by column
  std::vector<std::uint32_t> next;   // slot by slot
  std::size_t begin = 0, end = 0;    // the slots that are in the lists
};

template <int D>
class Hashing final : public ContactSearch<D>, public Structured<D> {
 public:
  explicit Hashing(bool clears_all) : clears_all_(clears_all) {}

  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    items_ = items;
    const std::size_t count = items.count();
    item_in_slot_.resize(count);
    column_of_slot_.resize(count);
    if (count == 0) return;
    grid_ = CellGrid<D>::hashed(survey, count);
    roll_up(count);

    cell_of_item_.resize(count);
    parallel_for(count, 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const Cell<D> cell = grid_->cell_of(anchor(item));
        cell_of_item_[item] = {row_of(cell), wrapped(cell[0], 0)};
      }
    });
    start_.assign(row_count() + 2, 0);
    for (const CellIndex& cell : cell_of_item_) ++start_[cell.row + 2];
    accumulate(start_);
    // The counter of a row ends up at the start of the next one, where it belongs.
    for (std::size_t item = 0; item < count; ++item) {
      const std::uint32_t slot = start_[cell_of_item_[item].row + 1]++;
      item_in_slot_[slot] = static_cast<std::uint32_t>(item);
      column_of_slot_[slot] = cell_of_item_[item].column;
    }
  }

  void find_pairs(PairSink& sink) override {
    if (items_.count() == 0) return;
    scratch_.resize(static_cast<std::size_t>(threads()));
    for (Scratch& scratch : scratch_) {
      reset(scratch.current);
      reset(scratch.previous);
      if constexpr (D == 3)
        for (Columns& columns : scratch.behind) reset(columns);
    }
    const std::size_t layers = around_[D - 1], pieces = 8 * static_cast<std::size_t>(threads());
    for_each_block(layers, std::max<std::size_t>(1, layers / pieces),
                   [&](std::size_t, std::size_t begin, std::size_t end) {
                     Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
                     PairBatch batch(sink);
                     if constexpr (D == 2)
                       sweep_rows(begin, end, scratch, batch);
                     else
                       for (std::size_t layer = begin; layer < end; ++layer)
                         sweep_layer(layer, scratch, batch);
                     batch.flush();
                   });
  }

  std::vector<Part<D>> structure() const override {
    std::vector<Part<D>> parts;
    for (std::size_t item = 0; item < items_.count(); ++item)
      parts.push_back({grid_->box_of(grid_->cell_of(anchor(item))), PartKind::cell, 0});
    remove_repeated(parts);
    return parts;
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty() || items_.count() == 0) return;
    const std::size_t found_before = found.size();
    // An item lies in the row of its anchor and may reach into the next, so one row more on either side.
    Cell<D> first = grid_->nearest_cell(region.lo), last = grid_->nearest_cell(region.hi);
    for (int k = 1; k < D; ++k) {
      --first[k];
      last[k] = std::min(last[k] + 1, first[k] + static_cast<std::int64_t>(around_[k]) - 1);
    }
    Cell<D> cell = first;
    const auto take_row = [&] {
      const std::size_t row = row_of(cell);
      for (std::size_t slot = start_[row]; slot < start_[row + 1]; ++slot)
        if (items_.overlap(item_in_slot_[slot], region)) found.push_back(item_in_slot_[slot]);
    };
    for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
      if constexpr (D == 2)
        take_row();
      else
        for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2]) take_row();
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(found_before), found.end());
  }

 private:
  struct CellIndex {
    std::uint32_t row, column;
  };
  struct Scratch {
    Columns current, previous;      // rows of this layer
    std::array<Columns, 3> behind;  // rows of the layer before; space only
  };

  Vec<D> anchor(std::size_t item) const {
    return items_.are_spheres() ? items_.centre(item) : items_.box(item).lo;
  }

  /// Cells around the torus along each axis: as many as there are and one that stays empty; fewer if that
  /// would be more than four per item. At least three, so that both neighbours of a cell are different cells.
  void roll_up(std::size_t count) {
    std::array<double, D> cells;
    for (int k = 0; k < D; ++k) cells[k] = std::max(3.0, static_cast<double>(grid_->last_cell()[k]) + 2);
    const double most = std::max(64.0, 4 * static_cast<double>(count));
    for (;;) {
      double product = 1;
      for (const double number : cells) product *= number;
      if (product <= most) break;
      double& largest = *std::max_element(cells.begin(), cells.end());
      largest = std::max(3.0, std::floor(largest / 2));
    }
    for (int k = 0; k < D; ++k) around_[k] = static_cast<std::size_t>(cells[k]);
  }
  std::uint32_t wrapped(std::int64_t number, int axis) const {
    const auto around = static_cast<std::int64_t>(around_[axis]);
    const std::int64_t rest = number % around;
    return static_cast<std::uint32_t>(rest < 0 ? rest + around : rest);
  }
  std::uint32_t row_of(const Cell<D>& cell) const {
    std::size_t row = wrapped(cell[D - 1], D - 1);
    for (int k = D - 2; k > 0; --k) row = row * around_[k] + wrapped(cell[k], k);
    return static_cast<std::uint32_t>(row);
  }
  std::size_t row_count() const { return D == 2 ? around_[1] : around_[1] * around_[2]; }
  static std::size_t before(std::size_t number, std::size_t around) {
    return number == 0 ? around - 1 : number - 1;
  }
  static std::size_t after(std::size_t number, std::size_t around) {
    return number + 1 == around ? 0 : number + 1;
  }

  void reset(Columns& columns) const {
    columns.first.assign(around_[0], nothing);
    columns.next.resize(item_in_slot_.size());
    columns.begin = columns.end = 0;
  }
  void load(Columns& columns, std::size_t row) const {
    if (clears_all_) {
      std::fill(columns.first.begin(), columns.first.end(), nothing);
      std::fill(columns.next.begin(), columns.next.end(), nothing);
    } else {
      for (std::size_t slot = columns.begin; slot < columns.end; ++slot)
        columns.first[column_of_slot_[slot]] = nothing;
    }
    columns.begin = start_[row];
    columns.end = start_[row + 1];
    for (std::size_t slot = columns.begin; slot < columns.end; ++slot) {
      std::uint32_t& first = columns.first[column_of_slot_[slot]];
      columns.next[slot] = first;
      first = static_cast<std::uint32_t>(slot);
    }
  }

  /// Rows from `begin` to `end` of the plane.
  void sweep_rows(std::size_t begin, std::size_t end, Scratch& scratch, PairBatch& batch) const {
    load(scratch.previous, before(begin, around_[1]));
    for (std::size_t row = begin; row < end; ++row) {
      load(scratch.current, row);
      compare_row(scratch.current, batch);
      compare_rows(scratch.current, scratch.previous, batch);
      std::swap(scratch.current, scratch.previous);
    }
  }
  /// Rows of one layer of space.
  void sweep_layer(std::size_t layer, Scratch& scratch, PairBatch& batch) const {
    const std::size_t rows = around_[1], base = layer * rows, base_behind = before(layer, around_[2]) * rows;
    if (start_[base] == start_[base + rows]) return;
    load(scratch.previous, base + rows - 1);
    load(scratch.behind[0], base_behind + rows - 1);
    load(scratch.behind[1], base_behind);
    for (std::size_t row = 0; row < rows; ++row) {
      load(scratch.current, base + row);
      load(scratch.behind[2], base_behind + after(row, rows));
      compare_row(scratch.current, batch);
      compare_rows(scratch.current, scratch.previous, batch);
      for (const Columns& columns : scratch.behind) compare_rows(scratch.current, columns, batch);
      std::swap(scratch.current, scratch.previous);
      std::rotate(scratch.behind.begin(), scratch.behind.begin() + 1, scratch.behind.end());
    }
  }

  void compare_row(const Columns& row, PairBatch& batch) const {
    for (std::size_t slot = row.begin; slot < row.end; ++slot) {
      compare(slot, row.next[slot], row, batch);
      compare(slot, row.first[before(column_of_slot_[slot], around_[0])], row, batch);
    }
  }
  void compare_rows(const Columns& row, const Columns& other, PairBatch& batch) const {
    if (other.begin == other.end) return;
    for (std::size_t slot = row.begin; slot < row.end; ++slot) {
      const std::size_t column = column_of_slot_[slot];
      compare(slot, other.first[before(column, around_[0])], other, batch);
      compare(slot, other.first[column], other, batch);
      compare(slot, other.first[after(column, around_[0])], other, batch);
    }
  }
  /// With a list from `first` on.
  void compare(std::size_t slot, std::uint32_t first, const Columns& columns, PairBatch& batch) const {
    for (std::uint32_t other = first; other != nothing; other = columns.next[other])
      if (items_.overlap(item_in_slot_[slot], item_in_slot_[other]))
        batch.add(item_in_slot_[slot], item_in_slot_[other]);
  }

  bool clears_all_;
  Items<D> items_ = Items<D>::boxes({});
  std::optional<CellGrid<D>> grid_;
  std::array<std::size_t, D> around_{};
  std::vector<CellIndex> cell_of_item_;
  std::vector<std::uint32_t> start_;                          // of each row among the slots
  std::vector<std::uint32_t> item_in_slot_, column_of_slot_;  // in row order
  std::vector<Scratch> scratch_;                              // per worker
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_hashing() {
  return std::make_unique<Hashing<D>>(true);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_hashing2() {
  return std::make_unique<Hashing<D>>(false);
}
template std::unique_ptr<ContactSearch<2>> make_hashing();
template std::unique_ptr<ContactSearch<3>> make_hashing();
template std::unique_ptr<ContactSearch<2>> make_hashing2();
template std::unique_ptr<ContactSearch<3>> make_hashing2();

}  // namespace scree::search
