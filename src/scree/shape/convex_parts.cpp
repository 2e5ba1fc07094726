#include <algorithm>

#include "scree/shape/corner_ring.h"
#include "scree/shape/rigid_polygon.h"

namespace scree::shape {
namespace {

using Ring = std::vector<std::size_t>;  // numbers of corners

struct Cut {
  std::size_t from = 0, to = 0;
  double length = 0;
};

class EarCutter {
 public:
  explicit EarCutter(std::span<const Vec2> corners) : corners_(corners) {
    for (std::size_t k = 0; k < corners.size(); ++k) left_.push_back(k);
    for (std::size_t k = 0; k < left_.size(); ++k) is_ear_.push_back(test(k));
  }

  /// Triangles and the cuts between them; false if no ear is found although corners are left.
  bool cut(std::vector<Ring>& triangles, std::vector<Cut>& cuts) {
    bool is_fresh = true;
    while (left_.size() > 3) {
      const std::size_t best = shortest();
      if (best == left_.size()) {
        if (is_fresh) return false;
        // A corner that stood in the way of an ear may be gone.
        for (std::size_t k = 0; k < left_.size(); ++k) is_ear_[k] = test(k);
        is_fresh = true;
        continue;
      }
      const std::size_t before = left_[previous(best)], after = left_[next(best)];
      triangles.push_back({before, left_[best], after});
      cuts.push_back({before, after, norm(corners_[after] - corners_[before])});
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(best));
      is_ear_.erase(is_ear_.begin() + static_cast<std::ptrdiff_t>(best));
      const std::size_t here = best % left_.size();
      is_ear_[here] = test(here);
      is_ear_[previous(here)] = test(previous(here));
      is_fresh = false;
    }
    triangles.push_back(left_);
    return true;
  }

 private:
  std::size_t next(std::size_t k) const { return k + 1 == left_.size() ? 0 : k + 1; }
  std::size_t previous(std::size_t k) const { return (k == 0 ? left_.size() : k) - 1; }
  const Vec2& corner(std::size_t k) const { return corners_[left_[k]]; }

  bool test(std::size_t k) const {
    const Vec2 &a = corner(previous(k)), &b = corner(k), &c = corner(next(k));
    if (!(turn(a, b, c) > 0)) return false;
    for (std::size_t other = 0; other < left_.size(); ++other) {
      if (other == k || other == previous(k) || other == next(k)) continue;
      const Vec2& p = corner(other);
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  std::size_t shortest() const {
    std::size_t best = left_.size();
    double least = 0;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      if (!is_ear_[k]) continue;
      const double length = norm(corner(next(k)) - corner(previous(k)));
      if (best == left_.size() || length < least) {
        best = k;
        least = length;
      }
    }
    return best;
  }

  std::span<const Vec2> corners_;
  Ring left_;
  std::vector<bool> is_ear_;
};

/// The ring of two rings that share the edge from `from` to `to` (in the first; reversed in the second).
Ring joined(const Ring& first, const Ring& second, std::size_t from, std::size_t to) {
  const auto place = [](const Ring& ring, std::size_t corner) {
    return static_cast<std::size_t>(std::find(ring.begin(), ring.end(), corner) - ring.begin());
  };
  Ring ring;
  for (std::size_t k = 0, at = place(first, to); k < first.size(); ++k)
    ring.push_back(first[(at + k) % first.size()]);
  for (std::size_t k = 1, at = place(second, from); k + 1 < second.size(); ++k)
    ring.push_back(second[(at + k) % second.size()]);
  return ring;
}

bool has_edge(const Ring& ring, std::size_t from, std::size_t to) {
  for (std::size_t k = 0; k < ring.size(); ++k)
    if (ring[k] == from && ring[(k + 1) % ring.size()] == to) return true;
  return false;
}

bool is_convex(const Ring& ring, std::span<const Vec2> corners) {
  for (std::size_t k = 0; k < ring.size(); ++k)
    if (!(turn(corners[ring[k]], corners[ring[(k + 1) % ring.size()]],
               corners[ring[(k + 2) % ring.size()]]) >= 0))
      return false;
  return true;
}

}  // namespace

std::vector<std::vector<std::size_t>> convex_parts(std::span<const Vec2> ring) {
  std::vector<Ring> parts;
  std::vector<Cut> cuts;
  if (!EarCutter(ring).cut(parts, cuts)) return {};
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return a.length != b.length ? a.length > b.length : a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  for (const Cut& cut : cuts) {
    // The ear has the cut from its end to its beginning, what is left has it the other way round.
    const auto first = std::find_if(parts.begin(), parts.end(),
                                    [&](const Ring& part) { return has_edge(part, cut.to, cut.from); });
    const auto second = std::find_if(parts.begin(), parts.end(),
                                     [&](const Ring& part) { return has_edge(part, cut.from, cut.to); });
    if (first == parts.end() || second == parts.end()) continue;
    Ring both = joined(*first, *second, cut.to, cut.from);
    if (!is_convex(both, ring)) continue;
    *first = std::move(both);
    parts.erase(second);
  }
  return parts;
}

}  // namespace scree::shape
