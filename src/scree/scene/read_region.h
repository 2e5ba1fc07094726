// A part of space as scenes write it: box, ball, cylinder or cone.
#pragma once

#include "scree/scene/sections.h"
#include "scree/scene/table_reader.h"

namespace scree::scene {

/// The one of the keys `box`, `ball`, `cylinder` and `cone` that the table has; nothing after a complaint.
std::optional<RegionShape> read_region_shape(Reading& reading, const TableReader& reader);

/// The region that the key `region` names; null when there is none, after a complaint if the name is wrong.
const Region* find_region(const TableReader& reader, const SceneDescription& scene);

/// The region of a fill or an inlet: a box that stands in place, or what the name of a [[region]] stands for.
std::optional<RegionShape> read_own_region(Reading& reading, const TableReader& reader,
                                           const SceneDescription& scene);

/// The axes along which the domain has an end, or repeats itself.
std::vector<std::size_t> bounded_axes(const Reading& reading, const DomainBox& domain);

/// Complains of the key `region` when bodies of these sizes, which lie wholly inside, would be removed at
/// once.
void require_region_inside(const Reading& reading, const TableReader& reader, const Corners& region,
                           const SizeDistribution& sizes, const DomainBox& domain);

/// Of length 1 but for rounding; nothing for zero. The largest component is taken out first, so that no
/// square overflows.
std::optional<Coordinates> normalised(const Coordinates& direction);

}  // namespace scree::scene
