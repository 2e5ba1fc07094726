// The pieces of a mesh that one ball may touch soon. A ball moves so little in a step that most pieces around
// it cannot be touched yet: they are passed over, so that a large mesh costs no more than a small one.
// Scratch: it decides what is looked at, never what is found.
//
// The distance from a piece is a convex function of the place. So where it was once found to be d, with the
// normal n, it is at least d + n (p - p0) at any other place p.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "scree/shape/mesh.h"
#include "scree/step/wall_candidates.h"

namespace scree::step {

template <int D>
class ClosePieces {
 public:
  /// What lists are made in, and what was due last.
  struct Scratch {
    std::vector<std::uint32_t> pieces, entries;
    std::vector<shape::MeshContact<D>> near;
  };

  /// The pieces that the ball may touch now, in ascending order. The place is in the mesh's frame.
  /// find(reach, pieces) appends all pieces within reach of it, in ascending order.
  template <class Find>
  std::span<const std::uint32_t> due(const shape::Mesh<D>& mesh, const Vec<D>& place, double radius,
                                     Find&& find, Scratch& scratch) {
    scratch.entries.clear();
    if (!(norm(place - base_) < room_) && !list(mesh, place, radius, find, scratch)) return scratch.pieces;
    scratch.pieces.clear();
    const Vec<D> way = place - base_;
    const double doubt = rounding * radius;
    for (std::uint32_t k = 0; k < count_; ++k) {
      if (entries_[k].gap_at(way) > doubt) continue;
      scratch.entries.push_back(k);
      scratch.pieces.push_back(entries_[k].piece);
    }
    return scratch.pieces;
  }
  /// Where those pieces turned out to be, in their order.
  void note(std::span<const shape::MeshContact<D>> looked_at, const Vec<D>& place, double radius,
            const Scratch& scratch) {
    for (std::size_t k = 0; k < scratch.entries.size(); ++k)
      entries_[scratch.entries[k]] = Entry(looked_at[k], place - base_, radius);
  }

 private:
  static constexpr double rounding = 1e-6;
  static constexpr double share = 0.06;  // of the radius: the ball's way from list to list
  static constexpr std::size_t most = 24;

  struct Entry {
    std::uint32_t piece;
    float gap;  // [m] between ball and piece at the base, by the bound
    std::array<float, D> normal;

    Entry() = default;
    Entry(const shape::MeshContact<D>& seen, const Vec<D>& way, double radius)
        : piece(seen.piece), gap(static_cast<float>(seen.distance - radius - dot(seen.normal, way))) {
      for (int k = 0; k < D; ++k) normal[k] = static_cast<float>(seen.normal[k]);
    }
    double gap_at(const Vec<D>& way) const {
      double result = gap;
      for (int k = 0; k < D; ++k) result += normal[k] * way[k];
      return result;
    }
  };

  /// False: so many are being touched that a list is of no use, and all of them are in the scratch.
  template <class Find>
  bool list(const shape::Mesh<D>& mesh, const Vec<D>& place, double radius, Find&& find, Scratch& scratch) {
    base_ = place;
    room_ = share * radius;
    count_ = 0;
    scratch.pieces.clear();
    scratch.near.clear();
    const double reach = (radius + room_) * (1 + rounding);
    find(reach, scratch.pieces);
    for (const std::uint32_t piece : scratch.pieces) {
      if (!mesh.may_reach(piece, place, reach)) continue;
      const shape::MeshContact<D> nearest = mesh.nearest(piece, place);
      if (nearest.distance <= reach) scratch.near.push_back(nearest);
    }
    if (scratch.near.size() > most) {
      const auto first_left_out = scratch.near.begin() + static_cast<std::ptrdiff_t>(most);
      std::nth_element(scratch.near.begin(), first_left_out, scratch.near.end(),
                       [](const auto& a, const auto& b) { return a.distance < b.distance; });
      room_ = std::min(room_, (first_left_out->distance - radius) * (1 - rounding));
      if (!(room_ > 0)) return false;
      scratch.near.resize(most);
      std::sort(scratch.near.begin(), scratch.near.end(),
                [](const auto& a, const auto& b) { return a.piece < b.piece; });
    }
    for (const shape::MeshContact<D>& near : scratch.near) entries_[count_++] = Entry(near, Vec<D>{}, radius);
    return true;
  }

  Vec<D> base_;       // where the list was made
  double room_ = -1;  // [m] from there, up to which it holds; negative: there is none
  std::uint32_t count_ = 0;
  std::array<Entry, most> entries_;  // by piece
};

}  // namespace scree::step
