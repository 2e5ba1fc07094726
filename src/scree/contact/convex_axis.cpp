#include "scree/contact/convex_axis.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace scree::contact {
namespace {

/// Of the square of a distance: what is nearer than this to the best cannot be told from it.
constexpr double converged = 1e-13;
constexpr int most_rounds = 64;

/// Corners of the set of differences that carry the point nearest to the origin.
template <int D>
class Simplex {
 public:
  struct Corner {
    Vec<D> place;
    std::uint32_t first = 0, second = 0;
  };

  explicit Simplex(const Corner& corner) : size_(1), nearest_(corner.place) { corners_[0] = corner; }

  const Vec<D>& nearest() const { return nearest_; }
  bool holds_origin() const { return holds_origin_; }
  bool has(const Corner& corner) const {
    for (int k = 0; k < size_; ++k)
      if (corners_[k].first == corner.first && corners_[k].second == corner.second) return true;
    return false;
  }

  void add(const Corner& corner) {
    corners_[size_++] = corner;
    Candidate best;
    if (size_ == 2)
      best = on_segment(0, 1);
    else if (size_ == 3)
      best = on_triangle(0, 1, 2);
    else
      best = on_tetrahedron();
    Corner kept[D + 1];
    for (int k = 0; k < best.size; ++k) kept[k] = corners_[best.corner[k]];
    size_ = best.size;
    for (int k = 0; k < size_; ++k) corners_[k] = kept[k];
    nearest_ = best.place;
    holds_origin_ = best.holds_origin;
  }

 private:
  struct Candidate {
    Vec<D> place;
    int corner[D + 1] = {};
    int size = 0;
    bool holds_origin = false;
  };

  Candidate on_corner(int a) const {
    Candidate result;
    result.place = corners_[a].place;
    result.corner[0] = a;
    result.size = 1;
    return result;
  }
  Candidate on_segment(int a, int b) const {
    const Vec<D>&from = corners_[a].place, way = corners_[b].place - from;
    const double share = -dot(from, way), square = dot(way, way);
    if (share <= 0) return on_corner(a);
    if (share >= square) return on_corner(b);
    Candidate result;
    result.place = from + (share / square) * way;
    result.corner[0] = a;
    result.corner[1] = b;
    result.size = 2;
    return result;
  }
  /// By the regions of corners, sides and inside; what rounding leaves between them is the nearest side.
  Candidate on_triangle(int a, int b, int c) const {
    const Vec<D>&pa = corners_[a].place, &pb = corners_[b].place, &pc = corners_[c].place;
    const Vec<D> ab = pb - pa, ac = pc - pa;
    const double d1 = -dot(ab, pa), d2 = -dot(ac, pa), d3 = -dot(ab, pb), d4 = -dot(ac, pb),
                 d5 = -dot(ab, pc), d6 = -dot(ac, pc);
    const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (va > 0 && vb > 0 && vc > 0) {
      Candidate result;
      const double all = va + vb + vc;
      result.place = pa + (vb / all) * ab + (vc / all) * ac;
      result.corner[0] = a;
      result.corner[1] = b;
      result.corner[2] = c;
      result.size = 3;
      result.holds_origin = D == 2;
      return result;
    }
    Candidate best = on_segment(a, b);
    for (const Candidate& other : {on_segment(b, c), on_segment(c, a)})
      if (dot(other.place, other.place) < dot(best.place, best.place)) best = other;
    return best;
  }
  Candidate on_tetrahedron() const {
    Candidate best;
    if constexpr (D == 3) {
      constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
      bool is_inside = true;
      double nearest = std::numeric_limits<double>::infinity();
      for (const auto& face : faces) {
        const Vec3& a = corners_[face[0]].place;
        const Vec3 normal = cross(corners_[face[1]].place - a, corners_[face[2]].place - a);
        const double opposite = dot(normal, corners_[face[3]].place - a), origin = -dot(normal, a);
        if (opposite * origin > 0) continue;
        is_inside = false;
        const Candidate other = on_triangle(face[0], face[1], face[2]);
        if (const double square = dot(other.place, other.place); square < nearest)
          best = other, nearest = square;
      }
      best.holds_origin = is_inside;
      if (is_inside) best.size = 0;
    }
    return best;
  }

  Corner corners_[D + 1];
  int size_;
  Vec<D> nearest_;
  bool holds_origin_ = false;
};

template <int D>
std::uint32_t lowest(std::span<const Vec<D>> corners, const Vec<D>& axis, double& height) {
  std::uint32_t best = 0;
  height = dot(axis, corners[0]);
  for (std::uint32_t k = 1; k < corners.size(); ++k)
    if (const double here = dot(axis, corners[k]); here < height) best = k, height = here;
  return best;
}

}  // namespace

template <int D>
ConvexAxis<D> axis_between(std::span<const Vec<D>> first, std::span<const Vec<D>> second) {
  ConvexAxis<D> result;
  result.normal[0] = 1;
  result.gap = -std::numeric_limits<double>::infinity();
  Simplex<D> simplex({first[0] - second[0], 0, 0});
  for (int round = 0; round < most_rounds; ++round) {
    const Vec<D>& nearest = simplex.nearest();
    const double square = dot(nearest, nearest);
    if (simplex.holds_origin() || !(square > 0)) break;
    const Vec<D> normal = nearest / std::sqrt(square);
    double low = 0, high = 0;
    const std::uint32_t a = lowest(first, normal, low), b = lowest(second, -normal, high);
    const double gap = low + high;
    const bool is_better = gap > result.gap;
    if (is_better) result = {normal, gap};
    const typename Simplex<D>::Corner corner{first[a] - second[b], a, b};
    if (square - dot(nearest, corner.place) <= converged * square || simplex.has(corner)) break;
    simplex.add(corner);
    // The nearest point only comes nearer: where it does not, rounding has the word.
    if (!simplex.holds_origin() && !(dot(simplex.nearest(), simplex.nearest()) < square)) break;
  }
  return result;
}

template ConvexAxis<2> axis_between<2>(std::span<const Vec2>, std::span<const Vec2>);
template ConvexAxis<3> axis_between<3>(std::span<const Vec3>, std::span<const Vec3>);

}  // namespace scree::contact
