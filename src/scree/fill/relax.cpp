// Sweeps over a list of near pairs move each overlapping pair apart along its line of centres (Gauss-Seidel
// on the overlaps, over-relaxed). Balls are a little larger while they are pushed than they really are, so
// that the last overlap is gone after finitely many sweeps. Cost: some 80 sweeps at a fraction of 0.55 in
// space, 300 at 0.58, 2000 at 0.6; each a few dozen nanoseconds per ball. It loses where only order fits:
// equal balls above 0.62.
#include "scree/fill/relax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "scree/fill/ball_grid.h"

namespace scree::fill {
namespace {

constexpr double margin = 0.002;  // of a radius, while pushing
constexpr double over_relaxation =
    1.6;  // 1.8 falls apart into noise at high fractions; 1 takes three times as long
constexpr double skin_per_radius = 0.3;

template <int D>
class Relaxation {
 public:
  /// `budget`: how many visits of a ball the whole may cost.
  Relaxation(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<const Ball<D>> balls,
             double budget);

  /// Sweeps until all are apart, no progress is made, or the budget is spent.
  bool run(int progress_window);
  /// Gives up those balls that overlap most, in proportion to how crowded it is.
  void give_up_worst();
  /// Gives up every ball that overlaps one before it.
  void give_up_overlapping();

  std::size_t ball_count() const { return origins_.size(); }
  bool has_budget() const { return budget_ > 0; }
  /// The ball as it really is, and its number among those given.
  Ball<D> ball(std::size_t slot) const { return {inflated_[slot].centre, radii_[slot]}; }
  std::uint32_t origin(std::size_t slot) const { return origins_[slot]; }

 private:
  void list_near_pairs();
  bool has_outrun_list() const;
  void sweep();
  bool is_free() const;
  void keep_only(const std::vector<char>& kept);
  BallGrid<D> grid_with_obstacles() const;

  const FillSpace<D>& space_;
  std::vector<Ball<D>> obstacles_;
  std::vector<Ball<D>> inflated_;  // the balls in spatial order, then the obstacles as they are
  std::vector<double> radii_;      // of the balls, without the margin
  std::vector<std::uint32_t> origins_;
  double skin_ = 0;
  int widest_axis_ = 0;
  double budget_;

  std::vector<Vec<D>> listed_at_;    // centres when the list was made
  std::vector<std::size_t> begin_;   // of each ball's partners in near_
  std::vector<std::uint32_t> near_;  // slots above the ball's own
  double crowding_ = 0;              // sum over pairs of (overlap / reach)^2, as seen by the last sweep
  double worst_ = 0;                 // largest overlap / reach
};

template <int D>
Relaxation<D>::Relaxation(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                          std::span<const Ball<D>> balls, double budget)
    : space_(space), obstacles_(obstacles.begin(), obstacles.end()), budget_(budget) {
  double sum = 0;
  for (const std::uint32_t number : spatial_order(space.bounds(), balls)) {
    const Ball<D>& ball = balls[number];
    origins_.push_back(number);
    radii_.push_back(ball.radius);
    inflated_.push_back({ball.centre, ball.radius * (1 + margin)});
    sum += ball.radius;
  }
  inflated_.insert(inflated_.end(), obstacles.begin(), obstacles.end());
  skin_ = skin_per_radius * sum / static_cast<double>(balls.size());
  const Vec<D> size = space.bounds().size();
  for (int k = 1; k < D; ++k)
    if (size[k] > size[widest_axis_]) widest_axis_ = k;
}

template <int D>
bool Relaxation<D>::run(int progress_window) {
  double crowding_before = 0;
  listed_at_.clear();
  for (int count = 1; has_budget(); ++count) {
    constexpr double sweeps_per_list = 8;  // in time
    const bool needs_list = has_outrun_list();
    budget_ -= static_cast<double>(inflated_.size()) * (needs_list ? sweeps_per_list + 1 : 1);
    if (needs_list) list_near_pairs();
    sweep();
    if (worst_ < margin && is_free()) return true;
    if (count % progress_window != 0) continue;
    constexpr double little = 0.88;
    if (count > progress_window && crowding_ >= little * crowding_before) return false;
    crowding_before = crowding_;
  }
  return false;
}

template <int D>
void Relaxation<D>::sweep() {
  crowding_ = worst_ = 0;
  for (std::size_t first = 0; first < ball_count(); ++first) {
    Ball<D>& a = inflated_[first];
    for (std::size_t entry = begin_[first]; entry < begin_[first + 1]; ++entry) {
      const std::uint32_t second = near_[entry];
      Ball<D>& b = inflated_[second];
      const Vec<D> between = b.centre - a.centre;
      const double reach = a.radius + b.radius, squared = dot(between, between);
      if (squared >= reach * reach) continue;
      const double distance = std::sqrt(squared), ratio = (reach - distance) / reach;
      crowding_ += ratio * ratio;
      worst_ = std::max(worst_, ratio);
      Vec<D> push;  // that would just part them
      if (distance > 0) {
        push = (reach / distance - 1) * between;
      } else {
        push[widest_axis_] = reach;
      }
      const bool is_obstacle = second >= ball_count();
      const double share = is_obstacle ? 1 : b.radius / reach;  // the smaller gives way
      a.centre -= (over_relaxation * share) * push;
      if (!is_obstacle) b.centre += (over_relaxation * (1 - share)) * push;
    }
    // A ball is not moved again in this sweep, so that all are inside at its end.
    Ball<D> real = ball(first);
    space_.pull_in(real);
    a.centre = real.centre;
  }
}

template <int D>
void Relaxation<D>::list_near_pairs() {
  std::vector<double> radii;
  for (const Ball<D>& ball : inflated_) radii.push_back(ball.radius);
  BallGrid<D> grid(space_.bounds(), radii);
  for (const Ball<D>& ball : inflated_) grid.insert(ball);
  near_.clear();
  begin_.assign(1, 0);
  listed_at_.clear();
  for (std::size_t first = 0; first < ball_count(); ++first) {
    const Ball<D>& a = inflated_[first];
    grid.visit_near(a, skin_, [&](std::uint32_t second, const Ball<D>& b) {
      const Vec<D> between = b.centre - a.centre;
      const double reach = a.radius + b.radius + skin_;
      if (second > first && dot(between, between) < reach * reach) near_.push_back(second);
    });
    begin_.push_back(near_.size());
    listed_at_.push_back(a.centre);
  }
}

template <int D>
bool Relaxation<D>::has_outrun_list() const {
  if (listed_at_.empty()) return true;
  for (std::size_t slot = 0; slot < ball_count(); ++slot) {
    const Vec<D> moved = inflated_[slot].centre - listed_at_[slot];
    if (dot(moved, moved) > 0.25 * skin_ * skin_) return true;
  }
  return false;
}

template <int D>
BallGrid<D> Relaxation<D>::grid_with_obstacles() const {
  std::vector<double> radii(radii_);
  for (const Ball<D>& obstacle : obstacles_) radii.push_back(obstacle.radius);
  BallGrid<D> grid(space_.bounds(), radii);
  for (const Ball<D>& obstacle : obstacles_) grid.insert(obstacle);
  return grid;
}

template <int D>
bool Relaxation<D>::is_free() const {
  BallGrid<D> grid = grid_with_obstacles();
  for (std::size_t slot = 0; slot < ball_count(); ++slot) {
    if (!space_.admits(ball(slot)) || !grid.is_clear(ball(slot))) return false;
    grid.insert(ball(slot));
  }
  return true;
}

template <int D>
void Relaxation<D>::keep_only(const std::vector<char>& kept) {
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < kept.size(); ++slot) {
    if (!kept[slot]) continue;
    inflated_[count] = inflated_[slot];
    radii_[count] = radii_[slot];
    origins_[count++] = origins_[slot];
  }
  inflated_.resize(count);
  radii_.resize(count);
  origins_.resize(count);
  inflated_.insert(inflated_.end(), obstacles_.begin(), obstacles_.end());
}

template <int D>
void Relaxation<D>::give_up_worst() {
  std::vector<double> load(ball_count(), 0);  // sum of relative overlaps
  list_near_pairs();
  for (std::size_t first = 0; first < ball_count(); ++first) {
    if (!space_.admits(ball(first))) load[first] += 1;
    for (std::size_t entry = begin_[first]; entry < begin_[first + 1]; ++entry) {
      const std::uint32_t second = near_[entry];
      const double reach = inflated_[first].radius + inflated_[second].radius;
      const double overlap = reach - norm(inflated_[second].centre - inflated_[first].centre);
      if (overlap <= 0) continue;
      load[first] += overlap / reach;
      if (second < ball_count()) load[second] += overlap / reach;
    }
  }
  std::vector<std::uint32_t> order(ball_count());
  double volume = 0;
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    order[slot] = slot;
    volume += ball_volume<D>(radii_[slot]);
    // A large ball has more neighbours; that alone is no reason to lose it.
    for (int k = 1; k < D; ++k) load[slot] /= radii_[slot];
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return load[a] != load[b] ? load[a] > load[b] : a < b; });
  // With some D contacts per ball, half of the strain that would undo the overlaps.
  const double overlaps = crowding_ / (D * static_cast<double>(ball_count()));
  double to_remove = volume * std::clamp(0.5 * D * std::sqrt(overlaps), 0.003, 0.1);
  std::vector<char> kept(ball_count(), 1);
  for (std::size_t rank = 0; rank < order.size() && to_remove > 0; ++rank) {
    kept[order[rank]] = 0;
    to_remove -= ball_volume<D>(radii_[order[rank]]);
  }
  keep_only(kept);
}

template <int D>
void Relaxation<D>::give_up_overlapping() {
  BallGrid<D> grid = grid_with_obstacles();
  std::vector<char> kept(ball_count(), 0);
  for (std::size_t slot = 0; slot < kept.size(); ++slot) {
    if (!space_.admits(ball(slot)) || !grid.is_clear(ball(slot))) continue;
    grid.insert(ball(slot));
    kept[slot] = 1;
  }
  keep_only(kept);
}

}  // namespace

template <int D>
bool push_apart(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls) {
  if (balls.empty()) return true;
  Relaxation<D> relaxation(space, obstacles, balls, 1e9);
  const bool reached = relaxation.run(100);
  for (std::size_t slot = 0; slot < relaxation.ball_count(); ++slot)
    balls[relaxation.origin(slot)] = relaxation.ball(slot);
  return reached;
}

template <int D>
std::vector<Ball<D>> thin_out(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                              std::span<const Ball<D>> balls) {
  if (balls.empty()) return {};
  Relaxation<D> relaxation(space, obstacles, balls, 2e8);
  while (!relaxation.run(30)) {
    if (relaxation.ball_count() == 0 || !relaxation.has_budget()) break;
    relaxation.give_up_worst();
  }
  relaxation.give_up_overlapping();
  std::vector<Ball<D>> left;
  for (std::size_t slot = 0; slot < relaxation.ball_count(); ++slot) left.push_back(relaxation.ball(slot));
  return left;
}

template bool push_apart(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>);
template bool push_apart(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>);
template std::vector<Ball<2>> thin_out(const FillSpace<2>&, std::span<const Ball<2>>,
                                       std::span<const Ball<2>>);
template std::vector<Ball<3>> thin_out(const FillSpace<3>&, std::span<const Ball<3>>,
                                       std::span<const Ball<3>>);

}  // namespace scree::fill
