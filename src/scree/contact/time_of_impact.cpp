#include "scree/contact/time_of_impact.h"

#include <array>
#include <limits>
#include <vector>

#include "scree/contact/advance.h"
#include "scree/contact/convex_axis.h"
#include "scree/contact/surface_impact.h"

namespace scree::contact {
namespace {

/// [rad] by which trees are searched at once.
constexpr double most_turn = 0.4;
/// A point's way ahead of its place along an axis: at least (first) or at most (second) c0 + c1 t + c2 t^2.
struct Ahead {
  double c0, c1, c2;

  double at(double t) const { return c0 + t * (c1 + t * c2); }
  /// Over [0, t].
  double least(double t) const {
    const double turn = c2 > 0 ? -c1 / (2 * c2) : 0;
    return turn > 0 && turn < t ? c0 + 0.5 * turn * c1 : std::min(c0, at(t));
  }
};

/// The spin's part of motion along an axis: n.(w x r) is this times r.
Vec2 lever(const Vec2& axis, double spin) { return {spin * axis[1], -spin * axis[0]}; }
Vec3 lever(const Vec3& axis, const Vec3& spin) { return cross(axis, spin); }

template <int D>
class Search {
 public:
  Search(const Moving<D>& first, const Moving<D>& second, const ImpactQuery& query)
      : first_(first), second_(second), query_(query), course_(first, second), is_round_(meets_surface()) {}

  ImpactTime run() {
    start_ = 0;
    while (start_ < query_.duration) {
      if (!skip_apart()) break;
      now_ = course_.at(start_);
      span_ = query_.duration - start_;
      if (is_tree()) span_ = std::min(span_, stretch());
      const double asked = span_;
      meet();
      if (hit_) return finish();
      // What is left of the last stretch may be lost to rounding.
      start_ = asked < query_.duration - start_ ? start_ + asked : query_.duration;
    }
    result_.time = query_.duration;
    return result_;
  }

 private:
  ImpactTime finish() {
    // Rounding of the sum.
    result_.time = start_ + span_;
    if (result_.time > 0) result_.time *= 1 - 4 * std::numeric_limits<double>::epsilon();
    if (result_.end != ImpactTime::End::spent)
      result_.end = result_.time > 0 ? ImpactTime::End::met : ImpactTime::End::near;
    return result_;
  }

  bool is_flat() const { return second_.shape->plane() != nullptr; }
  /// Whether a round wall is met by its true surface. A hole is a post to what is outside of it.
  bool meets_surface() const {
    const world::Surface<D>* const surface = second_.shape->surface();
    if (surface == nullptr) return false;
    if constexpr (D == 2) {
      const auto& circle = std::get<shape::Circle>(*surface);
      const Vec2 centre = to_scene(at(second_, 0.0).pose, circle.centre);
      return circle.far || norm(position_at(first_.curve, first_.since) - centre) <= circle.radius;
    } else {
      return first_.shape->is_ball();
    }
  }
  bool is_tree() const {
    return !is_flat() && !is_round_ && second_.shape->pieces() != nullptr &&
           first_.shape->pieces()->piece_count() * second_.shape->pieces()->piece_count() > 1;
  }
  double room() const { return query_.distance + now_.rounding; }
  double first_radius() const { return first_.scale * first_.shape->radius(); }
  double second_radius() const { return second_.scale * second_.shape->radius(); }

  /// Goes on to where the balls around both shapes come near; false: they do not. Only ever saves work.
  bool skip_apart() {
    if (!first_.shape->is_bounded() || !second_.shape->is_bounded() || is_round_) return true;
    const double both = first_radius() + second_radius() + query_.distance;
    for (int round = 0; round < 32; ++round) {
      const double s = first_.since + start_, t = second_.since + start_;
      const Vec<D> apart = position_at(first_.curve, s) - position_at(second_.curve, t);
      const double distance = norm(apart), gap = distance - both - 1e-14 * (norm(apart) + both);
      if (!(gap > 0.02 * both)) return true;
      const Vec<D> axis = apart / distance;
      const double left = query_.duration - start_,
                   step = first_root(
                       gap, dot(axis, velocity_at(first_.curve, s) - velocity_at(second_.curve, t)),
                       0.5 * dot(axis, first_.curve.acceleration - second_.curve.acceleration), left);
      if (step >= left) return false;
      start_ += step;
    }
    return true;
  }

  /// [s] for which the bounds of nodes are worth something.
  double stretch() const {
    double span = std::numeric_limits<double>::infinity();
    if (course_.spin() > 0) span = most_turn / course_.spin();
    const double pull = norm(now_.acceleration);
    const double size = std::min(first_radius(), second_radius());
    if (pull > 0) span = std::min(span, std::sqrt(0.5 * size / pull));
    return span;
  }

  void meet() {
    if (is_flat())
      meet_plane();
    else if (is_round_)
      meet_surface();
    else if (second_.shape->pieces() != nullptr)
      descend(0, 0);
  }

  /// They come near `t` after the start; what is later is of no more interest.
  void note(double t, bool is_spent) {
    span_ = t;
    hit_ = true;
    result_.end = is_spent ? ImpactTime::End::spent : ImpactTime::End::met;
  }

  void descend(std::uint32_t i, std::uint32_t j) {
    const auto &one = first_.shape->pieces()->nodes()[i], &other = second_.shape->pieces()->nodes()[j];
    if (is_tree() && stay_apart(one, other)) return;
    const double one_size = first_.scale * one.radius, other_size = second_.scale * other.radius;
    if (one.child == 0 && other.child == 0) {
      advance(one.piece, other.piece);
    } else if (other.child == 0 || (one.child != 0 && one_size >= other_size)) {
      descend_nearer_first(one.child, j, one.child + 1, j);
    } else {
      descend_nearer_first(i, other.child, i, other.child + 1);
    }
  }
  /// The sooner something is found, the less is left.
  void descend_nearer_first(std::uint32_t i, std::uint32_t j, std::uint32_t k, std::uint32_t m) {
    const auto apart = [&](std::uint32_t a, std::uint32_t b) {
      const auto &one = first_.shape->pieces()->nodes()[a], &other = second_.shape->pieces()->nodes()[b];
      const Vec<D> way = now_.first_place(one.centre) - now_.second_arm(other.centre) - now_.shift;
      return norm(way) - first_.scale * one.radius - second_.scale * other.radius;
    };
    if (apart(k, m) < apart(i, j)) {
      std::swap(i, k);
      std::swap(j, m);
    }
    descend(i, j);
    if (span_ > 0) descend(k, m);
  }

  /// Whether two nodes surely keep the distance for the whole span.
  bool stay_apart(const typename PieceTree<D>::Node& one, const typename PieceTree<D>::Node& other) const {
    const Vec<D> arm = now_.first_place(one.centre), other_arm = now_.second_arm(other.centre);
    const Vec<D> apart = arm - other_arm - now_.shift;
    const Vec<D> way =
        span_ * (now_.velocity + cross(now_.first_spin, arm) - cross(now_.second_spin, other_arm));
    const double slack = 0.5 * span_ * span_ *
                         (norm(now_.acceleration) + bend<D>(now_.first_bound, now_.first_spin, arm) +
                          bend<D>(now_.second_bound, now_.second_spin, other_arm));
    const double round = first_.scale * first_.shape->round() + second_.scale * second_.shape->round();
    const double one_size = first_.scale * one.radius, other_size = second_.scale * other.radius;
    const double most = room() + round + slack;
    // Balls around the nodes: the nearest that their centres come on straight lines.
    const double square = dot(way, way), share = -dot(apart, way);
    const double when = share <= 0 ? 0 : (share >= square ? 1 : share / square);
    const Vec<D> nearest = apart + when * way;
    const double balls = most + one_size + other_size;
    constexpr double rounding = 1 + 1e-12;
    if (dot(nearest, nearest) > balls * balls * rounding) return true;
    // Boxes along the axes of the first.
    const double turned = span_ * (now_.first_bound.spin * one_size + now_.second_bound.spin * other_size);
    const Vec<D> half = first_.scale * one.half + now_.turn.around(second_.scale * other.half);
    for (int k = 0; k < D; ++k) {
      const double low = std::min(apart[k], apart[k] + way[k]), high = std::max(apart[k], apart[k] + way[k]);
      const double reach = rounding * (half[k] + most + turned);
      if (low > reach || high < -reach) return true;
    }
    return false;
  }

  /// Two convex pieces until they come near, or for the span.
  void advance(std::uint32_t i, std::uint32_t j) {
    Encounter<D> later;
    const Encounter<D>* now = &now_;
    double t = 0;
    const double round = first_.scale * first_.shape->round() + second_.scale * second_.shape->round();
    for (int k = 0; k < query_.rounds; ++k) {
      ++result_.rounds;
      firsts_.clear();
      seconds_.clear();
      for (const Vec<D>& own : first_.shape->pieces()->piece(i)) firsts_.push_back(now->first_place(own));
      for (const Vec<D>& own : second_.shape->pieces()->piece(j))
        seconds_.push_back(now->second_arm(own) + now->shift);
      const ConvexAxis<D> axis = axis_between<D>(firsts_, seconds_);
      const double gap = axis.gap - round - query_.distance - now->rounding;
      if (!(gap > 0) || (k > 0 && gap <= query_.tolerance)) return note(t, false);
      const double left = span_ - t, step = free_time(*now, axis.normal, gap - axis.gap, left);
      if (step >= left) return;
      if (!(t + step > t)) return note(t, false);
      t += step;
      later = course_.at(start_ + t);
      now = &later;
    }
    note(t, true);
  }

  /// How long the two stay apart along an axis; `offset` is what is taken off their gap.
  double free_time(const Encounter<D>& now, const Vec<D>& axis, double offset, double left) {
    ahead_.clear();
    behind_.clear();
    const Vec<D> first_lever = lever(axis, now.first_spin), second_lever = lever(axis, now.second_spin);
    const double speed = dot(axis, now.velocity), pull = 0.5 * dot(axis, now.acceleration);
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Vec<D>& place : firsts_) {
      ahead_.push_back({dot(axis, place) + offset, speed + dot(first_lever, place),
                        pull - 0.5 * bend<D>(now.first_bound, now.first_spin, place)});
      lowest = std::min(lowest, ahead_.back().least(left));
    }
    for (const Vec<D>& place : seconds_) {
      const Vec<D> arm = place - now.shift;
      behind_.push_back(
          {dot(axis, place), dot(second_lever, arm), 0.5 * bend<D>(now.second_bound, now.second_spin, arm)});
      highest = std::max(highest, std::max(behind_.back().c0, behind_.back().at(left)));
    }
    double free = left;
    if (lowest > highest) return free;
    for (const Ahead& one : ahead_) {
      if (one.least(left) > highest) continue;
      for (const Ahead& other : behind_) {
        if (std::max(other.c0, other.at(left)) < lowest) continue;
        free = std::min(free, first_root(one.c0 - other.c0, one.c1 - other.c1, one.c2 - other.c2, free));
      }
    }
    return free;
  }

  const Moving<D>&first_, &second_;
  const ImpactQuery& query_;
  Course<D> course_;
  const bool is_round_;
  ImpactTime result_;
  double start_ = 0;  // [s] of the present stretch
  double span_ = 0;   // [s] after that, up to which is looked
  bool hit_ = false;
  Encounter<D> now_;
  std::vector<Vec<D>> firsts_, seconds_;
  std::vector<Ahead> ahead_, behind_;

  void meet_plane();
  void meet_surface();
};

/// The plane may turn: then heights over it are not bounded by parabolas of places alone. With its normal N
/// and the wall's spin w, the height N.(p - o) has the second derivative
/// N.(p'' - o'') + 2 (w x N).(p' - o') + (w x (w x N)).(p - o).
template <int D>
void Search<D>::meet_plane() {
  const shape::Plane<D>& plane = *second_.shape->plane();
  const auto corners = first_.shape->pieces()->corners();
  const double round = first_.scale * first_.shape->round();
  Encounter<D> now = now_;
  double t = 0;
  for (int k = 0; k < query_.rounds; ++k) {
    ++result_.rounds;
    const double left = span_ - t;
    const Vec<D> normal = now.turn(plane.normal), arm = now.second_arm(plane.point);
    // The point of the wall that is under the first's place.
    const double height = -dot(normal, now.shift + arm);
    const Vec<D> under = -height * normal - now.shift;  // from the wall's place
    const Vec<D> velocity = now.velocity - cross(now.second_spin, under);
    const Vec<D> turning = cross(now.second_spin, normal);
    const double speed = dot(normal, velocity), pull = dot(normal, now.acceleration);
    const double spin = now.second_bound.spin, spin_change = std::max(now.second_bound.change, 0.0);
    const double under_bend = bend<D>(now.second_bound, now.second_spin, under);
    double nearest = std::numeric_limits<double>::infinity(), free = left;
    for (const Vec<D>& own : corners) {
      const Vec<D> place = now.first_place(own);
      const double gap = height + dot(normal, place) - round - query_.distance - now.rounding;
      nearest = std::min(nearest, gap);
      if (gap <= 0) break;
      const double own_bend = bend<D>(now.first_bound, now.first_spin, place);
      const Vec<D> along = velocity + cross(now.first_spin, place);
      double bent = own_bend + under_bend;
      if (spin > 0) {
        const double faster = norm(now.acceleration) + own_bend + under_bend;
        const double most_speed = norm(along) + left * faster;
        const double farthest = norm(place + height * normal) + left * most_speed;
        bent += 2 * spin * most_speed + (spin * spin + spin_change) * farthest;
        // The part of gravity along the normal, too, turns with it.
        bent += std::min(2.0, spin * left) * norm(now.acceleration);
      }
      const double rate =
          speed + dot(normal, cross(now.first_spin, place)) + dot(turning, place + height * normal);
      free = std::min(free, first_root(gap, rate, 0.5 * (pull - bent), free));
    }
    if (nearest <= 0 || (k > 0 && nearest <= query_.tolerance)) return note(t, false);
    if (free >= left) return;
    if (!(t + free > t)) return note(t, false);
    t += free;
    now = course_.at(start_ + t);
  }
  note(t, true);
}

template <int D>
void Search<D>::meet_surface() {
  Encounter<D> now = now_;
  double t = 0;
  for (int k = 0; k < query_.rounds; ++k) {
    ++result_.rounds;
    const double left = span_ - t;
    const SurfaceTime free = time_to_surface(now, query_.distance + now.rounding, left);
    if (free.gap <= 0 || (k > 0 && free.gap <= query_.tolerance)) return note(t, false);
    if (free.time >= left) return;
    if (!(t + free.time > t)) return note(t, false);
    t += free.time;
    now = course_.at(start_ + t);
  }
  note(t, true);
}

}  // namespace

template <int D>
ImpactTime ImpactFinder<D>::find(const Moving<D>& first, const Moving<D>& second, const ImpactQuery& query) {
  return Search<D>(first, second, query).run();
}

template class ImpactFinder<2>;
template class ImpactFinder<3>;

}  // namespace scree::contact
