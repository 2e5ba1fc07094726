#include "scree/step/wall_candidates.h"

#include <algorithm>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {

constexpr std::size_t bodies_per_block = 512;

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
template <int D>
struct Found {
  std::vector<WallCandidate> rows;
  std::vector<NearPieces<D>> near;  // by wall
};

/// A place, and where a body there may come back into the box before the next list: it and the copies of the
/// box go no farther than `margin` [m] until then.
template <int D>
void list_places(const PeriodicBox<D>& box, const Vec<D>& place, double margin, std::vector<Vec<D>>& places) {
  places.assign(1, place);
  const auto repeat = [&](int axis) {
    if (!box.is_periodic(axis)) return;
    Vec<D> up;
    up[axis] = box.length[axis];
    if (box.is_sheared && axis == box.shear.gradient) up += box.shear.offset;
    const double lo = box.origin[axis] - margin, hi = box.origin[axis] + box.length[axis] + margin;
    for (std::size_t k = 0, count = places.size(); k < count; ++k)
      for (const Vec<D>& copy : {places[k] - up, places[k] + up})
        if (lo <= copy[axis] && copy[axis] <= hi) places.push_back(copy);
  };
  // Copies along the gradient are displaced along the flow: that comes last.
  const int last = box.is_sheared ? box.shear.flow : D - 1;
  for (int axis = 0; axis < D; ++axis)
    if (axis != last) repeat(axis);
  repeat(last);
}

/// A round body may touch a round hole or a hollow cylinder on its far side too, which is a facet of its own;
/// others find all their contacts from the first facet.
template <int D>
bool is_looked_at(const world::Bodies<D>& bodies, Slot slot, const world::Facet<D>& facet) {
  if constexpr (D == 2) {
    const auto* const circle = std::get_if<shape::Circle>(&facet.surface);
    return circle == nullptr || !circle->far || !bodies.is_polygon(slot);
  } else {
    const auto* const shell = std::get_if<shape::Shell>(&facet.surface);
    return shell == nullptr || !shell->far || !bodies.is_mesh(slot);
  }
}

/// Whether some piece of a mesh comes within `reach` of a body at one of these places.
template <int D>
bool is_any_near(const shape::Mesh<D>& mesh, const Pose<D>& pose, std::span<const Vec<D>> places,
                 double reach) {
  bool is_near = false;
  for (const Vec<D>& place : places)
    mesh.visit_near(to_own(pose, place), reach, [&](std::uint32_t, double) { is_near = true; });
  return is_near;
}

}  // namespace

template <int D>
WallCandidates<D> find_wall_candidates(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                                       const PeriodicBox<D>& box, double skin,
                                       std::span<const world::ContactKey> kept) {
  WallCandidates<D> result;
  result.near.resize(walls.size());
  if (walls.facets.empty()) return result;
  const KeptFacets kept_facets(bodies, walls, kept);
  std::vector<Found<D>> found(block_count(bodies.size(), bodies_per_block));
  for_each_block(bodies.size(), bodies_per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Found<D>& here = found[block];
    here.near.resize(walls.size());
    std::vector<std::uint32_t> facets, patches;
    std::vector<NearPiece> pieces;
    std::vector<Vec<D>> places;  // of the body and where it may come back, its present one first
    std::vector<Vec<D>> copies;  // of the body, its present place first
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Motion<D>& motion = bodies.motion[slot];
      list_places(box, motion.position, skin, places);
      list_places(box, motion.position, std::numeric_limits<double>::infinity(), copies);
      facets.assign(kept_facets.of(slot).begin(), kept_facets.of(slot).end());
      for (std::uint32_t wall = 0; wall < walls.size(); ++wall) {
        const Pose<D>& pose = walls.states[wall].pose;
        const std::uint32_t first = walls.first_facet[wall];
        const bool both_rest =
            is_fixed(motion) || (slot >= bodies.awake() && walls.states[wall].motion.rests());
        const bool looks = !both_rest && walls.is_active(wall);
        if (walls.meshes[wall] && bodies.is_mesh(static_cast<Slot>(slot))) {
          // All of its patches are one surface for triangulated bodies.
          if (looks && is_any_near<D>(*walls.meshes[wall], pose, copies, motion.radius + skin))
            facets.push_back(first);
          here.near[wall].append(to_own(pose, motion.position), 0, {});
        } else if (walls.meshes[wall]) {
          const shape::Mesh<D>& mesh = *walls.meshes[wall];
          const Vec<D> own = to_own(pose, motion.position);
          pieces.clear();
          patches.clear();
          if (looks) {
            mesh.visit_near(own, motion.radius + skin, [&](std::uint32_t piece, double distance) {
              constexpr double rounded_down = 1 - 1e-6;
              pieces.push_back({piece, static_cast<float>(distance * rounded_down)});
              patches.push_back(mesh.patch_of(piece));
            });
            for (std::size_t k = 1; k < copies.size(); ++k)
              mesh.visit_near(to_own(pose, copies[k]), motion.radius + skin,
                              [&](std::uint32_t piece, double) { patches.push_back(mesh.patch_of(piece)); });
          }
          std::sort(patches.begin(), patches.end());
          patches.erase(std::unique(patches.begin(), patches.end()), patches.end());
          for (const std::uint32_t patch : patches) facets.push_back(first + patch);
          here.near[wall].append(own, looks ? motion.radius + skin : 0, pieces);
        } else if (looks) {
          for (std::uint32_t facet = first; facet < walls.facets.size() && walls.facets[facet].wall == wall;
               ++facet)
            for (const Vec<D>& place :
                 std::holds_alternative<shape::Plane<D>>(walls.facets[facet].surface) ? places : copies)
              if (is_looked_at(bodies, static_cast<Slot>(slot), walls.facets[facet]) &&
                  contact::nearest(walls.facets[facet], pose, place).distance <= motion.radius + skin)
                facets.push_back(facet);
        }
      }
      std::sort(facets.begin(), facets.end());
      facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
      for (const std::uint32_t facet : facets) here.rows.push_back({static_cast<Slot>(slot), facet});
    }
  });
  for (const Found<D>& some : found) {
    result.rows.insert(result.rows.end(), some.rows.begin(), some.rows.end());
    for (std::size_t wall = 0; wall < walls.size(); ++wall) result.near[wall].append(some.near[wall]);
  }
  return result;
}

template WallCandidates<2> find_wall_candidates(const world::Bodies<2>&, const world::Walls<2>&,
                                                const PeriodicBox<2>&, double,
                                                std::span<const world::ContactKey>);
template WallCandidates<3> find_wall_candidates(const world::Bodies<3>&, const world::Walls<3>&,
                                                const PeriodicBox<3>&, double,
                                                std::span<const world::ContactKey>);

}  // namespace scree::step
