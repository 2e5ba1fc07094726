#include "scree/fill/size_sampler.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/math.h"

namespace scree::fill {
namespace {

/// So many that a straight line between two knots of a bell curve is wrong by less than 1e-7 of all bodies.
constexpr std::size_t knots = 4096;

double power(double radius, int dimension) {
  return dimension == 2 ? radius * radius : radius * radius * radius;
}

/// Integral of r^-D from a to b: bodies per volume, where every interval of size has the same volume.
double bodies_between(double a, double b, int dimension) {
  return dimension == 2 ? 1 / a - 1 / b : 0.5 * (1 / (a * a) - 1 / (b * b));
}

}  // namespace

SizeSampler::SizeSampler(const SizeDistribution& sizes, int dimension)
    : sizes_(sizes), dimension_(dimension) {
  const double a = sizes.least, b = sizes.most;
  switch (sizes.form) {
    case SizeDistribution::Form::fixed:
      mean_power_ = power(b, dimension);
      break;
    case SizeDistribution::Form::uniform:
      mean_power_ = dimension == 2 ? (a * a + a * b + b * b) / 3 : (a + b) * (a * a + b * b) / 4;
      break;
    case SizeDistribution::Form::normal:
    case SizeDistribution::Form::log_normal:
      tabulate();
      break;
    case SizeDistribution::Form::classes:
      weigh_classes();
      break;
  }
}

void SizeSampler::tabulate() {
  const bool in_logarithms = sizes_.form == SizeDistribution::Form::log_normal;
  const double a = in_logarithms ? math::log(sizes_.least) : sizes_.least;
  const double b = in_logarithms ? math::log(sizes_.most) : sizes_.most;
  const double centre = in_logarithms ? math::log(sizes_.centre) : sizes_.centre;
  const double spread = in_logarithms ? math::log(sizes_.spread) : sizes_.spread;
  // Where the range lies far out in a tail, the largest density there is taken as one.
  const double peak = std::clamp(centre, a, b);
  const auto density = [&](double at) {
    const double way = (at - centre) / spread, nearest = (peak - centre) / spread;
    return math::exp(-0.5 * (way - nearest) * (way + nearest));
  };
  double sum = 0, volume = 0, before = a, radius_before = sizes_.least;
  for (std::size_t k = 1; k <= knots; ++k) {
    const double at = k == knots ? b : a + (b - a) * static_cast<double>(k) / knots;
    const double radius = k == knots ? sizes_.most : in_logarithms ? math::exp(at) : at;
    const double middle = 0.5 * (before + at);
    const double bodies = (density(before) + 4 * density(middle) + density(at)) * (at - before) / 6;
    sum += bodies;
    volume += bodies * 0.5 * (power(radius_before, dimension_) + power(radius, dimension_));
    pieces_.push_back({sum, radius_before, radius});
    before = at;
    radius_before = radius;
  }
  for (Piece& piece : pieces_) piece.end /= sum;
  mean_power_ = volume / sum;
}

void SizeSampler::weigh_classes() {
  double sum = 0, volume = 0;
  for (const SizeDistribution::Class& one : sizes_.classes) {
    const double per_body = one.least == one.most
                                ? power(one.most, dimension_)
                                : (one.most - one.least) / bodies_between(one.least, one.most, dimension_);
    const bool by_volume = sizes_.shares == SizeDistribution::Shares::of_volume;
    const double bodies = by_volume ? one.share / per_body : one.share;
    if (!(bodies > 0)) continue;
    sum += bodies;
    volume += bodies * per_body;
    pieces_.push_back({sum, one.least, one.most});
  }
  SCREE_ASSERT(sum > 0);
  for (Piece& piece : pieces_) piece.end /= sum;
  mean_power_ = volume / sum;
}

double SizeSampler::inside(const Piece& piece, double part) const {
  const double a = piece.least, b = piece.most;
  if (a == b) return a;
  double radius = a + (b - a) * part;
  if (sizes_.form == SizeDistribution::Form::classes)
    radius = dimension_ == 2 ? 1 / (1 / a - part * (1 / a - 1 / b))
                             : 1 / std::sqrt(1 / (a * a) - part * (1 / (a * a) - 1 / (b * b)));
  return std::clamp(radius, a, b);
}

double SizeSampler::radius(double part) const {
  if (sizes_.form == SizeDistribution::Form::fixed) return sizes_.most;
  if (sizes_.form == SizeDistribution::Form::uniform)
    return sizes_.least + (sizes_.most - sizes_.least) * part;
  const auto found = std::partition_point(pieces_.begin(), pieces_.end() - 1,
                                          [&](const Piece& piece) { return piece.end <= part; });
  const double begin = found == pieces_.begin() ? 0 : (found - 1)->end;
  return inside(*found, std::clamp((part - begin) / (found->end - begin), 0.0, 1.0));
}

}  // namespace scree::fill
