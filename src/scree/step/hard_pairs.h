// The list of pairs that may meet before it is made anew: takes bodies and walls of the state and a search,
// gives pairs in the order of ids. Every body has a margin of its own, so that one that is fast does not
// widen the list of all. Scratch: no result depends on when the list was made or how wide it is.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "scree/search/periodic.h"
#include "scree/step/hard_scene.h"
#include "scree/step/wall_drive.h"

namespace scree::step {

template <int D>
class HardPairs {
 public:
  HardPairs(const world::State<D>& state, const HardScene<D>& scene,
            std::unique_ptr<search::ContactSearch<D>> search);

  std::span<const HardPair<D>> pairs() const { return pairs_; }
  /// Whether the list holds all that meet while each body goes no farther than `ways` from where it is now
  /// [m, by slot], and walls no farther than `wall_way`.
  bool holds(std::span<const double> ways, double wall_way) const;
  /// Makes it anew for such ways.
  void build(std::span<const double> ways, double wall_way);
  /// Bodies or walls have come or gone.
  void forget() { is_known_ = false; }
  /// Bodies were given other slots: see search::ContactSearch.
  void renumber(std::span<const Slot> old_slot) { search_->renumber(old_slot); }
  /// A body was brought back over a periodic face.
  void was_wrapped(Slot slot, const Vec<D>& way) { built_at_[slot] += way; }

  const search::ContactSearch<D>& search() const { return *search_; }
  std::uint64_t builds() const { return builds_; }

 private:
  void find_bodies();
  void find_walls(double skin);

  const world::State<D>& state_;
  const HardScene<D>& scene_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  std::vector<HardPair<D>> pairs_;
  std::vector<double> margins_;  // [m] by slot
  std::vector<Vec<D>> built_at_;
  WallWays<D> wall_ways_;
  double wall_margin_ = 0;  // [m] that bodies and walls together may use up
  bool is_known_ = false;
  std::uint64_t builds_ = 0;
};

extern template class HardPairs<2>;
extern template class HardPairs<3>;

}  // namespace scree::step
