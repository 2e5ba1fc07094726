// Which walls a body may touch before the candidate list is built anew. Takes bodies and walls, gives rows to
// the candidate list.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "scree/base/periodic_box.h"
#include "scree/world/bodies.h"
#include "scree/world/contact_key.h"
#include "scree/world/walls.h"

namespace scree::step {

struct WallCandidate {
  Slot body;
  std::uint32_t facet;  // index into Walls::facets
};

/// A piece of a mesh and how far it was from a body's centre when the list was made [m], rounded down.
struct NearPiece {
  std::uint32_t piece;
  float distance;
};

/// The pieces of one wall's mesh that bodies may touch, by body, nearest first. While a body has moved
/// little, only the first of them can touch it: what they cost does not depend on how finely the mesh is cut.
template <int D>
class NearPieces {
 public:
  /// More than this are not kept of a body: only the nearest.
  static constexpr std::size_t most_listed = 64;

  /// Appends all pieces that a ball around this place of the mesh's frame may touch, in ascending order.
  /// False, with nothing appended, if the list does not go that far.
  bool find(Slot body, const Vec<D>& place, double radius, std::vector<std::uint32_t>& pieces) const {
    if (begin_.empty()) return true;
    constexpr double rounding = 1e-6;
    const double reach = (radius + norm(place - place_[body])) * (1 + rounding);
    if (!(reach < complete_to_[body])) return false;
    const std::size_t begin = begin_[body], end = begin_[body + 1];
    const auto first = static_cast<std::ptrdiff_t>(pieces.size());
    for (std::size_t k = begin; k < end && pieces_[k].distance <= reach; ++k)
      pieces.push_back(pieces_[k].piece);
    std::sort(pieces.begin() + first, pieces.end());
    return true;
  }
  /// For each body in turn: where it is, and all within `reach`, in any order.
  void append(const Vec<D>& place, double reach, std::span<NearPiece> near) {
    if (begin_.empty()) begin_.push_back(0);
    std::sort(near.begin(), near.end(), [](const NearPiece& a, const NearPiece& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.piece < b.piece;
    });
    complete_to_.push_back(near.size() > most_listed ? near[most_listed].distance : reach);
    near = near.first(std::min(near.size(), most_listed));
    pieces_.insert(pieces_.end(), near.begin(), near.end());
    begin_.push_back(pieces_.size());
    place_.push_back(place);
  }
  /// For the bodies that follow, all that another list has of them.
  void append(const NearPieces& others) {
    if (others.begin_.empty()) return;
    if (begin_.empty()) begin_.push_back(0);
    const std::size_t before = pieces_.size();
    for (std::size_t k = 1; k < others.begin_.size(); ++k) begin_.push_back(before + others.begin_[k]);
    pieces_.insert(pieces_.end(), others.pieces_.begin(), others.pieces_.end());
    place_.insert(place_.end(), others.place_.begin(), others.place_.end());
    complete_to_.insert(complete_to_.end(), others.complete_to_.begin(), others.complete_to_.end());
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<NearPiece> pieces_;
  std::vector<Vec<D>> place_;
  std::vector<double> complete_to_;  // [m] from its place
};

template <int D>
struct WallCandidates {
  std::vector<WallCandidate> rows;  // by body, then facet; each once
  std::vector<NearPieces<D>> near;  // by wall; empty for walls that are no meshes
};

/// Every free body with every facet of an active wall within `skin` of touching, and those that `kept`
/// contacts name. In a periodic box bounded walls stand in every copy of it; a body that may cross a face is
/// also listed with the planes that it finds beyond.
template <int D>
WallCandidates<D> find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                                       const PeriodicBox<D>& box, double skin,
                                       std::span<const world::ContactKey> kept);

}  // namespace scree::step
