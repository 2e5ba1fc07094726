// Until when two hard shapes keep a distance: takes two curves, gives a time that is proved. The idea:
// directional conservative advancement. Along the axis of greatest separation, held fixed, no point of the
// two can come nearer than a parabola allows, and only motion along the axis counts; go to the first root of
// these parabolas, take the new axis, and again. Far pairs are told by spheres around them and around the
// nodes of trees. Source: Mirtich 1996 for the advancement, Tang, Kim & Manocha 2009 for meshes; bounds along
// a fixed axis are ours. Cost: one or two rounds for pairs that are near; loses, like all of its kind, where
// something very thin is grazed.
#pragma once

#include "scree/contact/hard_shape.h"

namespace scree::contact {

struct ImpactQuery {
  double duration = 0;   // [s] how far to look
  double distance = 0;   // [m] that is to be kept
  double tolerance = 0;  // [m] of the distance: near enough
  int rounds = 1000;     // of advancement, in all
};

struct ImpactTime {
  enum class End : std::uint8_t {
    free,   // the distance is kept for the whole duration
    met,    // they come within distance and tolerance then
    near,   // they are so near at the start, and nothing is proved
    spent,  // rounds were used up: the time is proved, but they may be far from meeting
  };
  double time = 0;  // [s] until which they are proved to be farther apart than the distance
  End end = End::free;
  int rounds = 0;
};

/// Keeps memory between calls and nothing else.
template <int D>
class ImpactFinder {
 public:
  /// A function of the two curves and the query alone. Never later than the true time; never zero for shapes
  /// that begin farther apart than distance and tolerance.
  ImpactTime find(const Moving<D>& first, const Moving<D>& second, const ImpactQuery& query);
};

extern template class ImpactFinder<2>;
extern template class ImpactFinder<3>;

}  // namespace scree::contact
