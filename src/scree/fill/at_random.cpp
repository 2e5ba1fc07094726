#include "scree/fill/at_random.h"

#include <algorithm>

#include "scree/base/random.h"
#include "scree/fill/addition.h"
#include "scree/fill/ball_grid.h"
#include "scree/fill/relax.h"

namespace scree::fill {
namespace {

/// From here on, how many fit is not worked out to the last one but told from what is reached quickly.
constexpr std::size_t many_balls = 50'000;
template <int D>
constexpr double easy_fraction = D == 2 ? 0.78 : 0.56;

/// Large to small: a large ball finds no place among many small ones, but small ones find gaps between large
/// ones.
template <int D>
std::vector<std::uint32_t> by_falling_radius(std::span<const Ball<D>> balls) {
  std::vector<std::uint32_t> order(balls.size());
  for (std::uint32_t number = 0; number < order.size(); ++number) order[number] = number;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return balls[a].radius != balls[b].radius ? balls[a].radius > balls[b].radius : a < b;
  });
  return order;
}

/// How long addition is worth its while. If balls will have to be pushed apart anyway, it only gives them a
/// start.
template <int D>
double least_rate(const FillSpace<D>& space, std::span<const Ball<D>> balls) {
  double volume = 0;
  for (const Ball<D>& ball : balls) volume += ball_volume<D>(ball.radius);
  constexpr double saturation = D == 2 ? 0.5 : 0.36;
  return volume > saturation * space.bounds().volume() ? 0.05 : 0.002;
}

template <int D>
void strew(const FillSpace<D>& space, Ball<D>& ball, std::uint64_t seed, std::uint64_t index) {
  const Box<D> centres = space.centres(ball.radius);
  for (int k = 0; k < D; ++k)
    ball.centre[k] = centres.lo[k] + (centres.hi[k] - centres.lo[k]) *
                                         random_uniform(seed, purpose("fill.strew"), index * D + k);
}

/// The balls from large to small, most at places of their own, the rest somewhere.
template <int D>
struct Start {
  std::vector<std::uint32_t> order;
  std::vector<Ball<D>> balls;
  bool is_free = false;
};

template <int D>
Start<D> start_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                         std::span<const Ball<D>> balls, std::uint64_t seed) {
  Start<D> start;
  start.order = by_falling_radius<D>(balls);
  std::vector<double> radii;
  for (const std::uint32_t number : start.order) {
    start.balls.push_back(balls[number]);
    radii.push_back(balls[number].radius);
  }
  for (const Ball<D>& obstacle : obstacles) radii.push_back(obstacle.radius);
  BallGrid<D> grid(space.bounds(), radii);
  const double most = radii.empty() ? 0 : *std::max_element(radii.begin(), radii.end());
  for (const Ball<D>& obstacle : obstacles)
    for_each_copy(space.periods(), obstacle, obstacle.radius + most,
                  [&](const Ball<D>& copy) { grid.insert(copy); });

  const std::vector<std::uint32_t> left =
      add_at_random<D>(space, start.balls, grid, seed, least_rate<D>(space, balls));
  for (const std::uint32_t number : left) strew(space, start.balls[number], seed, number);
  start.is_free = left.empty();
  return start;
}

}  // namespace

template <int D>
RandomPlacing<D> place_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                                 std::span<Ball<D>> balls, std::uint64_t seed) {
  Start<D> start = start_at_random<D>(space, obstacles, balls, seed);
  if (!start.is_free && space.periods().any()) return {};
  if (!start.is_free && !push_apart<D>(space, obstacles, start.balls)) {
    if (balls.size() > many_balls) return {false, fit_at_random<D>(space, obstacles, balls, seed)};
    return {false, thin_out<D>(space, obstacles, start.balls)};
  }
  for (std::size_t rank = 0; rank < balls.size(); ++rank) balls[start.order[rank]] = start.balls[rank];
  return {true, {}};
}

template <int D>
void strew_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls,
                     std::uint64_t seed) {
  const Start<D> start = start_at_random<D>(space, obstacles, balls, seed);
  for (std::size_t rank = 0; rank < balls.size(); ++rank) balls[start.order[rank]] = start.balls[rank];
}

template <int D>
std::vector<Ball<D>> fit_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                                   std::span<const Ball<D>> balls, std::uint64_t seed) {
  if (balls.size() > many_balls) {
    const double most = easy_fraction<D> * space.bounds().volume();
    double volume = 0;
    std::size_t count = 0;
    while (count < balls.size() && volume < most) volume += ball_volume<D>(balls[count++].radius);
    balls = balls.first(count);
  }
  return thin_out<D>(space, obstacles, start_at_random<D>(space, obstacles, balls, seed).balls);
}

template RandomPlacing<2> place_at_random(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>,
                                          std::uint64_t);
template RandomPlacing<3> place_at_random(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>,
                                          std::uint64_t);
template void strew_at_random(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>,
                              std::uint64_t);
template void strew_at_random(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>,
                              std::uint64_t);
template std::vector<Ball<2>> fit_at_random(const FillSpace<2>&, std::span<const Ball<2>>,
                                            std::span<const Ball<2>>, std::uint64_t);
template std::vector<Ball<3>> fit_at_random(const FillSpace<3>&, std::span<const Ball<3>>,
                                            std::span<const Ball<3>>, std::uint64_t);

}  // namespace scree::fill
