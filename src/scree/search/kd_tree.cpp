// Linear kd trees. Every item, cut once along each axis at most, goes to the smallest node of a kd tree
// around each of its parts; nodes are named by Morton codes and sorted, so that all that may overlap an item
// follows it in the list, as long as its code is a prefix. Source: Poirrier 2009. Members: `kd_tree_1`: a
// pair may meet in up to 2^D nodes. Ours reports it where the low corner of the overlap lies,
//   which is one node only, so that nothing has to be remembered.
// `kd_tree_2`: as published, gathers what overlaps in a list and takes out what stands there twice.
// `kd_tree_unsplit`: without cutting; small items on a high cut then meet nearly everything (table 1).
// `kd_tree_coherent`: section 7.1; always 2^D parts, some of them copies, so that the sorted list can be kept
//   from step to step and mended by insertion sort.
// Our turns on it: codes are computed, sorted (by radix) and swept in parallel; the tree is over a cube
// around the items, so that thin extents do not give flat nodes. Cost: linear but for the sweep, which
// follows the number of items that share nodes; sizes may differ widely. Loses to grids on equal sizes,
// because most items have six parts; and when a few items far outside leave all others in a handful of nodes.
#include <algorithm>
#include <atomic>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/locational_code.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/prefix_sum.h"
#include "scree/search/radix_sort.h"
#include "scree/search/sorted_ends.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

enum class Variant { in_one_node, listed, unsplit, coherent };
constexpr std::size_t grain = 1024;

template <int D>
class KdTree final : public ContactSearch<D>, public Structured<D> {
 public:
  explicit KdTree(Variant variant) : variant_(variant) {}

  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    items_ = items;
    if (variant_ != Variant::coherent)
      space_ = Space(survey.bounds);
    else
      keep_space(survey.bounds);
    if (items.count() == 0)
      records_.clear();
    else if (variant_ == Variant::coherent)
      mend_records();
    else
      make_records();
  }

  void find_pairs(PairSink& sink) override {
    if (variant_ == Variant::listed) return find_listed_pairs(sink);
    parallel_for(records_.size(), grain, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      sweep(begin, end, [&](std::uint32_t a, std::uint32_t b, Code node) {
        if (node.holds(low_corner(a, b))) batch.add(a, b);
      });
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override {
    std::vector<Part<D>> parts;
    for (const Record& record : records_)
      if (!record.is_copy)
        parts.push_back(
            {space_.box_of(record.code), PartKind::node, static_cast<std::uint16_t>(record.code.length())});
    remove_repeated(parts);
    return parts;
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty() || records_.empty()) return;
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    const auto take = [&](std::uint64_t first_key, std::uint64_t last_key) {
      auto record = std::lower_bound(records_.begin(), records_.end(), first_key,
                                     [](const Record& r, std::uint64_t key) { return r.code.key < key; });
      for (; record != records_.end() && record->code.key <= last_key; ++record)
        if (!record->is_copy && items_.overlap(record->item, region)) found.push_back(record->item);
    };
    for (const auto& part : Space::split(space_.numbers_of(region))) {
      if (part.is_copy) continue;
      for (int length = 0; length < part.code.length(); ++length) {
        const std::uint64_t above = Code::of(part.code.path(), length).key;
        take(above, above);
      }
      take(part.code.key, (part.code.path() + part.code.volume() - 1) << 6 | 63);
    }
    std::sort(found.begin() + found_before, found.end());
    found.erase(std::unique(found.begin() + found_before, found.end()), found.end());
  }

  void renumber(std::span<const std::uint32_t> old_index) override {
    if (variant_ != Variant::coherent) return;
    const std::vector<std::uint32_t> moved_to = new_indices(old_index, records_.size() / Space::most_parts);
    if (moved_to.empty()) {
      records_.clear();
      return;
    }
    for (Record& record : records_) record.item = moved_to[record.item];
    std::erase_if(records_, [](const Record& record) { return record.item == ContactSearch<D>::none; });
    for (std::uint32_t item = 0; item < old_index.size(); ++item)
      if (old_index[item] == this->none)
        for (std::uint16_t part = 0; part < Space::most_parts; ++part)
          records_.push_back({Code{0}, item, part, false});
  }

 private:
  using Space = CodeSpace<D>;
  using Code = LocationalCode<D>;
  /// One part of an item in its node.
  struct Record {
    Code code;
    std::uint32_t item;
    std::uint16_t part;
    bool is_copy;
  };
  static std::uint64_t key_of(const Record& record) { return record.code.key; }

  typename Space::Parts parts_of(std::size_t item) const {
    return Space::split(space_.numbers_of(bounds_of(items_, item)));
  }

  void make_records() {
    const std::size_t count = items_.count();
    if (variant_ == Variant::unsplit) {
      records_.resize(count);
      parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t item = begin; item < end; ++item)
          records_[item] = {Space::node_around(space_.numbers_of(bounds_of(items_, item))),
                            static_cast<std::uint32_t>(item), 0, false};
      });
    } else {
      // Room for all parts that there could be, then those that there are closed up.
      spare_.resize(Space::most_parts * count);
      first_record_.resize(count + 1);
      first_record_[0] = 0;
      parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t item = begin; item < end; ++item) {
          std::uint32_t parts = 0;
          for (const auto& part : parts_of(item))
            if (!part.is_copy)
              spare_[Space::most_parts * item + parts++] = {part.code, static_cast<std::uint32_t>(item), 0,
                                                            false};
          first_record_[item + 1] = parts;
        }
      });
      accumulate(first_record_);
      records_.resize(first_record_[count]);
      parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t item = begin; item < end; ++item)
          std::copy_n(spare_.begin() + static_cast<std::ptrdiff_t>(Space::most_parts * item),
                      first_record_[item + 1] - first_record_[item], records_.begin() + first_record_[item]);
      });
    }
    radix_sort(records_, spare_, key_of);
  }

  /// In another cube all codes are others, so it stays as long as it fits the items.
  void keep_space(const Box<D>& bounds) {
    const auto largest_side = [](const Box<D>& box) {
      double side = 0;
      for (int k = 0; k < D; ++k) side = std::max(side, box.hi[k] - box.lo[k]);
      return side;
    };
    if (bounds.is_empty()) return;
    const double side = largest_side(bounds);
    if (kept_.contains(bounds.lo) && kept_.contains(bounds.hi) && 2 * side > largest_side(kept_)) return;
    kept_ = bounds;
    for (int k = 0; k < D; ++k) {
      kept_.lo[k] -= side / 8;
      kept_.hi[k] += side / 8;
    }
    space_ = Space(kept_);
  }

  void mend_records() {
    const std::size_t count = items_.count();
    const bool is_kept = records_.size() == Space::most_parts * count;
    if (!is_kept) {
      records_.clear();
      for (std::uint32_t item = 0; item < count; ++item)
        for (std::uint16_t part = 0; part < Space::most_parts; ++part)
          records_.push_back({Code{0}, item, part, false});
    }
    parts_.resize(count);
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) parts_[item] = parts_of(item);
    });
    parallel_for(records_.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto& part = parts_[records_[k].item][records_[k].part];
        records_[k].code = part.code;
        records_[k].is_copy = part.is_copy;
      }
    });
    if (!is_kept || !insertion_sort()) radix_sort(records_, spare_, key_of);
  }

  /// Blocks on their own, then one after the other; false if it gave up because a radix sort is quicker.
  bool insertion_sort() {
    constexpr std::size_t block_size = 1 << 14;
    std::atomic<bool> is_sorted{true};
    for_each_block(records_.size(), block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::size_t moves_left = 16 * (end - begin);
      for (std::size_t k = begin + 1; k < end && moves_left > 0; ++k) {
        const std::size_t moves = insert(begin, k);
        moves_left -= std::min(moves, moves_left);
      }
      if (moves_left == 0) is_sorted = false;
    });
    std::size_t moves_left = 4 * records_.size();
    for (std::size_t begin = block_size; begin < records_.size() && is_sorted; begin += block_size)
      for (std::size_t k = begin; k < records_.size(); ++k) {
        const std::size_t moves = insert(0, k);
        if (moves == 0) break;  // a block is sorted in itself: the rest is in place
        if (moves > moves_left) return false;
        moves_left -= moves;
      }
    return is_sorted;
  }
  /// Moves record k down to its place among those from `begin` on; returns by how much.
  std::size_t insert(std::size_t begin, std::size_t k) {
    const Record record = records_[k];
    std::size_t place = k;
    while (place > begin && record.code.key < records_[place - 1].code.key) {
      records_[place] = records_[place - 1];
      --place;
    }
    records_[place] = record;
    return k - place;
  }

  /// Calls take(a, b, node) for the items of two records that overlap; `node` is the smaller of their nodes.
  template <class Take>
  void sweep(std::size_t begin, std::size_t end, const Take& take) const {
    for (std::size_t k = begin; k < end; ++k) {
      const Record& record = records_[k];
      if (record.is_copy) continue;
      for (std::size_t j = k + 1; j < records_.size() && record.code.holds(records_[j].code.path()); ++j) {
        const Record& other = records_[j];
        if (!other.is_copy && other.item != record.item && items_.overlap(record.item, other.item))
          take(record.item, other.item, other.code);
      }
    }
  }

  /// Of the box that both items share, as a path of full length. The parts of an item lie in nodes apart from
  /// each other, so the point is in one node of either item; of these, the one lies in the other.
  std::uint64_t low_corner(std::uint32_t a, std::uint32_t b) const {
    const Box<D> first = bounds_of(items_, a), second = bounds_of(items_, b);
    Vec<D> corner;
    for (int k = 0; k < D; ++k) corner[k] = std::max(first.lo[k], second.lo[k]);
    return Space::path_of(space_.numbers_of(corner));
  }

  void find_listed_pairs(PairSink& sink) {
    listed_.resize(static_cast<std::size_t>(threads()));
    for (auto& pairs : listed_) pairs.clear();
    parallel_for(records_.size(), grain, [&](std::size_t begin, std::size_t end) {
      std::vector<Pair>& pairs = listed_[static_cast<std::size_t>(worker_index())];
      sweep(begin, end, [&](std::uint32_t a, std::uint32_t b, Code) {
        pairs.push_back({std::min(a, b), std::max(a, b)});
      });
    });
    // Counting sort by the first item; the counters end up where the next item begins.
    partner_start_.assign(items_.count() + 2, 0);
    for (const auto& pairs : listed_)
      for (const Pair& pair : pairs) ++partner_start_[pair.first + 2];
    accumulate(partner_start_);
    partner_.resize(partner_start_.back());
    for (const auto& pairs : listed_)
      for (const Pair& pair : pairs) partner_[partner_start_[pair.first + 1]++] = pair.second;
    parallel_for(items_.count(), grain, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t item = begin; item < end; ++item) {
        const auto first = partner_.begin() + partner_start_[item];
        const auto last = partner_.begin() + partner_start_[item + 1];
        std::sort(first, last);
        std::for_each(first, std::unique(first, last),
                      [&](std::uint32_t other) { batch.add(static_cast<std::uint32_t>(item), other); });
      }
      batch.flush();
    });
  }

  Variant variant_;
  Items<D> items_ = Items<D>::boxes({});
  Space space_;
  Box<D> kept_ = Box<D>::empty();          // around the items, and some more, for as long as they stay inside
  AlignedVector<Record> records_, spare_;  // sorted by code
  std::vector<std::uint32_t> first_record_;  // of each item, before they are sorted
  std::vector<typename Space::Parts> parts_;
  std::vector<std::vector<Pair>> listed_;  // per worker, repeated pairs among them
  std::vector<std::uint32_t> partner_start_, partner_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_1() {
  return std::make_unique<KdTree<D>>(Variant::in_one_node);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_2() {
  return std::make_unique<KdTree<D>>(Variant::listed);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_unsplit() {
  return std::make_unique<KdTree<D>>(Variant::unsplit);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_coherent() {
  return std::make_unique<KdTree<D>>(Variant::coherent);
}
template std::unique_ptr<ContactSearch<2>> make_kd_tree_1();
template std::unique_ptr<ContactSearch<3>> make_kd_tree_1();
template std::unique_ptr<ContactSearch<2>> make_kd_tree_2();
template std::unique_ptr<ContactSearch<3>> make_kd_tree_2();
template std::unique_ptr<ContactSearch<2>> make_kd_tree_unsplit();
template std::unique_ptr<ContactSearch<3>> make_kd_tree_unsplit();
template std::unique_ptr<ContactSearch<2>> make_kd_tree_coherent();
template std::unique_ptr<ContactSearch<3>> make_kd_tree_coherent();

}  // namespace scree::search
