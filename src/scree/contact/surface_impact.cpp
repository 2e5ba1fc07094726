#include "scree/contact/surface_impact.h"

#include <limits>

namespace scree::contact {
namespace {

/// A point seen from a place on the axis of a wall, in the wall's frame without its spin about the axis:
/// place + velocity t + acceleration t^2 / 2, off by at most bend t^2 / 2.
template <int D>
struct PointCourse {
  Vec<D> place, velocity, acceleration;
  double bend = 0;
};

double across_axis(double /*spin*/, const Vec2& /*axis*/) { return 0; }
Vec3 across_axis(const Vec3& spin, const Vec3& axis) { return spin - dot(spin, axis) * axis; }

template <int D>
Vec<D> into_frame(const Turn<D>& turn, const Vec<D>& place) {
  Vec<D> own;
  for (int k = 0; k < D; ++k) own[k] = dot(turn.column[k], place);
  return own;
}
double into_frame(const Turn<2>&, double spin) { return spin; }

template <int D>
PointCourse<D> course_of(const Encounter<D>& now, const Vec<D>& own, const Vec<D>& origin, const Vec<D>& axis,
                         double left) {
  const Vec<D> arm = now.first_place(own);
  const Spin<D> spin = into_frame(now.turn, now.second_spin), rest = across_axis(spin, axis);
  PointCourse<D> point;
  point.place = into_frame(now.turn, arm - now.shift) - origin;
  point.velocity = into_frame(now.turn, now.velocity + cross(now.first_spin, arm)) - cross(spin, origin) -
                   cross(rest, point.place);
  point.acceleration = into_frame(now.turn, now.acceleration);
  point.bend = bend<D>(now.first_bound, now.first_spin, arm) + bend<D>(now.second_bound, spin, origin);
  if (const double slow = length(rest) + (now.second_bound.change >= 0 ? now.second_bound.spin : 0);
      slow > 0) {
    const double pull = norm(point.acceleration), bent = point.bend;
    const double speed = norm(point.velocity) + left * (pull + bent);
    point.bend +=
        2 * slow * speed +
        (slow * slow + std::max(now.second_bound.change, 0.0)) * (norm(point.place) + left * speed) +
        std::min(2.0, slow * left) * pull;
  }
  return point;
}

/// While nothing is faster than it can be, wherever it goes.
template <int D>
double time_anywhere(const PointCourse<D>& point, double gap, double left) {
  return first_root(gap, -norm(point.velocity), -0.5 * (norm(point.acceleration) + point.bend), left);
}
/// While a plane parts it from all of the wall.
template <int D>
double time_to_plane(const PointCourse<D>& point, const Vec<D>& normal, double gap, double left) {
  return first_root(gap, dot(normal, point.velocity), 0.5 * (dot(normal, point.acceleration) - point.bend),
                    left);
}
/// While |across + sideways t| is less than most + widening t: the first root of the difference of squares,
/// or a bound on where `most` becomes nothing.
template <int D>
double time_within(const Vec<D>& across, const Vec<D>& sideways, double most, double widening, double left) {
  if (widening < 0) left = std::min(left, -most / widening);
  return first_root(most * most - dot(across, across), 2 * (most * widening - dot(across, sideways)),
                    widening * widening - dot(sideways, sideways), left);
}
/// The same with the bend: `most` shrinks by `shrinking` t^2, which a line from now to `span` bounds.
template <int D>
double time_inside(const Vec<D>& across, const Vec<D>& sideways, double most, double widening,
                   double shrinking, double left) {
  double best = 0, span = left;
  for (int round = 0; round < 3; ++round) {
    const double time = time_within(across, sideways, most, widening - shrinking * span, span);
    best = std::max(best, time);
    if (best >= span || shrinking == 0) break;
    span = std::min(left, 2 * best);
  }
  return best;
}

SurfaceTime inside_circle(const Encounter<2>& now, const shape::Circle& circle, double keep, double left) {
  const double round = now.first_scale * now.first->round();
  SurfaceTime result{std::numeric_limits<double>::infinity(), left};
  for (const Vec2& own : now.first->pieces()->corners()) {
    const auto point = course_of<2>(now, own, circle.centre, {}, left);
    const double most = circle.radius - round - keep, gap = most - norm(point.place);
    result.gap = std::min(result.gap, gap);
    if (gap <= 0) break;
    const double shrinking = 0.5 * (norm(point.acceleration) + point.bend);
    result.time =
        std::min(result.time, time_inside(point.place, point.velocity, most, 0, shrinking, result.time));
  }
  return result;
}

/// Inside the lateral surface of a cone, made longer without end.
double time_inside_cone(const shape::ConeAxis& cone, const PointCourse<3>& point, double clear, double left) {
  const double slope = (cone.end_radius - cone.start_radius) / cone.length;
  const auto along = [&](const Vec3& way) { return dot(way, cone.axis); };
  const auto across = [&](const Vec3& way) { return way - along(way) * cone.axis; };
  const double most = cone.start_radius + slope * along(point.place) - clear * std::sqrt(1 + slope * slope);
  const Vec3 away = across(point.place);
  if (!(most > norm(away))) return 0;
  const double shrinking = 0.5 * (std::abs(slope * along(point.acceleration)) +
                                  norm(across(point.acceleration)) + (1 + std::abs(slope)) * point.bend);
  return time_inside(away, across(point.velocity), most, slope * along(point.velocity), shrinking, left);
}

/// In the plane through the axis and the place: the nearest point of a thin disc.
shape::Nearest<3> nearest_of_disc(const shape::Cap& cap, const Vec3& place) {
  const Vec3 apart = place - cap.centre;
  const double along = dot(apart, cap.normal);
  const Vec3 across = apart - along * cap.normal;
  const double away = norm(across);
  const Vec3 from =
      away > cap.radius ? along * cap.normal + (1 - cap.radius / away) * across : along * cap.normal;
  const double distance = norm(from);
  return {distance > 0 ? from / distance : cap.normal, distance};
}

class ToSurface {
 public:
  ToSurface(const Encounter<3>& now, double keep, double left)
      : now_(now), clear_(keep + now.first_scale * now.first->round()), left_(left) {}

  SurfaceTime operator()(const shape::Cap& cap) const {
    const auto point = course(cap.centre, cap.normal);
    return from_outside(nearest_of_disc(cap, cap.centre + point.place), point);
  }
  SurfaceTime operator()(const shape::Frustum& frustum) const {
    const auto point = course(frustum.cone.start, frustum.cone.axis);
    return from_outside(shape::nearest(frustum, frustum.cone.start + point.place), point);
  }
  SurfaceTime operator()(const shape::Shell& shell) const {
    SurfaceTime result{std::numeric_limits<double>::infinity(), left_};
    if (shell.far) return result;  // the near side is as near
    const shape::ConeAxis& cone = shell.cone;
    const auto point = course(cone.start, cone.axis);
    const Vec3 place = cone.start + point.place;
    result.gap = shape::nearest(shape::Shell{cone}, place).distance - clear_;
    if (result.gap <= 0) return result;
    result.time =
        std::max(time_anywhere(point, result.gap, left_), time_inside_cone(cone, point, clear_, left_));
    const auto outside = from_outside(shape::nearest(shape::Frustum{cone}, place), point);
    if (outside.gap > 0) result.time = std::max(result.time, outside.time);
    return result;
  }
  template <class Other>
  SurfaceTime operator()(const Other&) const {
    return {std::numeric_limits<double>::infinity(), left_};
  }

 private:
  PointCourse<3> course(const Vec3& origin, const Vec3& axis) const {
    return course_of<3>(now_, now_.first->pieces()->corners()[0], origin, axis, left_);
  }
  /// Of what is convex.
  SurfaceTime from_outside(const shape::Nearest<3>& nearest, const PointCourse<3>& point) const {
    SurfaceTime result{nearest.distance - clear_, 0};
    if (result.gap > 0)
      result.time = std::max(time_to_plane(point, nearest.normal, result.gap, left_),
                             time_anywhere(point, result.gap, left_));
    return result;
  }

  const Encounter<3>& now_;
  const double clear_, left_;
};

}  // namespace

template <int D>
SurfaceTime time_to_surface(const Encounter<D>& now, double keep, double left) {
  if constexpr (D == 2) {
    const auto& circle = std::get<shape::Circle>(*now.second->surface());
    if (circle.far) return {std::numeric_limits<double>::infinity(), left};
    return inside_circle(now, circle, keep, left);
  } else {
    return std::visit(ToSurface(now, keep, left), *now.second->surface());
  }
}

template SurfaceTime time_to_surface<2>(const Encounter<2>&, double, double);
template SurfaceTime time_to_surface<3>(const Encounter<3>&, double, double);

}  // namespace scree::contact
