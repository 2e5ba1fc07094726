// The scene of Perkins's tests: a square of discs, fixed around the exterior, with alternating velocities.
#pragma once

#include <cstddef>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::bench {

/// Discs on a square lattice that push each other apart by linear springs. Radii are spread evenly from 1 to
/// `size_ratio` and shuffled. Whatever the ratio, the discs cover the same share of the plane: the lattice
/// follows the root mean square of the radii, which is also the radius of the fixed ones, so that their fence
/// has no gaps. Where large discs are neighbours they are pushed apart before the first step.
class SquareOfDiscs {
 public:
  /// side * side discs; `side` at least 3.
  SquareOfDiscs(std::size_t side, double size_ratio);

  search::Items<2> items() const { return search::Items<2>::spheres(discs_); }
  /// The area of all discs over that of their cells of the lattice.
  double area_fraction() const;
  /// `pairs`: those that overlap.
  void step(const std::vector<search::Pair>& pairs);

 private:
  void push_apart();
  /// Area in units of the mean.
  double mass(std::size_t disc) const;

  double typical_radius_;  // root mean square
  std::vector<search::Sphere<2>> discs_;
  std::vector<Vec2> velocities_;
  std::vector<bool> is_fixed_;
};

}  // namespace scree::bench
