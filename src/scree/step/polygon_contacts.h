// The contacts of polygons at present: takes poses and the entries of the candidate list in which polygons
// are, gives their geometry to the contact set. Everything here is scratch: the result is a function of
// poses, what is kept between steps only makes it faster.
#pragma once

#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/contact/polygon_chain.h"
#include "scree/contact/polygon_touch.h"
#include "scree/kernel/batch.h"
#include "scree/step/candidates.h"
#include "scree/step/wall_points.h"

namespace scree::step {

class PolygonContacts {
 public:
  PolygonContacts(const Interactions& interactions, const world::Walls<2>& walls,
                  const PeriodicBox<2>* periodic)
      : interactions_(interactions), walls_(walls), periodic_(periodic) {}

  /// To be called for each new list.
  void prepare(const world::Bodies<2>& bodies, const Candidates<2>& candidates);

  /// The pieces of chains that wall entries touched at the last step, and do now; see WallPoints.
  struct Pieces {
    const TouchedPieces& before;
    TouchedPieces& after;
  };
  /// Which entries of a batch touch: fills `now`, the groups of the batch, but for the numbers, and the
  /// points. With `are_filtered`, only those are looked at that `now.touches` says or that touched before.
  /// Returns how many are to be evaluated.
  std::size_t find_touching(const world::Bodies<2>& bodies, const Candidates<2>& candidates,
                            std::size_t batch, const kernel::ContactGroup* earlier, kernel::ContactGroup* now,
                            bool are_filtered, const Pieces& pieces);
  /// The points of the entries that are marked as evaluated.
  void locate(const world::Bodies<2>& bodies, const Candidates<2>& candidates, std::size_t batch,
              const kernel::ContactGroup* groups, const Pieces& pieces);
  /// Of the entries that are evaluated, in their order.
  const AlignedVector<kernel::GivenPoint>& points(std::size_t batch) const { return points_[batch]; }

 private:
  /// What was found at the last step about an entry.
  struct Hint {
    enum class State : std::uint16_t { unknown, apart, overlapping };
    std::uint16_t first_feature = 0, second_feature = 0;
    std::uint16_t first_in = 0, second_in = 0, first_out = 0, second_out = 0;
    State state = State::unknown;
  };
  /// What a loop over a batch keeps.
  struct Scratch {
    bool on_line = false;  // where the batch's law wants its force
    contact::ClipSpace space;
    // Of the chain and body that are looked at: its entries, and which touch each of them has (or -1).
    std::uint32_t chain_begin = 0, chain_end = 0;
    std::vector<contact::ChainTouch> touches;
    std::vector<int> assigned;
    std::vector<std::uint32_t> near;
  };
  /// Finds a contact and writes it down; a contact that has ended gets a point without overlap. Returns
  /// whether the two touch.
  bool look(const world::Bodies<2>& bodies, const Candidates<2>& candidates, const Batch& batch,
            std::uint32_t entry, bool is_wanted, kernel::GivenPoint& point, const Pieces& pieces,
            Scratch& scratch);
  /// Finds the contacts of a body with a chain and shares them out to its entries.
  void meet_chain(const world::Bodies<2>& bodies, const Candidates<2>& candidates, const Batch& batch,
                  std::uint32_t entry, const Pieces& pieces, Scratch& scratch) const;
  contact::PolygonTouch touch_polygons(const contact::PolygonPair& pair, Hint& hint, bool is_wanted,
                                       contact::ClipSpace& space) const;
  contact::PolygonTouch touch_facet(const world::Facet<2>& facet, const contact::ScaledPolygon& polygon,
                                    const Pose<2>& pose, Hint& hint, bool is_wanted,
                                    contact::ClipSpace& space) const;
  contact::PolygonTouch touch_chain(const world::Facet<2>& facet, const Pose<2>& pose, std::uint32_t entry,
                                    std::uint32_t piece_before, const Scratch& scratch) const;

  const Interactions& interactions_;
  const world::Walls<2>& walls_;
  const PeriodicBox<2>* periodic_;
  std::vector<shape::ConvexPolygon> blocks_;               // by facet; of solid boxes
  std::vector<std::uint32_t> block_of_;                    // by facet
  AlignedVector<Hint> hints_;                              // by entry
  std::vector<AlignedVector<kernel::GivenPoint>> points_;  // by batch
};

}  // namespace scree::step
