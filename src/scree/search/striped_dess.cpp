// Striped double-ended spatial sorting. Both ends of every item stand in a sorted list per axis, as in
// `dess`. The list of one axis is cut into stripes, each with a border of items that its own may reach; in
// space stripes are cut again along a second axis. What is left is walked along the last axis, where the
// stretches between the ends of an item are now short; along the others ranks are compared, whole numbers
// only. Source: Perkins 1999, section 5.2. Our turns on it: the ends are sorted once for each axis and not
// anew for each stripe, which then puts its items in order by their ranks, half as many and whole; a pair
// belongs to the stripe that owns the first of the two, so that pairs of two border items are passed over and
// nothing is reported twice; stripes are four items wide, and the longest axis is walked last; stripes are
// shared among threads. Cost: N log N for even sizes. Loses when sizes differ widely: one large item makes
// its stripe's border wide.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/radix_sort.h"
#include "scree/search/rank_space.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

constexpr double stripe_width = 4;  // in mean sizes

template <int D>
class StripedDess final : public ContactSearch<D>, public Structured<D> {
 public:
  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    check_rank_count(items.count());
    items_ = items;
    fill_bounds(items, bounds_);
    choose_stripes(survey);
    ranked_.resize(items.count());
    for (std::uint32_t item = 0; item < items.count(); ++item) ranked_[item] = {{}, {}, item, 0};
    for (int depth = D - 1; depth >= 0; --depth) rank_ends(axes_[depth]);
    members_.clear();
    for (const End& end : ends_)  // of the axis that came last
      if (end.is_high == 0) members_.push_back(ranked_[end.item]);
  }

  void find_pairs(PairSink& sink) override {
    if (members_.empty()) return;
    scratch_.resize(static_cast<std::size_t>(threads()));
    const std::size_t size = stripe_size(members_.size(), 0);
    for_each_block(members_.size(), size, [&](std::size_t, std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      search_stripe(members_, begin, end, 0, scratch_[static_cast<std::size_t>(worker_index())], batch);
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override { return sorted_intervals<D>(bounds_); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    for (const Member& member : members_) {
      if (bounds_[member.item].lo[axes_[0]] > region.hi[axes_[0]]) break;
      if (items_.overlap(member.item, region)) found.push_back(member.item);
    }
    std::sort(found.begin() + found_before, found.end());
  }

 private:
  struct Member {
    std::array<std::int32_t, D> lo, hi;  // ranks
    std::uint32_t item;
    std::uint32_t is_border;  // one bit for each axis that was cut
  };
  using Members = AlignedVector<Member>;

  /// The members of a stripe, and room to sort them.
  struct Stripe {
    Members members, unsorted;
    std::vector<std::uint64_t> order;

    /// By their low ends.
    void sort(int axis) {
      unsorted.swap(members);
      order.clear();
      for (std::uint32_t k = 0; k < unsorted.size(); ++k)
        order.push_back(static_cast<std::uint64_t>(unsorted[k].lo[axis]) << 32 | k);
      std::sort(order.begin(), order.end());
      members.clear();
      for (const std::uint64_t next : order) members.push_back(unsorted[next & 0xffff'ffffu]);
    }
  };
  using Scratch = std::array<Stripe, D - 1>;  // one stripe at each depth

  /// Sorted as End asks for: those with the same value stay in the order in which they come, low ends first.
  void rank_ends(int axis) {
    ends_.clear();
    for (const std::uint32_t is_high : {0u, 1u})
      for (std::uint32_t item = 0; item < bounds_.size(); ++item)
        ends_.push_back({(is_high != 0 ? bounds_[item].hi : bounds_[item].lo)[axis], item, is_high});
    radix_sort(ends_, spare_, [](const End& end) {
      const auto bits = std::bit_cast<std::uint64_t>(end.value + 0.0);  // -0 and 0 are the same
      constexpr std::uint64_t sign = std::uint64_t{1} << 63;
      return (bits & sign) != 0 ? ~bits : bits | sign;
    });
    std::int32_t rank = 0;
    for (const End& end : ends_) {
      Member& member = ranked_[end.item];
      (end.is_high != 0 ? member.hi : member.lo)[axis] = rank++;
    }
  }

  void choose_stripes(const Survey<D>& survey) {
    const double count = static_cast<double>(bounds_.size());
    Vec<D> sizes{};
    for (const Box<D>& box : bounds_) sizes += box.size();
    const Vec<D> extent = survey.bounds.size();
    for (int k = 0; k < D; ++k) axes_[k] = k;
    std::stable_sort(axes_.begin(), axes_.end(), [&](int a, int b) { return extent[a] < extent[b]; });
    const double most = std::max(1.0, std::pow(count, 1.0 / D));  // the same share for every axis
    for (int depth = 0; depth < D - 1; ++depth) {
      const int axis = axes_[depth];
      const double across = sizes[axis] > 0 ? extent[axis] * count / sizes[axis] : count;
      stripes_[depth] = std::clamp(across / stripe_width, 1.0, most);
    }
  }
  std::size_t stripe_size(std::size_t members, int depth) const {
    return std::max<std::size_t>(8, static_cast<std::size_t>(static_cast<double>(members) / stripes_[depth]));
  }

  /// Of members that are sorted along the axis of this depth, those from `begin` to `end` and their border.
  void search_stripe(const Members& members, std::size_t begin, std::size_t end, int depth, Scratch& scratch,
                     PairBatch& batch) const {
    const int axis = axes_[depth];
    Stripe& stripe = scratch[depth];
    stripe.members.assign(members.begin() + static_cast<std::ptrdiff_t>(begin),
                          members.begin() + static_cast<std::ptrdiff_t>(end));
    std::int32_t reach = 0;
    for (const Member& member : stripe.members) reach = std::max(reach, member.hi[axis]);
    for (std::size_t k = end; k < members.size() && members[k].lo[axis] < reach; ++k) {
      stripe.members.push_back(members[k]);
      stripe.members.back().is_border |= 1u << depth;
    }
    stripe.sort(axes_[depth + 1]);
    if (depth == D - 2) return walk(stripe.members, batch);
    const std::size_t count = stripe.members.size(), size = stripe_size(count, depth + 1);
    for (std::size_t first = 0; first < count; first += size)
      search_stripe(stripe.members, first, std::min(first + size, count), depth + 1, scratch, batch);
  }

  void walk(const Members& stripe, PairBatch& batch) const {
    const int axis = axes_[D - 1];
    for (std::size_t k = 0; k < stripe.size(); ++k) {
      const Member target = stripe[k];
      for (std::size_t other = k + 1; other < stripe.size() && stripe[other].lo[axis] < target.hi[axis];
           ++other)
        if (meets(target, stripe[other]) && items_.overlap(target.item, stripe[other].item))
          batch.add(target.item, stripe[other].item);
    }
  }
  /// Along the axes that were cut. No branches: the order along one axis says nothing about the others.
  bool meets(const Member& a, const Member& b) const {
    int result = static_cast<int>((a.is_border & b.is_border) == 0);
    for (int depth = 0; depth < D - 1; ++depth) {
      const int axis = axes_[depth];
      result &= static_cast<int>(a.lo[axis] < b.hi[axis]) & static_cast<int>(b.lo[axis] < a.hi[axis]);
    }
    return result != 0;
  }

  Items<D> items_ = Items<D>::boxes({});
  AlignedVector<Box<D>> bounds_;
  std::array<int, D> axes_{};            // in the order in which they are cut; the last is walked along
  std::array<double, D - 1> stripes_{};  // how many along each axis that is cut
  Members ranked_;                       // by item
  Members members_;                      // sorted along the first axis
  std::vector<End> ends_, spare_;        // along the axis that is being ranked
  std::vector<Scratch> scratch_;         // per worker
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_striped_dess() {
  return std::make_unique<StripedDess<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_striped_dess();
template std::unique_ptr<ContactSearch<3>> make_striped_dess();

}  // namespace scree::search
