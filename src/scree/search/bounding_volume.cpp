// Bounding volumes. Every pair of items like all_pairs, but bounding boxes are compared first, and only pairs
// whose boxes meet are looked at closely. Source: Perkins 1999, section 3.2.2. Our turn on it: the sides of
// all boxes lie in columns; what meets along the first axis is noted without a branch, and few of these are
// left for the others. Cost: N^2 / 2 comparisons, each a fraction of one of all_pairs. Loses beyond a few
// thousand items.
#include <algorithm>
#include <array>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"

namespace scree::search {
namespace {

constexpr std::size_t stretch = 256;  // items compared along the first axis before any other

template <int D>
class BoundingVolume final : public ContactSearch<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    for (int k = 0; k < D; ++k) {
      lo_[k].resize(items.count());
      hi_[k].resize(items.count());
    }
    parallel_for(items.count(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const Box<D> bounds = bounds_of(items_, item);
        for (int k = 0; k < D; ++k) {
          lo_[k][item] = bounds.lo[k];
          hi_[k][item] = bounds.hi[k];
        }
      }
    });
  }

  void find_pairs(PairSink& sink) override {
    parallel_for(items_.count(), 16, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t a = begin; a < end; ++a)
        for_each_meeting(bounds_of(items_, a), a + 1, [&](std::size_t b) {
          if (items_.overlap(a, b)) batch.add(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
        });
      batch.flush();
    });
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    for_each_meeting(region, 0, [&](std::size_t item) {
      if (items_.overlap(item, region)) found.push_back(static_cast<std::uint32_t>(item));
    });
  }

 private:
  /// Calls visit(item) for the items from `first` on whose bounds meet the box, in ascending order.
  template <class Visit>
  void for_each_meeting(const Box<D>& box, std::size_t first, const Visit& visit) const {
    std::array<std::uint32_t, stretch> near;
    for (std::size_t begin = first; begin < items_.count(); begin += stretch) {
      const auto count = static_cast<std::uint32_t>(std::min(stretch, items_.count() - begin));
      const double *const lo = lo_[0].data() + begin, *const hi = hi_[0].data() + begin;
      std::size_t found = 0;
      for (std::uint32_t j = 0; j < count; ++j) {
        near[found] = j;
        found += static_cast<std::size_t>(lo[j] <= box.hi[0]) & static_cast<std::size_t>(box.lo[0] <= hi[j]);
      }
      for (std::size_t k = 0; k < found; ++k)
        if (meets_beyond_first_axis(box, begin + near[k])) visit(begin + near[k]);
    }
  }
  bool meets_beyond_first_axis(const Box<D>& box, std::size_t item) const {
    for (int k = 1; k < D; ++k)
      if (lo_[k][item] > box.hi[k] || box.lo[k] > hi_[k][item]) return false;
    return true;
  }

  Items<D> items_ = Items<D>::boxes({});
  std::array<AlignedVector<double>, D> lo_, hi_;  // of the bounds, per axis
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_bounding_volume() {
  return std::make_unique<BoundingVolume<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_bounding_volume();
template std::unique_ptr<ContactSearch<3>> make_bounding_volume();

}  // namespace scree::search
