// How long balls stay clear of round walls, and polygons of the rims of holes. Takes where both are and how
// they move, gives a time for which that is surely so. Round walls do not notice being turned about their
// axis, so only the rest of a wall's spin counts.
#pragma once

#include "scree/contact/advance.h"

namespace scree::contact {

struct SurfaceTime {
  double gap = 0;   // [m] that is left over what is to be kept
  double time = 0;  // [s] at most what was asked for; means nothing where there is no gap
};

/// `keep` [m] is the distance that is asked about. The second shape of the encounter is the wall.
template <int D>
SurfaceTime time_to_surface(const Encounter<D>& now, double keep, double left);

extern template SurfaceTime time_to_surface<2>(const Encounter<2>&, double, double);
extern template SurfaceTime time_to_surface<3>(const Encounter<3>&, double, double);

}  // namespace scree::contact
