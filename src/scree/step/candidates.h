// Candidates: the pairs and wall facets that may touch before the list is built anew. Takes pairs from
// search/, gives batches to the contact set. Rebuilding it changes no state.
//
// Entries are grouped into batches: one block of bodies, one interaction, one source. Each batch starts
// at a multiple of eight and is padded with copies, so that masks of eight entries belong to one batch.
#pragma once

#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/kernel/batch.h"
#include "scree/search/contact_search.h"
#include "scree/search/pair_lists.h"
#include "scree/step/interactions.h"
#include "scree/step/source_table.h"
#include "scree/step/wall_candidates.h"
#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

struct Batch {
  std::uint16_t interaction = 0;
  SourceKind source = SourceKind::round_pairs;
  bool wall = false;        // seconds are facets
  std::uint32_t block = 0;  // of bodies: of the lower slots of its pairs, or of its bodies at walls
  std::uint32_t begin = 0;  // first entry
  std::uint32_t count = 0;  // of those that may touch before the list is narrowed anew
  std::uint32_t all = 0;    // of those that may touch before it is built anew; the near ones come first

  /// Entries come in groups of eight; the first one after this batch's.
  std::uint32_t groups_end() const { return (begin + count + 7) / 8; }
};

/// Entries, contacts and seats, of which a pair has two, are numbered with 32 bits.
inline constexpr std::uint32_t most_candidates = 2'000'000'000;
/// Throws a RunError if there are more.
void check_candidate_count(std::uint64_t count);

/// Where stretch `k` of `count` begins, into which so many blocks are cut.
constexpr std::size_t first_block(std::size_t k, std::size_t blocks, std::size_t count) {
  return k * blocks / count;
}

template <int D>
class Candidates {
 public:
  /// Finds all candidates within `skin` of touching. `kept` are the contacts that have memory: they are
  /// listed even if their bodies have parted by more than the skin since. The search knows of the box.
  void build(const world::Bodies<D>& bodies, const world::Walls<D>& walls, const Interactions& interactions,
             search::ContactSearch<D>& search, const PeriodicBox<D>& box, double skin,
             std::span<const world::ContactKey> kept);

  /// Bodies whose candidates share batches: enough contacts to fill SIMD loops, few enough to share out.
  static constexpr std::size_t bodies_per_block = 512;
  /// In the order of their blocks, those of pairs first.
  const std::vector<Batch>& batches() const { return batches_; }
  /// Threads begin with so many stretches of blocks, as Stretches cuts them; with one if the list was built
  /// by one.
  std::size_t stretch_count() const { return stretch_count_; }
  /// The earliest block with a batch in which bodies of this block occur; known if there are several
  /// stretches. And the end of those blocks that are in an earlier stretch than this one; 0: there are none.
  std::uint32_t earliest_block(std::size_t block) const { return extents_[block].earliest; }
  std::uint32_t end_of_foreign_blocks(std::size_t block) const { return extents_[block].foreign_end; }
  /// Whether entries may change places: where they are is noted nowhere.
  bool can_be_narrowed() const { return alarms_.empty() && parts_.empty(); }
  /// A batch whose near entries are to come first; `set_near` then says how many they are.
  kernel::NarrowBatch to_narrow(std::size_t batch);
  void set_near(std::size_t batch, std::size_t count) {
    batches_[batch].count = static_cast<std::uint32_t>(count);
  }
  /// Batches from this one on are against walls.
  std::size_t first_wall_batch() const { return first_wall_batch_; }
  std::uint32_t first_wall_entry() const {
    return first_wall_batch_ < batches_.size() ? batches_[first_wall_batch_].begin
                                               : static_cast<std::uint32_t>(first_.size());
  }
  std::size_t entry_count() const { return first_.size(); }  // padding included
  std::size_t group_count() const { return first_.size() / 8; }
  const Slot* first() const { return first_.data(); }
  /// Slot of the other body, or index of the facet.
  const std::uint32_t* second() const { return second_.data(); }

  /// Which parts of bodies that are made of several: see ContactKey::parts. All of a pair follow each other.
  std::uint32_t parts(std::uint32_t entry) const { return parts_.empty() ? 0 : parts_[entry]; }

  /// A candidate of a body that sleeps with a body, or a wall, that moves: once these touch, it must wake.
  struct Alarm {
    std::uint32_t batch, entry;
  };
  std::span<const Alarm> alarms() const { return alarms_; }

  /// A batch as kernels take it, with its groups.
  kernel::CandidateBatch batch_for_kernel(std::size_t batch, const kernel::ContactGroup* earlier,
                                          kernel::ContactGroup* now) const;

  /// Of a wall's mesh.
  const NearPieces<D>& near_pieces(std::uint32_t wall) const { return near_pieces_[wall]; }

  /// Every body has a seat for each of its candidates, in key order, or several that follow each other (see
  /// seats_per_candidate). Bodies that are gathered together (see kernel::GatherBlock) have theirs together:
  /// from first_seat(block) to first_seat(block + 1), some of them unused. Bodies that sleep are not
  /// gathered; their seats come last.
  const std::uint32_t* seat_first() const { return seat_first_.data(); }    // of an entry for its first body
  const std::uint32_t* seat_second() const { return seat_second_.data(); }  // pairs only
  const std::uint8_t* body_at_seat() const { return body_at_seat_.data(); }
  std::size_t first_seat(std::size_t block) const { return first_seat_[block]; }
  std::size_t seat_count() const { return body_at_seat_.size(); }

 private:
  void find_pairs(const world::Bodies<D>& bodies, search::ContactSearch<D>& search, double skin,
                  std::span<const world::ContactKey> kept);
  void sort_pairs(std::size_t body_count);
  /// Sources are those that may occur; source_of(first, second) and interaction_of(first, second) tell which
  /// ones a candidate has.
  template <class ForEachRow, class SourceOf, class InteractionOf>
  void append_batches(const world::Bodies<D>& bodies, std::size_t interactions, bool wall,
                      std::span<const SourceKind> sources, const ForEachRow& for_each_row,
                      const SourceOf& source_of, const InteractionOf& interaction_of);
  /// Who is in which batches: extents_ and farthest_slot_, for several threads.
  void note_extent_of_batches(std::size_t body_count);
  void assign_seats(const world::Bodies<D>& bodies);
  void list_alarms(std::size_t awake);

  std::vector<Batch> batches_;
  std::size_t first_wall_batch_ = 0;
  std::size_t stretch_count_ = 1;
  struct Extent {
    std::uint32_t earliest, foreign_end;
  };
  std::vector<Extent> extents_;      // by block
  std::vector<Slot> farthest_slot_;  // highest one of each batch of pairs, likewise
  std::vector<Alarm> alarms_;
  UnsetVector<Slot> first_;
  UnsetVector<std::uint32_t> second_;
  UnsetVector<std::uint32_t> parts_;        // by entry; empty: no body has several
  std::vector<NearPieces<D>> near_pieces_;  // by wall
  UnsetVector<std::uint32_t> seat_first_, seat_second_;
  UnsetVector<std::uint8_t> body_at_seat_;
  std::vector<std::uint32_t> first_seat_;  // by block of bodies

  /// Of a build; given back as soon as may be, being larger than the list itself.
  struct Scratch {
    search::PairLists found;
    UnsetVector<std::uint32_t> partner_begin;  // by the lower slot of a pair
    UnsetVector<std::uint32_t> begin, next;    // by slot
    UnsetVector<Slot> partners;
    // Twice the entry, plus one for its second body; its partner's id in front.
    UnsetVector<std::uint64_t> keyed;
  };
  Scratch scratch_;
};

}  // namespace scree::step
