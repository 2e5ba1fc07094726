// What a kd tree selects before anything is tested for overlap: Poirrier's candidate pairs.
#pragma once

#include <cstddef>

#include "scree/search/contact_search.h"

namespace scree::cli {

struct Culling {
  std::size_t parts = 0;           ///< records in the tree
  std::size_t selected = 0;        ///< pairs that the sweep comes upon; split, a pair may count several times
  std::size_t true_positives = 0;  ///< of these, pairs that overlap
  double volume_ratio = 0;         ///< of all nodes over all spheres, V_n/V_e of the paper
};

/// Places equal spheres of radius 1 in a kd tree, cut or whole, and counts what the sweep selects.
Culling cull(const search::Items<3>& items, bool splits);

}  // namespace scree::cli
