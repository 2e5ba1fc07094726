#include "bench/sphere_systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::bench {
namespace {

constexpr double pi = 3.141592653589793;
constexpr HookeNumbers stiff{2e5, 2.0 / 7.0 * 2e5, 50, 25, 0.5};
/// That of LAMMPS's own bench of a chute; without tangential damping.
constexpr HookeNumbers chute{2000, 2.0 / 7.0 * 2000, 50, 0, 0.5};

constexpr double small = 0.5, large = 5;               // [m] radii of MONO and BI
constexpr double least_radius = 0.1, most_radius = 5;  // of POLY
constexpr double poly_limits[] = {0.25, 0.6, 1.5, 5};  // so that a collection spans a factor of 2.5
constexpr double bi_limits[] = {small, large};
constexpr double base_height = 1;   // [m] of the rough base
constexpr double layer_aspect = 2;  // length of a layer over its width

std::string box_text(const Vec3& lo, const Vec3& hi, int dimension) {
  const auto vector = [&](const Vec3& v) {
    return dimension == 2 ? fmt::format("[{:.17g}, {:.17g}]", v[0], v[1])
                          : fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]);
  };
  return fmt::format("{{ min = {}, max = {} }}", vector(lo), vector(hi));
}

std::string fill_text(const SphereSystem& system, const Vec3& lo, const Vec3& hi, const std::string& radius,
                      std::uint64_t count, const std::string& more) {
  return fmt::format(
      "[[fill]]\nshape = \"{}\"\nmaterial = \"m\"\nradius = {}\nregion = {{ box = {} }}\ncount = {}\n{}\n",
      system.dimension == 2 ? "disc" : "sphere", radius, box_text(lo, hi, system.dimension), count, more);
}

std::uint64_t large_count(std::uint64_t count) { return (count + 1000) / 1001; }

std::string equal_bodies(const SphereSystem& system, std::uint64_t count) {
  return fill_text(system, {}, box_size(system, count), fmt::format("{}", small), count, "random_speed = 5");
}

std::string two_sizes(const SphereSystem& system, std::uint64_t count) {
  const Vec3 size = box_size(system, count);
  const std::uint64_t big = large_count(count);
  return fill_text(system, {}, size, fmt::format("{}", large), big, "random_speed = 5") +
         fill_text(system, {}, size, fmt::format("{}", small), count - big, "random_speed = 5");
}

std::string many_sizes(const SphereSystem& system, std::uint64_t count) {
  return fill_text(system, {}, box_size(system, count),
                   fmt::format("{{ even_volume = [{}, {}] }}", least_radius, most_radius), count,
                   "arrangement = \"grow\"\nrandom_speed = 5");
}

std::string layer_on_base(const SphereSystem& system, std::uint64_t count) {
  const Vec3 size = box_size(system, count);
  const auto base = static_cast<std::uint64_t>(0.9 * size[0] * size[1]);
  return fill_text(system, {0, 0, -base_height}, {size[0], size[1], 0}, fmt::format("{}", small), base / 2,
                   "fixed = true") +
         fill_text(system, {}, size, fmt::format("{}", small), count - base / 2, "random_speed = 0.1");
}

std::string settled(const SphereSystem& system, std::uint64_t count) {
  return fill_text(system, {}, box_size(system, count), fmt::format("{}", small), count,
                   "arrangement = \"rain\"");
}

constexpr SphereSystem systems[] = {
    {.name = "MONO",
     .summary = "equal spheres, volume fraction 0.55, box with walls, friction with memory",
     .count = 100'000,
     .law = stiff,
     .time_step = 1e-4,
     .warm_up = 100,
     .steps = 500,
     .fills = equal_bodies},
    {.name = "BI",
     .summary = "1,000 spheres of radius 0.5 to each one of radius 5, volume fraction 0.55",
     .count = 125'125,
     .law = stiff,
     .time_step = 1e-4,
     .warm_up = 100,
     .steps = 500,
     .size_limits = bi_limits,
     .fills = two_sizes},
    {.name = "POLY",
     .summary = "f(r) ~ r^-3 on a size ratio of 50, volume fraction 0.62, grown, periodic",
     .count = 125'001,
     .law = stiff,
     .time_step = 1e-5,
     .warm_up = 100,
     .steps = 500,
     .is_periodic = true,
     .size_limits = poly_limits,
     .fills = many_sizes},
    {.name = "CHUTE",
     .summary = "a layer that flows down 26 degrees on a rough base, periodic along and across",
     .count = 32'000,
     .law = chute,
     .time_step = 1e-4,
     .warm_up = 100,
     .steps = 500,
     .is_layer = true,
     .gravity = 1,
     .slope = 26,
     .fills = layer_on_base},
    {.name = "DISCS",
     .summary = "equal discs in the plane, area fraction 0.78, box with walls",
     .count = 100'000,
     .law = stiff,
     .time_step = 1e-4,
     .warm_up = 100,
     .steps = 500,
     .dimension = 2,
     .fills = equal_bodies},
    {.name = "REST",
     .summary = "equal spheres that lie in a box under gravity, awake",
     .count = 100'000,
     .law = stiff,
     .time_step = 1e-4,
     .warm_up = 1000,
     .steps = 500,
     .gravity = 9.81,
     .fills = settled},
    {.name = "SLEEP",
     .summary = "the same bed asleep: it may sleep after 500 steps of little motion",
     .count = 100'000,
     .law = stiff,
     .time_step = 1e-4,
     .warm_up = 600,
     .steps = 500,
     .sleeps = true,
     .gravity = 9.81,
     .fills = settled},
    {.name = "COHESIVE",
     .summary = "equal spheres that stick by jkr settle in a box with walls; beside them the same, dry",
     .count = 100'000,
     .law = {},
     .hertz = {.young = 1e6, .poisson = 0.25, .restitution = 0.5, .friction = 0.5, .surface_energy = 20},
     .time_step = 1e-4,
     .warm_up = 1000,
     .steps = 500,
     .gravity = 9.81,
     .fills = settled},
};

/// Volume (2D: area) of all bodies.
double content(const SphereSystem& system, std::uint64_t count) {
  const auto ball = [](double radius) { return 4.0 / 3.0 * pi * radius * radius * radius; };
  const double n = static_cast<double>(count);
  if (system.dimension == 2) return n * pi * small * small;
  if (system.fills == two_sizes) {
    const double big = static_cast<double>(large_count(count));
    return (n - big) * ball(small) + big * ball(large);
  }
  if (system.fills == many_sizes) {
    // Mean of r^3 over a density of r^-3.
    const double a = least_radius, b = most_radius;
    return n * ball(1) * (b - a) / (0.5 * (1 / (a * a) - 1 / (b * b)));
  }
  return n * ball(small);
}

double fraction(const SphereSystem& system) {
  if (system.dimension == 2) return 0.78;
  return system.fills == many_sizes ? 0.62 : system.fills == settled ? 0.5 : 0.55;
}

}  // namespace

std::span<const SphereSystem> sphere_systems() { return systems; }

SphereSystem dry(SphereSystem system) {
  system.hertz.surface_energy = 0;
  return system;
}

Vec3 box_size(const SphereSystem& system, std::uint64_t count) {
  const double volume = content(system, count) / fraction(system);
  if (system.dimension == 2) return {std::sqrt(volume), std::sqrt(volume), 0};
  const double side = std::cbrt(volume);
  if (!system.is_layer) return {side, side, side};
  return {layer_aspect * side, side, side / layer_aspect};
}

std::string scene_text(const SphereSystem& system, std::uint64_t count) {
  const Vec3 size = box_size(system, count);
  const double angle = system.slope * pi / 180;
  std::string text =
      fmt::format("[scene]\nname = \"{}\"\ndimension = {}\nseed = 1\n", system.name, system.dimension);
  if (system.gravity > 0)
    text += fmt::format("gravity = [{:.17g}, 0, {:.17g}]\n", system.gravity * std::sin(angle),
                        -system.gravity * std::cos(angle));
  const HertzNumbers& hertz = system.hertz;
  if (hertz.young > 0) {
    const std::string numbers =
        fmt::format("restitution = {:.17g}\nfriction = {:.17g}\n", hertz.restitution, hertz.friction);
    for (const char* material : {"m", "wall"})
      text += fmt::format("[material.{}]\ndensity = 1\nyoung = {:.17g}\npoisson = {:.17g}\n", material,
                          hertz.young, hertz.poisson);
    text += "[contact.default]\nlaw = \"hertz_mindlin\"\n" + numbers;
    if (hertz.surface_energy > 0)
      text +=
          fmt::format("[contact.\"m-m\"]\nlaw = \"jkr\"\nsurface_energy = {:.17g}\n", hertz.surface_energy) +
          numbers;
  } else {
    text += fmt::format(
        "[material.m]\ndensity = 1\n[contact.default]\nlaw = \"hooke_history\"\nkn = {:.17g}\nkt = {:.17g}\n"
        "gamma_n = {:.17g}\ngamma_t = {:.17g}\nfriction = {:.17g}\n",
        system.law.kn, system.law.kt, system.law.gamma_n, system.law.gamma_t, system.law.friction);
  }
  if (system.is_layer)
    text += fmt::format(
        "[domain]\nperiodic = \"xy\"\nmin = [0, 0, \"-inf\"]\nmax = [{:.17g}, {:.17g}, \"inf\"]\n", size[0],
        size[1]);
  else if (system.is_periodic)
    text += fmt::format("[domain]\nperiodic = \"xyz\"\nmin = [0, 0, 0]\nmax = [{:.17g}, {:.17g}, {:.17g}]\n",
                        size[0], size[1], size[2]);
  else
    text += fmt::format("[[wall]]\nbox = {}\nmaterial = \"{}\"\n", box_text({}, size, system.dimension),
                        hertz.young > 0 ? "wall" : "m");
  text += system.fills(system, count);
  // LAMMPS does not follow how spheres are turned either.
  text += fmt::format("[[stage]]\nduration = {:.17g}\n[run]\ntime_step = {:.17g}\norientations = false\n",
                      (system.warm_up + system.steps) * system.time_step, system.time_step);
  if (system.sleeps) text += "sleep = true\nsleep_after = 5e-2\nsleep_within = 0.1\n";
  return text;
}

}  // namespace scree::bench
