#include "scree/search/skin_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/search/checked_items.h"
#include "scree/search/effort_clock.h"

namespace scree::search {
namespace {

constexpr std::size_t grain = 4096;
constexpr std::size_t batch_size = 512;
constexpr double least_skin = 0.01, most_skin = 1;  // of the mean size of an item
constexpr double worth_keeping = 0.8;               // of the cost of a full search
constexpr double guessed_seconds_per_candidate = 4e-9;

}  // namespace

template <int D>
SkinList<D>::SkinList(std::unique_ptr<ContactSearch<D>> inner, double skin)
    : inner_(std::move(inner)), kernels_(best_block_target().kernels<D>()), given_skin_(skin) {}

template <int D>
bool SkinList<D>::is_like_built(const Items<D>& items) const {
  const std::size_t built = are_spheres_ ? built_spheres_.size() : built_boxes_.size();
  return is_built_ && items.are_spheres() == are_spheres_ && items.count() == built &&
         items.padding() == padding_;
}

template <int D>
double SkinList<D>::farthest_moved(const Items<D>& items) {
  farthest_.resize(block_count(items.count(), grain));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const RawItems<D> raw{items.centres(), items.radii(), nullptr, items.stride(), items.padding(), {}, 0};
  for_each_block(items.count(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    // Items that cannot be searched are refused by the search that follows.
    if (are_spheres_) {
      const Followed moved =
          kernels_.follow(raw, built_spheres_.data(), are_packed_ ? nullptr : spheres_.data(), begin, end);
      farthest_[block] = moved.are_numbers ? std::sqrt(moved.farthest_squared) + moved.growth : infinity;
      return;
    }
    double most = 0;
    for (std::size_t item = begin; item < end; ++item) {
      const Box<D>&before = built_boxes_[item], &now = items.boxes()[item];
      for (int k = 0; k < D; ++k) {
        const double way = std::max(before.lo[k] - now.lo[k], now.hi[k] - before.hi[k]);
        most = now.lo[k] <= now.hi[k] && way < infinity ? std::max(most, way) : infinity;
      }
    }
    farthest_[block] = most;
  });
  double most = 0;
  for (const double some : farthest_) most = std::max(most, some);
  return most;
}

template <int D>
void SkinList<D>::prepare(const Items<D>& items) {
  check_item_count(items.count());
  items_ = items;
  // As the loops want them: nothing to copy.
  are_packed_ = D == 3 && items.count() > 0 && items.are_spheres() && items.stride() == 4 &&
                items.radii() == items.centres() + 3 && items.padding() == 0;
  ++steps_;
  if (is_like_built(items)) {
    const double moved = farthest_moved(items);
    ++steps_since_build_;
    // Less than half the skin, so that rounding cannot hide a pair: it is relative to distances of centres.
    if (has_list_ && moved < (0.5 - 1e-6) * skin_ - 1e-14 * largest_size_) return;
    choose_skin(moved);
  } else {
    skin_ = given_skin_;
    costs_.rebuild_seconds = std::numeric_limits<double>::infinity();
  }
  build(items);
}

/// The fastest item moved so far since the list was made.
template <int D>
void SkinList<D>::choose_skin(double moved) {
  if (given_skin_ > 0) return;
  costs_.dimension = D;
  costs_.skin = skin_;
  costs_.mean_size = mean_size_;
  costs_.motion = moved / static_cast<double>(std::max<std::size_t>(steps_since_build_, 1));
  if (!has_list_) costs_.seconds_per_candidate = guessed_seconds_per_candidate;
  skin_ =
      std::isfinite(costs_.motion) ? best_skin(costs_, least_skin * mean_size_, most_skin * mean_size_) : 0;
  if (!(expected_cost(costs_, skin_) < worth_keeping * costs_.rebuild_seconds)) skin_ = 0;
}

template <int D>
void SkinList<D>::measure_sizes(const Items<D>& items) {
  const std::size_t blocks = block_count(items.count(), grain);
  std::vector<double> sums(blocks, 0.0), most(blocks, 0.0);
  for_each_block(items.count(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t item = begin; item < end; ++item) {
      double size = 0;
      if (are_spheres_)
        size = 2 * built_spheres_[item].radius;  // padded
      else
        for (int k = 0; k < D; ++k)
          size = std::max(size, built_boxes_[item].hi[k] - built_boxes_[item].lo[k]);
      sums[block] += size;
      most[block] = std::max(most[block], size);
    }
  });
  double sum = 0;
  largest_size_ = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    sum += sums[block];
    largest_size_ = std::max(largest_size_, most[block]);
  }
  mean_size_ = sum / static_cast<double>(std::max<std::size_t>(items.count(), 1));
}

template <int D>
void SkinList<D>::build(const Items<D>& items) {
  is_built_ = false;
  has_list_ = false;
  if (!(skin_ > shortest)) skin_ = 0;
  const EffortClock clock;
  are_spheres_ = items.are_spheres();
  padding_ = items.padding();
  const std::size_t count = items.count();
  if (are_spheres_) {
    built_spheres_.resize(count);
    if (!are_packed_) spheres_.resize(count);
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        const Sphere<D> sphere = items.sphere(item);
        for (int k = 0; k < D; ++k) built_spheres_[item].place[k] = sphere.centre[k];
        built_spheres_[item].radius = sphere.radius;
        if (!are_packed_) spheres_[item] = built_spheres_[item];
      }
    });
    const double* const numbers = reinterpret_cast<const double*>(built_spheres_.data());
    inner_->prepare(count == 0 ? Items<D>::spheres({})
                               : Items<D>::spheres(count, numbers, numbers + 3,
                                                   sizeof(FollowedItem) / sizeof(double), 0.5 * skin_));
  } else {
    built_boxes_.assign(items.boxes(), items.boxes() + count);
    inner_->prepare(Items<D>::boxes(built_boxes_, padding_ + 0.5 * skin_));
  }
  measure_sizes(items);
  is_built_ = true;
  steps_since_build_ = 0;
  ++rebuilds_;
  list_.clear();
  inner_->find_pairs(list_);
  has_list_ = skin_ > 0;
  costs_.candidates = static_cast<double>(list_.count());
  // The inner method may still be trying others, and the first time fills its buffers: the best counts, and
  // is forgotten slowly.
  costs_.rebuild_seconds = std::min(clock.seconds(), 1.2 * costs_.rebuild_seconds);
  is_measured_ = false;
}

/// confirm(candidates, out) writes those that overlap and tells how many.
template <int D>
template <class Confirm>
void SkinList<D>::report(PairSink& sink, const Confirm& confirm) const {
  list_.for_each_run([&](std::span<const Pair> pairs, const Image& image) {
    parallel_for(pairs.size(), grain, [&](std::size_t begin, std::size_t end) {
      std::array<Pair, batch_size + 4> batch;
      for (std::size_t from = begin; from < end; from += batch_size) {
        const std::size_t count =
            confirm(pairs.subspan(from, std::min(end - from, batch_size)), batch.data());
        if (count > 0) sink.take({batch.data(), count}, image);
      }
    });
  });
}

template <int D>
void SkinList<D>::find_pairs(PairSink& sink) {
  if (!is_built_) return;
  if (!has_list_) {
    list_.for_each_run([&](std::span<const Pair> pairs, const Image& image) { sink.take(pairs, image); });
    return;
  }
  const EffortClock clock;
  if (are_spheres_)
    report(sink, [&](std::span<const Pair> pairs, Pair* out) {
      return kernels_.confirm(are_packed_ ? items_.centres() : spheres_.data()->place, pairs.data(),
                              pairs.size(), out);
    });
  else
    report(sink, [&](std::span<const Pair> pairs, Pair* out) {
      // Whether a candidate touches is a coin toss: noted without a branch.
      std::size_t count = 0;
      for (const Pair& pair : pairs) {
        out[count] = pair;
        count += items_.overlap(pair.first, pair.second) ? 1 : 0;
      }
      return count;
    });
  if (costs_.candidates == 0) return;
  const double seconds = clock.seconds() / costs_.candidates;
  costs_.seconds_per_candidate = is_measured_ ? std::min(costs_.seconds_per_candidate, seconds) : seconds;
  is_measured_ = true;
}

template <int D>
void SkinList<D>::find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) {
  check_region(region);
  if (!is_built_) return;
  const auto begin = static_cast<std::ptrdiff_t>(found.size());
  inner_->find_in_region(region, found);
  found.erase(std::remove_if(found.begin() + begin, found.end(),
                             [&](std::uint32_t item) { return !items_.overlap(item, region); }),
              found.end());
}

template <int D>
void SkinList<D>::renumber(std::span<const std::uint32_t> old_index) {
  is_built_ = false;
  has_list_ = false;
  inner_->renumber(old_index);
}

template <int D>
std::string SkinList<D>::choice() const {
  const std::string inner = inner_->choice();
  const std::string method = inner.empty() ? std::string() : "; " + inner;
  if (!has_list_) return fmt::format("no skin: {} searches in {} steps{}", rebuilds_, steps_, method);
  return fmt::format(
      "skin {:.3g}, of which {:.2g} is used per step: {} searches in {} steps, {:.0f} candidates{}", skin_,
      2 * costs_.motion, rebuilds_, steps_, costs_.candidates, method);
}

template class SkinList<2>;
template class SkinList<3>;

}  // namespace scree::search
