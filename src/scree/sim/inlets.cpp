#include "scree/sim/inlets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/random.h"
#include "scree/contact/sphere_wall.h"
#include "scree/scene/meshes.h"
#include "scree/shape/round.h"
#include "scree/sim/copies.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

/// Places that are tried for one body before it waits.
constexpr std::uint64_t most_attempts = 200;
/// No more of a region is ever full of bodies that were put there at random.
template <int D>
constexpr double densest = D == 2 ? 0.5 : 0.35;
/// A time that is meant to be a multiple of the rate's period may fall short of it by some ulps.
constexpr double rounding = 1 + 1e-12;

/// Time [s] in which a body that enters everywhere in the region has left it, along the fastest way.
template <int D>
double clearing_time(const Box<D>& region, const Vec<D>& velocity, const Vec<D>& gravity) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < D; ++k) {
    const double way = region.hi[k] - region.lo[k], speed = std::abs(velocity[k]),
                 pull = std::abs(gravity[k]);
    if (speed == 0 && pull == 0) continue;
    const double time =
        pull == 0 ? way / speed : 2 * way / (speed + std::sqrt(speed * speed + 2 * pull * way));
    shortest = std::min(shortest, time);
  }
  return shortest;
}

}  // namespace

template <int D>
bool is_clear_of_walls(const world::Walls<D>& walls, const Vec<D>& place, double radius) {
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t wall = 0; wall < walls.size(); ++wall) {
    if (!walls.is_active(wall)) continue;
    const Pose<D>& pose = walls.states[wall].pose;
    if (walls.meshes[wall]) {
      pieces.clear();
      walls.meshes[wall]->find_near(to_own(pose, place), radius, pieces);
      if (!pieces.empty()) return false;
      continue;
    }
    for (std::size_t facet = walls.first_facet[wall];
         facet < walls.facets.size() && walls.facets[facet].wall == wall; ++facet)
      if (contact::nearest(walls.facets[facet], pose, place).distance < radius) return false;
  }
  return true;
}

template <int D>
Inlet<D>::Inlet(const scene::Inlet& inlet, std::size_t index, const World<D>& world, double thickness,
                const Vec<D>& gravity, std::uint64_t seed)
    : inlet_(inlet),
      sizes_(inlet.radius, D),
      region_{vec_of<D>(inlet.lo), vec_of<D>(inlet.hi)},
      material_(material_number(world.materials, inlet.material.value)),
      polygons_(world.bodies.polygons),
      meshes_(world.bodies.meshes),
      shapes_(world.inlet_shapes[index]),
      density_(world.materials[material_].density),
      thickness_(thickness),
      seed_(random_bits(seed, purpose("inlet"), index)) {
  // Room is made for circles or spheres around bodies, mass is that of their shapes.
  const double mean_volume = shape::round_measure<D>(1) * sizes_.mean_power();
  mean_mass_ = mean_mass();
  for (int k = 0; k < D; ++k)
    if (!(region_.hi[k] - region_.lo[k] >= 2 * inlet.radius.most))
      throw SceneError(inlet.place,
                       fmt::format("inlet '{}': a body of radius {:.6g} m does not fit into its region, "
                                   "which is {:.6g} m wide along {}",
                                   inlet.name, inlet.radius.most, region_.hi[k] - region_.lo[k], "xyz"[k]));
  double volume = region_.volume();
  most_waiting_ = std::max(5.0, densest<D> * volume / mean_volume);
  const double rate = inlet.number_rate ? inlet.number_rate->value : inlet.mass_rate->value / mean_mass_;
  const double most =
      densest<D> * volume / mean_volume / clearing_time(region_, vec_of<D>(inlet.velocity), gravity);
  if (rate > most && most > 0 && !inlet.waits)
    throw SceneError(
        (inlet.number_rate ? inlet.number_rate : inlet.mass_rate)->place,
        fmt::format(
            "inlet '{}': {:.4g} bodies per second cannot pass its region: they leave it too slowly, and at "
            "most "
            "some {:.3g} per second ({:.3g} kg/s) find room; use a larger region, a higher velocity, a "
            "lower rate, or when_full = \"wait\"",
            inlet.name, rate, most, most * mean_mass_));
}

template <int D>
bool Inlet<D>::works_in(const std::string& stage) const {
  return inlet_.stages.empty() ||
         std::find(inlet_.stages.begin(), inlet_.stages.end(), stage) != inlet_.stages.end();
}

template <int D>
double Inlet<D>::open_between(double begin, double end) const {
  return std::max(0.0, std::min(end, inlet_.until) - std::max(begin, inlet_.from));
}

template <int D>
double Inlet<D>::due_in(double open) const {
  const double due =
      inlet_.number_rate ? inlet_.number_rate->value * open : inlet_.mass_rate->value * open / mean_mass_;
  return inlet_.count ? std::min(due, static_cast<double>(inlet_.count->value)) : due;
}

template <int D>
double Inlet<D>::mean_mass() const {
  if (D == 3 && shapes_.count > 0) {
    double sum = 0;
    for (std::uint32_t k = 0; k < shapes_.count; ++k) sum += (*meshes_)[shapes_.first + k].mass(density_);
    return sum / shapes_.count;
  }
  double of_unit = shape::round_measure<D>(1);
  if (shapes_.count > 0) {
    of_unit = 0;
    for (std::uint32_t k = 0; k < shapes_.count; ++k)
      of_unit += (*polygons_)[shapes_.first + k].area() / shapes_.count;
  }
  return density_ * of_unit * sizes_.mean_power() * (D == 2 ? thickness_ : 1.0);
}

template <int D>
double Inlet<D>::mass_of(std::uint64_t number) const {
  if (const std::uint32_t shape = shape_of(number); shape != 0)
    return D == 3 ? (*meshes_)[shape - 1].mass(density_)
                  : polygon_mass((*polygons_)[shape - 1], radius_of(number), density_, thickness_);
  return shape::round_mass<D>(radius_of(number), density_, thickness_);
}

template <int D>
std::uint32_t Inlet<D>::shape_of(std::uint64_t number) const {
  if (shapes_.count == 0) return 0;
  return shapes_.first + 1 +
         static_cast<std::uint32_t>(random_bits(seed_, purpose("inlet.variant"), number) % shapes_.count);
}

template <int D>
double Inlet<D>::radius_of(std::uint64_t number) const {
  if (const std::uint32_t shape = shape_of(number); D == 3 && shape != 0)
    return (*meshes_)[shape - 1].outer_radius();
  return sizes_.radius(random_uniform(seed_, purpose("inlet.radius"), number));
}

template <int D>
void Inlet<D>::shape_newcomer(std::uint64_t number, step::Newcomer<D>& newcomer) const {
  newcomer.shape = shape_of(number);
  if (newcomer.shape == 0) return;
  if constexpr (D == 2) {
    weigh(newcomer.motion, (*polygons_)[newcomer.shape - 1], density_, thickness_);
    newcomer.orientation = rotation_by(
        inlet_.angle.value_or(2 * shape::pi * random_uniform(seed_, purpose("inlet.angle"), number)));
  } else {
    const world::MeshShape& shape = (*meshes_)[newcomer.shape - 1];
    newcomer.motion.inverse_mass = 1 / shape.mass(density_);
    newcomer.motion.inverse_inertia = 0;
    newcomer.orientation = normalised(
        compose(scene::rotation_of_filled(inlet_.rotation, seed_, number), shape.mesh->made_from().rotation));
  }
}

template <int D>
ExactSum Inlet<D>::mass_in_quanta(double quantum) const {
  ExactSum sum;
  for (std::uint64_t number = 0; number < state_.brought; ++number) {
    // Bodies keep the inverse of their mass.
    const double inverse_mass = 1 / mass_of(number);
    sum.add(to_quanta(1 / inverse_mass, quantum));
  }
  return sum;
}

template <int D>
double Inlet<D>::waiting(double open) const {
  if (inlet_.number_rate)
    return std::floor(inlet_.number_rate->value * open * rounding) - static_cast<double>(state_.brought) -
           state_.forgiven;
  return (inlet_.mass_rate->value * open - state_.mass - state_.forgiven) / mean_mass_;
}

template <int D>
bool Inlet<D>::has_next(double open) const {
  if (inlet_.count && state_.brought >= inlet_.count->value) return false;
  if (inlet_.number_rate) return waiting(open) >= 1;
  return state_.mass + state_.forgiven + mass_of(state_.brought) <= inlet_.mass_rate->value * open * rounding;
}

template <int D>
fill::BallGrid<D> Inlet<D>::what_is_there(const Surroundings<D>& there,
                                          std::span<const step::Newcomer<D>> newcomers) const {
  std::vector<fill::Ball<D>> balls;
  const auto see = [&](const Motion<D>& motion) {
    for_each_copy(there.box, motion.position, grown(region_, motion.radius),
                  [&](const Vec<D>& place, const Vec<D>&) {
                    balls.push_back({place, motion.radius});
                  });
  };
  for (const Motion<D>& motion : there.bodies.motion) see(motion);
  for (const step::Newcomer<D>& newcomer : newcomers) see(newcomer.motion);
  // The grid wants to know the largest of every octave of radii that may come.
  std::vector<double> radii;
  for (int octave = std::ilogb(inlet_.radius.least); octave <= std::ilogb(inlet_.radius.most); ++octave)
    radii.push_back(std::min(inlet_.radius.most, std::nextafter(std::ldexp(1.0, octave + 1), 0.0)));
  for (const fill::Ball<D>& ball : balls) radii.push_back(ball.radius);
  fill::BallGrid<D> grid(region_, radii);
  for (const fill::Ball<D>& ball : balls) grid.insert(ball);
  return grid;
}

template <int D>
bool Inlet<D>::try_place(const fill::BallGrid<D>& taken, const Surroundings<D>& there,
                         step::Newcomer<D>& newcomer) {
  const double radius = newcomer.motion.radius;
  Vec<D>& place = newcomer.motion.position;
  for (std::uint64_t attempt = 0; attempt < most_attempts; ++attempt) {
    const std::uint64_t number = state_.attempts++;
    for (int k = 0; k < D; ++k)
      place[k] =
          region_.lo[k] + radius +
          (region_.hi[k] - region_.lo[k] - 2 * radius) *
              random_uniform(seed_, purpose("inlet.place"), number * D + static_cast<std::uint64_t>(k));
    // Beyond a periodic face the body meets the walls of the other side.
    if (taken.is_clear({place, radius}) &&
        is_clear_of_walls(there.walls, place + there.box.way_back(place), radius))
      return true;
  }
  return false;
}

template <int D>
bool Inlet<D>::bring(double open, const Surroundings<D>& there, std::vector<step::Newcomer<D>>& newcomers) {
  if (!has_next(open)) return true;
  fill::BallGrid<D> taken = what_is_there(there, newcomers);
  while (has_next(open)) {
    const double radius = radius_of(state_.brought);
    Vec<D> velocity = vec_of<D>(inlet_.velocity);
    for (int k = 0; k < D && inlet_.random_speed > 0; ++k)
      velocity[k] +=
          inlet_.random_speed * (2 * random_uniform(seed_, purpose("inlet.velocity"),
                                                    state_.brought * D + static_cast<std::uint64_t>(k)) -
                                 1);
    step::Newcomer<D> newcomer{make_motion<D>({}, radius, velocity, {}, density_, thickness_, false),
                               material_};
    shape_newcomer(state_.brought, newcomer);
    if (!try_place(taken, there, newcomer)) break;
    // The region may lie over a periodic face: then the newcomer is in the way of the next on both sides.
    for_each_copy(there.box, newcomer.motion.position, grown(region_, radius),
                  [&](const Vec<D>& place, const Vec<D>&) {
                    taken.insert({place, radius});
                  });
    newcomers.push_back(newcomer);
    state_.mass += mass_of(state_.brought);
    ++state_.brought;
  }
  const double excess = waiting(open) - most_waiting_;
  if (excess <= 0 || !has_next(open)) return true;
  if (!inlet_.waits) return false;
  state_.forgiven += inlet_.number_rate ? std::floor(excess) : excess * mean_mass_;
  return true;
}

template <int D>
std::string Inlet<D>::complaint(double open) const {
  return fmt::format(
      "inlet '{}' cannot bring what it should: {:.0f} bodies wait for a place in its region, which is full "
      "of others. "
      "It has brought {} ({}) in {}. Use a larger region, a higher velocity, a lower rate, close it earlier "
      "(until, count, stages), or say when_full = \"wait\".",
      inlet_.name, waiting(open), state_.brought, quantity_text(state_.mass, "kg"), quantity_text(open, "s"));
}

template bool is_clear_of_walls(const world::Walls<2>&, const Vec<2>&, double);
template bool is_clear_of_walls(const world::Walls<3>&, const Vec<3>&, double);
template class Inlet<2>;
template class Inlet<3>;

}  // namespace scree::sim
