// Balls of any sizes in uniform grids, one per octave of radius, so that a question about a neighbourhood
// looks at few cells whether the balls are alike or differ a hundredfold.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/fill/space.h"

namespace scree::fill {

/// How many cells divide the box along each axis: edges no shorter than `edge` (or one cell), and no more
/// than `most_cells` in all.
template <int D>
std::array<std::uint32_t, D> divide(const Box<D>& box, double edge, double most_cells);

/// Numbers in the order of the cells that the centres lie in, so that neighbours in space are neighbours in
/// memory.
template <int D>
std::vector<std::uint32_t> spatial_order(const Box<D>& bounds, std::span<const Ball<D>> balls);

template <int D>
class BallGrid {
 public:
  /// `radii`: of everything that will be inserted; they decide on the cells. Centres may lie outside the
  /// bounds, at the price of speed.
  BallGrid(const Box<D>& bounds, std::span<const double> radii);

  /// The radius must lie in an octave that was announced.
  void insert(const Ball<D>& ball);
  bool is_empty() const { return balls_.empty(); }
  /// True when the ball is apart from all that were inserted.
  bool is_clear(const Ball<D>& ball) const;
  /// Calls visit(ball) for all that were inserted.
  template <class Visit>
  void visit_all(Visit visit) const {
    for (const Ball<D>& ball : balls_) visit(ball);
  }
  /// Calls visit(number, ball) for every inserted ball whose surface may be nearer than `gap` to this one's,
  /// and for some farther ones; numbers count insertions from 0.
  template <class Visit>
  void visit_near(const Ball<D>& ball, double gap, Visit visit) const;

 private:
  static constexpr std::uint32_t none = 0xffff'ffffu;
  using CellRange = std::array<std::array<std::uint32_t, 2>, D>;

  struct Level {
    int octave = 0;
    std::uint64_t expected = 0;
    double most_radius = 0;
    std::array<std::uint32_t, D> cells{};
    Vec<D> cells_per_length;
    std::vector<std::uint32_t> first;  // per cell, the ball inserted last; the others follow in next_
    bool used = false;
  };

  void lay_out(Level& level) const;
  std::uint32_t coordinate(const Level& level, int axis, double position) const;
  CellRange range(const Level& level, const Vec<D>& centre, double reach) const;
  /// Calls stop(number, ball) for the level's balls in the range until it returns true; tells whether it did.
  template <class Stop>
  bool any_in(const Level& level, const CellRange& range, Stop stop) const;

  Box<D> bounds_;
  double rounding_ = 0;        // [m] of coordinates within the bounds
  std::vector<Level> levels_;  // large to small
  std::vector<Ball<D>> balls_;
  std::vector<std::uint32_t> next_;
};

template <int D>
template <class Stop>
bool BallGrid<D>::any_in(const Level& level, const CellRange& range, Stop stop) const {
  const std::uint32_t bottom = D == 3 ? range[D - 1][0] : 0, top = D == 3 ? range[D - 1][1] : 0;
  for (std::uint32_t z = bottom; z <= top; ++z) {
    for (std::uint32_t y = range[1][0]; y <= range[1][1]; ++y) {
      const std::uint32_t* row =
          level.first.data() + std::size_t{level.cells[0]} * (y + std::size_t{level.cells[1]} * z);
      for (std::uint32_t x = range[0][0]; x <= range[0][1]; ++x)
        for (std::uint32_t number = row[x]; number != none; number = next_[number])
          if (stop(number, balls_[number])) return true;
    }
  }
  return false;
}

template <int D>
template <class Visit>
void BallGrid<D>::visit_near(const Ball<D>& ball, double gap, Visit visit) const {
  for (const Level& level : levels_) {
    if (!level.used) continue;
    any_in(level, range(level, ball.centre, ball.radius + level.most_radius + gap),
           [&](std::uint32_t number, const Ball<D>& other) {
             visit(number, other);
             return false;
           });
  }
}

}  // namespace scree::fill
