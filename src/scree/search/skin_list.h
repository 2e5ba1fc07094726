// Makes any search method cheap for items that move little from step to step: it searches them with a skin
// and keeps the list until something has moved by half of it; in between only the list is looked at.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/search/block_kernel.h"
#include "scree/search/contact_search.h"
#include "scree/search/pair_lists.h"
#include "scree/search/skin_choice.h"

namespace scree::search {

/// Chooses the skin, if none is given, from what it measures: motion per step, time to make a list, time to
/// look at it. Where things move so fast that a list does not pay, every step is a full search. Not for
/// periodic searches: put this around an open one and the periodic one around this.
template <int D>
class SkinList final : public ContactSearch<D> {
 public:
  /// `skin` [m]: as given from the first step on; 0: chosen.
  explicit SkinList(std::unique_ptr<ContactSearch<D>> inner, double skin = 0);

  void prepare(const Items<D>& items) override;
  void find_pairs(PairSink& sink) override;
  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override;
  void renumber(std::span<const std::uint32_t> old_index) override;
  std::string choice() const override;
  bool is_settled() const override { return inner_->is_settled(); }

  double skin() const { return skin_; }
  std::size_t rebuilds() const { return rebuilds_; }

 private:
  bool is_like_built(const Items<D>& items) const;
  double farthest_moved(const Items<D>& items);
  template <class Confirm>
  void report(PairSink& sink, const Confirm& confirm) const;
  void choose_skin(double moved);
  void measure_sizes(const Items<D>& items);
  void build(const Items<D>& items);

  std::unique_ptr<ContactSearch<D>> inner_;
  Items<D> items_ = Items<D>::boxes({});
  // As they were when the list was made; the inner method looks at these.
  bool are_spheres_ = true, are_packed_ = false, has_list_ = false, is_built_ = false;
  double padding_ = 0;
  const BlockKernels<D>& kernels_;
  AlignedVector<FollowedItem> built_spheres_, spheres_;  // radii padded
  AlignedVector<Box<D>> built_boxes_;
  PairLists list_;
  std::vector<double> farthest_;  // per block of items
  double given_skin_ = 0, skin_ = 0;
  double mean_size_ = 0, largest_size_ = 0;
  SkinCosts costs_ = {.rebuild_seconds = std::numeric_limits<double>::infinity()};
  bool is_measured_ = false;  // seconds per candidate, since the list was made
  std::size_t steps_since_build_ = 0, rebuilds_ = 0, steps_ = 0;
};

}  // namespace scree::search
