#include "scree/step/wall_candidates.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {

constexpr std::size_t bodies_per_block = 512;
/// More pieces near a body than this are not listed: most of them would be looked at in vain at every step.
constexpr std::size_t most_listed = 48;

/// Facets that kept contacts name, by body.
class KeptFacets {
 public:
  template <int D>
  KeptFacets(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
             std::span<const world::ContactKey> kept)
      : begin_(bodies.size() + 1, 0) {
    for (const world::ContactKey& key : kept)
      if (is_wall(key.second)) ++begin_[bodies.slot_of(key.first) + 1];
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) begin_[slot + 1] += begin_[slot];
    facets_.resize(begin_.back());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (const world::ContactKey& key : kept)
      if (is_wall(key.second))
        facets_[next[bodies.slot_of(key.first)]++] =
            static_cast<std::uint32_t>(walls.facet_of(wall_index(key.second), key.second_feature));
  }
  std::span<const std::uint32_t> of(std::size_t slot) const {
    return {facets_.data() + begin_[slot], begin_[slot + 1] - begin_[slot]};
  }

 private:
  std::vector<std::uint32_t> begin_, facets_;
};

/// What one block of bodies found.
struct Found {
  std::vector<WallCandidate> rows;
  std::vector<std::vector<std::uint32_t>> pieces;        // by wall
  std::vector<std::vector<std::uint32_t>> pieces_count;  // by wall, for each body of the block
};

/// Of a body's centre. A polygon may stick out of a round hole in two places that are near each other: the
/// second facet of the hole is as near to it as the first.
template <int D>
double distance_for_listing(const world::Bodies<D>& bodies, Slot slot, const world::Facet<D>& facet,
                            const Pose<D>& pose) {
  const Vec<D>& place = bodies.motion[slot].position;
  if constexpr (D == 2) {
    const auto* const circle = std::get_if<shape::Circle>(&facet.surface);
    if (circle != nullptr && circle->far && bodies.is_polygon(slot))
      return circle->radius - norm(to_own(pose, place) - circle->centre);
  }
  return contact::nearest(facet, pose, place).distance;
}

}  // namespace

template <int D>
WallCandidates find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls, double skin,
                                    std::span<const world::ContactKey> kept) {
  WallCandidates result;
  result.near.resize(walls.size());
  if (walls.facets.empty()) return result;
  constexpr std::uint32_t slots = world::Walls<D>::slots_per_patch;
  const KeptFacets kept_facets(bodies, walls, kept);
  std::vector<Found> found(block_count(bodies.size(), bodies_per_block));
  for_each_block(bodies.size(), bodies_per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Found& here = found[block];
    here.pieces.resize(walls.size());
    here.pieces_count.resize(walls.size());
    std::vector<std::uint32_t> facets, pieces;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Motion<D>& motion = bodies.motion[slot];
      facets.assign(kept_facets.of(slot).begin(), kept_facets.of(slot).end());
      for (std::uint32_t wall = 0; wall < walls.size(); ++wall) {
        const Pose<D>& pose = walls.states[wall].pose;
        const std::uint32_t first = walls.first_facet[wall];
        const bool both_rest =
            is_fixed(motion) || (slot >= bodies.awake() && walls.states[wall].motion.rests());
        const bool looks = !both_rest && walls.is_active(wall);
        if (walls.meshes[wall]) {
          pieces.clear();
          if (looks)
            walls.meshes[wall]->find_near(to_own(pose, motion.position), motion.radius + skin, pieces);
          for (const std::uint32_t piece : pieces)
            for (std::uint32_t k = 0; k < slots; ++k)
              facets.push_back(first + walls.meshes[wall]->patch_of(piece) * slots + k);
          if (pieces.size() > most_listed) pieces.clear();
          here.pieces[wall].insert(here.pieces[wall].end(), pieces.begin(), pieces.end());
          here.pieces_count[wall].push_back(static_cast<std::uint32_t>(pieces.size()));
        } else if (looks) {
          for (std::uint32_t facet = first; facet < walls.facets.size() && walls.facets[facet].wall == wall;
               ++facet)
            if (distance_for_listing(bodies, static_cast<Slot>(slot), walls.facets[facet], pose) <=
                motion.radius + skin)
              facets.push_back(facet);
        }
      }
      std::sort(facets.begin(), facets.end());
      facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
      for (const std::uint32_t facet : facets) here.rows.push_back({static_cast<Slot>(slot), facet});
    }
  });
  for (const Found& some : found) {
    result.rows.insert(result.rows.end(), some.rows.begin(), some.rows.end());
    for (std::size_t wall = 0; wall < walls.size(); ++wall) {
      std::span<const std::uint32_t> pieces = some.pieces[wall];
      for (const std::uint32_t count : some.pieces_count[wall]) {
        result.near[wall].append(pieces.first(count));
        pieces = pieces.subspan(count);
      }
    }
  }
  return result;
}

template WallCandidates find_wall_candidates(const world::Bodies<2>&, const world::Walls<2>&, double,
                                             std::span<const world::ContactKey>);
template WallCandidates find_wall_candidates(const world::Bodies<3>&, const world::Walls<3>&, double,
                                             std::span<const world::ContactKey>);

}  // namespace scree::step
