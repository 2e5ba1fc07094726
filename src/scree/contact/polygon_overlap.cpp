#include "scree/contact/polygon_overlap.h"

#include <cmath>

#include "scree/contact/area_sum.h"
#include "scree/contact/pair_corners.h"

namespace scree::contact {
namespace {

/// Which side of a line a point is on counts if it is farther from it than this share of the pair's size: far
/// more than rounding can be wrong by.
constexpr double clear = 1e-13;

constexpr int most_moves = 12;

/// An edge of the first and one of the second that may cross.
struct EdgePair {
  Lane2 a, e, a_end;  // of the first: start, way, end
  Lane2 b, f, b_end;

  EdgePair(const PolygonPair& pair, const PairCorners& corners, std::uint32_t i, std::uint32_t j)
      : a(corners.first(i)),
        e(corners.first_edge(i)),
        a_end(corners.first(pair.next_first(i))),
        b(corners.second(j)),
        f(corners.second_edge(j)),
        b_end(corners.second(pair.next_second(j))) {}

  Lane2 crossing() const { return a + both(cross(b - a, f) / cross(e, f)) * e; }
};

/// Corners of one polygon between two crossings, seen from the other: are all of them clearly inside? The
/// other contains everything between its crossing edges and the far ends of these; its centre may lie beyond.
class Inside {
 public:
  Inside(const Lane2& centre, const Lane2& far_start, const Lane2& far_end, double margin)
      : start_(far_start), end_(far_end), centre_(centre), way_(far_end - far_start), margin_(margin) {
    uses_centre_ = cross(way_, centre_ - start_) < 0;
  }
  bool holds(const Lane2& corner) const {
    if (!uses_centre_) return cross(way_, corner - start_) > margin_ || (way_[0] == 0 && way_[1] == 0);
    return cross(centre_ - start_, corner - start_) > margin_ &&
           cross(end_ - centre_, corner - centre_) > margin_;
  }

 private:
  Lane2 start_, end_, centre_, way_;
  double margin_;
  bool uses_centre_;
};

class Follower {
 public:
  explicit Follower(const PolygonPair& pair) : pair_(pair), corners_(pair) {
    const double size = pair.first().radius() + pair.second().radius();
    margin_ = clear * size;
    area_margin_ = margin_ * size;
    least_ = least_area * size * size;
  }

  EdgePair edges(std::uint32_t i, std::uint32_t j) const { return EdgePair(pair_, corners_, i, j); }

  /// A crossing that may be clear: the distances of the four ends from the other's line, positive if the
  /// first enters the second there, or leaves it; all in one, for the sake of prediction.
  struct Sight {
    Lane2 least;    // of these, in two lots
    double height;  // of the edge's start above the other's line, or below it when entering
    Lane2 along;    // the other's direction, swapped
  };
  template <bool enters>
  [[gnu::always_inline]] static inline Sight look_at(const EdgePair& at) {
    const Lane2 e = swapped(at.e), f = swapped(at.f);
    const Lane2 starts = enters ? at.a - at.b : at.b - at.a;
    const Lane2 a_finish = enters ? at.b - at.a_end : at.a_end - at.b;
    const Lane2 b_finish = enters ? at.b_end - at.a : at.a - at.b_end;
    const Lane2 before = crosses(starts, f, starts, e), after = crosses(a_finish, f, b_finish, e);
    return {smaller(before, after), before[0], f};
  }
  [[gnu::always_inline]] inline bool are_clear(const Sight& entering, const Sight& leaving) const {
    const Lane2 least = smaller(entering.least, leaving.least);
    return (least[0] < least[1] ? least[0] : least[1]) > margin_;
  }
  /// The same as at.crossing(), from what was seen.
  template <bool enters>
  [[gnu::always_inline]] static inline Lane2 crossing_of(const EdgePair& at, const Sight& sight) {
    const Lane2 products = at.e * sight.along;
    const double slope = enters ? products[1] - products[0] : products[0] - products[1];
    return at.a + both(sight.height / slope) * at.e;
  }

  /// Moves to the crossing near (i, j) at which the first enters the second, or leaves it. False when it is
  /// not found, or not clear.
  template <bool enters>
  bool find(std::uint32_t& i, std::uint32_t& j, EdgePair& at) const {
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
      at = edges(i, j);
    }
    return false;
  }

  /// The intersection between two crossings that are clear; false if a corner between them is not clearly
  /// inside.
  bool enclose(const Crossings& at, const EdgePair& entering, const EdgePair& leaving,
               SharedArea& shared) const {
    return enclose(at, entering, leaving, entering.crossing(), leaving.crossing(), shared);
  }
  [[gnu::always_inline]] inline bool enclose(const Crossings& at, const EdgePair& entering,
                                             const EdgePair& leaving, const Lane2& in, const Lane2& out,
                                             SharedArea& shared) const {
    const Lane2 line = out - in, across = swapped(line);
    if (!(dot(line, line) > 0)) return false;
    // Seen from where the line begins. The ring is anticlockwise: the first's corners are on the right of the
    // line, the second's on its left. Heights are times the line's length.
    double doubled = 0, highest = 0, lowest = 0;
    Lane2 last{0, 0}, moment{0, 0};
    const auto add = [&](const Lane2& here) {
      const double part = cross(last, here);
      doubled += part;
      moment += both(part) * (last + here);
      last = here;
    };
    const auto height_of = [&](const Lane2& here) {
      const Lane2 products = here * across;
      return products[1] - products[0];
    };
    if (at.first_in != at.first_out) {
      const Inside in_second(corners_.apart(), entering.b_end, leaving.b, area_margin_);
      std::uint32_t i = pair_.next_first(at.first_in);
      // The first triangle has no area.
      const Lane2 corner = corners_.first(i);
      if (!in_second.holds(corner)) return false;
      last = corner - in;
      const double height = height_of(last);
      lowest = height < 0 ? height : 0;
      while (i != at.first_out) {
        i = pair_.next_first(i);
        const Lane2 next = corners_.first(i), here = next - in;
        if (!in_second.holds(next)) return false;
        const double next_height = height_of(here);
        lowest = next_height < lowest ? next_height : lowest;
        add(here);
      }
      add(line);
    } else {
      last = line;
    }
    if (at.second_out != at.second_in) {
      const Inside in_first(Lane2{0, 0}, leaving.a_end, entering.a, area_margin_);
      for (std::uint32_t j = at.second_out; j != at.second_in;) {
        j = pair_.next_second(j);
        const Lane2 corner = corners_.second(j), here = corner - in;
        if (!in_first.holds(corner)) return false;
        const double height = height_of(here);
        highest = height > highest ? height : highest;
        add(here);
      }
    }
    shared.area = 0.5 * doubled;
    if (!(shared.area > least_)) return false;
    // What needs a root or another quotient is left to those who ask for it.
    store(in + both(1 / (3 * doubled)) * moment, shared.centroid);
    store(line, shared.line);
    shared.moment = dot(in + both(0.5) * line, line);
    shared.rise = highest - lowest;
    return true;
  }

  template <bool enters>
  bool is_crossing(std::uint32_t i, std::uint32_t j) const {
    const double sign = enters ? 1 : -1;
    const EdgePair at = edges(i, j);
    return sign * cross(at.f, at.a - at.b) < -margin_ && sign * cross(at.f, at.a_end - at.b) > margin_ &&
           sign * cross(at.e, at.b - at.a) > margin_ && sign * cross(at.e, at.b_end - at.a) < -margin_;
  }

 private:
  const PolygonPair& pair_;
  PairCorners corners_;
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
    AreaSum outline(ring[0].point);
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
    shared.rise = highest - lowest;
    if (shared.line != Vec2{}) shared.rise *= length;
    shared.moment = moment;
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

[[gnu::noinline]] void search_or_clip(const PolygonPair& pair, Crossings& hint, ClipSpace& space,
                                      SharedArea& shared) {
  const Follower follower(pair);
  Crossings found;
  shared = {};
  if (find_crossings(pair, follower, found) &&
      follower.enclose(found, follower.edges(found.first_in, found.second_in),
                       follower.edges(found.first_out, found.second_out), shared))
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

namespace {

/// The crossings have moved on: looks for them nearby.
[[gnu::noinline]] bool find_again(const PolygonPair& pair, Crossings& hint, SharedArea& shared) {
  const Follower follower(pair);
  EdgePair entering = follower.edges(hint.first_in, hint.second_in),
           leaving = follower.edges(hint.first_out, hint.second_out);
  return follower.find<true>(hint.first_in, hint.second_in, entering) &&
         follower.find<false>(hint.first_out, hint.second_out, leaving) &&
         follower.enclose(hint, entering, leaving, shared);
}

}  // namespace

namespace {

[[gnu::always_inline]] inline bool follow(const PolygonPair& pair, Crossings& hint, SharedArea& shared) {
  const Follower follower(pair);
  const EdgePair entering = follower.edges(hint.first_in, hint.second_in),
                 leaving = follower.edges(hint.first_out, hint.second_out);
  const Follower::Sight in = Follower::look_at<true>(entering), out = Follower::look_at<false>(leaving);
  if (!follower.are_clear(in, out)) return find_again(pair, hint, shared);
  return follower.enclose(hint, entering, leaving, Follower::crossing_of<true>(entering, in),
                          Follower::crossing_of<false>(leaving, out), shared);
}

}  // namespace

bool follow_crossings(const PolygonPair& pair, Crossings& hint, SharedArea& shared) {
  return follow(pair, hint, shared);
}

SharedArea shared_area(const PolygonPair& pair, Crossings& hint, ClipSpace& space) {
  SharedArea shared;
  if (!follow(pair, hint, shared)) search_or_clip(pair, hint, space, shared);
  return shared;
}

}  // namespace scree::contact
