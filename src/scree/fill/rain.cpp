// Drop and roll (Visscher and Bolsterli 1972), for any walls: a ball goes down by small steps and is pushed
// out of what it meets, sideways as it comes; a step that does not end lower is tried again at half its
// length, until it is too short to matter. Cost: some 80 microseconds per ball. It loses to `grow` in
// density: equal spheres reach 0.57, discs 0.80.
#include "scree/fill/rain.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/random.h"
#include "scree/fill/ball_grid.h"

namespace scree::fill {
namespace {

template <int D>
class Rain {
 public:
  Rain(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<const Ball<D>> balls,
       const Vec<D>& down, std::uint64_t seed)
      : space_(space), down_(down), seed_(seed), grid_(space.bounds(), all_radii(obstacles, balls)) {
    for (const double radius : all_radii(obstacles, balls)) most_radius_ = std::max(most_radius_, radius);
    for (const Ball<D>& obstacle : obstacles) put(obstacle);
  }

  /// False when the ball finds no place to start from.
  bool drop(Ball<D>& ball, std::uint64_t number) {
    // Starts on the wrong side of a wall say nothing about how full the space is: a narrow hopper may be hit
    // by few.
    constexpr std::uint64_t most_starts = 40, most_wrong = 2000, far = std::uint64_t{1} << 40;
    for (std::uint64_t start = 0, wrong = 0; start - wrong < most_starts && wrong < most_wrong; ++start) {
      strew(ball,
            start < most_starts ? number * most_starts + start : far + number * (2 * most_wrong) + start);
      rise(ball);
      if (!space_.admits(ball)) {
        wrong += space_.is_beyond_a_wall(ball.centre, ball.radius);
        continue;
      }
      if (!grid_.is_clear(ball)) continue;
      fall(ball);
      // What would go on falling on the wrong side, as beside the rim of a hopper, does not rest there.
      constexpr double little = 0.01;
      if (space_.is_beyond_a_wall(ball.centre + (little * ball.radius) * down_, ball.radius)) {
        ++wrong;
        continue;
      }
      put(ball);
      return true;
    }
    return false;
  }

 private:
  static std::vector<double> all_radii(std::span<const Ball<D>> obstacles, std::span<const Ball<D>> balls) {
    std::vector<double> radii;
    for (const Ball<D>& obstacle : obstacles) radii.push_back(obstacle.radius);
    for (const Ball<D>& ball : balls) radii.push_back(ball.radius);
    return radii;
  }

  double height(const Vec<D>& place) const { return -dot(place, down_); }

  void put(const Ball<D>& ball) {
    // All that a ball may list as near to itself while it goes over a face that repeats.
    for_each_copy(space_.periods(), ball, ball.radius + 3 * most_radius_,
                  [&](const Ball<D>& copy) { grid_.insert(copy); });
    top_ = std::max(top_, height(ball.centre) + ball.radius);
  }

  void strew(Ball<D>& ball, std::uint64_t index) const {
    const Box<D> centres = space_.centres(ball.radius);
    for (int k = 0; k < D; ++k)
      ball.centre[k] = centres.lo[k] + (centres.hi[k] - centres.lo[k]) *
                                           random_uniform(seed_, purpose("fill.rain"), index * D + k);
  }

  /// To the top of the space, or to just above all that is there.
  void rise(Ball<D>& ball) const {
    const Box<D> centres = space_.centres(ball.radius);
    double way = HUGE_VAL;
    for (int k = 0; k < D; ++k)
      if (down_[k] != 0)
        way = std::min(way, ((down_[k] < 0 ? centres.hi[k] : centres.lo[k]) - ball.centre[k]) / -down_[k]);
    way = std::min(way, std::max(0.0, top_ + 1.01 * ball.radius - height(ball.centre)));
    ball.centre -= way * down_;
    for (int k = 0; k < D; ++k) ball.centre[k] = std::clamp(ball.centre[k], centres.lo[k], centres.hi[k]);
  }

  void fall(Ball<D>& ball) {
    constexpr double most_step = 0.25, least_step = 1e-4;  // of a radius
    constexpr int most_steps = 100'000;
    double step = most_step * ball.radius;
    listed_at_ = {};
    near_.clear();
    is_listed_ = false;
    for (int count = 0; count < most_steps && step > least_step * ball.radius; ++count) {
      Ball<D> next{ball.centre + step * down_, ball.radius};
      list_near(next);
      constexpr double little = 1e-3;  // of the step
      if (push_out(next) && height(next.centre) < height(ball.centre) - little * step) {
        ball = next;
        come_back(ball);
        step = std::min(most_step * ball.radius, 1.5 * step);
      } else {
        step /= 2;
      }
    }
  }

  /// Into a space that repeats.
  void come_back(Ball<D>& ball) {
    const Vec<D> way = space_.periods().way_back(ball.centre);
    if (way == Vec<D>{}) return;
    ball.centre += way;
    is_listed_ = false;
  }

  void list_near(const Ball<D>& ball) {
    const double skin = ball.radius;
    if (const Vec<D> moved = ball.centre - listed_at_; is_listed_ && dot(moved, moved) < 0.09 * skin * skin)
      return;
    near_.clear();
    grid_.visit_near(ball, skin, [&](std::uint32_t, const Ball<D>& other) {
      const Vec<D> apart = other.centre - ball.centre;
      const double reach = ball.radius + other.radius + skin;
      if (dot(apart, apart) < reach * reach) near_.push_back(other);
    });
    listed_at_ = ball.centre;
    is_listed_ = true;
  }

  /// False when no place near by is free.
  bool push_out(Ball<D>& ball) const {
    constexpr int most_sweeps = 30;
    const Vec<D> start = ball.centre;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      bool is_clear = true;
      for (const Ball<D>& other : near_) {
        if (are_apart(ball, other)) continue;
        is_clear = false;
        constexpr double clearance = 1e-9;
        const Vec<D> apart = ball.centre - other.centre;
        const double distance = norm(apart), reach = (ball.radius + other.radius) * (1 + clearance);
        if (distance == 0) return false;
        ball.centre += (reach / distance - 1) * apart;
      }
      const Vec<D> way = space_.periods().way_back(ball.centre);
      Ball<D> home{ball.centre + way, ball.radius};
      if (!space_.admits(home)) {
        is_clear = false;
        space_.pull_in(home);
        ball.centre = home.centre - way;
      }
      // Beyond this the list of what is near does not hold.
      if (const Vec<D> moved = ball.centre - start; dot(moved, moved) > 0.25 * ball.radius * ball.radius)
        return false;
      if (is_clear) return true;
    }
    return false;
  }

  const FillSpace<D>& space_;
  Vec<D> down_;
  std::uint64_t seed_;
  BallGrid<D> grid_;
  double top_ = -HUGE_VAL;  // [m] of all that is there
  double most_radius_ = 0;
  std::vector<Ball<D>> near_;
  Vec<D> listed_at_;
  bool is_listed_ = false;
};

}  // namespace

template <int D>
std::size_t place_as_rain(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                          std::span<Ball<D>> balls, const Vec<D>& down, std::uint64_t seed) {
  Rain<D> rain(space, obstacles, balls, down, seed);
  for (std::size_t number = 0; number < balls.size(); ++number)
    if (!rain.drop(balls[number], number)) return number;
  return balls.size();
}

template std::size_t place_as_rain(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>,
                                   const Vec<2>&, std::uint64_t);
template std::size_t place_as_rain(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>,
                                   const Vec<3>&, std::uint64_t);

}  // namespace scree::fill
