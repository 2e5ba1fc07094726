#include "bench/square_of_discs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::bench {
namespace {

constexpr double dt = 0.2;
constexpr double spacing = 2.02;  // of the lattice, in typical radii

}  // namespace

SquareOfDiscs::SquareOfDiscs(std::size_t side, double size_ratio)
    : typical_radius_(std::sqrt((size_ratio * size_ratio + size_ratio + 1) / 3)),
      velocities_(side * side),
      is_fixed_(side * side) {
  const std::size_t inner = (side - 2) * (side - 2);
  std::vector<std::size_t> shuffled(inner);
  std::iota(shuffled.begin(), shuffled.end(), std::size_t{0});
  for (std::size_t k = inner; k > 1; --k) {
    const double number = random_uniform(1, purpose("reproduce.perkins"), k);
    std::swap(shuffled[k - 1], shuffled[static_cast<std::size_t>(number * static_cast<double>(k))]);
  }
  std::size_t free_discs = 0;
  for (std::size_t row = 0; row < side; ++row)
    for (std::size_t column = 0; column < side; ++column) {
      const std::size_t disc = discs_.size();
      is_fixed_[disc] = row == 0 || column == 0 || row + 1 == side || column + 1 == side;
      double radius = typical_radius_;
      if (!is_fixed_[disc]) {
        const double rank = static_cast<double>(shuffled[free_discs++]);
        radius = 1 + (size_ratio - 1) * rank / std::max(1.0, static_cast<double>(inner) - 1);
        const double speed = ((row + column) % 2 == 0 ? 0.1 : -0.1) * radius;
        velocities_[disc] = {speed, row % 2 == 0 ? speed : -speed};
      }
      const double cell = spacing * typical_radius_;
      discs_.push_back({Vec2{cell * static_cast<double>(column), cell * static_cast<double>(row)}, radius});
    }
  push_apart();
}

double SquareOfDiscs::area_fraction() const {
  double squares = 0;
  for (const search::Sphere<2>& disc : discs_) squares += disc.radius * disc.radius;
  const double cell = spacing * typical_radius_;
  return 3.14159265358979 * squares / (cell * cell * static_cast<double>(discs_.size()));
}

double SquareOfDiscs::mass(std::size_t disc) const {
  const double size = discs_[disc].radius / typical_radius_;
  return size * size;
}

void SquareOfDiscs::push_apart() {
  constexpr int most_sweeps = 300;
  const auto guide = search::make<2>(*search::find_entry("hierarchical_grid"));
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    guide->prepare(items());
    double worst = 0;  // overlap over the smaller radius
    for (const auto& [a, b] : search::collect_sorted(*guide)) {
      if (is_fixed_[a] && is_fixed_[b]) continue;
      const Vec2 apart = discs_[b].centre - discs_[a].centre;
      const double distance = norm(apart), overlap = discs_[a].radius + discs_[b].radius - distance;
      if (!(overlap > 0 && distance > 0)) continue;
      worst = std::max(worst, overlap / std::min(discs_[a].radius, discs_[b].radius));
      const double share = is_fixed_[a] ? 0 : is_fixed_[b] ? 1 : mass(b) / (mass(a) + mass(b));
      discs_[a].centre -= share * overlap / distance * apart;
      discs_[b].centre += (1 - share) * overlap / distance * apart;
    }
    if (worst < 0.01) break;
  }
}

void SquareOfDiscs::step(const std::vector<search::Pair>& pairs) {
  for (const auto& [a, b] : pairs) {
    const Vec2 apart = discs_[b].centre - discs_[a].centre;
    const double distance = norm(apart), overlap = discs_[a].radius + discs_[b].radius - distance;
    // As stiff as the smaller is heavy: else the time step would not do for small ones.
    const double stiffness = std::min(mass(a), mass(b));
    const Vec2 kick = (distance > 0 ? dt * stiffness * overlap / distance : 0) * apart;
    if (!is_fixed_[a]) velocities_[a] -= kick / mass(a);
    if (!is_fixed_[b]) velocities_[b] += kick / mass(b);
  }
  for (std::size_t disc = 0; disc < discs_.size(); ++disc) {
    // What a much larger disc has hit would otherwise pass through its neighbours.
    const double most = 0.5 * discs_[disc].radius, speed = norm(velocities_[disc]);
    if (speed > most) velocities_[disc] *= most / speed;
    discs_[disc].centre += dt * velocities_[disc];
  }
}

}  // namespace scree::bench
