#include "scree/scene/fill_random.h"

#include <algorithm>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/scene/fill_addition.h"
#include "scree/scene/fill_grid.h"
#include "scree/scene/fill_relax.h"

namespace scree::scene {
namespace {

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

}  // namespace

template <int D>
double ball_volume(double radius) {
  return D == 2 ? math::pi * radius * radius : 4.0 / 3.0 * math::pi * radius * radius * radius;
}

template <int D>
RandomPlacing<D> place_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                                 std::span<Ball<D>> balls, std::uint64_t seed) {
  const std::vector<std::uint32_t> order = by_falling_radius<D>(balls);
  std::vector<Ball<D>> sorted;
  std::vector<double> radii;
  for (const std::uint32_t number : order) {
    sorted.push_back(balls[number]);
    radii.push_back(balls[number].radius);
  }
  for (const Ball<D>& obstacle : obstacles) radii.push_back(obstacle.radius);
  BallGrid<D> grid(space.bounds(), radii);
  for (const Ball<D>& obstacle : obstacles) grid.insert(obstacle);

  const std::vector<std::uint32_t> left =
      add_at_random<D>(space, sorted, grid, seed, least_rate<D>(space, balls));
  for (const std::uint32_t number : left) strew(space, sorted[number], seed, number);
  if (!left.empty() && !push_apart<D>(space, obstacles, sorted))
    return {false, thin_out<D>(space, obstacles, sorted)};

  for (std::size_t rank = 0; rank < order.size(); ++rank) balls[order[rank]] = sorted[rank];
  return {true, {}};
}

template double ball_volume<2>(double);
template double ball_volume<3>(double);
template RandomPlacing<2> place_at_random(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>,
                                          std::uint64_t);
template RandomPlacing<3> place_at_random(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>,
                                          std::uint64_t);

}  // namespace scree::scene
