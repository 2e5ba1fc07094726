// Rocks: an icosphere moved outwards by gradient noise (Perlin 1985, with the smoother step of 2002) of
// several octaves. Gradients are a function of seed, number, octave and lattice point.
#include <algorithm>
#include <array>
#include <cmath>

#include "scree/base/random.h"
#include "scree/shape/mesh_makers.h"

namespace scree::shape {
namespace {

constexpr int octaves = 5;
/// Lattice cells per radius of the largest noise: bumps as large as the body itself.
constexpr double first_frequency = 1.0;

struct Stream {
  std::uint64_t seed = 0, number = 0;

  /// Of a point of the lattice of an octave; each in its own stream.
  Vec3 gradient(int octave, const std::array<std::int64_t, 3>& point) const {
    constexpr std::uint64_t gradients = purpose("shape.rock.gradient");
    std::uint64_t index = random_bits(seed, gradients, number);
    for (const std::int64_t part : {std::int64_t{octave}, point[0], point[1], point[2]})
      index = random_bits(seed, gradients, index ^ static_cast<std::uint64_t>(part));
    // To the middles of the twelve edges of a cube, as Perlin's second version: no direction is preferred.
    static constexpr std::array<Vec3, 12> edges{{{1, 1, 0},
                                                 {-1, 1, 0},
                                                 {1, -1, 0},
                                                 {-1, -1, 0},
                                                 {1, 0, 1},
                                                 {-1, 0, 1},
                                                 {1, 0, -1},
                                                 {-1, 0, -1},
                                                 {0, 1, 1},
                                                 {0, -1, 1},
                                                 {0, 1, -1},
                                                 {0, -1, -1}}};
    return edges[index % edges.size()];
  }
};

double smooth(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

double noise(const Stream& stream, int octave, const Vec3& place) {
  std::array<std::int64_t, 3> cell{};
  Vec3 share, weight;
  for (std::size_t k = 0; k < 3; ++k) {
    const double floor = std::floor(place[k]);
    cell[k] = static_cast<std::int64_t>(floor);
    share[k] = place[k] - floor;
    weight[k] = smooth(share[k]);
  }
  double sum = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    std::array<std::int64_t, 3> point = cell;
    Vec3 apart = share;
    double product = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool upper = (corner >> k & 1U) != 0;
      point[k] += upper ? 1 : 0;
      apart[k] -= upper ? 1 : 0;
      product *= upper ? weight[k] : 1 - weight[k];
    }
    sum += product * dot(stream.gradient(octave, point), apart);
  }
  return sum;
}

}  // namespace

MeshData<3> make_rock(unsigned cuts, double eta, std::uint64_t seed, std::uint64_t number) {
  MeshData<3> mesh = make_icosphere(cuts);
  if (eta == 1) return mesh;
  const Stream stream{seed, number};
  // The lattices of the octaves do not share points, which would have no noise at all: gradient noise is zero
  // on its lattice.
  constexpr Vec3 shift{0.371, 0.617, 0.149};
  std::vector<double> height(mesh.vertices.size(), 0);
  for (std::size_t k = 0; k < height.size(); ++k) {
    double frequency = first_frequency, amplitude = 1;
    for (int octave = 0; octave < octaves; ++octave, frequency *= 2, amplitude *= 0.5)
      height[k] += amplitude * noise(stream, octave, frequency * mesh.vertices[k] + (octave + 1.0) * shift);
  }
  const auto [least, most] = std::minmax_element(height.begin(), height.end());
  const double lowest = *least, range = *most - *least;
  for (std::size_t k = 0; k < height.size(); ++k)
    mesh.vertices[k] *= 1 + (eta - 1) * (range > 0 ? (height[k] - lowest) / range : 0);
  return mesh;
}

}  // namespace scree::shape
