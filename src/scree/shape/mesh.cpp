#include "scree/shape/mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

namespace scree::shape {
namespace {

constexpr double cosine_of_fold = 0.86602540378443865;  // of 30 degrees
constexpr double cosine_of_spread = 0.5;                // of 60 degrees
/// A triangle that is flatter than this share of its longest side has no normal worth the name.
constexpr double least_height = 1e-8;
/// Minima of different patches that are closer than this share of the ball's radius are one point, found
/// twice because of rounding.
constexpr double same_point = 1e-7;

Vec2 raw_normal(const std::array<Vec2, 2>& corner) {
  const Vec2 way = corner[1] - corner[0];
  return {-way[1], way[0]};
}
Vec3 raw_normal(const std::array<Vec3, 3>& corner) {
  return cross(corner[1] - corner[0], corner[2] - corner[0]);
}

/// Zero if the piece is too thin to have one.
template <int D>
Vec<D> unit_normal(const std::array<Vec<D>, D>& corner) {
  const Vec<D> raw = raw_normal(corner);
  const double size = norm(raw);
  double longest = 0;
  for (int k = 0; k < D; ++k)
    for (int l = 0; l < k; ++l) longest = std::max(longest, norm(corner[k] - corner[l]));
  const double enough = D == 2 ? 0.0 : least_height * longest * longest;
  return size > enough ? raw / size : Vec<D>{};
}

/// Sets that grow together.
class Unions {
 public:
  explicit Unions(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  /// The lower root stays, so that roots do not depend on the order of joining.
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Two pieces at a common edge (in the plane: vertex), and whether they run along it in opposite directions,
/// as neighbours that face the same side do.
struct Border {
  std::uint32_t piece;
  bool forward;
};

}  // namespace

template <int D>
MeshData<D> weld(const MeshData<D>& data) {
  std::vector<Vec<D>> places = data.vertices;
  for (Vec<D>& place : places) {
    if (!is_finite(place)) throw std::invalid_argument("a vertex is not a finite number");
    for (int k = 0; k < D; ++k) place[k] += 0.0;  // minus zero is zero
  }
  std::vector<std::uint32_t> order(places.size()), first(places.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t vertex) {
    return std::make_tuple(places[vertex][0], places[vertex][1], places[vertex][D - 1], vertex);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t k = 0; k < order.size(); ++k)
    first[order[k]] = k > 0 && places[order[k]] == places[order[k - 1]] ? first[order[k - 1]] : order[k];

  constexpr std::uint32_t none = 0xffff'ffffu;
  std::vector<std::uint32_t> number(places.size(), none);
  MeshData<D> result;
  for (std::size_t index = 0; index < data.pieces.size(); ++index) {
    std::array<std::uint32_t, D> piece = data.pieces[index];
    for (std::uint32_t& vertex : piece) {
      if (vertex >= places.size())
        throw std::invalid_argument("piece " + std::to_string(index) + " names vertex " +
                                    std::to_string(vertex) + ", but there are only " +
                                    std::to_string(places.size()));
      std::uint32_t& renamed = number[first[vertex]];
      if (renamed == none) {
        renamed = static_cast<std::uint32_t>(result.vertices.size());
        result.vertices.push_back(places[vertex]);
      }
      vertex = renamed;
    }
    result.pieces.push_back(piece);
  }
  return result;
}

template <int D>
Mesh<D>::Mesh(const MeshData<D>& data) {
  take_pieces(data);
  find_edges();
  find_patches();
  std::vector<Box<D>> boxes(pieces_.size(), Box<D>::empty());
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
    for (const std::uint32_t vertex : pieces_[piece]) boxes[piece].include(vertices_[vertex]);
    bounds_.include(boxes[piece]);
    Geometry& geometry = geometry_[piece];
    for (const Vec<D>& corner : geometry.corner) geometry.centre += corner / D;
    for (const Vec<D>& corner : geometry.corner)
      geometry.radius = std::max(geometry.radius, norm(corner - geometry.centre));
    geometry.radius *= 1 + 1e-9;  // rounding must not lose a piece
  }
  tree_ = BoxTree<D>(boxes);
}

template <int D>
void Mesh<D>::take_pieces(const MeshData<D>& data) {
  const MeshData<D> welded = weld(data);
  vertices_ = welded.vertices;
  std::set<std::array<std::uint32_t, D>> seen;
  for (std::size_t index = 0; index < welded.pieces.size(); ++index) {
    const std::array<std::uint32_t, D>& piece = welded.pieces[index];
    std::array<std::uint32_t, D> corners = piece;
    std::sort(corners.begin(), corners.end());
    if (std::adjacent_find(corners.begin(), corners.end()) != corners.end()) {
      health_.collapsed.note(index);
      continue;
    }
    if (!seen.insert(corners).second) {
      health_.duplicates.note(index);
      continue;
    }
    Geometry geometry;
    for (int k = 0; k < D; ++k) geometry.corner[k] = vertices_[piece[k]];
    geometry.normal = unit_normal<D>(geometry.corner);
    if (geometry.normal == Vec<D>{}) health_.slivers.note(index);
    pieces_.push_back(piece);
    geometry_.push_back(geometry);
  }
  if (pieces_.empty())
    throw std::invalid_argument(data.pieces.empty() ? "there are no pieces" : "every piece has no extent");
  if (health_.slivers.count == pieces_.size())
    throw std::invalid_argument("every triangle has its corners on one line");
}

template <int D>
void Mesh<D>::find_edges() {
  if constexpr (D == 3) {
    struct Side {
      std::uint32_t low, high, piece, number;
    };
    std::vector<Side> sides;
    sides.reserve(3 * pieces_.size());
    for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece)
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t a = pieces_[piece][k], b = pieces_[piece][(k + 1) % 3];
        sides.push_back({std::min(a, b), std::max(a, b), piece, k});
      }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return std::tie(a.low, a.high, a.piece, a.number) < std::tie(b.low, b.high, b.piece, b.number);
    });
    piece_edges_.resize(pieces_.size());
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (k == 0 || sides[k].low != sides[k - 1].low || sides[k].high != sides[k - 1].high)
        edges_.push_back({sides[k].low, sides[k].high});
      piece_edges_[sides[k].piece][sides[k].number] =
          static_cast<std::uint32_t>(vertices_.size() + edges_.size() - 1);
    }
  }
}

template <int D>
void Mesh<D>::find_patches() {
  const std::size_t border_count = D == 3 ? edges_.size() : vertices_.size();
  std::vector<std::vector<Border>> around(border_count);
  for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    if constexpr (D == 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t edge = piece_edges_[piece][k] - vertices_.size();
        around[edge].push_back({piece, pieces_[piece][k] == edges_[edge].low});
      }
    } else {
      around[pieces_[piece][0]].push_back({piece, true});
      around[pieces_[piece][1]].push_back({piece, false});
    }
  }
  Unions patches(pieces_.size()), parts(pieces_.size());
  for (const std::vector<Border>& some : around) {
    if (some.size() == 1) health_.open.note(some[0].piece);
    if (some.size() > 2) health_.crowded.note(some[0].piece);
    for (std::size_t k = 1; k < some.size(); ++k) parts.join(some[0].piece, some[k].piece);
    if (some.size() != 2) continue;
    const bool same_side = some[0].forward != some[1].forward;
    if (!same_side) health_.flipped.note(some[1].piece);
    const Vec<D>&a = geometry_[some[0].piece].normal, &b = geometry_[some[1].piece].normal;
    const bool sliver = a == Vec<D>{} || b == Vec<D>{};
    if (sliver || (same_side ? 1 : -1) * dot(a, b) > cosine_of_fold)
      patches.join(some[0].piece, some[1].piece);
  }
  patch_.resize(pieces_.size());
  for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    patch_[piece] = patches.root(piece) == piece ? static_cast<std::uint32_t>(patch_count_++)
                                                 : patch_[patches.root(piece)];
    health_.parts += parts.root(piece) == piece;
  }
}

template <int D>
void Mesh<D>::set_normal(Touch& touch, const Vec<D>& centre) const {
  const Vec<D> apart = centre - touch.point;
  touch.distance = norm(apart);
  if (touch.distance > 0) {
    touch.normal = apart / touch.distance;
  } else {
    touch.normal = geometry_[touch.piece].normal;
    if (touch.normal == Vec<D>{}) touch.normal[0] = 1;
  }
}

template <int D>
auto Mesh<D>::touch_vertex(std::uint32_t piece, std::uint32_t vertex, const Vec<D>& centre) const -> Touch {
  Touch touch;
  touch.piece = piece;
  touch.feature = vertex;
  touch.point = vertices_[vertex];
  set_normal(touch, centre);
  return touch;
}

/// From the edge's end points in the order of their numbers, so that all pieces around it give the same bits.
template <int D>
auto Mesh<D>::touch_edge(std::uint32_t piece, int side, const Vec<D>& centre) const -> Touch {
  if constexpr (D == 3) {
    const std::array<std::uint32_t, 3>& corner = pieces_[piece];
    auto from = static_cast<std::size_t>(side), to = (from + 1) % 3;
    if (corner[from] > corner[to]) std::swap(from, to);
    const Vec3 &low = geometry_[piece].corner[from], way = geometry_[piece].corner[to] - low;
    const double share = dot(centre - low, way) / dot(way, way);
    if (share <= 0) return touch_vertex(piece, corner[from], centre);
    if (share >= 1) return touch_vertex(piece, corner[to], centre);
    Touch touch;
    touch.piece = piece;
    touch.feature = piece_edges_[piece][static_cast<std::size_t>(side)];
    touch.point = low + share * way;
    set_normal(touch, centre);
    return touch;
  } else {
    return touch_vertex(piece, pieces_[piece][static_cast<std::size_t>(side)], centre);
  }
}

template <int D>
auto Mesh<D>::touch(std::uint32_t piece, const Vec<D>& centre) const -> Touch {
  const Geometry& geometry = geometry_[piece];
  const std::array<std::uint32_t, D>& corner = pieces_[piece];
  const Vec<D>&a = geometry.corner[0], &b = geometry.corner[1];
  const Vec<D> to_b = b - a, from_a = centre - a, from_b = centre - b;
  if constexpr (D == 2) {
    if (dot(to_b, from_a) <= 0) return touch_vertex(piece, corner[0], centre);
    if (dot(to_b, from_b) >= 0) return touch_vertex(piece, corner[1], centre);
  } else {
    if (geometry.normal == Vec3{}) {
      Touch best = touch_edge(piece, 0, centre);
      for (const int side : {1, 2})
        if (const Touch other = touch_edge(piece, side, centre); other.distance < best.distance) best = other;
      return best;
    }
    // The regions of a triangle's plane, by signs of the barycentric coordinates.
    const Vec3& c = geometry.corner[2];
    const Vec3 to_c = c - a, from_c = centre - c;
    const double ab_a = dot(to_b, from_a), ac_a = dot(to_c, from_a);
    if (ab_a <= 0 && ac_a <= 0) return touch_vertex(piece, corner[0], centre);
    const double ab_b = dot(to_b, from_b), ac_b = dot(to_c, from_b);
    if (ab_b >= 0 && ac_b <= ab_b) return touch_vertex(piece, corner[1], centre);
    if (ab_a * ac_b - ab_b * ac_a <= 0 && ab_a >= 0 && ab_b <= 0) return touch_edge(piece, 0, centre);
    const double ab_c = dot(to_b, from_c), ac_c = dot(to_c, from_c);
    if (ac_c >= 0 && ab_c <= ac_c) return touch_vertex(piece, corner[2], centre);
    if (ab_c * ac_a - ab_a * ac_c <= 0 && ac_a >= 0 && ac_c <= 0) return touch_edge(piece, 2, centre);
    if (ab_b * ac_c - ab_c * ac_b <= 0 && ac_b - ab_b >= 0 && ab_c - ac_c >= 0)
      return touch_edge(piece, 1, centre);
  }
  Touch touch;
  touch.piece = piece;
  const double height = dot(from_a, geometry.normal);
  touch.distance = std::abs(height);
  touch.normal = height < 0 ? -geometry.normal : geometry.normal;
  touch.point = centre - height * geometry.normal;
  return touch;
}

template <int D>
bool Mesh<D>::has_feature(std::uint32_t piece, std::uint32_t feature) const {
  if (feature < vertices_.size())
    return std::find(pieces_[piece].begin(), pieces_[piece].end(), feature) != pieces_[piece].end();
  return std::find(piece_edges_[piece].begin(), piece_edges_[piece].end(), feature) !=
         piece_edges_[piece].end();
}

template <int D>
void Mesh<D>::find_near(const Vec<D>& place, double reach, std::vector<std::uint32_t>& pieces) const {
  const auto begin = static_cast<std::ptrdiff_t>(pieces.size());
  visit_near(place, reach, [&](std::uint32_t piece, double) { pieces.push_back(piece); });
  std::sort(pieces.begin() + begin, pieces.end());
}

template <int D>
bool Mesh<D>::meet_within(std::uint32_t piece, std::uint32_t other, const Vec<D>& centre,
                          double radius) const {
  for (const std::uint32_t vertex : pieces_[piece]) {
    const Vec<D> apart = vertices_[vertex] - centre;
    if (has_feature(other, vertex) && dot(apart, apart) <= radius * radius) return true;
  }
  if constexpr (D == 3)
    for (int side = 0; side < 3; ++side)
      if (has_feature(other, piece_edges_[piece][static_cast<std::size_t>(side)]))
        return touch_edge(piece, side, centre).distance <= radius;
  return false;
}

template <int D>
bool Mesh<D>::is_touched_between(std::uint32_t from, std::uint32_t to, const Vec<D>& centre, double radius,
                                 Workspace& workspace) const {
  const std::vector<Touch>& touches = workspace.touches_;
  std::vector<std::uint32_t>& reached = workspace.reached_;
  workspace.is_reached_.assign(touches.size(), 0);
  reached.assign(1, from);
  workspace.is_reached_[from] = 1;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (reached[k] == to) return true;
    for (std::uint32_t next = 0; next < touches.size(); ++next)
      if (workspace.is_reached_[next] == 0 && patch_[touches[next].piece] == patch_[touches[from].piece] &&
          meet_within(touches[reached[k]].piece, touches[next].piece, centre, radius)) {
        workspace.is_reached_[next] = 1;
        reached.push_back(next);
      }
  }
  return false;
}

template <int D>
void Mesh<D>::find_contacts(const Vec<D>& centre, double radius, std::span<const std::uint32_t> near,
                            Workspace& workspace, std::vector<MeshContact<D>>& contacts) const {
  contacts.clear();
  std::vector<Touch>& touches = workspace.touches_;
  std::vector<std::uint32_t>&minima = workspace.minima_, &taken = workspace.taken_;  // numbers of touches
  workspace.looked_at_.clear();
  touches.clear();
  for (const std::uint32_t piece : near) {
    const Touch one = touch(piece, centre);
    workspace.looked_at_.push_back({piece, patch_[piece], one.normal, one.distance});
    if (one.distance <= radius) touches.push_back(one);
  }
  const auto take = [&](const Touch& one) {
    contacts.push_back({one.piece, patch_[one.piece], one.normal, one.distance});
  };
  if (touches.size() == 1) return take(touches[0]);

  minima.clear();
  for (std::size_t k = 0; k < touches.size(); ++k) {
    const Touch& one = touches[k];
    bool counts = true;
    if (one.feature != face)
      for (std::size_t l = 0; counts && l < touches.size(); ++l)
        counts = !(touches[l].distance < one.distance && has_feature(touches[l].piece, one.feature)) &&
                 !(l < k && touches[l].feature == one.feature);
    if (counts) minima.push_back(static_cast<std::uint32_t>(k));
  }
  if (minima.size() == 1) return take(touches[minima[0]]);

  // Pieces come in ascending order, so among equals the lower number is that of the lower piece.
  std::sort(minima.begin(), minima.end(), [&](std::uint32_t a, std::uint32_t b) {
    return touches[a].distance != touches[b].distance ? touches[a].distance < touches[b].distance : a < b;
  });
  taken.clear();
  for (const std::uint32_t number : minima) {
    const Touch& one = touches[number];
    const std::uint32_t patch = patch_[one.piece];
    bool counts = true;
    for (const std::uint32_t earlier : taken) {
      const Touch& other = touches[earlier];
      const bool same_patch = patch_[other.piece] == patch;
      const Vec<D> apart = one.point - other.point;
      if (dot(apart, apart) <= same_point * same_point * radius * radius) counts = false;
      if (counts && same_patch && dot(one.normal, other.normal) > cosine_of_spread)
        counts = !is_touched_between(number, earlier, centre, radius, workspace);
    }
    if (!counts) continue;
    taken.push_back(number);
    take(one);
  }
}

template <int D>
MeshContact<D> Mesh<D>::nearest(std::uint32_t piece, const Vec<D>& centre) const {
  const Touch one = touch(piece, centre);
  return {piece, patch_[piece], one.normal, one.distance};
}

template <int D>
Vec<D> Mesh<D>::normal_towards(std::uint32_t piece, const Vec<D>& place) const {
  const Vec<D>& normal = geometry_[piece].normal;
  return dot(place - geometry_[piece].corner[0], normal) < 0 ? -normal : normal;
}

template MeshData<2> weld(const MeshData<2>&);
template MeshData<3> weld(const MeshData<3>&);
template class Mesh<2>;
template class Mesh<3>;

}  // namespace scree::shape
