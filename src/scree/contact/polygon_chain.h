// A polygon against a chain of segments. The idea: a stretch of the chain inside the polygon cuts off the
// part that has gone through, however many segments the stretch has; so inner corners do not catch, and a
// spike is felt like the tip of a solid. Where the chain folds away from that part, as in the corner of a
// box, each side is a contact of its own. A stretch that ends inside, at such a fold, at a free end or where
// more than two segments meet, is led on to the nearest edge; a free end also counts by itself, as a right
// angle that pokes in, because a sheet that enters head-on cuts nothing off. Cost: the number of near
// segments times that of corners.
#pragma once

#include <span>
#include <vector>

#include "scree/contact/polygon_touch.h"
#include "scree/shape/mesh.h"

namespace scree::contact {

struct ChainTouch {
  std::uint32_t piece = 0;  // the lowest of the stretch
  std::uint32_t patch = 0;  // of that piece
  PolygonTouch touch;       // in the polygon's frame
};

/// All contacts of a polygon with the pieces that are near, in the order of patches, then of pieces. `pose`
/// puts the chain into the polygon's frame.
void touch_chain(const ScaledPolygon& polygon, const shape::Mesh<2>& chain, const Pose<2>& pose,
                 std::span<const std::uint32_t> near, std::vector<ChainTouch>& touches);

}  // namespace scree::contact
