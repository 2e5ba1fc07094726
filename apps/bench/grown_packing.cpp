#include "grown_packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scree/fill/fill.h"
#include "scree/sim/simulation.h"

namespace scree::cli {
namespace {

using search::Sphere;

constexpr double pi = 3.141592653589793;

double of_one_size(double) { return 1; }
double of_uniform_size(double w) { return (w * w * w * w - 1) / (4 * (w - 1)); }
double of_uniform_volume(double w) { return 2 * w * w / (w + 1); }
double of_two_sizes(double w) { return 2 * w * w * w / (w * w * w + 1); }

double box_side(const Sizes& sizes, std::size_t count) {
  return std::cbrt(static_cast<double>(count) * 4 / 3 * pi * sizes.mean_cube(sizes.ratio) / packed_fraction);
}

}  // namespace

Sizes one_size() { return {"one size", "1", 1, of_one_size}; }
Sizes uniform_size(double ratio) {
  return {"uniform size", "{{ uniform = [1, {0}] }}", ratio, of_uniform_size};
}
Sizes uniform_volume(double ratio) {
  return {"uniform volume", "{{ even_volume = [1, {0}] }}", ratio, of_uniform_volume};
}
Sizes two_sizes(double ratio) {
  return {"two sizes", "{{ two = {{ sizes = [1, {0}], volume_share = 0.5 }} }}", ratio, of_two_sizes};
}

bool fits(const Sizes& sizes, std::size_t count) {
  return sizes.ratio == 1 || 2 * sizes.ratio <= 0.4 * box_side(sizes, count);
}
Sizes fitted(Sizes sizes, std::size_t count) {
  while (sizes.ratio > 1.5 && !fits(sizes, count)) sizes.ratio *= 0.9;
  return sizes;
}

Packing packing_of(const Sizes& sizes, std::size_t count) {
  Packing packing;
  packing.side = box_side(sizes, count);
  const std::string text = fmt::format(
      "[scene]\nname = \"packing\"\ndimension = 3\nseed = 1\n[domain]\nmin = [0, 0, 0]\nmax = [{2:.17g}, "
      "{2:.17g}, {2:.17g}]\n"
      "periodic = \"xyz\"\n[material.m]\ndensity = 1\n[contact.default]\n"
      "law = \"hooke_history\"\nkn = 1\nkt = 1\ngamma_n = 0\ngamma_t = 0\nfriction = 0\n[[fill]]\nshape = "
      "\"sphere\"\n"
      "material = \"m\"\narrangement = \"grow\"\nradius = {0}\ncount = {1}\nregion = {{ box = {{ min = [0, "
      "0, 0], max = "
      "[{2:.17g}, {2:.17g}, {2:.17g}] }} }}\n[[stage]]\nduration = 1\n[run]\ntime_step = 0.01\n",
      fmt::format(fmt::runtime(sizes.distribution), sizes.ratio), count, packing.side);
  const scene::SceneDescription scene = scene::read_scene_text(text, sizes.name, sim::vocabulary());
  double volume = 0;
  for (const auto& body : fill::generate_fills<3>(scene, 1)) {
    packing.spheres.push_back({body.position, body.radius});
    volume += 4.0 / 3 * pi * body.radius * body.radius * body.radius;
  }
  packing.reached = volume / (packing.side * packing.side * packing.side);
  // They do not overlap when they have grown.
  for (Sphere<3>& sphere : packing.spheres) sphere.radius *= 1.01;
  const double cell = packing.side / std::ceil(std::cbrt(static_cast<double>(count) / 8));
  const auto cell_of = [&](const Sphere<3>& sphere) {
    std::array<int, 3> numbers{};
    for (std::size_t k = 0; k < 3; ++k)
      numbers[k] = static_cast<int>(sphere.centre[2 - static_cast<int>(k)] / cell);
    return numbers;
  };
  std::stable_sort(packing.spheres.begin(), packing.spheres.end(),
                   [&](const Sphere<3>& a, const Sphere<3>& b) { return cell_of(a) < cell_of(b); });
  return packing;
}

}  // namespace scree::cli
