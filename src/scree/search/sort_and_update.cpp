// Sort and update. Both ends of every item stand in a sorted list per axis that is kept from step to step,
// beside the set of pairs whose boxes overlap. Insertion sort mends the lists, and every exchange of two ends
// tells what happens to the set: a low end that moves below a high end may begin an overlap, the reverse ends
// one, two of a kind change nothing. Source: Schinner 1999, sections 3 and 5, tables 1 and 3. Our turns on
// it: whether an overlap begins is decided by the new boxes, so that the order of the exchanges does not
// matter; one task per axis needs no locks because it only notes changes; an axis along which nothing moved
// is not looked at, and where few items moved, only their ends are; too many exchanges, or the first step,
// and all is made anew. Cost: follows the number of items that moved, nearly nothing at rest; nothing depends
// on sizes. Loses when everything moves far, and with N, because along one axis very many items that are
// nowhere near each other exchange ends.
#include "scree/search/sort_and_update.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "scree/base/aligned_vector.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/pair_set.h"
#include "scree/search/sorted_ends.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

Pair pair_of(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

class SetFiller final : public PairSink {
 public:
  explicit SetFiller(PairSet& set) : set_(set) {}
  void take(std::span<const Pair> pairs, const Image&) override {
    const std::lock_guard lock(mutex_);
    for (const Pair& pair : pairs) set_.insert(pair);
  }

 private:
  std::mutex mutex_;
  PairSet& set_;
};

template <int D>
class SortAndUpdate final : public MendingSearch<D>, public Structured<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    if (items.count() != bounds_.size() || !update()) start_anew();
  }

  void find_pairs(PairSink& sink) override {
    parallel_for(overlapping_.slot_count(), 4096, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t slot = begin; slot < end; ++slot) {
        if (!overlapping_.is_used(slot)) continue;
        const Pair pair = overlapping_.at(slot);
        if (items_.overlap(pair.first, pair.second)) batch.add(pair.first, pair.second);
      }
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override { return sorted_intervals<D>(bounds_); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty() || bounds_.empty()) return;
    // Of all axes and both ends, the shortest part of a list that must hold what overlaps the region.
    std::span<const End> shortest = axes_[0].ends;
    std::uint32_t is_high = 0;
    for (const Axis& axis : axes_) {
      const int k = static_cast<int>(&axis - axes_.data());
      const std::span<const End> ends = axis.ends;
      const auto below = std::partition_point(ends.begin(), ends.end(),
                                              [&](const End& end) { return end.value <= region.hi[k]; });
      const auto above = std::partition_point(ends.begin(), ends.end(),
                                              [&](const End& end) { return end.value < region.lo[k]; });
      if (const std::span<const End> low(ends.begin(), below); low.size() < shortest.size()) {
        shortest = low;
        is_high = 0;
      }
      if (const std::span<const End> high(above, ends.end()); high.size() < shortest.size()) {
        shortest = high;
        is_high = 1;
      }
    }
    const std::size_t found_before = found.size();
    for (const End& end : shortest)
      if (end.is_high == is_high && items_.overlap(end.item, region)) found.push_back(end.item);
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(found_before), found.end());
  }

  void renumber(std::span<const std::uint32_t> old_index) override {
    is_sorted_ = false;  // new items stand at the end, and among equal values the numbers decide
    const std::vector<std::uint32_t> moved_to = new_indices(old_index, bounds_.size());
    if (moved_to.empty()) {
      bounds_.clear();
      for (Axis& axis : axes_) axis.ends.clear();
      overlapping_.clear();
      return;
    }
    // A new item comes from the far end of every axis, where it overlaps nothing.
    Box<D> nowhere;
    for (int k = 0; k < D; ++k) nowhere.lo[k] = nowhere.hi[k] = std::numeric_limits<double>::quiet_NaN();
    AlignedVector<Box<D>> bounds(old_index.size(), nowhere);
    for (std::size_t item = 0; item < old_index.size(); ++item)
      if (old_index[item] != this->none) bounds[item] = bounds_[old_index[item]];
    bounds_.swap(bounds);

    for (Axis& axis : axes_) {
      for (End& end : axis.ends) end.item = moved_to[end.item];
      std::erase_if(axis.ends, [](const End& end) { return end.item == ContactSearch<D>::none; });
      for (std::uint32_t item = 0; item < old_index.size(); ++item)
        if (old_index[item] == this->none)
          for (const std::uint32_t is_high : {0u, 1u}) axis.ends.push_back({0, item, is_high});
    }
    PairSet renumbered;
    for (std::size_t slot = 0; slot < overlapping_.slot_count(); ++slot) {
      if (!overlapping_.is_used(slot)) continue;
      const Pair pair = overlapping_.at(slot);
      const std::uint32_t a = moved_to[pair.first], b = moved_to[pair.second];
      if (a != this->none && b != this->none) renumbered.insert(pair_of(a, b));
    }
    overlapping_ = std::move(renumbered);
  }

  std::size_t fresh_starts() const override { return fresh_starts_; }

 private:
  struct Axis {
    std::vector<End> ends;
    std::vector<Pair> began, ended;  // overlaps, noted while the list is mended
    bool is_mended = true;
  };

  struct Moved {
    std::uint32_t item;
    Box<D> before;
  };

  /// False if that would have been more work than to start anew.
  bool update() {
    moved_along_.resize(bounds_.size());
    moved_.resize(block_count(bounds_.size(), per_block));
    std::atomic<unsigned> moved_at_all{0};
    for_each_block(bounds_.size(), per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      unsigned any = 0;
      moved_[block].clear();
      for (std::size_t item = begin; item < end; ++item) {
        const Box<D> now = bounds_of(items_, item);
        unsigned moved = 0;
        for (int k = 0; k < D; ++k)
          if (now.lo[k] != bounds_[item].lo[k] || now.hi[k] != bounds_[item].hi[k]) moved |= 1u << k;
        if (moved != 0) {
          moved_[block].push_back({static_cast<std::uint32_t>(item), bounds_[item]});
          bounds_[item] = now;
        }
        moved_along_[item] = static_cast<unsigned char>(moved);
        any |= moved;
      }
      moved_at_all |= any;
    });
    std::size_t moved_count = 0;
    for (const std::vector<Moved>& moved : moved_) moved_count += moved.size();
    const bool few = is_sorted_ && moved_count < bounds_.size() / 16;
    parallel_for(D, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) {
        const int axis = static_cast<int>(k);
        axes_[k].began.clear();
        axes_[k].ended.clear();
        axes_[k].is_mended =
            (moved_at_all & 1u << k) == 0 || (few ? mend_where_moved(axes_[k], axis) : mend(axes_[k], axis));
      }
    });
    for (const Axis& axis : axes_)
      if (!axis.is_mended) return false;
    // An axis along which nothing moved was not looked at, and may still be out of order.
    is_sorted_ = is_sorted_ || moved_at_all == (1u << D) - 1;
    for (const Axis& axis : axes_)
      for (const Pair& pair : axis.ended) overlapping_.erase(pair);
    for (const Axis& axis : axes_)
      for (const Pair& pair : axis.began) overlapping_.insert(pair);
    return true;
  }

  static double value_of(const Box<D>& bounds, std::uint32_t is_high, int k) {
    return (is_high != 0 ? bounds.hi : bounds.lo)[k];
  }

  /// One end after the other goes to its place in a list that is otherwise in order, so that it is in order
  /// all the time and an end is found by where it was. Ends that move side by side may exchange twice, which
  /// changes nothing but the time.
  bool mend_where_moved(Axis& axis, int k) {
    std::vector<End>& ends = axis.ends;
    std::size_t exchanges_left = most_exchanges(ends.size());
    for (const std::vector<Moved>& moved : moved_)
      for (const auto& [item, before] : moved)
        for (const std::uint32_t is_high : {0u, 1u}) {
          End end{value_of(before, is_high, k), item, is_high};
          const auto found = std::lower_bound(ends.begin(), ends.end(), end);
          SCREE_ASSERT(found != ends.end() && found->item == item && found->is_high == is_high);
          std::size_t place = static_cast<std::size_t>(found - ends.begin());
          const std::size_t start = place;
          end.value = value_of(bounds_[item], is_high, k);
          for (; place > 0 && end < ends[place - 1]; --place) {
            note_exchange(axis, ends[place - 1], end);
            ends[place] = ends[place - 1];
          }
          for (; place + 1 < ends.size() && ends[place + 1] < end; ++place) {
            note_exchange(axis, end, ends[place + 1]);
            ends[place] = ends[place + 1];
          }
          ends[place] = end;
          const std::size_t exchanges = place > start ? place - start : start - place;
          if (exchanges > exchanges_left) return false;
          exchanges_left -= exchanges;
        }
    return true;
  }
  bool mend(Axis& axis, int k) {
    End* const ends = axis.ends.data();
    const std::size_t count = axis.ends.size();
    std::size_t exchanges_left = most_exchanges(count);
    for (std::size_t place = 0; place < count; ++place) {
      End end = ends[place];
      if ((moved_along_[end.item] >> k & 1) != 0) end.value = value_of(bounds_[end.item], end.is_high, k);
      std::size_t target = place;
      while (target > 0 && end < ends[target - 1]) {
        note_exchange(axis, ends[target - 1], end);
        ends[target] = ends[target - 1];
        --target;
      }
      ends[target] = end;
      if (place - target > exchanges_left) return false;
      exchanges_left -= place - target;
    }
    return true;
  }
  /// `lower` is about to stand above `upper`, which stood above it until now.
  void note_exchange(Axis& axis, const End& lower, const End& upper) const {
    if (lower.is_high == upper.is_high || lower.item == upper.item) return;
    const Pair pair = pair_of(lower.item, upper.item);
    if (lower.is_high != 0) {
      if (overlap(bounds_[pair.first], bounds_[pair.second])) axis.began.push_back(pair);
    } else if (overlapping_.contains(pair)) {
      axis.ended.push_back(pair);
    }
  }

  void start_anew() {
    ++fresh_starts_;
    fill_bounds(items_, bounds_);
    parallel_for(D, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) {
        std::vector<End>& ends = axes_[k].ends;
        ends.clear();
        for (std::uint32_t item = 0; item < bounds_.size(); ++item) {
          ends.push_back({bounds_[item].lo[k], item, 0});
          ends.push_back({bounds_[item].hi[k], item, 1});
        }
        std::sort(ends.begin(), ends.end());
      }
    });
    overlapping_.clear();
    SetFiller filler(overlapping_);
    const auto first_search = make_hierarchical_grid<D>();
    first_search->prepare(Items<D>::boxes(bounds_));
    first_search->find_pairs(filler);
    is_sorted_ = true;
  }

  static constexpr std::size_t per_block = 4096;
  static std::size_t most_exchanges(std::size_t ends) { return 32 * ends + 1000; }

  Items<D> items_ = Items<D>::boxes({});
  AlignedVector<Box<D>> bounds_;            // as the lists know them
  std::vector<unsigned char> moved_along_;  // per item, one bit for each axis
  std::vector<std::vector<Moved>> moved_;   // by block of items
  bool is_sorted_ = false;                  // all lists are
  std::array<Axis, D> axes_;
  PairSet overlapping_;  // pairs whose bounds overlap
  std::size_t fresh_starts_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_sort_and_update() {
  return std::make_unique<SortAndUpdate<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_sort_and_update();
template std::unique_ptr<ContactSearch<3>> make_sort_and_update();

}  // namespace scree::search
