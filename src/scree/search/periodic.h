// Makes any search method periodic: hands it the items inside the box and, beyond some of the faces, copies
// of those that reach over the opposite ones.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/search/contact_search.h"
#include "scree/search/periods.h"

namespace scree::search {

/// The image that comes with a pair tells where the second item meets the first: at its place as it was
/// given, plus periods().shift(image). Items may lie outside the box; a pair may be reported twice, with
/// different images, if the box is so short that the two meet on both sides.
///
/// A copy is only ever moved in a direction that is positive by the order of its last axis, then the one
/// before, so that of the two ways to see a pair across a face one is looked at. Whether the two overlap is
/// decided with the moved item rounded to doubles.
template <int D>
class PeriodicSearch final : public ContactSearch<D> {
 public:
  explicit PeriodicSearch(std::unique_ptr<ContactSearch<D>> inner, const Periods<D>& periods = {});

  /// For the next `prepare`. Boxes may grow, shrink or be sheared from step to step.
  void set_periods(const Periods<D>& periods);
  const Periods<D>& periods() const { return periods_; }

  /// Also throws SceneError if a periodic axis is not longer than the largest item along it, which would
  /// meet itself, and for items more than `most_lengths_outside` lengths outside the box.
  void prepare(const Items<D>& items) override;
  void find_pairs(PairSink& sink) override;
  /// An item is found if one of its copies in the box or in the boxes next to it overlaps the region.
  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override;
  void renumber(std::span<const std::uint32_t> old_index) override;
  std::string choice() const override { return inner_->choice(); }
  bool is_settled() const override { return inner_->is_settled(); }
  std::size_t ghost_count() const { return ghosts_.size(); }

  static constexpr int most_lengths_outside = 60;  // so that the difference of two fits an Image

 private:
  struct Ghost {
    std::uint32_t source;
    Image image;
  };
  class Unfolding;

  void refuse_short_axes(const Items<D>& items, const Vec<D>& largest) const;
  void wrap(const Items<D>& items);
  void add_ghosts();
  void tell_inner_what_moved();
  template <class Visit>
  void for_each_copy(std::uint32_t item, const Visit& visit) const;
  Box<D> box_of(std::size_t item) const;

  std::unique_ptr<ContactSearch<D>> inner_;
  Periods<D> periods_;
  bool are_spheres_ = true;
  std::size_t count_ = 0;           // of items, without ghosts
  Box<D> reach_ = Box<D>::empty();  // where items of the box may reach
  std::vector<std::array<int, 3>> directions_;
  AlignedVector<Sphere<D>> spheres_;  // wrapped items, then ghosts
  AlignedVector<Box<D>> boxes_;
  AlignedVector<Image> wraps_;  // lengths by which each item lies outside; empty if none does
  AlignedVector<Ghost> ghosts_, ghosts_before_;
  std::vector<std::uint32_t> ghost_begin_;  // per block of items
  std::vector<std::uint32_t> old_index_, inner_old_index_;
  std::size_t count_before_ = 0;
  bool is_renumbered_ = false;
};

}  // namespace scree::search
