#include "scree/search/periodic.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/checked_items.h"

namespace scree::search {
namespace {

constexpr std::size_t block_size = 4096;

bool is_zero(const Image& image) { return image == Image{}; }

/// Of any two opposite directions one is positive.
bool is_positive(const std::array<int, 3>& direction) {
  for (int k = 2; k >= 0; --k)
    if (direction[k] != 0) return direction[k] > 0;
  return false;
}

template <int D>
void move(Sphere<D>& sphere, const Vec<D>& shift) {
  sphere.centre += shift;
}
template <int D>
void move(Box<D>& box, const Vec<D>& shift) {
  box.lo += shift;
  box.hi += shift;
}

}  // namespace

/// Turns what the inner search finds among items and ghosts into pairs of items with images.
template <int D>
class PeriodicSearch<D>::Unfolding final : public PairSink {
 public:
  Unfolding(const PeriodicSearch& search, PairSink& sink) : search_(search), sink_(sink) {}

  void take(std::span<const Pair> pairs, const Image&) override {
    if (search_.ghosts_.empty() && search_.wraps_.empty()) {
      sink_.take(pairs, Image{});
      return;
    }
    while (!pairs.empty()) {
      const std::size_t size = std::min(pairs.size(), most_at_once);
      take_some(pairs.first(size));
      pairs = pairs.subspan(size);
    }
  }

 private:
  static constexpr std::size_t most_at_once = 512;
  struct Found {
    Image image;
    Pair pair;
    bool operator<(const Found& other) const {
      return image != other.image ? image < other.image : pair < other.pair;
    }
  };

  void take_some(std::span<const Pair> pairs) {
    std::array<Pair, most_at_once> plain;
    std::array<Found, most_at_once> across;
    std::size_t plain_count = 0, across_count = 0;
    for (const Pair& pair : pairs) {
      // Ghosts come after all items, so only the second can be one in a pair that counts.
      if (pair.first >= search_.count_) continue;
      const Found found = unfold(pair);
      if (is_zero(found.image))
        plain[plain_count++] = found.pair;
      else
        across[across_count++] = found;
    }
    if (plain_count > 0) sink_.take({plain.data(), plain_count}, Image{});
    std::sort(across.begin(), across.begin() + across_count);
    for (std::size_t begin = 0, end = 0; begin < across_count; begin = end) {
      const Image image = across[begin].image;
      for (; end < across_count && across[end].image == image; ++end) plain[end - begin] = across[end].pair;
      sink_.take({plain.data(), end - begin}, image);
    }
  }

  Found unfold(const Pair& pair) const {
    Found found{{}, pair};
    if (pair.second >= search_.count_) {
      const Ghost& ghost = search_.ghosts_[pair.second - search_.count_];
      found = {ghost.image, {pair.first, ghost.source}};
    }
    if (!search_.wraps_.empty())
      for (int k = 0; k < D; ++k)
        found.image[k] = static_cast<std::int8_t>(found.image[k] + search_.wraps_[found.pair.first][k] -
                                                  search_.wraps_[found.pair.second][k]);
    if (found.pair.first > found.pair.second) {
      std::swap(found.pair.first, found.pair.second);
      for (int k = 0; k < D; ++k) found.image[k] = static_cast<std::int8_t>(-found.image[k]);
    }
    return found;
  }

  const PeriodicSearch& search_;
  PairSink& sink_;
};

template <int D>
PeriodicSearch<D>::PeriodicSearch(std::unique_ptr<ContactSearch<D>> inner, const Periods<D>& periods)
    : inner_(std::move(inner)) {
  set_periods(periods);
}

template <int D>
void PeriodicSearch<D>::set_periods(const Periods<D>& periods) {
  for (int k = 0; k < D; ++k) {
    SCREE_ASSERT(periods.length[k] >= 0);
    SCREE_ASSERT(!periods.is_periodic(k) || std::isfinite(periods.origin[k]));
  }
  if (periods.is_sheared) {
    const auto& shear = periods.shear;
    SCREE_ASSERT(shear.flow_axis >= 0 && shear.flow_axis < D && shear.gradient_axis >= 0 &&
                 shear.gradient_axis < D && shear.flow_axis != shear.gradient_axis);
    SCREE_ASSERT(periods.is_periodic(shear.flow_axis) && periods.is_periodic(shear.gradient_axis));
    SCREE_ASSERT(std::abs(shear.offset) <= periods.length[shear.flow_axis]);
  }
  periods_ = periods;

  std::array<int, 3> most{};
  for (int k = 0; k < D; ++k) most[k] = periods_.is_periodic(k) ? 1 : 0;
  // The offset may carry a copy a length further than its neighbours.
  if (periods_.is_sheared) most[periods_.shear.flow_axis] = 2;
  directions_.clear();
  std::array<int, 3> direction;
  for (direction[2] = -most[2]; direction[2] <= most[2]; ++direction[2])
    for (direction[1] = -most[1]; direction[1] <= most[1]; ++direction[1])
      for (direction[0] = -most[0]; direction[0] <= most[0]; ++direction[0])
        if (is_positive(direction)) directions_.push_back(direction);
}

template <int D>
void PeriodicSearch<D>::prepare(const Items<D>& items) {
  const Survey<D> survey = check_items(items);
  are_spheres_ = items.are_spheres();
  count_before_ = count_;
  refuse_short_axes(items, survey.largest);
  reach_ = survey.bounds;
  for (int k = 0; k < D; ++k)
    if (periods_.is_periodic(k)) {
      // Going round may put an item a rounding error outside.
      const double beyond = 0.5 * survey.largest[k] + 1e-9 * periods_.length[k];
      reach_.lo[k] = periods_.origin[k] - beyond;
      reach_.hi[k] = periods_.origin[k] + periods_.length[k] + beyond;
    }
  wrap(items);
  add_ghosts();
  tell_inner_what_moved();
  inner_->prepare(are_spheres_ ? Items<D>::spheres(spheres_) : Items<D>::boxes(boxes_));
}

template <int D>
void PeriodicSearch<D>::refuse_short_axes(const Items<D>& items, const Vec<D>& largest) const {
  for (int k = 0; k < D; ++k) {
    if (!periods_.is_periodic(k) || periods_.length[k] > largest[k]) continue;
    std::size_t item = 0;
    const auto size = [&](std::size_t some) {
      return items.are_spheres() ? 2 * items.radius(some) : items.box(some).hi[k] - items.box(some).lo[k];
    };
    while (size(item) < largest[k]) ++item;
    throw SceneError({}, fmt::format("the periodic box is too short along {}: {:.9g}, but item {} is {:.9g} "
                                     "across (padding included) and would meet itself",
                                     "xyz"[k], periods_.length[k], item, largest[k]));
  }
}

/// Copies the items, each to its place in the box. An item that lies there keeps its bits.
template <int D>
void PeriodicSearch<D>::wrap(const Items<D>& items) {
  count_ = items.count();
  spheres_.resize(are_spheres_ ? count_ : 0);
  boxes_.resize(are_spheres_ ? 0 : count_);
  const auto wrap_of = [&](Vec<D> place) {
    std::array<int, 3> wrap{};
    const auto fold = [&](int axis) {
      const double lengths = std::floor((place[axis] - periods_.origin[axis]) / periods_.length[axis]);
      wrap[axis] = static_cast<int>(std::clamp(lengths, -1000.0, 1000.0));
    };
    // Going round along the gradient moves an item along the flow too, so that axis comes last.
    for (int k = 0; k < D; ++k)
      if (periods_.is_periodic(k) && !(periods_.is_sheared && k == periods_.shear.flow_axis)) fold(k);
    if (periods_.is_sheared) {
      place[periods_.shear.flow_axis] -= wrap[periods_.shear.gradient_axis] * periods_.shear.offset;
      fold(periods_.shear.flow_axis);
    }
    return wrap;
  };

  std::atomic<bool> any_outside = false;
  std::atomic<std::size_t> first_far = count_;
  parallel_for(count_, block_size, [&](std::size_t begin, std::size_t end) {
    bool is_any_mine = false;
    for (std::size_t item = begin; item < end; ++item) {
      const std::array<int, 3> wrap = wrap_of(items.centre(item));
      const bool is_outside = wrap != std::array<int, 3>{};
      is_any_mine = is_any_mine || is_outside;
      Vec<D> shift{};
      if (is_outside) {
        shift = periods_.shift(std::array<int, 3>{-wrap[0], -wrap[1], -wrap[2]});
        if (std::any_of(wrap.begin(), wrap.end(), [](int n) { return std::abs(n) > most_lengths_outside; }))
          for (std::size_t far = first_far; item < far && !first_far.compare_exchange_weak(far, item);) {
          }
      }
      if (are_spheres_) {
        spheres_[item] = items.sphere(item);
        if (is_outside) move(spheres_[item], shift);
      } else {
        boxes_[item] = items.box(item);
        if (is_outside) move(boxes_[item], shift);
      }
    }
    if (is_any_mine) any_outside = true;
  });
  if (first_far < count_)
    throw SceneError({}, fmt::format("item {} lies more than {} lengths outside the periodic box",
                                     first_far.load(), most_lengths_outside));
  wraps_.resize(any_outside ? count_ : 0);
  if (any_outside)
    parallel_for(count_, block_size, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const std::array<int, 3> wrap = wrap_of(items.centre(item));
        for (int k = 0; k < 3; ++k) wraps_[item][k] = static_cast<std::int8_t>(wrap[k]);
      }
    });
}

template <int D>
Box<D> PeriodicSearch<D>::box_of(std::size_t item) const {
  return are_spheres_ ? Box<D>::around(spheres_[item].centre, spheres_[item].radius) : boxes_[item];
}

/// Calls visit(direction) for every positive direction in which a copy of the item may meet others.
template <int D>
template <class Visit>
void PeriodicSearch<D>::for_each_copy(std::uint32_t item, const Visit& visit) const {
  const Box<D> box = box_of(item);
  bool is_inner = true;
  for (int k = 0; k < D; ++k)
    if (periods_.is_periodic(k))
      is_inner = is_inner && box.lo[k] + periods_.length[k] > reach_.hi[k] &&
                 box.hi[k] - periods_.length[k] < reach_.lo[k];
  if (is_inner) return;
  for (const std::array<int, 3>& direction : directions_) {
    Box<D> copy = box;
    move(copy, periods_.shift(direction));
    if (overlap(copy, reach_)) visit(direction);
  }
}

template <int D>
void PeriodicSearch<D>::add_ghosts() {
  std::swap(ghosts_, ghosts_before_);
  const std::size_t blocks = block_count(count_, block_size);
  ghost_begin_.assign(blocks + 1, 0);
  for_each_block(count_, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::uint32_t copies = 0;
    for (std::size_t item = begin; item < end; ++item)
      for_each_copy(static_cast<std::uint32_t>(item), [&](const auto&) { ++copies; });
    ghost_begin_[block + 1] = copies;
  });
  for (std::size_t block = 0; block < blocks; ++block) ghost_begin_[block + 1] += ghost_begin_[block];
  const std::size_t ghosts = ghost_begin_[blocks];
  ghosts_.resize(ghosts);
  spheres_.resize(are_spheres_ ? count_ + ghosts : 0);
  boxes_.resize(are_spheres_ ? 0 : count_ + ghosts);
  for_each_block(count_, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::uint32_t next = ghost_begin_[block];
    for (std::size_t item = begin; item < end; ++item)
      for_each_copy(static_cast<std::uint32_t>(item), [&](const std::array<int, 3>& direction) {
        Ghost& ghost = ghosts_[next];
        ghost.source = static_cast<std::uint32_t>(item);
        for (int k = 0; k < 3; ++k) ghost.image[k] = static_cast<std::int8_t>(direction[k]);
        const std::size_t place = count_ + next++;
        if (are_spheres_) {
          spheres_[place] = spheres_[item];
          move(spheres_[place], periods_.shift(direction));
        } else {
          boxes_[place] = boxes_[item];
          move(boxes_[place], periods_.shift(direction));
        }
      });
  });
}

/// Ghosts come and go as items approach faces; methods that keep an order need to know which are which.
template <int D>
void PeriodicSearch<D>::tell_inner_what_moved() {
  const bool is_renumbered = is_renumbered_;
  is_renumbered_ = false;
  if (!is_renumbered && count_ != count_before_) return;  // unrelated items
  if (is_renumbered && old_index_.size() != count_) return;
  const auto same = [](const Ghost& a, const Ghost& b) { return a.source == b.source && a.image == b.image; };
  if (!is_renumbered &&
      std::equal(ghosts_.begin(), ghosts_.end(), ghosts_before_.begin(), ghosts_before_.end(), same))
    return;
  constexpr std::uint32_t none = ContactSearch<D>::none;
  inner_old_index_.resize(count_ + ghosts_.size());
  parallel_for(count_, block_size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t item = begin; item < end; ++item)
      inner_old_index_[item] = is_renumbered ? old_index_[item] : static_cast<std::uint32_t>(item);
  });
  parallel_for(ghosts_.size(), block_size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      const Ghost& ghost = ghosts_[place];
      const std::uint32_t source = inner_old_index_[ghost.source];
      std::uint32_t& old = inner_old_index_[count_ + place] = none;
      if (source == none) continue;
      // Ghosts are listed in the order of their sources.
      auto before = std::lower_bound(ghosts_before_.begin(), ghosts_before_.end(), source,
                                     [](const Ghost& a, std::uint32_t b) { return a.source < b; });
      for (; before != ghosts_before_.end() && before->source == source; ++before)
        if (before->image == ghost.image)
          old = static_cast<std::uint32_t>(count_before_ +
                                           static_cast<std::size_t>(before - ghosts_before_.begin()));
    }
  });
  inner_->renumber(inner_old_index_);
}

template <int D>
void PeriodicSearch<D>::find_pairs(PairSink& sink) {
  Unfolding unfolding(*this, sink);
  inner_->find_pairs(unfolding);
}

template <int D>
void PeriodicSearch<D>::find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) {
  check_region(region);
  if (region.is_empty() || count_ == 0) return;
  const std::size_t found_before = found.size();
  const auto find_copies = [&](const std::array<int, 3>& direction) {
    const Vec<D> shift = periods_.shift(direction);
    Box<D> moved = region;
    // The items moved round differently from the region moved, so look a little further and then ask exactly.
    for (int k = 0; k < D; ++k) {
      const double hair = 1e-15 * (std::abs(shift[k]) + std::abs(reach_.lo[k]) + std::abs(reach_.hi[k]));
      moved.lo[k] -= shift[k] + hair;
      moved.hi[k] -= shift[k] - hair;
    }
    if (!overlap(moved, reach_)) return;
    const std::size_t begin = found.size();
    inner_->find_in_region(moved, found);
    std::size_t kept = begin;
    for (std::size_t k = begin; k < found.size(); ++k) {
      const std::uint32_t item = found[k];
      if (item >= count_) continue;
      bool meets = false;
      if (are_spheres_) {
        Sphere<D> copy = spheres_[item];
        move(copy, shift);
        meets = overlap(copy, region);
      } else {
        Box<D> copy = boxes_[item];
        move(copy, shift);
        meets = overlap(copy, region);
      }
      if (meets) found[kept++] = item;
    }
    found.resize(kept);
  };
  find_copies({});
  for (const std::array<int, 3>& direction : directions_) {
    find_copies(direction);
    find_copies({-direction[0], -direction[1], -direction[2]});
  }
  const auto begin = found.begin() + static_cast<std::ptrdiff_t>(found_before);
  std::sort(begin, found.end());
  found.erase(std::unique(begin, found.end()), found.end());
}

template <int D>
void PeriodicSearch<D>::renumber(std::span<const std::uint32_t> old_index) {
  old_index_.assign(old_index.begin(), old_index.end());
  is_renumbered_ = true;
}

template class PeriodicSearch<2>;
template class PeriodicSearch<3>;

}  // namespace scree::search
