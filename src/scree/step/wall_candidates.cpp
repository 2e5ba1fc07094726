#include "scree/step/wall_candidates.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {

constexpr std::size_t bodies_per_block = 1024;

/// The facets that kept contacts name, by body.
template <int D>
std::vector<WallCandidate> kept_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                                           std::span<const world::ContactKey> kept) {
  std::vector<WallCandidate> result;
  for (const world::ContactKey& key : kept) {
    if (!is_wall(key.second)) continue;
    for (std::size_t facet = 0; facet < walls.facets.size(); ++facet)
      if (walls.facets[facet].wall == wall_index(key.second) &&
          walls.facets[facet].feature == key.second_feature)
        result.push_back({bodies.slot_of(key.first), static_cast<std::uint32_t>(facet)});
  }
  return result;
}

}  // namespace

template <int D>
std::vector<WallCandidate> find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                                                double skin, std::span<const world::ContactKey> kept) {
  std::vector<WallCandidate> result;
  if (walls.facets.empty()) return result;
  const auto is_near = [&](Slot slot, std::size_t facet) {
    const Motion<D>& motion = bodies.motion[slot];
    return contact::meet(walls.facets[facet], motion.position).distance <= motion.radius + skin;
  };
  std::vector<std::vector<WallCandidate>> found(block_count(bodies.size(), bodies_per_block));
  for_each_block(bodies.size(), bodies_per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      if (is_fixed(bodies.motion[slot])) continue;
      for (std::size_t facet = 0; facet < walls.facets.size(); ++facet)
        if (is_near(static_cast<Slot>(slot), facet))
          found[block].push_back({static_cast<Slot>(slot), static_cast<std::uint32_t>(facet)});
    }
  });
  for (const std::vector<WallCandidate>& some : found) result.insert(result.end(), some.begin(), some.end());
  for (const WallCandidate& one : kept_candidates(bodies, walls, kept))
    if (!is_near(one.body, one.facet)) result.push_back(one);
  return result;
}

template std::vector<WallCandidate> find_wall_candidates(const world::Bodies<2>&, const world::Walls<2>&,
                                                         double, std::span<const world::ContactKey>);
template std::vector<WallCandidate> find_wall_candidates(const world::Bodies<3>&, const world::Walls<3>&,
                                                         double, std::span<const world::ContactKey>);

}  // namespace scree::step
