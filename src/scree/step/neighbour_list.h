// The neighbour list: which bodies and walls may touch until some of them have moved by half of the skin.
// Takes bodies and walls of the state, asks search/ for pairs, gives candidates to the contact set. Knows how
// far bodies, walls and sheared copies have moved since it was built, keeps the skin that pays, and puts the
// storage of bodies into a better order now and then. All of it is scratch: no result depends on it.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "scree/search/periodic.h"
#include "scree/step/candidates.h"
#include "scree/step/coarse_places.h"
#include "scree/step/settings.h"
#include "scree/step/shear_drive.h"
#include "scree/step/skin_keeper.h"
#include "scree/step/wall_drive.h"

namespace scree::step {

template <int D>
class NeighbourList {
 public:
  /// `state` must outlive the list.
  NeighbourList(world::State<D>& state, std::unique_ptr<search::ContactSearch<D>> search,
                const kernel::Kernels<D>& kernels, const Settings& settings);

  const Candidates<D>& candidates() const { return candidates_; }
  Candidates<D>& candidates() { return candidates_; }
  const CoarsePlaces<D>& coarse() const { return coarse_; }
  CoarsePlaces<D>& coarse() { return coarse_; }

  /// Whether a pair that touches might be missing, for bodies, walls and copies where they are now. Measures
  /// ways only where their cheap bound is used up.
  bool is_used_up();
  /// Whether all that are no farther apart than `gap` [m] now are candidates.
  bool reaches(double gap);
  /// From the next list on, the skin is at least so wide [m].
  void widen(double skin) { skin_ = std::max(skin_, skin); }
  /// Finds the candidates anew. `kept` are contacts that have memory: they are listed in any case.
  /// `evaluation_seconds`: of all evaluations so far, by which the skin is chosen.
  void build(const Interactions& interactions, std::span<const world::ContactKey> kept,
             double evaluation_seconds);
  /// How long the last build took, with all that had to follow it [s].
  void note_cost(double seconds);
  /// Before each evaluation: how near bodies must be to be looked at from now on [m]; nothing: as before.
  std::optional<double> next_margin();

  /// Whether it is time to put storage into a better order.
  bool order_is_due() const;
  /// Every slot changes; `build` must follow.
  void reorder_storage();
  /// Bodies were given other slots, or have come or gone: see ContactSearch. `build` must follow.
  void renumber(std::span<const Slot> old_slot) { search_->renumber(old_slot); }

  /// To be told after each displacement: no body moved farther than this since the last call [m].
  void bodies_have_moved(double farthest) {
    moved_ += farthest;
    coarse_.bodies_have_moved(farthest);
  }
  /// The same from one whose batches went through CoarsePlaces::refresh_with.
  void bodies_were_moved_and_refreshed(double farthest) {
    moved_ += farthest;
    coarse_.bodies_were_moved_and_refreshed(farthest);
  }
  /// A body was brought back into a periodic box. Any thread, each slot once.
  void was_wrapped(std::size_t slot, const Vec<D>& way) { built_at_[slot] += way; }

  /// A bound on how much nearer two bodies, or a body and a wall, come to each other in dt [s] in which no
  /// body moves farther than `farthest` [m], as a share of the smallest radius.
  double approach_ratio(double farthest, double dt) const;

  std::uint64_t builds() const { return builds_; }
  double skin() const { return skin_; }
  bool chooses_skin() const { return settings_.narrowest_skin < settings_.widest_skin; }
  /// What the skin was chosen by.
  const search::SkinCosts& skin_costs() const { return skin_keeper_.costs(); }
  const search::ContactSearch<D>& search() const { return *search_; }

 private:
  /// All bodies together.
  struct BodyExtent {
    Box<D> extent = Box<D>::empty();                                // holds them, with a skin around
    double sizes = 0;                                               // [m] sum of diameters
    double least_radius = std::numeric_limits<double>::infinity();  // [m]
    double most_radius = 0;                                         // [m]
  };
  BodyExtent measure_bodies() const;
  /// Where they may be before the next list: along a periodic axis anywhere, since they may cross a face.
  Box<D> reach_of(const BodyExtent& all) const;
  /// As the search wants to know them.
  search::Periods<D> periods() const;
  double farthest_since_build() const;
  void choose_skin(double evaluation_seconds);

  world::State<D>& state_;
  const Settings settings_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  search::PeriodicSearch<D>* periodic_search_ = nullptr;  // what search_ is, if an axis repeats
  Candidates<D> candidates_;
  CoarsePlaces<D> coarse_;
  WallWays<D> wall_ways_;
  ShearPath shear_path_;
  double skin_;                   // [m]
  double least_radius_ = 0;       // [m] when the list was built
  double mean_size_ = 0;          // [m] diameter, likewise
  double moved_ = 0;              // bound on any body's way since then [m]
  std::vector<Vec<D>> built_at_;  // positions then
  double looked_at_path_ = 0;     // coarse_.path() at the last evaluation
  double narrow_from_ = 0;        // coarse_.path() when the list was built
  double narrow_until_ = 0;       // what it may come to before the list is narrowed anew
  std::uint64_t builds_ = 0;
  std::uint64_t builds_at_reorder_ = 0;
  std::uint64_t evaluations_ = 0;  // since the last build
  SkinKeeper skin_keeper_;
  double evaluation_seconds_ = 0;  // of all evaluations until the list was built
};

}  // namespace scree::step
