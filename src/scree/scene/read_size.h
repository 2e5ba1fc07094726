// Sizes as scenes write them: one length, or a table that names a distribution.
#pragma once

#include "scree/scene/table_reader.h"

namespace scree::scene {

/// Reads `radius` or `diameter` of a [[fill]] or [[inlet]], whichever is there, as radii; complains unless
/// exactly one is.
std::optional<SizeDistribution> read_sizes(Reading& reading, const TableReader& owner);

}  // namespace scree::scene
