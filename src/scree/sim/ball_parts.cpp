// A box cuts a ball into corners: what lies beyond one, two or three planes at right angles. By the theorem
// of Gauss the volume of each is a third of its part of the sphere less that of its flat faces times their
// distance, and the part of the sphere follows from the arcs around it and the angles between them (Gauss and
// Bonnet). The same volumes by other ways: Freireich, Kodam and Wassgren 2010.
#include "scree/sim/ball_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "scree/base/math.h"
#include "scree/shape/round.h"

namespace scree::sim {
namespace {

double root_of(double square) { return std::sqrt(std::max(0.0, square)); }

/// Of a unit ball, beyond one plane at distance a >= 0.
double beyond(double a) { return a < 1 ? math::pi * (2.0 / 3 - a + a * a * a / 3) : 0; }

/// The angle by which the sphere's outline turns where the circles of planes at distances a and b cross;
/// `height` is that of the crossing over the plane through both normals.
double turn_at_crossing(double a, double b, double height) { return math::atan2(height, -a * b); }

/// Beyond two planes at right angles, at distances a, b >= 0.
double beyond(double a, double b) {
  const double square = 1 - a * a - b * b;
  if (!(square > 0)) return 0;
  const double height = std::sqrt(square);
  double surface = 2 * math::pi - 2 * turn_at_crossing(a, b, height), faces = 0;
  for (const auto& [here, other] : {std::pair(a, b), std::pair(b, a)}) {
    const double arc = 2 * math::atan2(height, other);
    surface -= here * arc;
    faces += here * (0.5 * (1 - here * here) * arc - other * height);
  }
  return (surface - faces) / 3;
}

/// Beyond three planes at right angles, at distances a, b, c >= 0.
double beyond(double a, double b, double c) {
  if (!(1 - a * a - b * b - c * c > 0)) return 0;
  const std::array<double, 3> distance{a, b, c};
  double surface = 2 * math::pi, faces = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double here = distance[k], next = distance[(k + 1) % 3], last = distance[(k + 2) % 3];
    const double most_last = root_of(1 - here * here - next * next),
                 most_next = root_of(1 - here * here - last * last);
    const double arc = math::atan2(most_last, next) - math::atan2(last, most_next);
    surface -= here * arc + turn_at_crossing(here, next, most_last);
    faces += here * 0.5 * ((1 - here * here) * arc - next * (most_last - last) - last * (most_next - next));
  }
  return (surface - faces) / 3;
}

/// The same for distances of any sign: what lies beyond a plane on this side of the centre is all but what
/// lies beyond the plane's mirror image.
double beyond_signed(double a) { return a >= 0 ? beyond(a) : 4 * math::pi / 3 - beyond(-a); }
double beyond_signed(double a, double b) {
  if (a < 0) return beyond_signed(b) - beyond_signed(-a, b);
  return b >= 0 ? beyond(a, b) : beyond(a) - beyond(a, -b);
}
double beyond_signed(double a, double b, double c) {
  if (a < 0) return beyond_signed(b, c) - beyond_signed(-a, b, c);
  if (b < 0) return beyond_signed(a, c) - beyond_signed(a, -b, c);
  return c >= 0 ? beyond(a, b, c) : beyond(a, b) - beyond(a, b, -c);
}

/// Gauss's rule on [-1, 1]: the positive half of its abscissas, and their weights.
constexpr std::array<std::pair<double, double>, 8> gauss{{{0.0950125098376374, 0.1894506104550685},
                                                          {0.2816035507792589, 0.1826034150449236},
                                                          {0.4580167776572274, 0.1691565193950025},
                                                          {0.6178762444026438, 0.1495959888165767},
                                                          {0.7554044083550030, 0.1246289712555339},
                                                          {0.8656312023878318, 0.0951585116824928},
                                                          {0.9445750230732326, 0.0622535239386479},
                                                          {0.9894009349916499, 0.0271524594117541}}};

/// Of a function that may begin and end like a root: steps are taken along the square of a sine.
template <class Function>
double integral(double from, double to, const Function& function) {
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from), quarter_turn = 0.5 * math::pi;
  double sum = 0;
  for (const auto& [abscissa, weight] : gauss)
    for (const double at : {-abscissa, abscissa}) {
      const double angle = quarter_turn * at;
      sum += weight * math::cos(angle) * function(middle + half * math::sin(angle));
    }
  return half * quarter_turn * sum;
}

}  // namespace

double ball_in_box(const Vec3& centre, double radius, const Box<3>& box) {
  double lo[3], hi[3];  // in radii
  double nearest = 0, farthest = 0, around = 1;
  for (int k = 0; k < 3; ++k) {
    lo[k] = std::max((box.lo[k] - centre[k]) / radius, -1.0);
    hi[k] = std::min((box.hi[k] - centre[k]) / radius, 1.0);
    if (!(lo[k] < hi[k])) return 0;
    const double near = lo[k] > 0 ? lo[k] : hi[k] < 0 ? -hi[k] : 0, far = std::max(-lo[k], hi[k]);
    nearest += near * near;
    farthest += far * far;
    around *= hi[k] - lo[k];
  }
  const double cube = radius * radius * radius;
  if (nearest >= 1) return 0;
  if (farthest <= 1) return cube * around;  // small boxes have no other volume than this to a few digits
  double inside = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const auto at = [&](int k) { return (corner >> k & 1) != 0 ? hi[k] : lo[k]; };
    const int tops = (corner & 1) + (corner >> 1 & 1) + (corner >> 2 & 1);
    const double part = beyond_signed(at(0), at(1), at(2));
    inside += tops % 2 == 0 ? part : -part;
  }
  return cube * std::clamp(inside, 0.0, std::min(around, shape::round_measure<3>(1)));
}

double ball_in_ball(double radius, double other, double distance) {
  if (distance >= radius + other) return 0;
  if (distance <= std::abs(radius - other)) return shape::round_measure<3>(std::min(radius, other));
  const double sum = radius + other - distance, gap = radius - other;
  return math::pi * sum * sum * (distance * distance + 2 * distance * (radius + other) - 3 * gap * gap) /
         (12 * distance);
}

double ball_in_cylinder(double radius, double cylinder_radius, double distance, double bottom, double top) {
  const double from = std::max(bottom, -radius), to = std::min(top, radius);
  if (!(from < to) || distance >= radius + cylinder_radius) return 0;
  // Slices of the ball begin to leave the cylinder, or to hold all of it, at these heights.
  std::vector<double> ends{from, to};
  for (const double slice : {std::abs(distance - cylinder_radius), distance + cylinder_radius}) {
    const double height = root_of(radius * radius - slice * slice);
    for (const double end : {-height, height})
      if (from < end && end < to) ends.push_back(end);
  }
  std::sort(ends.begin(), ends.end());
  double volume = 0;
  for (std::size_t k = 1; k < ends.size(); ++k)
    volume += integral(ends[k - 1], ends[k], [&](double height) {
      return area_of_lens(root_of(radius * radius - height * height), cylinder_radius, distance);
    });
  return volume;
}

double area_of_lens(double radius, double other, double distance) {
  if (distance >= radius + other) return 0;
  if (distance <= std::abs(radius - other)) return shape::round_measure<2>(std::min(radius, other));
  // A segment of each.
  const auto segment = [](double r, double height) {
    const double half_chord = root_of(r * r - height * height);
    return r * r * math::atan2(half_chord, height) - height * half_chord;
  };
  const double height = (distance * distance + radius * radius - other * other) / (2 * distance);
  return segment(radius, height) + segment(other, distance - height);
}

}  // namespace scree::sim
