// How large a region of a scene is.
#pragma once

#include "scree/base/box.h"
#include "scree/scene/description.h"

namespace scree::scene {

/// The smallest box around it with faces across the axes.
template <int D>
Box<D> bounds_of(const RegionShape& region);

/// Area in the plane, volume in space.
template <int D>
double volume_of(const RegionShape& region);

}  // namespace scree::scene
