// How wide a flat contact of a body in the plane can become: the length scale of laws that have a potential
// of the overlap's area. It is the longest of its edges and of the lines parallel to them a little below: of
// a box the longer side, of a body with many corners nearly that of a disc. Here, because shapes, lists of
// contacts and kernels must mean the same by it.
#pragma once

namespace scree {

/// How far below the surface the width is taken, over the body's radius: two hundredths of its diameter.
inline constexpr double depth_of_contact_width = 0.04;
/// That of a disc over its radius: 2 sqrt(h (2 - h)) with the depth h above.
inline constexpr double contact_width_of_disc = 0.56;

}  // namespace scree
