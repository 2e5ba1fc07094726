#include "scree/picture/colour.h"

#include <algorithm>
#include <cmath>

namespace scree::picture {
namespace {

double linear_of(double part) {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}
double screen_of(double part) {
  const double held = std::clamp(part, 0.0, 1.0);
  return held <= 0.0031308 ? 12.92 * held : 1.055 * std::pow(held, 1 / 2.4) - 0.055;
}

constexpr std::array<Oklab, 6> path{{{0.335, -0.005, -0.105},
                                     {0.45, -0.028, -0.105},
                                     {0.58, -0.072, -0.035},
                                     {0.70, -0.088, 0.045},
                                     {0.82, -0.035, 0.110},
                                     {0.92, -0.010, 0.105}}};

Oklab between(const Oklab& a, const Oklab& b, double share) {
  return {a.lightness + share * (b.lightness - a.lightness),
          a.green_red + share * (b.green_red - a.green_red),
          a.blue_yellow + share * (b.blue_yellow - a.blue_yellow)};
}

/// A smooth curve through the points of `path` (Catmull-Rom), for a parameter from 0 to 1.
Oklab on_curve(double parameter) {
  const double scaled = parameter * (path.size() - 1);
  const auto piece = std::min(static_cast<std::size_t>(scaled), path.size() - 2);
  const double t = scaled - static_cast<double>(piece);
  const Oklab& b = path[piece];
  const Oklab& c = path[piece + 1];
  const Oklab a = piece > 0 ? path[piece - 1] : between(b, c, -1);
  const Oklab d = piece + 2 < path.size() ? path[piece + 2] : between(b, c, 2);
  const auto blend = [t](double pa, double pb, double pc, double pd) {
    return 0.5 * (2 * pb + (pc - pa) * t + (2 * pa - 5 * pb + 4 * pc - pd) * t * t +
                  (3 * pb - pa - 3 * pc + pd) * t * t * t);
  };
  return {blend(a.lightness, b.lightness, c.lightness, d.lightness),
          blend(a.green_red, b.green_red, c.green_red, d.green_red),
          blend(a.blue_yellow, b.blue_yellow, c.blue_yellow, d.blue_yellow)};
}

double distance(const Oklab& a, const Oklab& b) {
  const double l = a.lightness - b.lightness, g = a.green_red - b.green_red,
               y = a.blue_yellow - b.blue_yellow;
  return std::sqrt(l * l + g * g + y * y);
}

constexpr std::size_t map_size = 256;

/// Colours at equal steps of length along the curve.
std::array<Colour, map_size> make_map() {
  constexpr std::size_t pieces = 4096;
  std::array<double, pieces + 1> length{};
  for (std::size_t k = 1; k <= pieces; ++k)
    length[k] = length[k - 1] + distance(on_curve(static_cast<double>(k - 1) / pieces),
                                         on_curve(static_cast<double>(k) / pieces));
  std::array<Colour, map_size> map;
  std::size_t piece = 0;
  for (std::size_t k = 0; k < map_size; ++k) {
    const double wanted = length[pieces] * static_cast<double>(k) / (map_size - 1);
    while (piece < pieces && length[piece] < wanted) ++piece;
    map[k] = colour_of(on_curve(static_cast<double>(piece) / pieces));
  }
  return map;
}

}  // namespace

Light light_of(const Colour& colour) {
  return {static_cast<float>(linear_of(colour.red)), static_cast<float>(linear_of(colour.green)),
          static_cast<float>(linear_of(colour.blue))};
}

Colour colour_of(const Light& light) {
  return {screen_of(light.red), screen_of(light.green), screen_of(light.blue)};
}

Oklab oklab_of(const Colour& colour) {
  const double r = linear_of(colour.red), g = linear_of(colour.green), b = linear_of(colour.blue);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Colour colour_of(const Oklab& oklab) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(oklab.lightness + 0.3963377774 * oklab.green_red + 0.2158037573 * oklab.blue_yellow);
  const double m = cube(oklab.lightness - 0.1055613458 * oklab.green_red - 0.0638541728 * oklab.blue_yellow);
  const double s = cube(oklab.lightness - 0.0894841775 * oklab.green_red - 1.2914855480 * oklab.blue_yellow);
  return {screen_of(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          screen_of(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          screen_of(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Colour map_colour(double fraction) {
  static const std::array<Colour, map_size> map = make_map();
  if (!(fraction > 0)) return map.front();
  return map[static_cast<std::size_t>(std::min(fraction, 1.0) * (map_size - 1) + 0.5)];
}

Colour distinct_colour(std::size_t index) {
  static constexpr std::array<Colour, distinct_colours> colours{{{0.000, 0.447, 0.698},
                                                                 {0.902, 0.624, 0.000},
                                                                 {0.000, 0.620, 0.451},
                                                                 {0.800, 0.475, 0.655},
                                                                 {0.337, 0.706, 0.914},
                                                                 {0.835, 0.369, 0.000},
                                                                 {0.941, 0.894, 0.259},
                                                                 {0.35, 0.35, 0.37}}};
  return colours[index % colours.size()];
}

}  // namespace scree::picture
