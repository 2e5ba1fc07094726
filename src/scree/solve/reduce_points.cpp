#include "scree/solve/reduce_points.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace scree::solve {
namespace {

template <int D>
bool is_flat(std::span<const PatchPoint<D>> points, const Vec<D>& normal, double tolerance) {
  double low = dot(points[0].place, normal), high = low;
  for (const PatchPoint<D>& point : points) {
    low = std::min(low, dot(point.place, normal));
    high = std::max(high, dot(point.place, normal));
  }
  return high - low <= tolerance;
}

double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - a); }

/// Corners counter-clockwise, by Andrew's chains; points on edges are none.
std::vector<std::size_t> hull_of(const std::vector<Vec2>& places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::array{places[a][0], places[a][1], static_cast<double>(a)} <
           std::array{places[b][0], places[b][1], static_cast<double>(b)};
  });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) { return places[a] == places[b]; }),
              order.end());
  if (order.size() < 3) return order;
  std::vector<std::size_t> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t base = hull.size();
    for (const std::size_t point : order) {
      while (hull.size() >= base + 2 &&
             turn(places[hull[hull.size() - 2]], places[hull.back()], places[point]) <= 0)
        hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(order.begin(), order.end());
  }
  return hull;
}

/// The mean of what corners ask for, by the triangle of the hull that holds the place; less than any number
/// if rounding finds none, so that the point stays.
double asked_by_hull(const std::vector<Vec2>& places, const std::vector<double>& asked,
                     const std::vector<std::size_t>& hull, const Vec2& place) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k + 1 < hull.size(); ++k) {
    const std::array corner{hull[0], hull[k], hull[k + 1]};
    const double area = turn(places[corner[0]], places[corner[1]], places[corner[2]]);
    double mean = 0;
    bool is_inside = area > 0;
    for (std::size_t i = 0; i < 3 && is_inside; ++i) {
      const double share = turn(places[corner[(i + 1) % 3]], places[corner[(i + 2) % 3]], place) / area;
      is_inside = share >= -1e-12;
      mean += share * asked[corner[i]];
    }
    if (is_inside) most = std::max(most, mean);
  }
  return most;
}

std::array<Vec3, 2> across(const Vec3& normal) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
  Vec3 axis;
  axis[least] = 1;
  const Vec3 tangent = cross(normal, axis) / norm(cross(normal, axis));
  return {tangent, cross(normal, tangent)};
}

/// The ends of a line stay, and what asks for more than the straight line between them.
std::vector<std::size_t> ends_of(const std::vector<double>& along, const std::vector<double>& asked) {
  const auto [low, high] = std::minmax_element(along.begin(), along.end());
  const auto first = static_cast<std::size_t>(low - along.begin());
  // Of equal ends the first stays, as among corners.
  const auto last = static_cast<std::size_t>(std::find(along.begin(), along.end(), *high) - along.begin());
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < along.size(); ++k) {
    const double share = *high > *low ? (along[k] - *low) / (*high - *low) : 0;
    const double mean = (1 - share) * asked[first] + share * asked[last];
    if (k == first || k == last || asked[k] > mean) kept.push_back(k);
  }
  return kept;
}

}  // namespace

template <int D>
std::vector<std::size_t> bearing_points(std::span<const PatchPoint<D>> points, const Vec<D>& normal,
                                        double tolerance) {
  std::vector<std::size_t> all(points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (points.size() <= 2 || !is_flat(points, normal, tolerance)) return all;
  std::vector<double> asked;
  for (const PatchPoint<D>& point : points) asked.push_back(point.least_speed);
  std::vector<Vec2> places;
  if constexpr (D == 2) {
    for (const PatchPoint<D>& point : points) places.push_back({cross(normal, point.place), 0.0});
  } else {
    const auto axes = across(normal);
    for (const PatchPoint<D>& point : points)
      places.push_back({dot(axes[0], point.place), dot(axes[1], point.place)});
  }
  const std::vector<std::size_t> hull = hull_of(places);
  if (hull.size() < 3) {
    std::vector<double> along;
    const Vec2 way = places[hull.back()] - places[hull.front()];
    for (const Vec2& place : places) along.push_back(dot(place - places[hull.front()], way));
    return ends_of(along, asked);
  }
  std::vector<std::size_t> kept;
  for (const std::size_t k : all)
    if (std::find(hull.begin(), hull.end(), k) != hull.end() ||
        asked[k] > asked_by_hull(places, asked, hull, places[k]))
      kept.push_back(k);
  return kept;
}

template std::vector<std::size_t> bearing_points<2>(std::span<const PatchPoint<2>>, const Vec<2>&, double);
template std::vector<std::size_t> bearing_points<3>(std::span<const PatchPoint<3>>, const Vec<3>&, double);

}  // namespace scree::solve
