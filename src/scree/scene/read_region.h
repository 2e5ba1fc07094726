// A part of space as scenes write it: box, ball or cylinder.
#pragma once

#include "scree/scene/table_reader.h"

namespace scree::scene {

/// The one of the keys `box`, `ball` and `cylinder` that the table has; nothing after a complaint.
std::optional<RegionShape> read_region_shape(Reading& reading, const TableReader& reader);

/// The region that the key `region` names; null when there is none, after a complaint if the name is wrong.
const Region* find_region(const TableReader& reader, const SceneDescription& scene);

/// Of length 1 but for rounding; nothing for zero. The largest component is taken out first, so that no
/// square overflows.
std::optional<Coordinates> normalised(const Coordinates& direction);

}  // namespace scree::scene
