// The packings of Ogarko and Luding: spheres of many sizes, grown in a cube until they fill it.
#pragma once

#include <string>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::cli {

/// Radii from 1 to `ratio`.
struct Sizes {
  std::string name;
  std::string distribution;  ///< as a fill has it; {0} is the ratio
  double ratio;
  double (*mean_cube)(double ratio);  ///< of the radius
};
Sizes one_size();
Sizes uniform_size(double ratio);
Sizes uniform_volume(double ratio);
/// As much volume in small spheres as in large ones.
Sizes two_sizes(double ratio);

/// The volume fraction of all packings.
inline constexpr double packed_fraction = 0.62;

/// Whether the cube that so many fill holds several of the largest side by side.
bool fits(const Sizes& sizes, std::size_t count);
/// The same with the ratio reduced until it fits.
Sizes fitted(Sizes sizes, std::size_t count);

struct Packing {
  std::vector<search::Sphere<3>> spheres;
  double side = 0, reached = 0;  ///< of the cube; volume fraction
  search::Items<3> items() const { return search::Items<3>::spheres(spheres); }
};

/// A cube of spheres that grew until they fill it, without walls, so that few of them pack as many do, then
/// made 1 % larger so that neighbours touch. Stored as a simulation stores them: by place.
Packing packing_of(const Sizes& sizes, std::size_t count);

}  // namespace scree::cli
