// Candidates: the pairs and wall facets that may touch before the list is built anew. Takes pairs from
// search/, gives batches to the contact set. Rebuilding it changes no state.
//
// Entries are grouped into batches: one block of bodies, one interaction, bodies or walls. Each batch starts
// at a multiple of eight and is padded with copies, so that masks of eight entries belong to one batch.
#pragma once

#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/search/contact_search.h"
#include "scree/step/interactions.h"
#include "scree/step/wall_candidates.h"
#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

struct Batch {
  std::uint16_t interaction = 0;
  bool wall = false;
  std::uint32_t begin = 0;  // first entry
  std::uint32_t count = 0;
};

template <int D>
class Candidates {
 public:
  /// Finds all candidates within `skin` of touching. `kept` are the contacts that have memory: they are
  /// listed even if their bodies have parted by more than the skin since.
  void build(const world::Bodies<D>& bodies, const world::Walls<D>& walls, const Interactions& interactions,
             search::ContactSearch<D>& search, double skin, std::span<const world::ContactKey> kept);

  const std::vector<Batch>& batches() const { return batches_; }
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

  /// Of a wall's mesh.
  const NearPieces& near_pieces(std::uint32_t wall) const { return near_pieces_[wall]; }

  /// What acts on a body, in key order: twice the entry, plus one if the body is the second of the pair.
  std::span<const std::uint32_t> references(Slot slot) const {
    return {references_.data() + reference_begin_[slot], reference_begin_[slot + 1] - reference_begin_[slot]};
  }

 private:
  struct Row {
    Slot owner;  // decides the block
    Slot first;
    std::uint32_t second;
    std::uint16_t interaction;
  };
  void append_rows(std::vector<Row>& rows, std::size_t body_count, bool wall);
  void make_references(const world::Bodies<D>& bodies);

  std::vector<Batch> batches_;
  std::size_t first_wall_batch_ = 0;
  AlignedVector<Slot> first_;
  AlignedVector<std::uint32_t> second_;
  std::vector<NearPieces> near_pieces_;  // by wall
  std::vector<std::uint32_t> reference_begin_, references_;
};

}  // namespace scree::step
