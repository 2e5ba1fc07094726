// Close packing: balls on the sites of a regular lattice.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/fill/ball_grid.h"
#include "scree/fill/space.h"

namespace scree::fill {

struct LatticeRequest {
  double radius = 0;        // of the largest ball: sites are that far apart
  std::uint64_t count = 0;  // of sites wanted
  int axis = 0;             // along which layers are laid,
  bool from_top = false;    // from its low or its high end
  bool spread = false;      // evenly over the space, instead of densely from one end
};

/// Sites, layer by layer; fewer than asked when no more fit. Hexagonal layers are preferred; where they do
/// not hold enough, other orientations and the square lattice are tried, which suits narrow spaces better.
/// Sites that obstacles or walls take up are left out. A lattice that just fits may stick out of the bounds
/// by 1e-8 radii, rounding included.
template <int D>
std::vector<Vec<D>> lattice_sites(const FillSpace<D>& space, const BallGrid<D>& obstacles,
                                  const LatticeRequest& request);

/// How many sites there are at the closest spacing, counted up to the request.
template <int D>
std::uint64_t lattice_capacity(const FillSpace<D>& space, const BallGrid<D>& obstacles,
                               const LatticeRequest& request);

}  // namespace scree::fill
