#include "scree/contact/features.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace scree::contact {
namespace {

/// Of the size: what deviates less from a plane or a line is in it.
constexpr double flat = 1e-9;

Vec2 normal_of(const Vec2& a, const Vec2& b) { return {b[1] - a[1], a[0] - b[0]}; }

/// Joins numbers into sets that are named by their lowest member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Lists of lists in one: those of vertex k begin at first[k].
void gather(std::size_t vertices, std::vector<std::array<std::uint32_t, 2>> entries,
            std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& list) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  first.assign(vertices + 1, 0);
  for (const auto& [vertex, other] : entries) ++first[vertex + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  list.clear();
  for (const auto& entry : entries) list.push_back(entry[1]);
}

}  // namespace

template <int D>
Features<D>::Features(std::span<const Vec<D>> places, std::span<const Corners> faces, bool is_closed)
    : is_closed_(is_closed) {
  for (const Vec<D>& place : places) vertices_.push_back({place, false});
  take_faces(faces);
  find_edges();
  join_planes();
  find_stars();
  share_out();
}

template <int D>
void Features<D>::take_faces(std::span<const Corners> faces) {
  for (const Corners& corners : faces) {
    Face face;
    face.corner = corners;
    const Vec<D>& a = vertices_[corners[0]].place;
    double longest = 0;
    for (int k = 0; k < D; ++k)
      longest = std::max(longest, norm(vertices_[corners[(k + 1) % D]].place - vertices_[corners[k]].place));
    if constexpr (D == 2)
      face.normal = normal_of(a, vertices_[corners[1]].place);
    else
      face.normal = cross(vertices_[corners[1]].place - a, vertices_[corners[2]].place - a);
    const double length = norm(face.normal);
    // A needle's normal is noise; its edges belong to its neighbours, too.
    if (!(length > (D == 2 ? 0 : 1e-12 * longest * longest))) continue;
    face.normal = face.normal / length;
    face.group = static_cast<std::uint32_t>(faces_.size());
    size_ = std::max(size_, longest);
    faces_.push_back(face);
  }
}

template <int D>
void Features<D>::find_edges() {
  if constexpr (D == 3) {
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> number_of;
    std::vector<std::uint32_t> count;
    for (std::uint32_t f = 0; f < faces_.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = faces_[f].corner[k], b = faces_[f].corner[(k + 1) % 3];
        const auto [found, is_new] = number_of.try_emplace({std::min(a, b), std::max(a, b)},
                                                           static_cast<std::uint32_t>(edges_.size()));
        const std::uint32_t number = faces_[f].edge[k] = found->second;
        if (is_new) {
          edges_.push_back({std::min(a, b), std::max(a, b), f, none, true});
          count.push_back(1);
        } else {
          edges_[number].right = f;
          ++count[number];
        }
      }
    for (std::size_t k = 0; k < edges_.size(); ++k)
      if (count[k] > 2) edges_[k].left = edges_[k].right = none;
  }
}

/// Two faces at an edge (in the plane: at a vertex): flat, or hollow.
template <int D>
void Features<D>::join_planes() {
  Sets planes(faces_.size());
  is_convex_ = is_closed_;
  const auto height = [&](std::uint32_t vertex, const Face& face) {
    return dot(vertices_[vertex].place - vertices_[face.corner[0]].place, face.normal);
  };
  if constexpr (D == 3) {
    for (Edge& edge : edges_) {
      if (edge.right == none) {
        is_convex_ = false;
        continue;
      }
      const Face &left = faces_[edge.left], &right = faces_[edge.right];
      const auto opposite = [&](const Face& face) {
        for (const std::uint32_t corner : face.corner)
          if (corner != edge.low && corner != edge.high) return corner;
        return face.corner[0];
      };
      const double rise = std::max(height(opposite(right), left), height(opposite(left), right));
      const double depth = std::min(height(opposite(right), left), height(opposite(left), right));
      const bool is_flat = std::max(rise, -depth) <= flat * size_ &&
                           dot(cross(vertices_[opposite(left)].place - vertices_[edge.low].place,
                                     vertices_[edge.high].place - vertices_[edge.low].place),
                               cross(vertices_[opposite(right)].place - vertices_[edge.low].place,
                                     vertices_[edge.high].place - vertices_[edge.low].place)) < 0;
      if (is_flat)
        planes.join(edge.left, edge.right);
      else if (rise > 0 && is_closed_)
        is_convex_ = false;
      // Nothing reaches into a hollow without touching both of its faces.
      edge.touches = !is_flat && (!is_closed_ || rise <= 0);
    }
  } else {
    std::vector<std::uint32_t> into(vertices_.size(), none), out(vertices_.size(), none);
    std::vector<char> is_simple(vertices_.size(), 1);
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      auto& before = into[faces_[f].corner[1]];
      auto& after = out[faces_[f].corner[0]];
      if (before != none) is_simple[faces_[f].corner[1]] = 0;
      if (after != none) is_simple[faces_[f].corner[0]] = 0;
      before = after = f;
    }
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (into[v] == none && out[v] == none) continue;
      vertices_[v].touches = true;
      if (into[v] == none || out[v] == none || is_simple[v] == 0) {
        is_convex_ = false;
        continue;
      }
      const double rise = height(faces_[out[v]].corner[1], faces_[into[v]]);
      const bool is_flat =
          std::abs(rise) <= flat * size_ && dot(faces_[out[v]].normal, faces_[into[v]].normal) > 0;
      if (is_flat) planes.join(into[v], out[v]);
      vertices_[v].touches = !is_flat && (!is_closed_ || rise < 0);
      if (!is_flat && rise > 0) is_convex_ = false;
    }
  }
  for (std::uint32_t f = 0; f < faces_.size(); ++f) faces_[f].group = planes.find(f);
}

template <int D>
void Features<D>::find_stars() {
  std::vector<std::array<std::uint32_t, 2>> others, faces;
  for (std::uint32_t f = 0; f < faces_.size(); ++f)
    for (std::size_t k = 0; k < D; ++k) {
      const std::uint32_t a = faces_[f].corner[k], b = faces_[f].corner[(k + 1) % D];
      others.push_back({a, b});
      others.push_back({b, a});
      faces.push_back({a, f});
    }
  gather(vertices_.size(), std::move(others), first_neighbour_, neighbours_);
  gather(vertices_.size(), std::move(faces), first_around_, around_);
  if constexpr (D == 3) {
    // A vertex touches where edges that do not lie on one line meet.
    std::vector<std::vector<std::uint32_t>> ends(vertices_.size());
    for (const Edge& edge : edges_) {
      if (edge.right != none && faces_[edge.left].group == faces_[edge.right].group) continue;
      ends[edge.low].push_back(edge.high);
      ends[edge.high].push_back(edge.low);
    }
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (ends[v].empty()) continue;
      vertices_[v].touches = true;
      if (ends[v].size() != 2) continue;
      const Vec3 one = vertices_[ends[v][0]].place - vertices_[v].place,
                 two = vertices_[ends[v][1]].place - vertices_[v].place;
      vertices_[v].touches = !(norm(cross(one, two)) <= flat * norm(one) * norm(two) && dot(one, two) < 0);
    }
  }
}

/// Owners: the lowest face that has a vertex or an edge.
template <int D>
void Features<D>::share_out() {
  std::vector<char> has_vertex(vertices_.size(), 0), has_edge(edges_.size(), 0);
  for (Face& face : faces_)
    for (std::size_t k = 0; k < D; ++k) {
      if (!std::exchange(has_vertex[face.corner[k]], 1) && vertices_[face.corner[k]].touches)
        face.vertices = static_cast<std::uint8_t>(face.vertices | 1u << k);
      if constexpr (D == 3)
        if (!std::exchange(has_edge[face.edge[k]], 1) && edges_[face.edge[k]].touches)
          face.edges = static_cast<std::uint8_t>(face.edges | 1u << k);
    }
}

template class Features<2>;
template class Features<3>;

}  // namespace scree::contact
