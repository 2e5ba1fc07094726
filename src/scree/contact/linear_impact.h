// When a corner meets a face, or an edge an edge, whose corners move on straight lines, each at a speed of
// its own: the two primitives of collision in time for meshes. Takes eight places, gives a share of the way
// that is proved to be free. The same advancement as in time_of_impact.h, where the bounds along an axis are
// lines.
#pragma once

#include <array>

#include "scree/contact/time_of_impact.h"

namespace scree::contact {

/// Places at the start and at the end: of the corner and of the face's three, or of two edges in turn.
struct LinearMotion {
  std::array<Vec3, 4> start, end;  // [m]
};

/// Times are shares of the way: the query's duration is at most 1.
ImpactTime corner_meets_face(const LinearMotion& motion, const ImpactQuery& query);
ImpactTime edge_meets_edge(const LinearMotion& motion, const ImpactQuery& query);

}  // namespace scree::contact
