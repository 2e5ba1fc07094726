#include "scree/shape/mesh_mending.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "scree/shape/mesh_sides.h"

namespace scree::shape {
namespace {

/// A triangle that is lower than this share of its longest side has its corners on a line.
constexpr double on_a_line = 1e-12;
constexpr std::uint32_t none = 0xffff'ffffu;

template <class Keep>
void keep_if(WorkMesh& mesh, Keep&& keep) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    if (!keep(k)) continue;
    mesh.triangles[kept] = mesh.triangles[k];
    mesh.number[kept++] = mesh.number[k];
  }
  mesh.triangles.resize(kept);
  mesh.number.resize(kept);
}

bool is_collapsed(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

Triangle sorted(Triangle triangle) {
  std::sort(triangle.begin(), triangle.end());
  return triangle;
}

/// Whether the corners of one, read in its direction, are those of the other read in its own.
bool same_direction(const Triangle& a, const Triangle& b) {
  for (std::size_t shift = 0; shift < 3; ++shift)
    if (a[0] == b[shift] && a[1] == b[(shift + 1) % 3]) return true;
  return false;
}

struct EdgeCounts {
  std::uint64_t open = 0, crowded = 0;
};
EdgeCounts edge_counts(const WorkMesh& mesh) {
  EdgeCounts counts;
  for_each_edge(sorted_sides(mesh.triangles), [&](std::span<const Side> sides) {
    counts.open += sides.size() == 1;
    counts.crowded += sides.size() > 2;
  });
  return counts;
}

/// Which of the sides is the longest, if the triangle is a sliver.
std::optional<std::size_t> long_side_of_sliver(const WorkMesh& mesh, std::uint32_t triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  const Vec3 corner[3] = {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
  std::size_t longest = 0;
  double length = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if (const double side = norm(corner[(k + 1) % 3] - corner[k]); side > length) longest = k, length = side;
  const double height = norm(cross(corner[1] - corner[0], corner[2] - corner[0])) / length;
  if (height > on_a_line * length) return std::nullopt;
  return longest;
}

bool has_edge(const std::set<std::array<std::uint32_t, 2>>& edges, std::uint32_t a, std::uint32_t b) {
  return edges.contains({std::min(a, b), std::max(a, b)});
}

}  // namespace

void turn_over(Triangle& triangle) { std::swap(triangle[1], triangle[2]); }

Tally drop_collapsed(WorkMesh& mesh) {
  Tally tally;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
    if (is_collapsed(mesh.triangles[k])) tally.note(mesh.number[k], mesh.centroid(k));
  if (tally.count > 0) keep_if(mesh, [&](std::size_t k) { return !is_collapsed(mesh.triangles[k]); });
  return tally;
}

Tally drop_duplicates(WorkMesh& mesh) {
  std::vector<std::uint32_t> order(mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::make_tuple(sorted(mesh.triangles[a]), a) < std::make_tuple(sorted(mesh.triangles[b]), b);
  });
  // How many sides lie on the edges of each triangle, its own among them, at the edge with fewest.
  std::vector<std::size_t> company(mesh.triangles.size(), ~std::size_t{0});
  for_each_edge(sorted_sides(mesh.triangles), [&](std::span<const Side> sides) {
    for (const Side& side : sides) company[side.triangle] = std::min(company[side.triangle], sides.size());
  });
  std::vector<bool> drop(mesh.triangles.size(), false);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && sorted(mesh.triangles[order[end]]) == sorted(mesh.triangles[order[begin]]))
      ++end;
    for (std::size_t k = begin + 1; k < end; ++k) drop[order[k]] = true;
    const bool opposite =
        end - begin == 2 && !same_direction(mesh.triangles[order[begin]], mesh.triangles[order[begin + 1]]);
    if (opposite && company[order[begin]] >= 4) drop[order[begin]] = true;
    begin = end;
  }
  Tally tally;
  for (std::size_t k = 0; k < drop.size(); ++k)
    if (drop[k]) tally.note(mesh.number[k], mesh.centroid(k));
  if (tally.count > 0) keep_if(mesh, [&](std::size_t k) { return !drop[k]; });
  return tally;
}

ClosedGaps close_gaps(WorkMesh& mesh) {
  const EdgeCounts before = edge_counts(mesh);
  if (before.open == 0) return {};
  const Box<3> box = box_around(mesh.vertices);
  double largest = 0;
  for (std::size_t k = 0; k < 3; ++k) largest = std::max({largest, std::abs(box.lo[k]), std::abs(box.hi[k])});
  const double near = std::min(2e-6 * largest, 1e-3 * norm(box.size()));
  if (!(near > 0)) return {};

  // Cells as wide as vertices may be apart; those that stay are listed in theirs.
  using Cell = std::array<std::int64_t, 3>;
  std::map<Cell, std::vector<std::uint32_t>> staying;
  std::vector<std::uint32_t> first(mesh.vertices.size()), moved;
  ClosedGaps gaps;
  const auto neighbour_of = [&](const Cell& cell, std::uint32_t vertex) {
    for (int k = 0; k < 27; ++k) {
      const auto found = staying.find({cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1});
      if (found == staying.end()) continue;
      for (const std::uint32_t other : found->second) {
        const double apart = norm(mesh.vertices[other] - mesh.vertices[vertex]);
        if (apart > near) continue;
        gaps.widest = std::max(gaps.widest, apart);
        return other;
      }
    }
    return vertex;
  };
  for (std::uint32_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
    Cell cell{};
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = static_cast<std::int64_t>(std::floor((mesh.vertices[vertex][k] - box.lo[k]) / near));
    first[vertex] = neighbour_of(cell, vertex);
    if (first[vertex] == vertex)
      staying[cell].push_back(vertex);
    else
      moved.push_back(vertex);
  }
  if (moved.empty()) return {};
  WorkMesh closed = mesh;
  std::vector<bool> is_moved(mesh.vertices.size(), false);
  for (const std::uint32_t vertex : moved) is_moved[vertex] = true;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
    for (const std::uint32_t vertex : mesh.triangles[k]) {
      if (!is_moved[vertex]) continue;
      is_moved[vertex] = false;
      gaps.merged.note(mesh.number[k], mesh.vertices[vertex]);
    }
  for (Triangle& triangle : closed.triangles)
    for (std::uint32_t& vertex : triangle) vertex = first[vertex];
  drop_collapsed(closed);
  const EdgeCounts after = edge_counts(closed);
  if (closed.triangles.empty() || after.open > 0 || after.crowded > before.crowded) return {};
  mesh = std::move(closed);
  return gaps;
}

Parts orient(WorkMesh& mesh) {
  const std::size_t count = mesh.triangles.size();
  struct Neighbour {
    std::uint32_t triangle = none;
    bool same_side = true;
  };
  std::vector<std::array<Neighbour, 3>> neighbours(count);
  for_each_edge(sorted_sides(mesh.triangles), [&](std::span<const Side> sides) {
    if (sides.size() != 2) return;
    const bool same_side = sides[0].forward != sides[1].forward;
    neighbours[sides[0].triangle][sides[0].number] = {sides[1].triangle, same_side};
    neighbours[sides[1].triangle][sides[1].number] = {sides[0].triangle, same_side};
  });
  Parts parts;
  parts.part.assign(count, none);
  std::vector<bool> turned(count, false);
  std::vector<std::uint32_t> members;
  for (std::uint32_t start = 0; start < count; ++start) {
    if (parts.part[start] != none) continue;
    members.assign(1, start);
    parts.part[start] = parts.count;
    std::size_t turned_count = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
      const std::uint32_t triangle = members[k];
      turned_count += turned[triangle];
      for (const Neighbour& neighbour : neighbours[triangle]) {
        if (neighbour.triangle == none) continue;
        const bool wanted = turned[triangle] != !neighbour.same_side;
        if (parts.part[neighbour.triangle] == none) {
          parts.part[neighbour.triangle] = parts.count;
          turned[neighbour.triangle] = wanted;
          members.push_back(neighbour.triangle);
        } else if (turned[neighbour.triangle] != wanted && triangle < neighbour.triangle) {
          parts.one_sided.note(mesh.number[triangle], mesh.centroid(triangle));
        }
      }
    }
    ++parts.count;
    const bool turn_others = 2 * turned_count > members.size();
    for (const std::uint32_t triangle : members)
      if (turned[triangle] != turn_others) turn_over(mesh.triangles[triangle]);
  }
  return parts;
}

Slivers turn_sliver_edges(WorkMesh& mesh) {
  Slivers slivers;
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k)
    if (long_side_of_sliver(mesh, k)) waiting.push_back(k);
  if (waiting.empty()) return slivers;
  const std::vector<std::uint32_t> found = waiting;

  std::vector<std::array<std::uint32_t, 3>> across(mesh.triangles.size(), {none, none, none});
  std::set<std::array<std::uint32_t, 2>> edges;
  for_each_edge(sorted_sides(mesh.triangles), [&](std::span<const Side> sides) {
    edges.insert({sides[0].low, sides[0].high});
    if (sides.size() != 2 || sides[0].forward == sides[1].forward) return;
    across[sides[0].triangle][sides[0].number] = sides[1].triangle;
    across[sides[1].triangle][sides[1].number] = sides[0].triangle;
  });
  const auto side_towards = [&](std::uint32_t triangle, std::uint32_t other) {
    std::size_t side = 0;
    while (across[triangle][side] != other) ++side;
    return side;
  };
  const auto replace = [&](std::uint32_t triangle, std::uint32_t old, std::uint32_t by) {
    if (triangle != none) across[triangle][side_towards(triangle, old)] = by;
  };
  // A sliver may hand its trouble on to its neighbour a few times, as along a seam with many vertices.
  for (std::size_t turns = 0; turns < waiting.size() && turns < 20 * found.size(); ++turns) {
    const std::uint32_t thin = waiting[turns];
    const std::optional<std::size_t> side = long_side_of_sliver(mesh, thin);
    if (!side) continue;
    const std::uint32_t other = across[thin][*side];
    if (other == none) continue;
    const std::size_t back = side_towards(other, thin);
    const std::uint32_t from = mesh.triangles[thin][*side], to = mesh.triangles[thin][(*side + 1) % 3],
                        middle = mesh.triangles[thin][(*side + 2) % 3],
                        apex = mesh.triangles[other][(back + 2) % 3];
    if (middle == apex || has_edge(edges, middle, apex)) continue;
    // thin = (from, to, middle), other = (to, from, apex) become (middle, from, apex) and (to, middle, apex).
    const std::uint32_t at_to = across[thin][(*side + 1) % 3], at_from = across[thin][(*side + 2) % 3],
                        apex_from = across[other][(back + 1) % 3], apex_to = across[other][(back + 2) % 3];
    replace(apex_from, other, thin);
    replace(at_to, thin, other);
    mesh.triangles[thin] = {middle, from, apex};
    across[thin] = {at_from, apex_from, other};
    mesh.triangles[other] = {to, middle, apex};
    across[other] = {at_to, thin, apex_to};
    edges.erase({std::min(from, to), std::max(from, to)});
    edges.insert({std::min(middle, apex), std::max(middle, apex)});
    for (const std::uint32_t changed : {thin, other})
      if (long_side_of_sliver(mesh, changed)) waiting.push_back(changed);
  }
  for (const std::uint32_t triangle : found)
    slivers.mended.note(mesh.number[triangle], mesh.centroid(triangle));
  for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k)
    if (long_side_of_sliver(mesh, k)) slivers.left.note(mesh.number[k], mesh.centroid(k));
  return slivers;
}

}  // namespace scree::shape
