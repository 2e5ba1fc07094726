// Draws sizes from a SizeDistribution: takes a uniform number, gives a radius. Inversion only, so that one
// number makes one radius and a stream of radii is as repeatable as its random numbers.
#pragma once

#include <vector>

#include "scree/scene/description.h"

namespace scree::fill {

using scene::SizeDistribution;

class SizeSampler {
 public:
  /// In which dimension sizes have their volume: shares by volume become numbers of bodies by r^-D.
  SizeSampler(const SizeDistribution& sizes, int dimension);

  /// The radius [m] below which this part of all bodies lies; `part` in [0, 1).
  double radius(double part) const;
  /// Mean of r^D: what a body of radius 1 holds times this is the mean volume.
  double mean_power() const { return mean_power_; }

 private:
  /// A stretch of radii that holds the part of all bodies up to `end`.
  struct Piece {
    double end = 0;  // part of all bodies below its far end
    double least = 0, most = 0;
  };
  void tabulate();
  void weigh_classes();
  double inside(const Piece& piece, double part) const;

  SizeDistribution sizes_;
  int dimension_;
  double mean_power_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace scree::fill
