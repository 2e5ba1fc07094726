// Where two hard shapes touch or are about to: takes two shapes where they are, gives contact points for
// impulses. A function of the two poses alone.
#pragma once

#include <vector>

#include "scree/contact/hard_shape.h"

namespace scree::contact {

template <int D>
struct HardPoint {
  Vec<D> place;    // [m] in the scene, midway between the two surfaces
  Vec<D> normal;   // of length 1, from the second to the first
  double gap = 0;  // [m] along it; negative: they overlap
  /// What touches, for keys: the same while it goes on touching. No two points of a pair have the same two.
  std::uint32_t first_feature = 0, second_feature = 0;
};

/// Keeps memory between calls and nothing else.
template <int D>
class PointFinder {
 public:
  /// All points whose gap is at most `reach` [m], by rising features. At least one where the shapes are
  /// within reach. Faces that lie on faces have the corners of what they share.
  void find(const Placed<D>& first, const Placed<D>& second, double reach, std::vector<HardPoint<D>>& points);
};

extern template class PointFinder<2>;
extern template class PointFinder<3>;

}  // namespace scree::contact
