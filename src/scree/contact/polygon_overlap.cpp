#include "scree/contact/polygon_overlap.h"

#include <cmath>

#include "scree/contact/outline.h"

namespace scree::contact {
namespace {

/// Which side of a line a point is on counts if it is farther from it than this share of the pair's size: far
/// more than rounding can be wrong by.
constexpr double clear = 1e-13;

constexpr int most_moves = 12;

/// An edge of the first and one of the second that may cross.
struct EdgePair {
  Vec2 a, e, a_end;  // of the first: start, way, end
  Vec2 b, f, b_end;

  EdgePair(const PolygonPair& pair, std::uint32_t i, std::uint32_t j)
      : a(pair.first_corner(i)),
        e(pair.first_edge(i)),
        a_end(pair.first_corner(pair.next_first(i))),
        b(pair.second_corner(j)),
        f(pair.second_edge(j)),
        b_end(pair.second_corner(pair.next_second(j))) {}

  Vec2 crossing() const { return a + (cross(b - a, f) / cross(e, f)) * e; }
};

/// Corners of one polygon between two crossings, seen from the other: are all of them clearly inside? The
/// other contains everything between its crossing edges and the far ends of these; its centre may lie beyond.
template <bool of_second>
class Inside {
 public:
  Inside(const PolygonPair& pair, const Vec2& far_start, const Vec2& far_end, double margin)
      : start_(far_start), end_(far_end), margin_(margin) {
    centre_ = of_second ? Vec2{} : pair.apart();
    uses_centre_ = cross(end_ - start_, centre_ - start_) < 0;
  }
  bool holds(const Vec2& corner) const {
    if (!uses_centre_) return start_ == end_ || cross(end_ - start_, corner - start_) > margin_;
    return cross(centre_ - start_, corner - start_) > margin_ &&
           cross(end_ - centre_, corner - centre_) > margin_;
  }

 private:
  Vec2 start_, end_, centre_;
  double margin_;
  bool uses_centre_ = false;
};

class Follower {
 public:
  explicit Follower(const PolygonPair& pair) : pair_(pair) {
    const double size = pair.first().radius() + pair.second().radius();
    margin_ = clear * size;
    area_margin_ = margin_ * size;
    least_ = least_area * size * size;
  }

  /// Moves to the crossing near (i, j) at which the first enters the second, or leaves it. False when it is
  /// not found, or not clear.
  template <bool enters>
  [[gnu::always_inline]] inline bool find(std::uint32_t& i, std::uint32_t& j, EdgePair& at) const {
    for (int moves = 0; moves < most_moves; ++moves) {
      const double a_start = cross(at.f, at.a - at.b), a_finish = cross(at.f, at.a_end - at.b);
      const double b_start = cross(at.e, at.b - at.a), b_finish = cross(at.e, at.b_end - at.a);
      const double outer_a = enters ? a_start : a_finish, inner_a = enters ? a_finish : a_start;
      const double inner_b = enters ? b_start : b_finish, outer_b = enters ? b_finish : b_start;
      if (outer_a < -margin_ && inner_a > margin_ && inner_b > margin_ && outer_b < -margin_) return true;
      if (outer_a >= 0)
        i = enters ? pair_.previous_first(i) : pair_.next_first(i);
      else if (outer_b >= 0)
        j = enters ? pair_.next_second(j) : pair_.previous_second(j);
      else if (inner_a <= 0)
        i = enters ? pair_.next_first(i) : pair_.previous_first(i);
      else if (inner_b <= 0)
        j = enters ? pair_.previous_second(j) : pair_.next_second(j);
      else
        return false;
      at = EdgePair(pair_, i, j);
    }
    return false;
  }

  /// The intersection between two crossings that are clear; false if a corner between them is not clearly
  /// inside.
  [[gnu::always_inline]] inline bool enclose(const Crossings& at, const EdgePair& entering,
                                             const EdgePair& leaving, SharedArea& shared) const {
    const Vec2 in = entering.crossing(), out = leaving.crossing();
    shared.line = out - in;
    const double length_squared = dot(shared.line, shared.line);
    if (!(length_squared > 0)) return false;
    // Pushes the first out; as long as the line. The root and the quotients wait for nothing but the
    // crossings.
    const Vec2 normal{-shared.line[1], shared.line[0]};
    const double per_length = 1 / std::sqrt(length_squared);
    const Inside<false> in_second(pair_, entering.b_end, leaving.b, area_margin_);
    const Inside<true> in_first(pair_, leaving.a_end, entering.a, area_margin_);
    // The ring is anticlockwise: the first's corners are on the right of the line, the second's on its left.
    Outline outline(in);
    double highest = 0, lowest = 0;
    std::uint32_t left = pair_.first_size();
    for (std::uint32_t i = at.first_in; i != at.first_out; --left) {
      if (left == 0) return false;
      i = pair_.next_first(i);
      const Vec2 corner = pair_.first_corner(i);
      if (!in_second.holds(corner)) return false;
      const double height = dot(normal, corner - in);
      lowest = height < lowest ? height : lowest;
      outline.add(corner);
    }
    outline.add(out);
    left = pair_.second_size();
    for (std::uint32_t j = at.second_out; j != at.second_in; --left) {
      if (left == 0) return false;
      j = pair_.next_second(j);
      const Vec2 corner = pair_.second_corner(j);
      if (!in_first.holds(corner)) return false;
      const double height = dot(normal, corner - in);
      highest = height > highest ? height : highest;
      outline.add(corner);
    }
    shared.area = outline.area();
    if (!(shared.area > least_)) return false;
    // As set_middle(), seen from where the line begins: no quotient waits for another.
    const double per_area = 1 / (6 * shared.area);
    const double shift = 0.5 - per_area * (dot(outline.moment(), shared.line) * (per_length * per_length));
    for (int k = 0; k < 2; ++k) {
      shared.centroid[k] = in[k] + per_area * outline.moment()[k];
      shared.middle[k] = shared.centroid[k] + shift * shared.line[k];
    }
    shared.depth = (highest - lowest) * per_length;
    return true;
  }

  template <bool enters>
  bool is_crossing(std::uint32_t i, std::uint32_t j) const {
    const double sign = enters ? 1 : -1;
    const EdgePair at(pair_, i, j);
    return sign * cross(at.f, at.a - at.b) < -margin_ && sign * cross(at.f, at.a_end - at.b) > margin_ &&
           sign * cross(at.e, at.b - at.a) > margin_ && sign * cross(at.e, at.b_end - at.a) < -margin_;
  }

 private:
  const PolygonPair& pair_;
  double margin_, area_margin_, least_;
};

/// Looks at every pair of edges. False unless there is one clear way in and one clear way out.
bool find_crossings(const PolygonPair& pair, const Follower& follower, Crossings& found) {
  int entries = 0, exits = 0;
  for (std::uint32_t i = 0; i < pair.first_size(); ++i) {
    const Vec2 a = pair.first_corner(i), e = pair.first_edge(i);
    double last = cross(e, pair.second_corner(0) - a);
    for (std::uint32_t j = 0; j < pair.second_size(); ++j) {
      const double next = cross(e, pair.second_corner(pair.next_second(j)) - a);
      const bool falls = last > 0 && next < 0, rises = last < 0 && next > 0;
      last = next;
      if (falls && follower.is_crossing<true>(i, j)) {
        found.first_in = i;
        found.second_in = j;
        ++entries;
      } else if (rises && follower.is_crossing<false>(i, j)) {
        found.first_out = i;
        found.second_out = j;
        ++exits;
      }
    }
  }
  return entries == 1 && exits == 1;
}

}  // namespace

/// Sutherland and Hodgman's way: what the first has left after each of the second's edges has cut it.
class Clipping {
 public:
  Clipping(const PolygonPair& pair, ClipSpace& space) : pair_(pair), space_(space) {}

  SharedArea run() {
    SharedArea shared;
    space_.now_.clear();
    for (std::uint32_t i = 0; i < pair_.first_size(); ++i)
      space_.now_.push_back({pair_.first_corner(i), true, 0});
    for (std::uint32_t j = 0; j < pair_.second_size() && !space_.now_.empty(); ++j)
      cut(pair_.second_corner(j), pair_.second_edge(j));
    const std::vector<ClipSpace::Vertex>& ring = space_.now_;
    if (ring.size() < 3) return shared;
    Outline outline(ring[0].point);
    for (std::size_t k = 1; k < ring.size(); ++k) outline.add(ring[k].point);
    const double size = pair_.first().radius() + pair_.second().radius();
    if (!(outline.area() > least_area * size * size)) return shared;
    double moment = 0;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      if (!ring[k].edge_of_first) continue;
      const Vec2 &from = ring[k].point, &to = ring[k + 1 == ring.size() ? 0 : k + 1].point;
      shared.line += to - from;
      moment += 0.5 * dot(from + to, to - from);
    }
    shared.area = outline.area();
    shared.centroid = outline.centroid();
    Vec2 direction = shared.line;
    double length = norm(direction);
    if (!(length > 1e-9 * size)) {
      // One contains the other, or is pierced by it: no line; they are to go apart the short way.
      shared.line = {};
      direction = {-pair_.apart()[1], pair_.apart()[0]};
      length = norm(direction);
      if (!(length > 0)) direction = {1, 0}, length = 1;
    }
    const Vec2 normal{-direction[1] / length, direction[0] / length};
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    for (const ClipSpace::Vertex& vertex : ring) {
      const double height = dot(normal, vertex.point);
      lowest = std::fmin(lowest, height);
      highest = std::fmax(highest, height);
    }
    shared.depth = highest - lowest;
    set_middle(shared, moment);
    return shared;
  }

 private:
  void cut(const Vec2& start, const Vec2& edge) {
    std::vector<ClipSpace::Vertex>& ring = space_.now_;
    bool any_outside = false;
    for (ClipSpace::Vertex& vertex : ring) {
      vertex.side = cross(edge, vertex.point - start);
      any_outside |= vertex.side < 0;
    }
    if (!any_outside) return;
    space_.next_.clear();
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const ClipSpace::Vertex &here = ring[k], &next = ring[k + 1 == ring.size() ? 0 : k + 1];
      if (here.side >= 0) space_.next_.push_back(here);
      if ((here.side >= 0) == (next.side >= 0)) continue;
      const double share = here.side / (here.side - next.side);
      // Leaving, the cut itself begins here; coming back, the rest of the old edge.
      space_.next_.push_back(
          {here.point + share * (next.point - here.point), here.side < 0 && here.edge_of_first, 0});
    }
    std::swap(ring, space_.next_);
  }

  const PolygonPair& pair_;
  ClipSpace& space_;
};

namespace {

void search_or_clip(const PolygonPair& pair, Crossings& hint, ClipSpace& space, SharedArea& shared) {
  const Follower follower(pair);
  Crossings found;
  shared = {};
  if (find_crossings(pair, follower, found) &&
      follower.enclose(found, EdgePair(pair, found.first_in, found.second_in),
                       EdgePair(pair, found.first_out, found.second_out), shared))
    hint = found;
  else
    shared = Clipping(pair, space).run();
}

}  // namespace

Crossings crossings_near(const PolygonPair& pair, const FeaturePair& features) {
  const std::uint32_t i = features.first / 2, j = features.second / 2;
  if (is_edge(features.first)) return {i, j, i, pair.previous_second(j)};
  return {pair.previous_first(i), j, i, j};
}

bool follow_crossings(const PolygonPair& pair, Crossings& hint, SharedArea& shared) {
  const Follower follower(pair);
  EdgePair entering(pair, hint.first_in, hint.second_in), leaving(pair, hint.first_out, hint.second_out);
  return follower.find<true>(hint.first_in, hint.second_in, entering) &&
         follower.find<false>(hint.first_out, hint.second_out, leaving) &&
         follower.enclose(hint, entering, leaving, shared);
}

SharedArea shared_area(const PolygonPair& pair, Crossings& hint, ClipSpace& space) {
  SharedArea shared;
  if (!follow_crossings(pair, hint, shared)) search_or_clip(pair, hint, space, shared);
  return shared;
}

}  // namespace scree::contact
