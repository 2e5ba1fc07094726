// What chapter 6.1.1 and 6.2 of Noble 2024 measures: surrogates of stretched spheres, and all pairs of
// triangles of two bodies.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace scree::bench {

struct SurrogateFigures {
  double longest_edge = 0, eps = 0, sphere_radius = 0;  // [m]
  double volume_share = 0;  // of the surrogate, over that of the sphere around the body
};
/// Of a sphere of 20 * 4^subdivisions triangles and radius 0.5 m, stretched along one axis.
SurrogateFigures fit_stretched_sphere(int subdivisions, double stretch);

enum class AgainstWhat { sphere, plane };

struct AllPairsFigures {
  std::size_t pairs = 0;
  double contacts = 0;   // mean of some poses, as all below
  double seconds = 0;    // of one pass over all pairs: floats, and doubles for what they leave
  double unsettled = 0;  // share that four sweeps do not settle
};
/// A unit sphere of `segments` and `rings`, turned by random, at a gap of 0.01 m, contacts closer than 0.02
/// m. `filter` is a name of contact::triangle_filters().
AllPairsFigures compare_all_pairs(unsigned segments, unsigned rings, AgainstWhat other,
                                  std::string_view filter);

}  // namespace scree::bench
