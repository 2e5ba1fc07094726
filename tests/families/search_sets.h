// Sets of items on which contact searches go wrong if they can. Each is a list of spheres; boxes are made
// from the same numbers, with sides that differ from axis to axis.
#pragma once

#include <string>
#include <vector>

#include "scree/base/box.h"
#include "scree/search/contact_search.h"

namespace scree::tests {

template <int D>
struct ItemSet {
  std::string name;
  std::vector<search::Sphere<D>> spheres;

  search::Items<D> as_spheres(double padding = 0) const {
    return search::Items<D>::spheres(spheres, padding);
  }
  std::vector<Box<D>> boxes() const;
};

template <int D>
std::vector<ItemSet<D>> hard_sets();

/// A box of given size with random items: the plain case that sequences start from.
template <int D>
ItemSet<D> random_set(std::string name, std::size_t count, double side, double least_radius,
                      double most_radius, std::uint64_t seed);

}  // namespace scree::tests
