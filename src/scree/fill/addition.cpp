// Random sequential addition (Widom, 1966), made fast where most attempts fail. A map with one bit per small
// cell remembers where no further ball can have its centre; attempts are made in the other cells only. They
// are made in rounds, each in spatial order, so that neighbours are found in the cache. A round is short
// enough not to run out of balls before it has crossed the region, so the order leaves no trace in the
// density. Cost per ball: 1 attempt in an empty region, 6 on average up to a fraction of 0.3 in space.
#include "scree/fill/addition.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "scree/base/random.h"

namespace scree::fill {
namespace {

/// The cells into which the places of centres are divided, and whether every point of a cell is too near to
/// some ball. Rounding may take or spare a cell at the edge; that costs attempts only, as the map never
/// declares a place free.
template <int D>
class TakenMap {
 public:
  /// For the centres of `ball_count` balls whose smallest has `least_radius`.
  TakenMap(const Box<D>& centres, std::size_t ball_count, double least_radius)
      : lo_(centres.lo), least_radius_(least_radius) {
    // A quarter of the smallest radius resolves the gaps of a full region; memory sets the other limit.
    cells_ = divide(centres, least_radius / 4, 128 * static_cast<double>(ball_count) + 4096);
    for (int k = 0; k < D; ++k) {
      free_count_ *= cells_[k];
      edge_[k] = (centres.hi[k] - centres.lo[k]) / cells_[k];
    }
    free_.assign(free_count_ / 64 + 1, ~std::uint64_t{0});
    free_.back() = (std::uint64_t{1} << (free_count_ % 64)) - 1;
  }

  std::uint64_t free_count() const { return free_count_; }

  /// Appends `count` free cells, one drawn from each of as many equal parts of all free cells, in spatial
  /// order. draw(number) gives what decides, in [0, 1).
  template <class Draw>
  void sample(std::uint64_t count, Draw draw, std::vector<std::uint64_t>& cells) const {
    const double part = static_cast<double>(free_count_) / static_cast<double>(count);
    std::uint64_t passed = 0, word = 0;  // free cells in the words before this one
    for (std::uint64_t number = 0; number < count; ++number) {
      const double wanted = (static_cast<double>(number) + draw(number)) * part;
      const std::uint64_t rank = std::min(static_cast<std::uint64_t>(wanted), free_count_ - 1);
      std::uint64_t free_here = ones(free_[word]);
      while (passed + free_here <= rank) {
        passed += free_here;
        free_here = ones(free_[++word]);
      }
      std::uint64_t bits = free_[word];
      for (std::uint64_t before = passed; before < rank; ++before) bits &= bits - 1;
      cells.push_back(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
    }
  }

  /// The point of the cell that the parts, each in [0, 1), of its edges lead to.
  Vec<D> point(std::uint64_t cell, const Vec<D>& parts) const {
    Vec<D> point;
    for (int k = 0; k < D; ++k) {
      point[k] = lo_[k] + (static_cast<double>(cell % cells_[k]) + parts[k]) * edge_[k];
      cell /= cells_[k];
    }
    return point;
  }

  void take_around(const Ball<D>& ball) {
    const double reach = ball.radius + least_radius_;
    if constexpr (D == 2) {
      take_rows(ball.centre, reach * reach, 0);
    } else {
      for_cells_within(2, ball.centre[2], reach, [&](std::uint64_t z, double squared) {
        take_rows(ball.centre, reach * reach - squared, z * cells_[1]);
      });
    }
  }

 private:
  static std::uint64_t ones(std::uint64_t word) { return static_cast<std::uint64_t>(std::popcount(word)); }

  /// Begin and end of the cells along an axis that lie wholly within `reach` of `middle`.
  std::pair<std::uint64_t, std::uint64_t> cells_within(int axis, double middle, double reach) const {
    const double offset = middle - lo_[axis], cells = cells_[axis];
    if (edge_[axis] == 0) return {0, std::abs(offset) < reach ? 1 : 0};
    const double begin = std::clamp(std::ceil((offset - reach) / edge_[axis]), 0.0, cells);
    const double end = std::clamp(std::floor((offset + reach) / edge_[axis]), begin, cells);
    return {static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end)};
  }

  /// Calls use(cell, squared distance of its farther face) for them.
  template <class Use>
  void for_cells_within(int axis, double middle, double reach, Use use) const {
    const auto [begin, end] = cells_within(axis, middle, reach);
    for (std::uint64_t cell = begin; cell < end; ++cell) {
      const double below = middle - (lo_[axis] + static_cast<double>(cell) * edge_[axis]);
      const double farther = std::max(below, edge_[axis] - below);
      use(cell, farther * farther);
    }
  }

  /// Takes the cells whose distance from the centre, seen along z, is below the root of `squared_reach`.
  void take_rows(const Vec<D>& centre, double squared_reach, std::uint64_t first_row) {
    if (squared_reach <= 0) return;
    for_cells_within(1, centre[1], std::sqrt(squared_reach), [&](std::uint64_t y, double squared) {
      if (squared >= squared_reach) return;
      const auto [begin, end] = cells_within(0, centre[0], std::sqrt(squared_reach - squared));
      const std::uint64_t row = (first_row + y) * cells_[0];
      for (std::uint64_t cell = row + begin; cell < row + end;) {
        const std::uint64_t count = std::min(row + end - cell, 64 - cell % 64);
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - count) << (cell % 64);
        free_count_ -= ones(free_[cell / 64] & mask);
        free_[cell / 64] &= ~mask;
        cell += count;
      }
    });
  }

  Vec<D> lo_, edge_;
  double least_radius_;
  std::array<std::uint32_t, D> cells_;
  std::uint64_t free_count_ = 1;
  std::vector<std::uint64_t> free_;
};

/// How many attempts lead to a place, by the latest of them.
class SuccessRate {
 public:
  void count(std::uint64_t attempts, std::uint64_t successes) {
    if (attempts_ > 2 * enough) {
      attempts_ /= 2;
      successes_ /= 2;
    }
    attempts_ += static_cast<double>(attempts);
    successes_ += static_cast<double>(successes);
  }
  double value() const { return (successes_ + 1) / (attempts_ + 1); }
  bool is_below(double limit) const { return attempts_ > enough && successes_ < limit * attempts_; }

 private:
  static constexpr double enough = 5000;
  double attempts_ = 0, successes_ = 0;
};

template <int D>
class SequentialAddition {
 public:
  SequentialAddition(const FillSpace<D>& space, std::span<Ball<D>> balls, BallGrid<D>& grid,
                     std::uint64_t seed)
      : space_(space),
        balls_(balls),
        grid_(grid),
        seed_(seed),
        map_(space.centres(balls.back().radius), balls.size(), balls.back().radius),
        most_radius_(balls.front().radius) {
    grid.visit_all([&](const Ball<D>& obstacle) {
      map_.take_around(obstacle);
      most_radius_ = std::max(most_radius_, obstacle.radius);
    });
  }

  /// Until all are placed or the rate of success falls below the limit; returns those that were not placed.
  std::vector<std::uint32_t> run(double least_rate) {
    while (true) {
      if (waiting_.size() < balls_.size() / 64 + 1) admit(balls_.size() / 16 + 1);
      if (waiting_.empty() || map_.free_count() == 0 || rate_.is_below(least_rate)) break;
      constexpr double most_attempts = 1 << 18;
      const double attempts = std::ceil(static_cast<double>(waiting_.size()) / (2 * rate_.value()));
      make_round(static_cast<std::uint64_t>(std::min(attempts, most_attempts)));
    }
    admit(balls_.size());
    return std::move(waiting_);
  }

 private:
  /// The next balls in order of size join those that wait; shuffled, so that size and place have nothing in
  /// common.
  void admit(std::size_t count) {
    const std::size_t end = admitted_ + std::min(count, balls_.size() - admitted_);
    while (admitted_ < end) waiting_.push_back(static_cast<std::uint32_t>(admitted_++));
    shuffle(waiting_);
  }

  void make_round(std::uint64_t count) {
    cells_.clear();
    map_.sample(
        count,
        [&](std::uint64_t number) { return random_uniform(seed_, purpose("fill.cell"), attempts_ + number); },
        cells_);
    // Few balls might be used up before the region's end.
    constexpr std::size_t few = 64;
    if (waiting_.size() < few) shuffle(cells_);
    const std::size_t waiting_before = waiting_.size();
    for (std::size_t number = 0; number < count && !waiting_.empty(); ++number)
      try_place(cells_[number], attempts_ + number);
    attempts_ += count;
    rate_.count(count, waiting_before - waiting_.size());
  }

  void try_place(std::uint64_t cell, std::uint64_t attempt) {
    Vec<D> parts;
    for (int k = 0; k < D; ++k) parts[k] = random_uniform(seed_, purpose("fill.place"), attempt * D + k);
    Ball<D>& ball = balls_[waiting_.back()];
    ball.centre = map_.point(cell, parts);
    if (!space_.admits(ball) || !grid_.is_clear(ball)) return;
    for_each_copy(space_.periods(), ball, ball.radius + most_radius_, [&](const Ball<D>& copy) {
      grid_.insert(copy);
      map_.take_around(copy);
    });
    waiting_.pop_back();
  }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t count = items.size(); count > 1; --count)
      std::swap(items[random_bits(seed_, purpose("fill.shuffle"), shuffled_++) % count], items[count - 1]);
  }

  const FillSpace<D>& space_;
  std::span<Ball<D>> balls_;
  BallGrid<D>& grid_;
  std::uint64_t seed_, attempts_ = 0, shuffled_ = 0;
  TakenMap<D> map_;
  double most_radius_;
  SuccessRate rate_;
  std::size_t admitted_ = 0;
  std::vector<std::uint32_t> waiting_;
  std::vector<std::uint64_t> cells_;
};

}  // namespace

template <int D>
std::vector<std::uint32_t> add_at_random(const FillSpace<D>& space, std::span<Ball<D>> balls,
                                         BallGrid<D>& grid, std::uint64_t seed, double least_rate) {
  if (balls.empty()) return {};
  return SequentialAddition<D>(space, balls, grid, seed).run(least_rate);
}

template std::vector<std::uint32_t> add_at_random(const FillSpace<2>&, std::span<Ball<2>>, BallGrid<2>&,
                                                  std::uint64_t, double);
template std::vector<std::uint32_t> add_at_random(const FillSpace<3>&, std::span<Ball<3>>, BallGrid<3>&,
                                                  std::uint64_t, double);

}  // namespace scree::fill
