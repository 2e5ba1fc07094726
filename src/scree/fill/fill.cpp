#include "scree/fill/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "scree/base/ids.h"
#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/fill/at_random.h"
#include "scree/fill/ball_grid.h"
#include "scree/fill/grow.h"
#include "scree/fill/lattice.h"
#include "scree/fill/rain.h"
#include "scree/fill/size_sampler.h"
#include "scree/scene/csv_bodies.h"
#include "scree/scene/meshes.h"
#include "scree/scene/polygons.h"
#include "scree/scene/region_shape.h"

namespace scree::fill {

using scene::Fill;
using scene::SizeDistribution;
using scene::Wall;

namespace {

/// What bodies of a fill have of the balls for which places are found, on average.
double share_of_ball(const Fill& fill, std::uint64_t own_seed) {
  if (fill.mesh) return scene::share_of_ball(*fill.mesh, fill.halo, own_seed);
  return fill.polygon ? scene::share_of_circle(*fill.polygon, own_seed) : 1;
}

/// No arrangement that is tried reaches more of a region; what asks for more need not be drawn in full.
template <int D>
constexpr double most_fraction = D == 2 ? 0.92 : 0.76;
/// Random arrangements of equal balls end below this.
template <int D>
constexpr double most_random_fraction = D == 2 ? 0.87 : 0.66;

template <int D>
double volume_of_region(const Fill& fill) {
  return scene::volume_of<D>(fill.region.value_or(scene::BoxRegion{fill.lo, fill.hi}));
}

template <int D>
class Generator {
 public:
  Generator(const SceneDescription& scene, std::size_t fill_index, std::uint64_t seed,
            std::span<const Ball<D>> obstacles)
      : scene_(scene),
        fill_(scene.fills[fill_index]),
        index_(static_cast<std::uint32_t>(fill_index)),
        seed_(random_bits(seed, purpose("fill"), fill_index)),
        region_(region_of(fill_)),
        volume_(volume_of_region<D>(fill_)),
        sizes_(sizes_of(fill_)),
        share_of_ball_(share_of_ball(fill_, seed_)),
        space_(region_, scene.walls) {
    for (const Ball<D>& obstacle : obstacles)
      if (overlap(Box<D>::around(obstacle.centre, obstacle.radius), region_)) obstacles_.push_back(obstacle);
    if (fill_.region) space_.keep_within(*fill_.region);
    repeat_space();
  }

  std::vector<NewBody<D>> run() {
    std::vector<NewBody<D>> bodies;
    if (fill_.arrangement == Fill::Arrangement::file) {
      bodies = scene::read_csv_bodies<D>(fill_, scene_.materials);
    } else {
      require_room();
      draw_sizes();
      arrange();
      for (const Ball<D>& ball : balls_) bodies.push_back(body_at(ball));
    }
    for (std::size_t number = 0; number < bodies.size(); ++number) {
      bodies[number].fill = index_;
      for (int k = 0; k < D && fill_.random_speed > 0 && !bodies[number].fixed; ++k)
        bodies[number].velocity[k] +=
            fill_.random_speed * (2 * random_uniform(seed_, purpose("fill.velocity"), number * D + k) - 1);
    }
    if (fill_.thermal_speed > 0) add_thermal_motion(bodies);
    return bodies;
  }

 private:
  /// Velocities as in a gas, without the little that their momenta add up to by chance; the spread is then
  /// brought back to what was asked for. Bodies weigh by their volume: they are of one material.
  void add_thermal_motion(std::vector<NewBody<D>>& bodies) const {
    std::vector<Vec<D>> parts(bodies.size());
    Vec<D> momentum;
    double mass = 0, squares = 0;
    const auto weight = [](const NewBody<D>& body) { return ball_volume<D>(body.radius); };
    for (std::size_t number = 0; number < bodies.size(); ++number) {
      for (int k = 0; k < D; ++k)
        parts[number][k] = normal_number(number * D + static_cast<std::uint64_t>(k));
      momentum += weight(bodies[number]) * parts[number];
      mass += weight(bodies[number]);
    }
    for (Vec<D>& part : parts) {
      part = part - momentum / mass;
      squares += dot(part, part);
    }
    if (!(squares > 0)) return;
    const double scale = fill_.thermal_speed *
                         std::sqrt(static_cast<double>(D) * static_cast<double>(bodies.size()) / squares);
    for (std::size_t number = 0; number < bodies.size(); ++number)
      bodies[number].velocity += scale * parts[number];
  }
  /// With mean 0 and deviation 1 (Box and Muller 1958).
  double normal_number(std::uint64_t number) const {
    const double u = 1 - random_uniform(seed_, purpose("fill.thermal.size"), number),
                 v = random_uniform(seed_, purpose("fill.thermal.way"), number);
    return std::sqrt(-2 * math::log(u)) * math::cos(2 * math::pi * v);
  }

  void arrange() {
    switch (fill_.arrangement) {
      case Fill::Arrangement::lattice:
        return arrange_on_lattice();
      case Fill::Arrangement::grow:
        return arrange_grown();
      case Fill::Arrangement::rain:
        return arrange_as_rain();
      default:
        return arrange_at_random();
    }
  }

  /// A region that is as long as a periodic box has no faces there.
  void repeat_space() {
    for (int k = 0; k < D; ++k)
      if (scene_.domain.periodic[k] && space_.bounds().lo[k] == scene_.domain.lo[k] &&
          space_.bounds().hi[k] == scene_.domain.hi[k])
        space_.repeat(k);
  }

  /// Bodies of a file bring their sizes along.
  static SizeSampler sizes_of(const Fill& fill) {
    return {fill.arrangement == Fill::Arrangement::file ? SizeDistribution{} : fill.radius, D};
  }

  static Box<D> region_of(const Fill& fill) {
    Box<D> region;
    for (int k = 0; k < D; ++k) {
      region.lo[k] = fill.lo[k];
      region.hi[k] = fill.hi[k];
    }
    return region;
  }

  NewBody<D> body_at(const Ball<D>& ball) const {
    NewBody<D> body;
    body.position = ball.centre;
    body.radius = ball.radius;
    body.material = fill_.material.value;
    body.fixed = fill_.fixed;
    for (int k = 0; k < D; ++k) body.velocity[k] = fill_.velocity[k];
    return body;
  }

  Place place() const {
    return fill_.count             ? fill_.count->place
           : fill_.volume_fraction ? fill_.volume_fraction->place
                                   : fill_.place;
  }

  std::string name_bodies(double count) const {
    return fmt::format("{} {}{}", count < 1e15 ? fmt::format("{:.0f}", count) : fmt::format("{:.2g}", count),
                       fill_.shape.value, count == 1 ? "" : "s");
  }

  /// The largest ball must fit between the walls, whatever else is there.
  void require_room() const {
    if (!space_.centres(fill_.radius.most).is_empty()) return;
    for (const Wall& wall : scene_.walls)
      if (const Box<D> left = FillSpace<D>(region_, {&wall, 1}).bounds();
          left.is_empty() || left.volume() == 0)
        throw SceneError(fill_.place,
                         fmt::format("the region lies behind wall '{}', where no body can be", wall.name));
    int narrowest = 0;
    const Vec<D> size = space_.bounds().size();
    for (int k = 1; k < D; ++k)
      if (size[k] < size[narrowest]) narrowest = k;
    const bool is_cut = size[narrowest] < region_.size()[narrowest];
    throw SceneError(
        fill_.place,
        fmt::format("a {} of radius {:.6g} m does not fit: along {}, the region is {:.6g} m wide{}",
                    fill_.shape.value, fill_.radius.most, "xyz"[narrowest], std::max(size[narrowest], 0.0),
                    is_cut ? " between the walls" : ""));
  }

  double draw_radius(std::uint64_t number) const {
    return sizes_.radius(random_uniform(seed_, purpose("fill.radius"), number));
  }
  /// Polygons are laid as the circles around them, but take up less.
  double volume_of(double radius) const { return share_of_ball_ * ball_volume<D>(radius); }
  double mean_volume() const { return volume_of(1) * sizes_.mean_power(); }

  /// Decides how many balls are wanted and draws their radii; only as many as could possibly fit.
  void draw_sizes() {
    const double room = share_of_ball_ * most_drawn_fraction() * space_.bounds().volume();
    const double target = fill_.count ? HUGE_VAL : fill_.volume_fraction->value * volume_;
    wanted_count_ = fill_.count ? static_cast<double>(fill_.count->value) : target / mean_volume();
    wanted_fraction_ = fill_.count ? wanted_count_ * mean_volume() / volume_ : fill_.volume_fraction->value;
    if (std::min(wanted_count_, room / mean_volume()) > most_bodies)
      throw SceneError(place(), fmt::format("asked for {}; scree counts up to {} bodies",
                                            name_bodies(wanted_count_), most_bodies));
    double sum = 0;
    while (static_cast<double>(balls_.size()) < (fill_.count ? wanted_count_ : HUGE_VAL)) {
      const double radius = draw_radius(balls_.size()), next = sum + volume_of(radius);
      // The sum ends as near to the target as one ball allows.
      if (next - target > target - sum) break;
      if (next > room && !balls_.empty()) {
        is_too_much_ = true;
        return;
      }
      balls_.push_back({{}, radius});
      sum = next;
    }
    wanted_count_ = static_cast<double>(balls_.size());
    if (balls_.empty())
      throw SceneError(
          place(),
          fmt::format("volume_fraction = {:.3g} is less than one {}, which makes {:.3g} of the region",
                      fill_.volume_fraction->value, fill_.shape.value, mean_volume() / volume_));
  }
  double most_drawn_fraction() const {
    if (fill_.arrangement == Fill::Arrangement::lattice) return most_fraction<D>;
    // Small balls fill the gaps of large ones.
    const bool is_fixed = fill_.radius.form == SizeDistribution::Form::fixed;
    return is_fixed ? most_random_fraction<D> : most_fraction<D>;
  }

  void arrange_at_random() {
    // Across periodic faces, what finds no gap at random is pushed apart by growing.
    const bool repeats = space_.periods().any();
    if (is_too_much_ && repeats) return arrange_grown();
    if (is_too_much_) refuse(fit_at_random<D>(space_, obstacles_, balls_, seed_), "at random");
    const RandomPlacing<D> placing = place_at_random<D>(space_, obstacles_, balls_, seed_);
    if (!placing.is_complete && repeats) return arrange_grown();
    if (!placing.is_complete) refuse(placing.fitting, "at random");
  }

  void arrange_grown() {
    double volume = 0;
    for (const Ball<D>& ball : balls_) volume += volume_of(ball.radius);
    const double reached = place_grown<D>(space_, obstacles_, balls_, seed_);
    if (reached == 1 && !is_too_much_) return;
    const double part = D == 2 ? reached * reached : reached * reached * reached;
    throw SceneError(
        place(),
        fmt::format("asked for {} (fraction {:.3g}); grown at random they jam at a fraction of "
                    "{:.3f}; use fewer, a larger region, or arrangement = \"lattice\"",
                    name_bodies(std::floor(wanted_count_)), wanted_fraction_, part * volume / volume_));
  }

  void arrange_as_rain() {
    Vec<D> down;
    for (int k = 0; k < D; ++k) down[k] = scene_.gravity[k];
    if (norm(down) == 0)
      throw SceneError(fill_.place,
                       "arrangement = \"rain\" falls along gravity, which this scene does not have; "
                       "set [scene] gravity, or use arrangement = \"random\"");
    const std::size_t count = place_as_rain<D>(space_, obstacles_, balls_, down / norm(down), seed_);
    if (count == balls_.size() && !is_too_much_) return;
    balls_.resize(count);
    refuse(balls_, "as rain");
  }

  void arrange_on_lattice() {
    const LatticeRequest request = lattice_request();
    const std::vector<Vec<D>> sites = lattice_sites(space_, obstacle_grid(), request);
    const bool is_complete = sites.size() == request.count && !is_too_much_;
    balls_.resize(std::min(balls_.size(), sites.size()));
    if (!is_complete) refuse(balls_, "on a lattice");
    for (std::size_t number = 0; number < sites.size(); ++number) balls_[number].centre = sites[number];
  }

  LatticeRequest lattice_request() const {
    LatticeRequest request;
    request.radius = fill_.radius.most;
    request.count = static_cast<std::uint64_t>(std::min<double>(wanted_count_, most_bodies));
    request.spread = !fill_.count;
    request.axis = D - 1;
    for (int k = 0; k < D; ++k)
      if (std::abs(scene_.gravity[k]) > std::abs(scene_.gravity[request.axis])) request.axis = k;
    request.from_top = scene_.gravity[request.axis] > 0;
    return request;
  }

  BallGrid<D> obstacle_grid() const {
    std::vector<double> radii;
    for (const Ball<D>& obstacle : obstacles_) radii.push_back(obstacle.radius);
    BallGrid<D> grid(space_.bounds(), radii);
    for (const Ball<D>& obstacle : obstacles_)
      for_each_copy(space_.periods(), obstacle, obstacle.radius + fill_.radius.most,
                    [&](const Ball<D>& copy) { grid.insert(copy); });
    return grid;
  }

  [[noreturn]] void refuse(const std::vector<Ball<D>>& fitting, const char* how) const {
    double volume = 0;
    for (const Ball<D>& ball : fitting) volume += volume_of(ball.radius);
    std::string reached = fmt::format("none fits {}", how), advice = "fewer or a larger region";
    if (!fitting.empty()) reached = fmt::format("{} fit {} ({:.2g})", fitting.size(), how, volume / volume_);
    if (fill_.arrangement != Fill::Arrangement::lattice) {
      const std::uint64_t sites = lattice_capacity(space_, obstacle_grid(), lattice_request());
      if (sites > fitting.size())
        advice = fmt::format("fewer, a larger region, or arrangement = \"lattice\" (up to {}, {:.2g})", sites,
                             static_cast<double>(sites) * mean_volume() / volume_);
    }
    throw SceneError(place(),
                     fmt::format("asked for {} (fraction {:.2g}); {}; use {}",
                                 name_bodies(std::floor(wanted_count_)), wanted_fraction_, reached, advice));
  }

  const SceneDescription& scene_;
  const Fill& fill_;
  std::uint32_t index_;
  std::uint64_t seed_;
  Box<D> region_;
  double volume_;  // of the region [m^D]
  SizeSampler sizes_;
  double share_of_ball_;
  FillSpace<D> space_;
  std::vector<Ball<D>> obstacles_;
  std::vector<Ball<D>> balls_;
  double wanted_count_ = 0, wanted_fraction_ = 0;
  bool is_too_much_ = false;  // balls_ are not all that were asked for
};

template <int D>
PeriodicBox<D> periods_of(const scene::DomainBox& domain) {
  PeriodicBox<D> periods{};
  for (int k = 0; k < D; ++k)
    if (domain.periodic[k]) periods.repeat(k, domain.lo[k], domain.hi[k]);
  return periods;
}

/// The ball, and what reaches over a periodic face, on its other side.
template <int D>
void add_with_copies(const PeriodicBox<D>& periods, const Ball<D>& ball, std::vector<Ball<D>>& balls) {
  for_each_copy(periods, ball, ball.radius, [&](const Ball<D>& copy) { balls.push_back(copy); });
}

}  // namespace

template <int D>
std::vector<NewBody<D>> generate_fill(const SceneDescription& scene, std::size_t fill_index,
                                      std::uint64_t seed, std::span<const Ball<D>> obstacles) {
  SCREE_ASSERT(scene.dimension == D && fill_index < scene.fills.size());
  return Generator<D>(scene, fill_index, seed, obstacles).run();
}

template <int D>
std::vector<NewBody<D>> generate_fills(const SceneDescription& scene, std::uint64_t seed) {
  const PeriodicBox<D> periods = periods_of<D>(scene.domain);
  std::vector<Ball<D>> placed;
  for (const scene::Body& body : scene.bodies) {
    Ball<D> ball;
    for (int k = 0; k < D; ++k) ball.centre[k] = body.position[k];
    ball.radius = body.radius.value;
    add_with_copies(periods, ball, placed);
  }
  std::vector<NewBody<D>> all;
  std::vector<Complaint> complaints;
  for (std::size_t index = 0; index < scene.fills.size(); ++index) {
    try {
      for (NewBody<D>& body : generate_fill<D>(scene, index, seed, placed)) {
        add_with_copies<D>(periods, {body.position, body.radius}, placed);
        all.push_back(std::move(body));
      }
      if (all.size() + scene.bodies.size() > most_bodies)
        complaints.push_back({scene.fills[index].place,
                              fmt::format("with this fill there are {} bodies; scree counts up to {}",
                                          all.size() + scene.bodies.size(), most_bodies)});
    } catch (const SceneError& error) {
      complaints.insert(complaints.end(), error.complaints.begin(), error.complaints.end());
    }
  }
  if (!complaints.empty()) throw SceneError(std::move(complaints));
  return all;
}

double expected_bodies(const SceneDescription& scene) {
  auto count = static_cast<double>(scene.bodies.size());
  for (const Fill& fill : scene.fills) {
    if (fill.rows)
      count += static_cast<double>(std::count(fill.rows->value.begin(), fill.rows->value.end(), '\n'));
    if (fill.count) count += static_cast<double>(fill.count->value);
    if (!fill.volume_fraction) continue;
    const double volume = scene.dimension == 2 ? volume_of_region<2>(fill) : volume_of_region<3>(fill);
    const double unit = scene.dimension == 2 ? ball_volume<2>(1) : ball_volume<3>(1);
    const double share = share_of_ball(fill, 0);
    count += fill.volume_fraction->value * volume /
             (share * unit * SizeSampler(fill.radius, scene.dimension).mean_power());
  }
  return count;
}

template <int D>
Place place_of(const SceneDescription& scene, const NewBody<D>& body) {
  const Fill& fill = scene.fills[body.fill];
  return body.line > 0 ? scene::csv_place(fill, body.line) : fill.place;
}

template std::vector<NewBody<2>> generate_fill(const SceneDescription&, std::size_t, std::uint64_t,
                                               std::span<const Ball<2>>);
template std::vector<NewBody<3>> generate_fill(const SceneDescription&, std::size_t, std::uint64_t,
                                               std::span<const Ball<3>>);
template std::vector<NewBody<2>> generate_fills(const SceneDescription&, std::uint64_t);
template std::vector<NewBody<3>> generate_fills(const SceneDescription&, std::uint64_t);
template Place place_of(const SceneDescription&, const NewBody<2>&);
template Place place_of(const SceneDescription&, const NewBody<3>&);

}  // namespace scree::fill
