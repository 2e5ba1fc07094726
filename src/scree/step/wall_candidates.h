// Which walls a body may touch before the candidate list is built anew. Takes bodies and walls, gives rows to
// the candidate list.
#pragma once

#include <span>
#include <vector>

#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

struct WallCandidate {
  Slot body;
  std::uint32_t facet;  // index into Walls::facets
};

/// The pieces of one wall's mesh that bodies may touch, by body.
class NearPieces {
 public:
  /// In ascending order. Empty if there are so many that the mesh itself finds the few that touch faster.
  std::span<const std::uint32_t> of(Slot body) const {
    if (begin_.empty()) return {};
    return {pieces_.data() + begin_[body], begin_[body + 1] - begin_[body]};
  }
  /// For each body in turn.
  void append(std::span<const std::uint32_t> pieces) {
    if (begin_.empty()) begin_.push_back(0);
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
    begin_.push_back(pieces_.size());
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> pieces_;
};

struct WallCandidates {
  std::vector<WallCandidate> rows;  // by body, then facet; each once
  std::vector<NearPieces> near;     // by wall; empty for walls that are no meshes
};

/// Every free body with every facet of an active wall within `skin` of touching, and those that `kept`
/// contacts name.
template <int D>
WallCandidates find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls, double skin,
                                    std::span<const world::ContactKey> kept);

}  // namespace scree::step
