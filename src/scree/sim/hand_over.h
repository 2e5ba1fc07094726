// The memory of bodies for those who still look at it, while the simulation goes on in copies.
#pragma once

#include <memory>
#include <vector>

#include "scree/world/bodies.h"

namespace scree::sim {

/// Changes no value: only where the columns are.
template <int D>
std::shared_ptr<const void> hand_over(world::Bodies<D>& bodies) {
  const auto memory = std::make_shared<std::vector<std::shared_ptr<const void>>>();
  world::Bodies<D>::visit_columns(bodies, [&](const char*, auto& column) {
    auto copy = column;
    column.swap(copy);
    memory->push_back(std::make_shared<const std::remove_reference_t<decltype(column)>>(std::move(copy)));
  });
  return memory;
}

}  // namespace scree::sim
