#include "bench/sphere_systems.h"

#include <fmt/format.h>

#include <cmath>

namespace scree::bench {
namespace {

constexpr double pi = 3.141592653589793;
constexpr double kn = 2e5, kt = 2.0 / 7.0 * kn, gamma_n = 50, gamma_t = 25, friction = 0.5, dt = 1e-4;
constexpr double small = 0.5, large = 5, fraction = 0.55;
constexpr std::uint64_t small_per_large = 1000;

constexpr SphereSystem systems[] = {
    {"MONO", "equal spheres, volume fraction 0.55, box with walls, friction with memory", 100'000, false},
    {"BI", "1,000 spheres of radius 0.5 to each one of radius 5, volume fraction 0.55", 125'125, true},
};

std::uint64_t large_count(const SphereSystem& system, std::uint64_t count) {
  return system.two_sizes ? (count + small_per_large) / (small_per_large + 1) : 0;
}

double sphere_volume(double radius) { return 4.0 / 3.0 * pi * radius * radius * radius; }

}  // namespace

std::span<const SphereSystem> sphere_systems() { return systems; }

std::string lammps_law() {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} 1", kn, kt, gamma_n, gamma_t, friction);
}

double time_step() { return dt; }

double box_length(const SphereSystem& system, std::uint64_t count) {
  const std::uint64_t big = large_count(system, count);
  const double volume = static_cast<double>(count - big) * sphere_volume(small) +
                        static_cast<double>(big) * sphere_volume(large);
  return std::cbrt(volume / fraction);
}

std::string scene_text(const SphereSystem& system, std::uint64_t count) {
  const double length = box_length(system, count);
  const std::uint64_t big = large_count(system, count);
  const std::string box = fmt::format("{{ min = [0, 0, 0], max = [{0:.17g}, {0:.17g}, {0:.17g}] }}", length);
  std::string text = fmt::format(
      "[scene]\nname = \"{}\"\ndimension = 3\nseed = 1\n[material.m]\ndensity = 1\n[contact.default]\n"
      "law = \"hooke_history\"\nkn = {:.17g}\nkt = {:.17g}\ngamma_n = {:.17g}\ngamma_t = {:.17g}\nfriction = "
      "{:.17g}\n[[wall]]\nbox = {}\nmaterial = \"m\"\n",
      system.name, kn, kt, gamma_n, gamma_t, friction, box);
  const auto add_fill = [&](std::uint64_t bodies, double radius) {
    text += fmt::format(
        "[[fill]]\nshape = \"sphere\"\nmaterial = \"m\"\nradius = {:.17g}\nregion = {{ box = {} }}\ncount = "
        "{}\nrandom_speed = 5\n",
        radius, box, bodies);
  };
  if (big > 0) add_fill(big, large);
  add_fill(count - big, small);
  text += fmt::format("[[stage]]\nduration = {:.17g}\n[run]\ntime_step = {:.17g}\n",
                      (system.warm_up + system.steps) * dt, dt);
  return text;
}

}  // namespace scree::bench
