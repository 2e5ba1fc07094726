// Balls start small at random places and grow to full size while the overlaps relax: the energy of springs
// between overlapping balls is minimised (O'Hern, Langer, Liu and Nagel 2002) by FIRE, descent with inertia
// (Bitzek et al. 2006). Where the balls fit, the energy falls to nothing; where they jam it does not, and
// they are shrunk until it does, which tells how far they came. Stiffness and mass go with the surface, so
// balls of any sizes relax at the same pace. Cost: some 300 passes at a fraction of 0.62 in space, thousands
// next to jamming (0.64); each some hundred nanoseconds per ball, on all threads. It loses where only order
// fits.
#include "scree/fill/grow.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "scree/base/math.h"
#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/fill/at_random.h"
#include "scree/fill/ball_grid.h"
#include "scree/search/catalog.h"
#include "scree/search/periodic.h"

namespace scree::fill {
namespace {

// How much larger than they are the balls are made, in radii, so that an end comes: it does when no overlap
// is larger. The first margin gets there sooner; where it jams, the second may not.
constexpr double first_margin = 1e-3, last_margin = 1e-4;
constexpr std::size_t block_size = 256;  // of balls, for sums in a fixed order

template <int D>
double surface(double radius) {
  return D == 2 ? radius : radius * radius;
}

/// Which balls may meet which, in both directions, sorted.
template <int D>
class Neighbours final : public search::PairSink {
 public:
  explicit Neighbours(const PeriodicBox<D>& box) {
    search::Periods<D> periods;
    periods.origin = box.origin;
    periods.length = box.length;
    search_ =
        std::make_unique<search::PeriodicSearch<D>>(search::make<D>(*search::find_entry("auto")), periods);
  }

  /// Lists what is nearer than the sum of the reaches; of the obstacles, which come last, nothing.
  void list(std::span<const Ball<D>> reaches, std::size_t ball_count) {
    static_assert(sizeof(Ball<D>) == (D + 1) * sizeof(double));
    search_->prepare(search::Items<D>::spheres(reaches.size(), reaches.front().centre.component,
                                               &reaches.front().radius, D + 1));
    pairs_.clear();
    search_->find_pairs(*this);
    begin_.assign(ball_count + 1, 0);
    for (const search::Pair& pair : pairs_) {
      if (pair.first < ball_count) ++begin_[pair.first + 1];
      if (pair.second < ball_count) ++begin_[pair.second + 1];
    }
    for (std::size_t ball = 0; ball < ball_count; ++ball) begin_[ball + 1] += begin_[ball];
    near_.resize(begin_.back());
    end_.assign(begin_.begin(), begin_.end() - 1);
    for (const search::Pair& pair : pairs_) {
      if (pair.first < ball_count) near_[end_[pair.first]++] = pair.second;
      if (pair.second < ball_count) near_[end_[pair.second]++] = pair.first;
    }
    // Pairs come in any order, and twice where a box is short.
    parallel_for(ball_count, block_size, [&](std::size_t first, std::size_t last) {
      for (std::size_t ball = first; ball < last; ++ball) {
        const auto row = near_.begin() + static_cast<std::ptrdiff_t>(begin_[ball]);
        const auto row_end = near_.begin() + static_cast<std::ptrdiff_t>(end_[ball]);
        std::sort(row, row_end);
        end_[ball] = static_cast<std::size_t>(std::unique(row, row_end) - near_.begin());
      }
    });
  }
  std::span<const std::uint32_t> of(std::size_t ball) const {
    return {near_.data() + begin_[ball], end_[ball] - begin_[ball]};
  }

  void take(std::span<const search::Pair> pairs, const search::Image&) override {
    const std::lock_guard lock(mutex_);
    pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  }

 private:
  std::unique_ptr<search::PeriodicSearch<D>> search_;
  std::mutex mutex_;
  std::vector<search::Pair> pairs_;
  std::vector<std::size_t> begin_, end_;
  std::vector<std::uint32_t> near_;
};

template <int D>
class Growth {
 public:
  Growth(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<const Ball<D>> balls,
         double start)
      : space_(space), neighbours_(space.periods()), count_(balls.size()) {
    for (const std::uint32_t number : spatial_order<D>(space.bounds(), balls)) {
      origins_.push_back(number);
      radii_.push_back(balls[number].radius);
      at_.push_back({balls[number].centre, 0});
      mean_radius_ += balls[number].radius / static_cast<double>(count_);
      surface_ += surface<D>(balls[number].radius);
    }
    for (const Ball<D>& obstacle : obstacles) at_.push_back(obstacle);
    way_.resize(count_);
    pull_.resize(count_);
    is_wrapped_.resize(count_);
    listed_ = at_;
    resize(start);
  }

  /// Grows to full size and relaxes there. Returns the part of it at which the balls are apart.
  double run() {
    constexpr int passes_per_growth = 4;
    constexpr double growth = 1.01;
    while (scale_ < 1) {
      for (int pass = 0; pass < passes_per_growth; ++pass) advance();
      resize(std::min(1.0, scale_ * growth));
    }
    while (!relax()) {
      if (budget_ <= 0) return 0;
      // At the mean overlap the springs would just be slack, if all shrank alike.
      constexpr double part_of_overlap = 0.7;
      scale_ *= 1 - std::max(last_margin, part_of_overlap * sums_.mean_overlap());
    }
    return scale_;
  }

  /// By the number among those given.
  void give_centres(std::span<Ball<D>> balls) const {
    for (std::size_t slot = 0; slot < count_; ++slot)
      balls[origins_[slot]].centre = at_[slot].centre + space_.periods().way_back(at_[slot].centre);
  }

 private:
  /// Over all balls, weighted with their surfaces where that makes energies of squares.
  struct Sums {
    double power = 0, pull = 0, way = 0, tension = 0;
    double overlap = 0, contacts = 0;
    double worst = 0;  // overlap over the sum of the radii

    void add(const Sums& other) {
      power += other.power;
      pull += other.pull;
      way += other.way;
      tension += other.tension;
      overlap += other.overlap;
      contacts += other.contacts;
      worst = std::max(worst, other.worst);
    }
    void add_overlap(double relative) {
      overlap += relative;
      contacts += 1;
      worst = std::max(worst, relative);
    }
    double mean_overlap() const { return contacts > 0 ? overlap / contacts : 0; }
  };

  static constexpr double first_pace = 0.1, most_pace = 0.7;  // of time per pass; springs swing in about 2
  static constexpr double first_steering = 0.1;

  void resize(double scale, double margin = first_margin) {
    scale_ = scale;
    for (std::size_t slot = 0; slot < count_; ++slot)
      at_[slot].radius = radii_[slot] * (scale * (1 + margin));
    stop();
    pace_ = first_pace;
  }
  void stop() {
    std::fill(way_.begin(), way_.end(), Vec<D>{});
    steering_ = first_steering;
    good_passes_ = 0;
  }

  double skin(std::size_t slot) const { return skin_per_radius_ * std::min(radii_[slot], 2 * mean_radius_); }

  /// True when all are apart; false when they press on each other for good, or at too great a cost. Balls
  /// breathe, from one margin to the other, because what was pressed and let go finds together sooner.
  bool relax() {
    double overlap_before = 1;
    while (budget_ > 0) {
      for (const double margin : {first_margin, last_margin})
        if (relax_with(margin)) return true;
      constexpr double little = 0.85;
      if (sums_.mean_overlap() > little * overlap_before) return false;
      overlap_before = sums_.mean_overlap();
    }
    return false;
  }
  bool relax_with(double margin) {
    resize(scale_, margin);
    constexpr int most_passes = 1000;
    for (int pass = 0; pass < most_passes; ++pass) {
      advance();
      if (sums_.worst < 0.9 * margin && are_all_free()) return true;
      constexpr double balanced = 3e-3;
      if (sums_.pull < balanced * balanced * sums_.tension) return false;
    }
    return false;
  }

  void advance() {
    list_where_needed();
    find_pulls();
    budget_ -= static_cast<double>(count_);
    move();
  }

  bool has_outrun_list() const;
  void list_where_needed();
  void find_pulls();
  void find_pull(std::size_t slot, Sums& sums);
  void move();
  bool are_all_free();

  Vec<D> between(std::size_t slot, const Ball<D>& b) const {
    const Ball<D>& a = at_[slot];
    return is_wrapped_[slot] ? space_.periods().nearest(b.centre - a.centre) : b.centre - a.centre;
  }

  static constexpr double most_skin = 0.25, least_skin = 0.03;
  static constexpr int long_list = 400, short_list = 20;  // passes
  const FillSpace<D>& space_;
  Neighbours<D> neighbours_;
  std::size_t count_;  // of balls, without obstacles
  bool is_periodic_ = space_.periods().any();
  std::vector<std::uint32_t> origins_;
  std::vector<double> radii_;    // when grown
  std::vector<Ball<D>> at_;      // the balls as large as they are, with the margin, then the obstacles
  std::vector<Ball<D>> listed_;  // when the neighbours were listed
  int list_age_ = long_list;     // passes
  double skin_per_radius_ = most_skin;
  std::vector<Vec<D>> way_, pull_;  // velocity and acceleration
  std::vector<char> is_wrapped_;    // has neighbours across a face that repeats
  double mean_radius_ = 0, surface_ = 0;
  double scale_ = 0;
  double pace_ = first_pace, steering_ = first_steering;
  int good_passes_ = 0;
  Sums sums_;
  std::vector<Sums> block_sums_;
  double budget_ = 4e9;  // visits of a ball
};

template <int D>
bool Growth<D>::has_outrun_list() const {
  std::vector<char> has_left(block_count(count_, block_size), 0);
  for_each_block(count_, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end && !has_left[block]; ++slot) {
      const Vec<D> moved = at_[slot].centre - listed_[slot].centre;
      const double slack = skin(slot) - (at_[slot].radius - listed_[slot].radius);
      has_left[block] = slack < 0 || dot(moved, moved) > slack * slack;
    }
  });
  return std::count(has_left.begin(), has_left.end(), 1) > 0;
}

template <int D>
void Growth<D>::list_where_needed() {
  if (list_age_++ < long_list && !has_outrun_list()) return;
  // What hardly moves needs no wide skin, which costs in every pass.
  if (list_age_ > long_list) skin_per_radius_ = std::max(least_skin, skin_per_radius_ / 2);
  if (list_age_ < short_list) skin_per_radius_ = std::min(most_skin, skin_per_radius_ * 2);
  list_age_ = 0;
  if (is_periodic_)
    for (std::size_t slot = 0; slot < count_; ++slot)
      at_[slot].centre += space_.periods().way_back(at_[slot].centre);
  listed_ = at_;
  std::vector<Ball<D>> reaches(at_);
  for (std::size_t slot = 0; slot < count_; ++slot) reaches[slot].radius += skin(slot);
  neighbours_.list(reaches, count_);
  if (!is_periodic_) return;
  for_each_block(count_, block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      is_wrapped_[slot] = 0;
      for (const std::uint32_t other : neighbours_.of(slot)) {
        const Vec<D> apart = at_[other].centre - at_[slot].centre;
        if (!(space_.periods().nearest(apart) == apart)) is_wrapped_[slot] = 1;
      }
    }
  });
}

template <int D>
void Growth<D>::find_pulls() {
  block_sums_.assign(block_count(count_, block_size), {});
  for_each_block(count_, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) find_pull(slot, block_sums_[block]);
  });
  sums_ = {};
  for (const Sums& sums : block_sums_) sums_.add(sums);
}

template <int D>
void Growth<D>::find_pull(std::size_t slot, Sums& sums) {
  const Ball<D>& a = at_[slot];
  Vec<D> pull{};
  double tension = 0;
  for (const std::uint32_t other : neighbours_.of(slot)) {
    const Ball<D>& b = at_[other];
    const Vec<D> apart = between(slot, b);
    const double reach = a.radius + b.radius, squared = dot(apart, apart);
    if (squared >= reach * reach) continue;
    const double distance = std::sqrt(squared), overlap = reach - distance;
    const double stiffness = b.radius < a.radius ? surface<D>(b.radius / a.radius) : 1;
    sums.add_overlap(overlap / reach);
    tension += stiffness * stiffness * overlap * overlap;
    if (distance > 0) {
      pull -= (stiffness * overlap / distance) * apart;
    } else {
      pull[0] += slot < other ? -overlap : overlap;
    }
  }
  Ball<D> inside = a;
  space_.pull_in(inside);
  if (const Vec<D> way = inside.centre - a.centre; dot(way, way) > 0) {
    pull += way;
    tension += dot(way, way);
    sums.add_overlap(norm(way) / a.radius);
  }
  pull_[slot] = pull;
  const double weight = surface<D>(radii_[slot]);
  sums.power += weight * dot(pull, way_[slot]);
  sums.pull += weight * dot(pull, pull);
  sums.way += weight * dot(way_[slot], way_[slot]);
  sums.tension += weight * tension;
}

template <int D>
void Growth<D>::move() {
  if (sums_.power > 0) {
    constexpr int patience = 5;
    if (++good_passes_ > patience) {
      pace_ = std::min(most_pace, 1.1 * pace_);
      steering_ *= 0.99;
    }
  } else if (sums_.way > 0) {
    pace_ *= 0.5;
    stop();
    sums_.way = sums_.power = 0;
  }
  // The speed after the push, by which the way is turned towards the pull.
  const double speed_squared = sums_.way + 2 * pace_ * sums_.power + pace_ * pace_ * sums_.pull;
  const double turn = sums_.pull > 0 ? steering_ * std::sqrt(speed_squared / sums_.pull) : 0;
  parallel_for(count_, block_size, [&](std::size_t first, std::size_t last) {
    constexpr double most_move = 0.2;  // of a radius
    for (std::size_t slot = first; slot < last; ++slot) {
      Vec<D>& way = way_[slot];
      way = (1 - steering_) * (way + pace_ * pull_[slot]) + turn * pull_[slot];
      const double most = most_move * radii_[slot] / pace_, squared = dot(way, way);
      if (squared > most * most) way *= most / std::sqrt(squared);
      at_[slot].centre += pace_ * way;
    }
  });
}

template <int D>
bool Growth<D>::are_all_free() {
  list_where_needed();
  std::vector<char> is_free(block_count(count_, block_size), 1);
  for_each_block(count_, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end && is_free[block]; ++slot) {
      const Ball<D> a{at_[slot].centre, radii_[slot] * scale_};
      is_free[block] = space_.admits({a.centre + space_.periods().way_back(a.centre), a.radius});
      for (const std::uint32_t other : neighbours_.of(slot)) {
        const double reach = a.radius + (other < count_ ? radii_[other] * scale_ : at_[other].radius);
        const Vec<D> apart = between(slot, at_[other]);
        if (dot(apart, apart) < reach * reach) is_free[block] = 0;
      }
    }
  });
  return std::count(is_free.begin(), is_free.end(), 0) == 0;
}

}  // namespace

template <int D>
double place_grown(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls,
                   std::uint64_t seed) {
  if (balls.empty()) return 1;
  double volume = 0;
  for (const Ball<D>& ball : balls) volume += ball_volume<D>(ball.radius);
  constexpr double easy = D == 2 ? 0.4 : 0.28;
  const double dense = volume / (easy * space.bounds().volume());
  const double start = dense <= 1 ? 1 : 1 / (D == 2 ? std::sqrt(dense) : math::cbrt(dense));

  // Small systems jam a little sooner or later, by chance.
  constexpr std::uint64_t most_attempts = 3;
  constexpr double near = 0.998;
  double best = 0;
  for (std::uint64_t attempt = 0; attempt < most_attempts; ++attempt) {
    std::vector<Ball<D>> small(balls.begin(), balls.end());
    for (Ball<D>& ball : small) ball.radius *= start;
    strew_at_random<D>(space, obstacles, small, random_bits(seed, purpose("fill.grow"), attempt));
    for (std::size_t number = 0; number < balls.size(); ++number) small[number].radius = balls[number].radius;
    Growth<D> growth(space, obstacles, small, start);
    const double reached = growth.run();
    best = std::max(best, reached);
    if (reached == 1) growth.give_centres(balls);
    if (reached == 1 || reached < near) break;
  }
  return best;
}

template double place_grown(const FillSpace<2>&, std::span<const Ball<2>>, std::span<Ball<2>>, std::uint64_t);
template double place_grown(const FillSpace<3>&, std::span<const Ball<3>>, std::span<Ball<3>>, std::uint64_t);

}  // namespace scree::fill
