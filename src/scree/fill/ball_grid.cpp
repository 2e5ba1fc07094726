#include "scree/fill/ball_grid.h"

#include <algorithm>
#include <cmath>

namespace scree::fill {

template <int D>
std::array<std::uint32_t, D> divide(const Box<D>& box, double edge, double most_cells) {
  for (;; edge *= 1.25) {
    std::array<double, D> cells;
    double total = 1;
    for (int k = 0; k < D; ++k) {
      cells[k] = std::max(1.0, std::floor((box.hi[k] - box.lo[k]) / edge));
      total *= cells[k];
    }
    if (total > most_cells) continue;
    std::array<std::uint32_t, D> whole;
    for (int k = 0; k < D; ++k) whole[k] = static_cast<std::uint32_t>(cells[k]);
    return whole;
  }
}

template <int D>
BallGrid<D>::BallGrid(const Box<D>& bounds, std::span<const double> radii) : bounds_(bounds) {
  for (const double radius : radii) {
    const int octave = std::ilogb(radius);
    auto level =
        std::find_if(levels_.begin(), levels_.end(), [&](const Level& l) { return l.octave <= octave; });
    if (level == levels_.end() || level->octave != octave) {
      level = levels_.emplace(level);
      level->octave = octave;
    }
    ++level->expected;
    level->most_radius = std::max(level->most_radius, radius);
  }
  for (Level& level : levels_) lay_out(level);
  for (int k = 0; k < D; ++k)
    rounding_ = std::max({rounding_, 1e-15 * std::abs(bounds.lo[k]), 1e-15 * std::abs(bounds.hi[k])});
  balls_.reserve(radii.size());
  next_.reserve(radii.size());
}

template <int D>
void BallGrid<D>::lay_out(Level& level) const {
  // Cells of one diameter serve dense places best; in a wide and nearly empty region they grow, so that the
  // grid costs no more than what it holds.
  level.cells = divide(bounds_, 2 * level.most_radius, 2 * static_cast<double>(level.expected) + 64);
  std::size_t total = 1;
  for (int k = 0; k < D; ++k) {
    total *= level.cells[k];
    level.cells_per_length[k] = level.cells[k] / (bounds_.hi[k] - bounds_.lo[k]);
  }
  level.first.assign(total, none);
}

template <int D>
std::uint32_t BallGrid<D>::coordinate(const Level& level, int axis, double position) const {
  const double cell = (position - bounds_.lo[axis]) * level.cells_per_length[axis];
  return static_cast<std::uint32_t>(std::clamp(cell, 0.0, static_cast<double>(level.cells[axis] - 1)));
}

template <int D>
typename BallGrid<D>::CellRange BallGrid<D>::range(const Level& level, const Vec<D>& centre,
                                                   double reach) const {
  CellRange cells;
  const double generous = reach * (1 + 1e-12) + rounding_;
  for (int k = 0; k < D; ++k)
    cells[k] = {coordinate(level, k, centre[k] - generous), coordinate(level, k, centre[k] + generous)};
  return cells;
}

template <int D>
void BallGrid<D>::insert(const Ball<D>& ball) {
  const int octave = std::ilogb(ball.radius);
  const auto level =
      std::find_if(levels_.begin(), levels_.end(), [&](const Level& l) { return l.octave == octave; });
  SCREE_ASSERT(level != levels_.end() && ball.radius <= level->most_radius);
  std::size_t cell = 0;
  for (int k = D - 1; k >= 0; --k) cell = cell * level->cells[k] + coordinate(*level, k, ball.centre[k]);
  next_.push_back(level->first[cell]);
  level->first[cell] = static_cast<std::uint32_t>(balls_.size());
  level->used = true;
  balls_.push_back(ball);
}

template <int D>
bool BallGrid<D>::is_clear(const Ball<D>& ball) const {
  for (const Level& level : levels_) {
    if (!level.used) continue;
    const auto blocks = [&](std::uint32_t, const Ball<D>& other) { return !are_apart(ball, other); };
    // Most places that are taken are taken by a ball of the same cell: asking there first saves most of the
    // work.
    if (any_in(level, range(level, ball.centre, 0), blocks) ||
        any_in(level, range(level, ball.centre, ball.radius + level.most_radius), blocks))
      return false;
  }
  return true;
}

template std::array<std::uint32_t, 2> divide<2>(const Box<2>&, double, double);
template std::array<std::uint32_t, 3> divide<3>(const Box<3>&, double, double);
template <int D>
std::vector<std::uint32_t> spatial_order(const Box<D>& bounds, std::span<const Ball<D>> balls) {
  const std::array<std::uint32_t, D> cells =
      divide(bounds, balls.front().radius, static_cast<double>(balls.size()) / 8 + 1);
  std::vector<std::uint64_t> keys(balls.size());
  for (std::size_t number = 0; number < balls.size(); ++number) {
    std::uint64_t cell = 0;
    for (int k = D - 1; k >= 0; --k) {
      const double part = (balls[number].centre[k] - bounds.lo[k]) / (bounds.hi[k] - bounds.lo[k]);
      cell = cell * cells[k] + static_cast<std::uint64_t>(std::clamp(part * cells[k], 0.0, cells[k] - 1.0));
    }
    keys[number] = cell << 32 | number;
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const std::uint64_t key : keys) order.push_back(static_cast<std::uint32_t>(key));
  return order;
}

template std::vector<std::uint32_t> spatial_order(const Box<2>&, std::span<const Ball<2>>);
template std::vector<std::uint32_t> spatial_order(const Box<3>&, std::span<const Ball<3>>);
template class BallGrid<2>;
template class BallGrid<3>;

}  // namespace scree::fill
