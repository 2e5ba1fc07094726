#include "scree/contact/face_pair.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace scree::contact {
namespace {

/// A corner of the polygon in which one face is covered: linear functions over the plane of face a. `edge`
/// is about the side that begins here: whether it lies on an edge of b at which the surface bends.
struct Corner {
  double u, v, g;
  double inside[3];  // of the sides of a
  bool edge;
};

/// Three corners, and one more for each of five cuts; half as many again where rounding makes it not convex.
struct Polygon {
  std::array<Corner, 24> corner;
  std::size_t count = 0;
};

Corner between(const Corner& from, const Corner& to, double share, bool edge) {
  const auto mix = [&](double a, double b) { return a + share * (b - a); };
  return {mix(from.u, to.u),
          mix(from.v, to.v),
          mix(from.g, to.g),
          {mix(from.inside[0], to.inside[0]), mix(from.inside[1], to.inside[1]),
           mix(from.inside[2], to.inside[2])},
          edge};
}

/// Keeps where a linear function is positive, or zero if that counts. The cut is computed in the order of the
/// polygon, whichever side is kept: two faces that share a side cut at the same point.
template <class Value>
void clip(Polygon& polygon, bool keeps_zero, Value&& value) {
  const auto is_in = [&](double x) { return keeps_zero ? x >= 0 : x > 0; };
  bool all = true;
  for (std::size_t k = 0; k < polygon.count; ++k) all = all && is_in(value(polygon.corner[k]));
  if (all) return;
  Polygon kept;
  for (std::size_t k = 0; k < polygon.count; ++k) {
    const Corner &here = polygon.corner[k], &next = polygon.corner[k + 1 == polygon.count ? 0 : k + 1];
    const double from = value(here), to = value(next);
    if (is_in(from)) kept.corner[kept.count++] = here;
    if (is_in(from) != is_in(to))
      kept.corner[kept.count++] = between(here, next, from / (from - to), !is_in(from) && here.edge);
  }
  std::copy_n(kept.corner.begin(), kept.count, polygon.corner.begin());
  polygon.count = kept.count;
}

/// Integrals of g times polynomials of z = (u, v, g) over a polygon; u and v are relative to its first
/// corner.
struct Moments {
  double area = 0, zeroth = 0;
  double first[3] = {};
  double second[6] = {};  // uu, vv, gg, uv, ug, vg

  void add(const Moments& other, double factor) {
    area += factor * other.area;
    zeroth += factor * other.zeroth;
    for (int k = 0; k < 3; ++k) first[k] += factor * other.first[k];
    for (int k = 0; k < 6; ++k) second[k] += factor * other.second[k];
  }
};

/// The integral over a triangle of the product of two or three functions that are linear on it, by their
/// values at its corners.
struct Linear {
  double at[3];
  double sum() const { return at[0] + at[1] + at[2]; }
};
double products(const Linear& f, const Linear& g) {
  return f.at[0] * g.at[0] + f.at[1] * g.at[1] + f.at[2] * g.at[2];
}
double mean(const Linear& f, const Linear& g) { return (f.sum() * g.sum() + products(f, g)) / 12; }
double mean(const Linear& f, const Linear& g, const Linear& h) {
  const double triple =
      f.at[0] * g.at[0] * h.at[0] + f.at[1] * g.at[1] * h.at[1] + f.at[2] * g.at[2] * h.at[2];
  return (f.sum() * g.sum() * h.sum() + f.sum() * products(g, h) + g.sum() * products(f, h) +
          h.sum() * products(f, g) + 2 * triple) /
         60;
}

/// Corners of the polygon go clockwise, as the face that is looked at from its front side.
Moments moments_of(const Polygon& polygon, double u0, double v0) {
  Moments result;
  for (std::size_t k = 1; k + 1 < polygon.count; ++k) {
    const Corner &a = polygon.corner[0], &b = polygon.corner[k], &c = polygon.corner[k + 1];
    const double area = 0.5 * ((c.u - a.u) * (b.v - a.v) - (b.u - a.u) * (c.v - a.v));
    const Linear z[3] = {
        {{a.u - u0, b.u - u0, c.u - u0}}, {{a.v - v0, b.v - v0, c.v - v0}}, {{a.g, b.g, c.g}}};
    const Linear& g = z[2];
    result.area += area;
    result.zeroth += area * g.sum() / 3;
    for (int i = 0; i < 3; ++i) result.first[i] += area * mean(g, z[i]);
    constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int i = 0; i < 6; ++i) result.second[i] += area * mean(g, z[pairs[i][0]], z[pairs[i][1]]);
  }
  return result;
}

/// Springs on face a that face b presses.
class Side {
 public:
  Side(const PlacedFace& a, const PlacedFace& b, const HaloNumbers& numbers)
      : a_(a), b_(b), numbers_(numbers), across_(cross(a.normal, a.along)) {}

  /// False: nothing presses.
  bool find(FacePairForce& result) {
    const double cosine = dot(a_.normal, b_.normal);
    if (!(cosine < -least_opposed) || !cover()) return false;
    const Vec3 along_b = b_.normal / cosine;  // the force on b over the pressure
    const Corner& corner = polygon_.corner[0];
    base_ = a_.corner[0] + corner.u * a_.along + corner.v * across_ + numbers_.halo * a_.normal;
    const Moments moments = moments_of(polygon_, corner.u, corner.v);
    const bool presses = moments.zeroth > 0;
    // An edge of b on a line between two faces of a belongs to one of them, though it covers none of it.
    if (!presses && !has_edge()) return false;
    if (presses) press(moments, along_b, result);
    result.acts = true;
    result.is_cut = is_cut_;
    result.deepest = deepest_;
    for (std::size_t k = 0; k < polygon_.count; ++k)
      if (polygon_.corner[k].edge)
        add_edge(polygon_.corner[k], polygon_.corner[k + 1 == polygon_.count ? 0 : k + 1], result);
    return true;
  }

 private:
  bool has_edge() const {
    for (std::size_t k = 0; k < polygon_.count; ++k)
      if (polygon_.corner[k].edge) return true;
    return false;
  }

  void press(const Moments& moments, const Vec3& along_b, FacePairForce& result) const {
    const double half = 0.5 * numbers_.stiffness;
    result.area = 0.5 * moments.area;
    result.energy = 0.5 * half * moments.first[2];
    result.pressure = half * moments.zeroth;
    result.force = result.pressure * along_b;
    result.moment = half * (moments.zeroth * base_ + moments.first[0] * a_.along +
                            moments.first[1] * across_ - moments.first[2] * a_.normal);
    result.torque = cross(result.moment, along_b);
    result.second_moment = second_moment(moments, half);
  }

  /// The part of a that b covers, where its height is between -depth and the halo.
  bool cover() {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 apart = b_.corner[k] - a_.corner[0];
      const double height = dot(apart, a_.normal);
      lowest = std::min(lowest, height);
      highest = std::max(highest, height);
      polygon_.corner[k] = {
          dot(apart, a_.along), dot(apart, across_), numbers_.halo - height, {}, (b_.flat >> k & 1u) == 0};
    }
    if (!(lowest < numbers_.halo && highest > -numbers_.depth)) return false;
    for (std::size_t side = 0; side < 3; ++side) {
      const Vec3& from = a_.corner[(a_.from_end >> side & 1u) != 0 ? (side + 1) % 3 : side];
      bool any = false;
      for (std::size_t k = 0; k < 3; ++k) {
        const double inside = dot(a_.inward[side], b_.corner[k] - from);
        polygon_.corner[k].inside[side] = inside;
        any = any || inside >= 0;
      }
      if (!any) return false;
    }
    polygon_.count = 3;
    for (std::size_t side = 0; side < 3 && polygon_.count > 0; ++side)
      clip(polygon_, (a_.owned >> side & 1u) != 0, [side](const Corner& c) { return c.inside[side]; });
    clip(polygon_, false, [](const Corner& c) { return c.g; });
    if (polygon_.count < 3) return false;
    const double most = numbers_.halo + numbers_.depth;
    double deepest = 0, shallowest = most;
    for (std::size_t k = 0; k < polygon_.count; ++k) {
      deepest = std::max(deepest, polygon_.corner[k].g);
      shallowest = std::min(shallowest, polygon_.corner[k].g);
    }
    if (!(shallowest < most)) return false;
    if (deepest > most) {
      is_cut_ = true;
      clip(polygon_, true, [most](const Corner& c) { return most - c.g; });
      deepest = most;
    }
    deepest_ = std::max(0.0, deepest - numbers_.halo);
    return polygon_.count >= 3;
  }

  Symmetric3 second_moment(const Moments& m, double half) const {
    // place = base + u along + v across - g normal.
    const Vec3 axis[3] = {a_.along, across_, -a_.normal};
    const Vec3 first = m.first[0] * axis[0] + m.first[1] * axis[1] + m.first[2] * axis[2];
    constexpr int number[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const auto element = [&](std::size_t i, std::size_t j) {
      double sum = m.zeroth * base_[i] * base_[j] + base_[i] * first[j] + first[i] * base_[j];
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) sum += m.second[number[p][q]] * axis[p][i] * axis[q][j];
      return half * sum;
    };
    return {element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(0, 2), element(1, 2)};
  }

  /// Where the surface of b ends at the edge, energy ends with it: -k/4 times the integral of g^2 along the
  /// outward normal.
  void add_edge(const Corner& from, const Corner& to, FacePairForce& result) const {
    const double a = from.g, b = to.g;
    const double begin = 3 * a * a + 2 * a * b + b * b, end = a * a + 2 * a * b + 3 * b * b;
    const Vec3 outward = (to.u - from.u) * across_ - (to.v - from.v) * a_.along;
    const double u0 = polygon_.corner[0].u, v0 = polygon_.corner[0].v;
    const double squares = (a * a + a * b + b * b) / 3;
    const Vec3 moment = squares * base_ + (((from.u - u0) * begin + (to.u - u0) * end) / 12) * a_.along +
                        (((from.v - v0) * begin + (to.v - v0) * end) / 12) * across_ -
                        ((a * begin + b * end) / 12) * a_.normal;
    const double quarter = -0.25 * numbers_.stiffness;
    const Vec3 force = (quarter * squares) * outward;
    result.force += force;
    result.torque += quarter * cross(moment, outward);
  }

  const PlacedFace &a_, &b_;
  const HaloNumbers& numbers_;
  Vec3 across_, base_;
  Polygon polygon_;
  double deepest_ = 0;
  bool is_cut_ = false;
};

void add(Symmetric3& to, const Symmetric3& other) {
  to.xx += other.xx;
  to.yy += other.yy;
  to.zz += other.zz;
  to.xy += other.xy;
  to.xz += other.xz;
  to.yz += other.yz;
}

}  // namespace

void FacePairForce::add(const FacePairForce& other) {
  force += other.force;
  torque += other.torque;
  energy += other.energy;
  pressure += other.pressure;
  area += other.area;
  moment += other.moment;
  contact::add(second_moment, other.second_moment);
  deepest = std::max(deepest, other.deepest);
  acts = acts || other.acts;
  is_cut = is_cut || other.is_cut;
}

FacePairFrame frame_between(const Pose<3>& first, double first_scale, const Pose<3>& second,
                            double second_scale) {
  const Rotation<3> back = inverse(first.rotation), turn = compose(back, second.rotation);
  FacePairFrame frame;
  frame.first_scale = first_scale;
  frame.second_scale = second_scale;
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    frame.turn[k] = rotate(turn, axis);
  }
  frame.shift = rotate(back, second.offset - first.offset);
  return frame;
}

PlacedFace placed_first(const FacePairFrame& frame, const shape::HaloSurface& surface, std::uint32_t number) {
  const shape::HaloFace& face = surface.faces()[number];
  PlacedFace placed;
  for (std::size_t k = 0; k < 3; ++k)
    placed.corner[k] = frame.first_scale * surface.vertices()[face.corner[k]];
  placed.inward = face.inward;
  placed.normal = face.normal;
  placed.along = face.along;
  placed.flat = face.flat;
  placed.owned = face.owned;
  placed.from_end = face.from_end;
  return placed;
}

PlacedFace placed_second(const FacePairFrame& frame, const shape::HaloSurface& surface,
                         std::uint32_t number) {
  const shape::HaloFace& face = surface.faces()[number];
  PlacedFace placed;
  for (std::size_t k = 0; k < 3; ++k) {
    placed.corner[k] = frame.turned(frame.second_scale * surface.vertices()[face.corner[k]]) + frame.shift;
    placed.inward[k] = frame.turned(face.inward[k]);
  }
  placed.normal = frame.turned(face.normal);
  placed.along = frame.turned(face.along);
  placed.flat = face.flat;
  placed.owned = face.owned;
  placed.from_end = face.from_end;
  return placed;
}

PlacedFace piece_of_plane(const FacePairFrame& frame, const PlacedFace& seen_by, const HaloNumbers& numbers) {
  PlacedFace placed;
  placed.normal = frame.turn[2];
  placed.along = frame.turn[0];
  const Vec3 &along = frame.turn[0], &across = frame.turn[1];
  const Vec3 centre = (seen_by.corner[0] + seen_by.corner[1] + seen_by.corner[2]) / 3;
  const Vec3 foot = centre - dot(centre - frame.shift, placed.normal) * placed.normal;
  double size = 0;
  for (const Vec3& corner : seen_by.corner) size = std::max(size, norm(corner - centre));
  // An equilateral triangle. Its inner circle holds the shadow of the face, and the feet of the face's own
  // springs, for none that acts is longer than the halo or the depth.
  const double inner = 2 * (size + numbers.halo + numbers.depth) + norm(centre - foot);
  constexpr double root3 = 1.7320508075688772;
  placed.corner = {foot - (root3 * inner) * along - inner * across,
                   foot + (root3 * inner) * along - inner * across, foot + (2 * inner) * across};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 left = cross(placed.normal, placed.corner[(k + 1) % 3] - placed.corner[k]);
    placed.inward[k] = left / norm(left);
  }
  placed.flat = placed.owned = 7;
  placed.from_end = 0;
  return placed;
}

FacePairForce face_pair_force(const PlacedFace& first, const PlacedFace& second, const HaloNumbers& numbers) {
  FacePairForce result, back;
  Side(first, second, numbers).find(result);
  if (Side(second, first, numbers).find(back)) {
    back.force = -back.force;
    back.torque = -back.torque;
  }
  result.add(back);
  return result;
}

}  // namespace scree::contact
