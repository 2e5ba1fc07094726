// Striped double-ended spatial sorting. The list of one axis is cut into stripes, each with a border of items
// that its own may reach; in space stripes are cut again along a second axis. What is left is sorted and
// walked along the last axis, where the stretches to compare are now short. Source: Perkins 1999,
// section 5.2. Our turns on it: a pair belongs to the stripe that owns the first of the two, so that pairs of
// two border items are passed over and nothing is reported twice; stripes are four items wide, and the
// longest axis is walked last; stripes are shared among threads. Cost: N log N for even sizes. Loses when
// sizes differ widely: one large item makes its stripe's border wide.
#include <algorithm>
#include <array>
#include <cmath>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"

namespace scree::search {
namespace {

constexpr double stripe_width = 4;  // in mean sizes

template <int D>
class StripedDess final : public ContactSearch<D> {
 public:
  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    items_ = items;
    members_.resize(items.count());
    parallel_for(items.count(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item)
        members_[item] = {bounds_of(items_, item), static_cast<std::uint32_t>(item), 0};
    });
    choose_stripes(survey);
    sort(members_, axes_[0]);
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

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    for (const Member& member : members_) {
      if (member.bounds.lo[axes_[0]] > region.hi[axes_[0]]) break;
      if (items_.overlap(member.item, region)) found.push_back(member.item);
    }
    std::sort(found.begin() + found_before, found.end());
  }

 private:
  struct Member {
    Box<D> bounds;
    std::uint32_t item;
    std::uint32_t is_border;  // one bit for each axis that was cut
  };
  using Members = std::vector<Member>;
  using Scratch = std::array<Members, D - 1>;  // the members of one stripe at each depth

  static void sort(Members& members, int axis) {
    std::sort(members.begin(), members.end(), [axis](const Member& a, const Member& b) {
      return a.bounds.lo[axis] != b.bounds.lo[axis] ? a.bounds.lo[axis] < b.bounds.lo[axis] : a.item < b.item;
    });
  }

  void choose_stripes(const Survey<D>& survey) {
    const double count = static_cast<double>(members_.size());
    Vec<D> sizes{};
    for (const Member& member : members_) sizes += member.bounds.size();
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
    Members& stripe = scratch[depth];
    stripe.assign(members.begin() + static_cast<std::ptrdiff_t>(begin),
                  members.begin() + static_cast<std::ptrdiff_t>(end));
    double reach = stripe[0].bounds.hi[axis];
    for (const Member& member : stripe) reach = std::max(reach, member.bounds.hi[axis]);
    for (std::size_t k = end; k < members.size() && members[k].bounds.lo[axis] <= reach; ++k) {
      stripe.push_back(members[k]);
      stripe.back().is_border |= 1u << depth;
    }
    sort(stripe, axes_[depth + 1]);
    if (depth == D - 2) return walk(stripe, batch);
    const std::size_t size = stripe_size(stripe.size(), depth + 1);
    for (std::size_t first = 0; first < stripe.size(); first += size)
      search_stripe(stripe, first, std::min(first + size, stripe.size()), depth + 1, scratch, batch);
  }

  void walk(const Members& stripe, PairBatch& batch) const {
    const int axis = axes_[D - 1];
    for (std::size_t k = 0; k < stripe.size(); ++k) {
      const Member& target = stripe[k];
      for (std::size_t other = k + 1;
           other < stripe.size() && stripe[other].bounds.lo[axis] <= target.bounds.hi[axis]; ++other)
        if ((target.is_border & stripe[other].is_border) == 0 &&
            overlap(target.bounds, stripe[other].bounds) && items_.overlap(target.item, stripe[other].item))
          batch.add(target.item, stripe[other].item);
    }
  }

  Items<D> items_ = Items<D>::boxes({});
  std::array<int, D> axes_{};            // in the order in which they are cut; the last is walked along
  std::array<double, D - 1> stripes_{};  // how many along each axis that is cut
  Members members_;                      // all, sorted along the first axis
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
