// Fit of surrogates: the volume of triangle and halo is made small by a pattern search (corner coordinates up
// and down, whole triangle up and down, step halved where nothing helps) from three starts: the middle, the
// longest diameter, and a flat triangle. Source: Noble 2024, (5.5), with volume in place of his penalty, and
// no random numbers. Cost: some thousand evaluations, each a look at a few vertices, since the worst ones are
// asked first. Loses against boxes as a bound for searches; what it is for is that a coarse body is made of
// triangles, too.
#include "scree/shape/surrogate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::shape {
namespace {

double square(const Vec3& v) { return dot(v, v); }

/// Squared distance by the regions of the triangle's plane, as edges and face.
double squared_distance(const Vec3& point, const std::array<Vec3, 3>& corner) {
  const Vec3 u = corner[1] - corner[0], v = corner[2] - corner[0], w = point - corner[0];
  const Vec3 normal = cross(u, v);
  const double area = square(normal);
  if (area > 0) {
    const double s = dot(cross(w, v), normal), t = dot(cross(u, w), normal);
    if (s >= 0 && t >= 0 && s + t <= area) return square(w - (s / area) * u - (t / area) * v);
  }
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 edge = corner[(k + 1) % 3] - corner[k], from = point - corner[k];
    const double length = square(edge);
    const double along = length > 0 ? std::clamp(dot(from, edge) / length, 0.0, 1.0) : 0.0;
    best = std::min(best, square(from - along * edge));
  }
  return best;
}

class Fit {
 public:
  explicit Fit(std::vector<Vec3> points) : points_(std::move(points)) {
    for (const Vec3& point : points_) middle_ += point;
    middle_ = middle_ / static_cast<double>(points_.size());
    for (const Vec3& point : points_) reach_ = std::max(reach_, norm(point - middle_));
  }

  Surrogate run() {
    improve({middle_, middle_, middle_});
    const Vec3 one = farthest_from(middle_), other = farthest_from(one);
    const Vec3 along = 0.5 * (other - one), centre = 0.5 * (one + other);
    improve({centre - 0.7 * along, centre, centre + 0.7 * along});
    // The third corner towards what is farthest from the line.
    Vec3 third = one;
    double most = -1;
    for (const Vec3& point : points_)
      if (const double apart = squared_distance(point, {one, one, other}); apart > most) {
        most = apart;
        third = point;
      }
    const Vec3 mean = (one + other + third) / 3.0;
    improve({mean + 0.7 * (one - mean), mean + 0.7 * (other - mean), mean + 0.7 * (third - mean)});
    // Rounding of distances here and in the kernels.
    best_.eps = best_.eps * (1 + 1e-12) + 1e-12 * reach_;
    return best_;
  }

 private:
  static double volume(const std::array<Vec3, 3>& corner, double eps) {
    constexpr double pi = 3.14159265358979324;
    const double area = 0.5 * norm(cross(corner[1] - corner[0], corner[2] - corner[0]));
    double perimeter = 0;
    for (std::size_t k = 0; k < 3; ++k) perimeter += norm(corner[(k + 1) % 3] - corner[k]);
    return 2 * eps * area + 0.5 * pi * eps * eps * perimeter + 4.0 / 3 * pi * eps * eps * eps;
  }
  Vec3 farthest_from(const Vec3& place) const {
    Vec3 best = points_[0];
    for (const Vec3& point : points_)
      if (square(point - place) > square(best - place)) best = point;
    return best;
  }
  /// The volume with the eps that the points ask for, or something that is not less than `bound`.
  double cost(const std::array<Vec3, 3>& corner, double bound, double& eps) {
    double most = 0;
    std::size_t worst = 0;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const double squared = squared_distance(points_[k], corner);
      if (squared <= most) continue;
      most = squared;
      worst = k;
      if (volume(corner, std::sqrt(most)) >= bound) break;
    }
    std::swap(points_[worst / 2], points_[worst]);  // what decides moves to the front
    eps = std::sqrt(most);
    return volume(corner, eps);
  }
  void improve(std::array<Vec3, 3> corner) {
    constexpr int most_rounds = 60;
    double eps = 0, value = cost(corner, std::numeric_limits<double>::infinity(), eps), step = 0.25 * reach_;
    const auto try_out = [&](const std::array<Vec3, 3>& other) {
      double other_eps = 0;
      const double other_value = cost(other, value, other_eps);
      if (!(other_value < value)) return false;
      corner = other;
      value = other_value;
      eps = other_eps;
      return true;
    };
    for (int round = 0; round < most_rounds && step > 1e-4 * reach_; ++round) {
      bool helped = false;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double way : {step, -step}) {
          for (std::size_t k = 0; k < 3; ++k) {
            std::array<Vec3, 3> other = corner;
            other[k][axis] += way;
            helped = try_out(other) || helped;
          }
          std::array<Vec3, 3> other = corner;
          for (Vec3& one : other) one[axis] += way;
          helped = try_out(other) || helped;
        }
      if (!helped) step *= 0.5;
    }
    if (value < best_value_) {
      best_value_ = value;
      best_ = {corner, eps};
    }
  }

  std::vector<Vec3> points_;
  Vec3 middle_;
  double reach_ = 0;
  Surrogate best_;
  double best_value_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& corner) {
  return std::sqrt(squared_distance(point, corner));
}

Surrogate fit_surrogate(std::vector<Vec3> points) { return Fit(std::move(points)).run(); }

}  // namespace scree::shape
