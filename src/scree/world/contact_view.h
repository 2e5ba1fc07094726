// A contact as measurements, records and pictures see it.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "scree/base/vec.h"
#include "scree/world/contact_key.h"

namespace scree::world {

/// The force is the one on the first.
template <int D>
struct ContactView {
  ContactKey key;      // the second may be a wall
  Vec<D> point;        // [m] in the middle of the overlap, or on the wall
  Vec<D> branch;       // [m] from the first's centre to the second's, or to the wall's point
  Vec<D> force;        // [N]
  double overlap = 0;  // [m]
};

template <int D>
using ContactViews = std::vector<ContactView<D>>;

/// Of two lists in key order one.
template <int D>
ContactViews<D> merged(const ContactViews<D>& some, const ContactViews<D>& others) {
  ContactViews<D> result;
  result.reserve(some.size() + others.size());
  std::merge(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(result),
             [](const ContactView<D>& a, const ContactView<D>& b) { return a.key < b.key; });
  return result;
}

}  // namespace scree::world
