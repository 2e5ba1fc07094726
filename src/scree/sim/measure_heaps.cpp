// What people read off a heap or a drum: how well mixed, how steep, how far, and which way round.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "scree/base/math.h"
#include "scree/scene/region_shape.h"
#include "scree/sim/build_world.h"
#include "scree/sim/measurement.h"
#include "scree/sim/region.h"

namespace scree::sim {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Numbers of the bodies that move and whose centre is in the region, in the order of their ids.
template <int D>
std::vector<std::size_t> bodies_in(const scene::Measure& measure, const Moment<D>& moment) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < moment.bodies.size(); ++k)
    if (!is_fixed(moment.bodies[k]) &&
        (!measure.region || contains<D>(*measure.region, moment.bodies[k].position)))
      numbers.push_back(k);
  return numbers;
}

/// Which of two kinds each body is of: by material where there are several (the first of the scene against
/// all others), else by size, below or above the middle of the range.
template <int D>
std::vector<char> kinds_of(const std::vector<std::size_t>& bodies, const Moment<D>& moment) {
  std::vector<char> kinds;
  if (bodies.empty()) return kinds;
  std::uint32_t least = moment.materials[bodies.front()], most = least;
  double smallest = moment.bodies[bodies.front()].radius, largest = smallest;
  for (const std::size_t k : bodies) {
    least = std::min(least, moment.materials[k]);
    most = std::max(most, moment.materials[k]);
    smallest = std::min(smallest, moment.bodies[k].radius);
    largest = std::max(largest, moment.bodies[k].radius);
  }
  const double middle = 0.5 * (smallest + largest);
  for (const std::size_t k : bodies)
    kinds.push_back(least < most ? moment.materials[k] != least : moment.bodies[k].radius > middle);
  return kinds;
}

/// The direction in which a polygon is longest, as an angle from -pi/2 to pi/2, and how much longer it is
/// than across: 0 for one that is as long every way. From its second moments of area about the centroid.
struct LongAxis {
  double angle = 0, elongation = 0;
};
LongAxis long_axis(const shape::RigidPolygon& polygon) {
  double xx = 0, yy = 0, xy = 0;
  for (const shape::RigidPolygon::Part& part : polygon.parts())
    for (std::size_t k = 0; k < part.polygon.size(); ++k) {
      const Vec2 a = part.offset + part.polygon[k].point,
                 b = part.offset + part.polygon[(k + 1) % part.polygon.size()].point;
      const double area = cross(a, b) / 12;
      xx += area * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]);
      yy += area * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]);
      xy += area * (a[0] * b[1] / 2 + a[0] * a[1] + b[0] * b[1] + b[0] * a[1] / 2);
    }
  const double difference = std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy);
  return {0.5 * math::atan2(2 * xy, xx - yy), difference / (xx + yy)};
}

}  // namespace

template <int D>
Rows measure_mixing(const scene::Measure& measure, const Moment<D>& moment) {
  const std::vector<std::size_t> bodies = bodies_in(measure, moment);
  const std::vector<char> kinds = kinds_of(bodies, moment);
  const auto count = static_cast<double>(bodies.size());
  double cell = measure.cell, diameters = 0, marked = 0;
  for (const std::size_t k : bodies) diameters += 2 * moment.bodies[k].radius;
  if (cell == 0 && count > 0) cell = 3 * diameters / count;
  struct Cell {
    double bodies = 0, marked = 0;
  };
  std::map<std::array<double, D>, Cell> cells;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    std::array<double, D> where;
    for (int k = 0; k < D; ++k)
      where[static_cast<std::size_t>(k)] = std::floor(moment.bodies[bodies[n]].position[k] / cell);
    Cell& one = cells[where];
    one.bodies += 1;
    one.marked += kinds[n];
    marked += kinds[n];
  }
  // Of the share of the marked kind in the cells, each weighed by its bodies: now, parted altogether, and
  // after drawing at random which of all bodies are marked.
  const double share = count > 0 ? marked / count : nothing, parted = share * (1 - share);
  double variance = 0;
  for (const auto& [where, one] : cells) {
    const double off = one.marked / one.bodies - share;
    variance += one.bodies * off * off / count;
  }
  const auto cell_count = static_cast<double>(cells.size());
  const double random = count > 1 ? parted * (cell_count - 1) / (count - 1) : nothing;
  Rows rows;
  rows.columns = {"lacey", "variance", "share", "cells", "bodies_per_cell"};
  rows.add_row({parted > random ? (parted - variance) / (parted - random) : nothing,
                count > 0 ? variance : nothing, share, cell_count,
                cell_count > 0 ? count / cell_count : nothing});
  return rows;
}

template <int D>
Rows measure_slope(const scene::Measure& measure, const Moment<D>& moment) {
  const std::vector<std::size_t> bodies = bodies_in(measure, moment);
  const Vec<D> up = vec_of<D>(measure.up);
  const int axis = measure.axis;
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  for (const std::size_t k : bodies) {
    lo = std::min(lo, moment.bodies[k].position[axis]);
    hi = std::max(hi, moment.bodies[k].position[axis]);
  }
  if (measure.region) {
    const Box<D> box = scene::bounds_of<D>(*measure.region);
    if (std::isfinite(box.lo[axis]) && std::isfinite(box.hi[axis])) lo = box.lo[axis], hi = box.hi[axis];
  }
  std::vector<double> tops(measure.bins, -std::numeric_limits<double>::infinity());
  const double width = (hi - lo) / static_cast<double>(measure.bins);
  for (const std::size_t k : bodies) {
    const Motion<D>& motion = moment.bodies[k];
    const double at = width > 0 ? std::floor((motion.position[axis] - lo) / width) : 0;
    const auto bin = static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(measure.bins - 1)));
    tops[bin] = std::max(tops[bin], dot(motion.position, up) + motion.radius);
  }
  double count = 0, places = 0, heights = 0;
  const auto place_of = [&](std::size_t bin) { return lo + (static_cast<double>(bin) + 0.5) * width; };
  for (std::size_t bin = 0; bin < tops.size(); ++bin) {
    if (!std::isfinite(tops[bin])) continue;
    count += 1;
    places += place_of(bin);
    heights += tops[bin];
  }
  double squares = 0, products = 0;
  for (std::size_t bin = 0; bin < tops.size(); ++bin) {
    if (!std::isfinite(tops[bin])) continue;
    const double off = place_of(bin) - places / count;
    squares += off * off;
    products += off * (tops[bin] - heights / count);
  }
  const double slope = squares > 0 ? products / squares : nothing;
  double left = 0;
  for (std::size_t bin = 0; bin < tops.size(); ++bin)
    if (std::isfinite(tops[bin])) {
      const double off = tops[bin] - heights / count - slope * (place_of(bin) - places / count);
      left += off * off;
    }
  Rows rows;
  rows.columns = {"slope", "angle", "deviation", "slices"};
  rows.add_row({slope, math::atan2(slope, 1), count > 0 ? std::sqrt(left / count) : nothing, count});
  return rows;
}

template <int D>
Rows measure_front(const scene::Measure& measure, const Moment<D>& moment) {
  constexpr double runaways = 0.01;  // of the mass
  struct Part {
    double place, mass, reach;
  };
  std::vector<Part> parts;
  double mass = 0, moments = 0, farthest = -std::numeric_limits<double>::infinity();
  for (const std::size_t k : bodies_in(measure, moment)) {
    const Motion<D>& motion = moment.bodies[k];
    parts.push_back({motion.position[measure.axis], 1 / motion.inverse_mass, motion.radius});
    mass += parts.back().mass;
    moments += parts.back().mass * parts.back().place;
    farthest = std::max(farthest, parts.back().place + motion.radius);
  }
  Rows rows;
  rows.columns = {"front", "back", "farthest", "middle"};
  if (parts.empty()) {
    rows.add_row({nothing, nothing, nothing, nothing});
    return rows;
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.place < b.place; });
  // The first body from either end with which more than the runaways are passed.
  const auto passed = [&](auto first, auto last) {
    double sum = 0;
    for (; std::next(first) != last; ++first)
      if ((sum += first->mass) > runaways * mass) break;
    return *first;
  };
  const Part at_back = passed(parts.begin(), parts.end()), at_front = passed(parts.rbegin(), parts.rend());
  const double front = at_front.place + at_front.reach, back = at_back.place - at_back.reach;
  rows.add_row({front, back, farthest, moments / mass});
  return rows;
}

template <int D>
Rows measure_orientation(const scene::Measure& measure, const Moment<D>& moment) {
  Rows rows;
  rows.columns = {"angle", "order", "mean_spin", "polygons"};
  double cosines = 0, sines = 0, spins = 0, weights = 0, count = 0;
  if constexpr (D == 2) {
    for (const std::size_t k : bodies_in(measure, moment)) {
      const Solid<2>& solid = moment.solids[k];
      if (solid.polygon == nullptr) continue;
      const LongAxis own = long_axis(*solid.polygon);
      const double angle = own.angle + math::atan2(solid.orientation.s, solid.orientation.c);
      cosines += own.elongation * math::cos(2 * angle);
      sines += own.elongation * math::sin(2 * angle);
      weights += own.elongation;
      spins += moment.bodies[k].spin;
      count += 1;
    }
  }
  const bool any = weights > 0;
  rows.add_row({any ? 0.5 * math::atan2(sines, cosines) : nothing,
                any ? std::sqrt(cosines * cosines + sines * sines) / weights : nothing,
                count > 0 ? spins / count : nothing, count});
  return rows;
}

template Rows measure_mixing(const scene::Measure&, const Moment<2>&);
template Rows measure_mixing(const scene::Measure&, const Moment<3>&);
template Rows measure_slope(const scene::Measure&, const Moment<2>&);
template Rows measure_slope(const scene::Measure&, const Moment<3>&);
template Rows measure_front(const scene::Measure&, const Moment<2>&);
template Rows measure_front(const scene::Measure&, const Moment<3>&);
template Rows measure_orientation(const scene::Measure&, const Moment<2>&);
template Rows measure_orientation(const scene::Measure&, const Moment<3>&);

}  // namespace scree::sim
