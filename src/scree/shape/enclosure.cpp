#include "scree/shape/enclosure.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree::shape {
namespace {

/// Whether an edge passes the height of the place, and if so where it does along `across`. Ends are put in
/// one order first, so that two pieces which share the edge agree to the last bit, and one of them has it.
template <int D>
bool cross_height(Vec<D> a, Vec<D> b, const Vec<D>& place, int axis, int across, double& at) {
  if ((a[axis] <= place[axis]) == (b[axis] <= place[axis])) return false;
  if (a[axis] > b[axis]) std::swap(a, b);
  at = a[across] + (place[axis] - a[axis]) / (b[axis] - a[axis]) * (b[across] - a[across]);
  return true;
}

/// Where a line along `way` through the place crosses a piece, relative to the place; false if it does not.
bool cross_piece(const std::array<Vec2, 2>& piece, const Vec2& place, int axis, int way, double& beyond) {
  double at = 0;
  if (!cross_height<2>(piece[0], piece[1], place, axis, way, at)) return false;
  beyond = at - place[way];
  return true;
}
bool cross_piece(const std::array<Vec3, 3>& piece, const Vec3& place, int axis, int way, double& beyond) {
  const int across = 3 - axis - way;
  int before = 0, count = 0;
  double at[2] = {0, 0}, along[2] = {0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &a = piece[k], &b = piece[(k + 1) % 3];
    double here = 0, there = 0;
    if (!cross_height<3>(a, b, place, axis, across, here)) continue;
    cross_height<3>(a, b, place, axis, way, there);
    before += here <= place[across];
    at[count] = here;
    along[count++] = there;
  }
  // A triangle passes a height with two edges or none, and the line goes between them.
  if (count != 2 || before != 1) return false;
  beyond = along[0] + (place[across] - at[0]) / (at[1] - at[0]) * (along[1] - along[0]) - place[way];
  return true;
}

}  // namespace

template <int D>
Enclosure<D>::Enclosure(const MeshData<D>& data) {
  for (const auto& corners : data.pieces) {
    Piece piece;
    Box<D> box = Box<D>::empty();
    for (std::size_t k = 0; k < D; ++k) {
      piece[k] = data.vertices[corners[k]];
      box.include(piece[k]);
    }
    pieces_.push_back(piece);
    boxes_.push_back(box);
    bounds_.include(box);
  }
  for (int axis = 0; axis < D; ++axis) layers_[static_cast<std::size_t>(axis)] = layers_along(axis);
}

template <int D>
auto Enclosure<D>::layers_along(int axis) const -> Layers {
  Layers layers;
  if (pieces_.empty()) return layers;
  constexpr double most_layers = 1024;
  const double height = bounds_.hi[axis] - bounds_.lo[axis];
  const auto count = static_cast<std::size_t>(
      std::clamp(std::sqrt(static_cast<double>(pieces_.size())), 1.0, height > 0 ? most_layers : 1.0));
  layers.lo = bounds_.lo[axis];
  layers.per_height = height > 0 ? static_cast<double>(count) / height : 0;
  layers.pieces.resize(count);
  const auto layer_at = [&](double at) {
    return std::min(count - 1, static_cast<std::size_t>((at - layers.lo) * layers.per_height));
  };
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
    const std::size_t last = layer_at(boxes_[piece].hi[axis]);
    for (std::size_t layer = layer_at(boxes_[piece].lo[axis]); layer <= last; ++layer)
      layers.pieces[layer].push_back(static_cast<std::uint32_t>(piece));
  }
  return layers;
}

template <int D>
bool Enclosure<D>::encloses(const Vec<D>& place, int axis) const {
  if (!is_level_with(place, axis)) return false;
  const Layers& layers = layers_[static_cast<std::size_t>(axis)];
  const auto layer = std::min(layers.pieces.size() - 1,
                              static_cast<std::size_t>((place[axis] - layers.lo) * layers.per_height));
  for (int way = 0; way < D; ++way) {
    if (way == axis) continue;
    if (place[way] < bounds_.lo[way] || place[way] > bounds_.hi[way]) return false;
    int above = 0, below = 0;
    for (const std::uint32_t piece : layers.pieces[layer]) {
      bool is_beside = false;
      for (int k = 0; k < D; ++k)
        is_beside |= k != way && (place[k] < boxes_[piece].lo[k] || place[k] > boxes_[piece].hi[k]);
      if (double beyond = 0; !is_beside && cross_piece(pieces_[piece], place, axis, way, beyond))
        ++(beyond > 0 ? above : below);
    }
    if (above % 2 == 0 || below % 2 == 0) return false;
  }
  return true;
}

template <int D>
auto Enclosure<D>::holding(const std::vector<Vec<D>>& places) const -> Holding {
  Holding best;
  for (int axis = D - 1; axis >= 0; --axis) {
    std::size_t level = 0, inside = 0;
    for (const Vec<D>& place : places) {
      if (!is_level_with(place, axis)) continue;
      ++level;
      inside += encloses(place, axis);
    }
    const double share = level > 0 ? static_cast<double>(inside) / static_cast<double>(level) : 0;
    if (share > best.share) best = {axis, share};
  }
  return best;
}

template class Enclosure<2>;
template class Enclosure<3>;

}  // namespace scree::shape
