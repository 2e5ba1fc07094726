// Rows. Items are sorted into rows of cells along x; each is compared with windows of its own row and of the
// rows ahead, which lie together in memory, eight at a time, and what overlaps is compressed into the list
// without a branch. Source: scree 2026, after the linked cells of Quentrec and Brot 1973. Cost: linear for
// near-equal sizes, and the least of all where they are packed densely. Loses when sizes differ or items
// crowd in few cells; it then leaves the work to `blocks`, as it does for boxes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/block_kernel.h"
#include "scree/search/checked_items.h"
#include "scree/search/fit_blocks.h"
#include "scree/search/methods.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/split_block.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

constexpr std::size_t most_parts = 16;
constexpr std::size_t room = 64;
constexpr std::size_t few_items = 64;
constexpr double widest_ratio = 2.5;    // of the largest radius to the mean one
constexpr double items_per_window = 3;  // along a row, so that lanes are filled
constexpr double most_company = 10;     // times the mean number of items in a cell

template <class T>
void make_room(AlignedVector<T>& numbers, std::size_t count) {
  if (numbers.size() < count) numbers.resize(count + count / 8);
}

template <int D>
class Rows final : public ContactSearch<D>, public Structured<D> {
 public:
  explicit Rows(const BlockTarget& target) : kernels_(target.kernels<D>()), blocks_(make_blocks<D>(target)) {}

  void prepare(const Items<D>& items) override {
    is_ready_ = false;
    items_ = items;
    count_ = items.count();
    is_ready_ = items.are_spheres() && count_ >= few_items && count_ <= index_mask && build();
    if (!is_ready_) blocks_->prepare(items);
    blocks_have_items_ = !is_ready_;
  }

  void find_pairs(PairSink& sink) override {
    if (!is_ready_) {
      blocks_->find_pairs(sink);
      return;
    }
    workers_.resize(std::max(workers_.size(), static_cast<std::size_t>(threads())));
    const std::size_t rows = static_cast<std::size_t>(grid_.count[1]) * grid_.count[2];
    parallel_for(rows, std::max<std::size_t>(1, rows / (16 * static_cast<std::size_t>(threads()))),
                 [&](std::size_t begin, std::size_t end) {
                   Search search{this, &sink, &workers_[static_cast<std::size_t>(worker_index())], {}};
                   search.run(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
                 });
  }

  std::vector<Part<D>> structure() const override {
    return is_ready_ ? blocks_of(fit_, grid_, items_) : structure_of(*blocks_);
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    // Asked for now and then: the rows know pairs only.
    if (!blocks_have_items_) blocks_->prepare(items_);
    blocks_have_items_ = true;
    blocks_->find_in_region(region, found);
  }

 private:
  struct Search {
    Rows* rows;
    PairSink* sink;
    BlockWorker* worker;
    BlockOutput output;

    void run(std::uint32_t first, std::uint32_t last) {
      output.sure = worker->sure();
      output.unsure = worker->unsure();
      output.context = this;
      output.flush = [](void* context) { static_cast<Search*>(context)->flush(); };
      RowQuery query{};
      query.starts = rows->starts();
      for (int axis = 0; axis < D; ++axis) query.place[axis] = rows->place_[axis].data();
      query.radius = rows->radius_.data();
      query.index = rows->index_.data();
      query.cell = rows->cell_.data();
      for (int axis = 0; axis < 3; ++axis) query.count[axis] = rows->grid_.count[axis];
      query.first_row = first;
      query.last_row = last;
      rows->kernels_.find_rows(query, output);
      flush();
    }
    void flush() { flush_output(output, rows->items_, *sink); }
  };

  /// False if the items do not suit rows.
  bool build() {
    if (!fit_is_good_ && !fit()) return false;
    const std::size_t parts = count_ < 16384 ? 1 : std::min<std::size_t>(threads(), most_parts);
    part_size_ = block_count(block_count(count_, room), parts) * room;
    parts_ = block_count(count_, part_size_);
    make_room(records_, count_ + room);
    make_room(home_, count_ + room);
    Converted all = count_cells();
    if (all.outside > 0 || all.largest_radius > largest_radius_) {
      // Something moved out of the domain or grew since the grid was made.
      if (!fit()) return false;
      all = count_cells();
      if (all.outside > 0 || all.largest_radius > largest_radius_) return fit_is_good_ = false;
    }
    if (!sum_up()) return fit_is_good_ = false;
    for (int axis = 0; axis < D; ++axis) make_room(place_[axis], count_ + room);
    make_room(radius_, count_ + room);
    make_room(index_, count_ + room);
    make_room(cell_, count_ + room);
    sort_in();
    fit_is_good_ = count_ < fit_.items + fit_.items / 4 && count_ > fit_.items - fit_.items / 4;
    return true;
  }

  bool fit() {
    fit_is_good_ = false;
    const Survey<D> survey = check_items(items_);
    fit_ = fit_blocks(items_, survey);
    if (fit_.units_per_length == 0) return false;
    double mean = 0, widest = 0;
    for (int axis = 0; axis < D; ++axis) {
      mean = std::max(mean, fit_.mean_size[axis]);
      widest = std::max(widest, survey.largest[axis] * fit_.units_per_length);
      // Outliers, which rows cannot hold.
      const double high = (survey.bounds.hi[axis] - fit_.origin[axis]) * fit_.units_per_length;
      const double low = (survey.bounds.lo[axis] - fit_.origin[axis]) * fit_.units_per_length;
      if (low < -mean || high > fit_.width[axis] + mean) return false;
    }
    if (widest > widest_ratio * mean) return false;
    // Room to grow: a skin that changes, a body that is added.
    largest_radius_ = static_cast<float>(0.5 * widest * 1.05 + 1);
    // Low corners of two that overlap lie at most a largest diameter apart.
    const double least = 2.0 * static_cast<double>(largest_radius_) * (1 + 0x1p-16) + 2048;
    double volume = 1;
    for (int axis = 0; axis < D; ++axis) volume *= std::max(fit_.width[axis], least) / last_unit;
    const double items_per_volume = static_cast<double>(count_) / volume;
    const double window = items_per_window / (items_per_volume * 3 * least / last_unit);
    const double across = std::max(least, (D == 2 ? window : std::sqrt(window)) * last_unit);
    grid_ = BlockGrid{};
    double cells = 1;
    for (int axis = 0; axis < D; ++axis) {
      double parts = std::max(1.0, std::floor(fit_.width[axis] / (axis == 0 ? least : across)));
      // An empty cell costs as much as an item.
      if (axis == 0) parts = std::min(parts, 1e6);
      cells *= parts;
      set_axis(axis, parts);
    }
    const double most_cells = 2 * static_cast<double>(count_) + 1024;
    if (cells > most_cells) set_axis(0, std::max(1.0, std::floor(grid_.count[0] * most_cells / cells)));
    if (static_cast<double>(grid_.total()) > 2 * most_cells) return false;
    return fit_is_good_ = true;
  }
  void set_axis(int axis, double parts) {
    const double part = fit_.width[axis] * (1 + 1e-6) / parts;
    grid_.count[axis] = static_cast<std::uint32_t>(parts);
    grid_.last[axis] = static_cast<float>(parts - 1);
    grid_.size[axis] = static_cast<float>(part);
    grid_.per_block[axis] = parts > 1 ? static_cast<float>(1 / part) : 0;
  }

  std::uint32_t* counters(std::size_t part) { return counters_.data() + part * counters_per_part_ + 1; }
  const std::uint32_t* starts() const { return counters_.data() + (parts_ - 1) * counters_per_part_; }

  Converted count_cells() {
    counters_per_part_ = (static_cast<std::size_t>(grid_.total()) + 1 + 15) / 16 * 16;
    make_room(counters_, parts_ * counters_per_part_ + 16);
    RawItems<D> raw{items_.centres(), items_.radii(), nullptr, items_.stride(), items_.padding(), {}, 0};
    for (int axis = 0; axis < D; ++axis) raw.origin[axis] = fit_.origin[axis];
    raw.units_per_length = fit_.units_per_length;
    for_parts([&](std::size_t part, std::size_t begin, std::size_t end) {
      std::uint32_t* const counter = counters(part);
      std::fill(counter - 1, counter - 1 + counters_per_part_, 0u);
      constexpr std::size_t chunk = 4096;
      std::array<std::uint8_t, chunk + room> no_matter;
      Converted sums{};
      for (std::size_t at = begin; at < end; at += chunk) {
        const std::size_t chunk_end = std::min(end, at + chunk);
        const Converted some = kernels_.convert_spheres(raw, grid_, at, chunk_end, records_.data(),
                                                        home_.data(), no_matter.data());
        sums.outside += some.outside;
        sums.largest_radius = std::max(sums.largest_radius, some.largest_radius);
        if (some.outside > 0) break;  // homes of such items may be anything
        for (std::size_t item = at; item < chunk_end; ++item) ++counter[home_[item]];
      }
      sums_[part] = sums;
    });
    Converted all = sums_[0];
    for (std::size_t part = 1; part < parts_; ++part) {
      all.outside += sums_[part].outside;
      all.largest_radius = std::max(all.largest_radius, sums_[part].largest_radius);
    }
    return all;
  }

  /// Counters become places. False if the items crowd in few cells.
  bool sum_up() {
    const std::uint32_t cells = grid_.total();
    const CounterSums sums = counters_to_places(counters(0), cells, parts_, counters_per_part_);
    const double mean = static_cast<double>(count_) / cells;
    return static_cast<double>(sums.squares) / static_cast<double>(count_) < most_company * (mean + 1);
  }

  void sort_in() {
    for_parts([&](std::size_t part, std::size_t begin, std::size_t end) {
      std::uint32_t* const counter = counters(part);
      for (std::size_t item = begin; item < end; ++item) {
        const std::uint32_t slot = counter[home_[item]]++;
        const SphereRecord& record = records_[item];
        for (int axis = 0; axis < D; ++axis) place_[axis][slot] = record.place[axis];
        radius_[slot] = record.radius * hit_factor + 1;
        index_[slot] = static_cast<std::uint32_t>(item);
        cell_[slot] = home_[item];
      }
    });
    counters(parts_ - 1)[-1] = 0;
  }

  template <class F>
  void for_parts(const F& act) {
    parallel_for(parts_, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t part = first; part < last; ++part)
        act(part, part * part_size_, std::min(count_, (part + 1) * part_size_));
    });
  }

  const BlockKernels<D>& kernels_;
  std::unique_ptr<ContactSearch<D>> blocks_;  // for what does not suit rows
  Items<D> items_ = Items<D>::boxes({});
  std::size_t count_ = 0;
  bool is_ready_ = false, blocks_have_items_ = false, fit_is_good_ = false;
  BlockFit<D> fit_;
  BlockGrid grid_;
  float largest_radius_ = 0;  // [units] that the grid is made for
  std::size_t parts_ = 1, part_size_ = 0, counters_per_part_ = 0;
  std::array<Converted, most_parts> sums_;
  AlignedVector<SphereRecord> records_;
  AlignedVector<std::uint32_t> home_;
  AlignedVector<std::uint32_t> counters_;
  // In row order:
  std::array<AlignedVector<std::int32_t>, D> place_;
  AlignedVector<float> radius_;
  AlignedVector<std::uint32_t> index_, cell_;
  std::vector<BlockWorker> workers_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_rows(const BlockTarget& target) {
  return std::make_unique<Rows<D>>(target);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_rows() {
  return make_rows<D>(best_block_target());
}
template std::unique_ptr<ContactSearch<2>> make_rows(const BlockTarget&);
template std::unique_ptr<ContactSearch<3>> make_rows(const BlockTarget&);
template std::unique_ptr<ContactSearch<2>> make_rows();
template std::unique_ptr<ContactSearch<3>> make_rows();

}  // namespace scree::search
