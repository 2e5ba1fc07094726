#include "scree/step/wall_points.h"

#include <algorithm>
#include <array>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {
constexpr std::size_t groups_per_task = 256;
constexpr std::size_t ahead = 8;  // bodies that are fetched before they are needed
constexpr double out_of_reach = std::numeric_limits<double>::infinity();
constexpr double never_quiet = -std::numeric_limits<double>::infinity();
}  // namespace

template <int D>
void WallPoints<D>::prepare(const Candidates<D>& candidates, const world::Walls<D>& walls) {
  first_entry_ = candidates.first_wall_entry();
  touches_.assign(candidates.entry_count() - first_entry_, 0);
  poses_.clear();
  points_.clear();
  groups_.clear();
  quiet_until_.clear();
  close_.clear();
  const std::vector<Batch>& batches = candidates.batches();
  for (std::size_t b = candidates.first_wall_batch(); b < batches.size(); ++b)
    for (std::uint32_t entry = batches[b].begin; entry < batches[b].begin + batches[b].count; ++entry) {
      if (batches[b].shaped) continue;  // polygons find their points themselves
      const std::uint32_t facet = candidates.second()[entry], wall = walls.facets[facet].wall;
      if (walls.meshes[wall] && points_.empty()) points_.resize(touches_.size());
      const bool goes_on = entry > batches[b].begin && walls.meshes[wall] && groups_.back().wall == wall &&
                           candidates.first()[entry] == candidates.first()[entry - 1];
      if (goes_on) {
        ++groups_.back().count;
      } else {
        groups_.push_back({entry - first_entry_, 1, wall, facet, candidates.first()[entry],
                           static_cast<std::uint32_t>(close_.size())});
        quiet_until_.push_back(never_quiet);
        if (walls.meshes[wall]) close_.emplace_back();
      }
    }
}

template <int D>
void WallPoints<D>::see_who_rests(const world::Walls<D>& walls) {
  rests_.resize(walls.size());
  for (std::size_t wall = 0; wall < walls.size(); ++wall) {
    const world::WallState<D>& state = walls.states[wall];
    rests_[wall] =
        state.pose == Pose<D>{} && state.velocity.velocity == Vec<D>{} && state.velocity.spin == Spin<D>{};
  }
}

template <int D>
void WallPoints<D>::forget_quiet(const world::Walls<D>& walls, bool path_is_known) {
  bool all_stayed = path_is_known && poses_.size() == walls.size();
  for (std::size_t wall = 0; all_stayed && wall < walls.size(); ++wall)
    all_stayed = poses_[wall] == walls.states[wall].pose;
  if (all_stayed) return;
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (!path_is_known || poses_.empty() || !(poses_[groups_[g].wall] == walls.states[groups_[g].wall].pose))
      quiet_until_[g] = never_quiet;
  poses_.clear();
  for (const world::WallState<D>& wall : walls.states) poses_.push_back(wall.pose);
}

template <int D>
std::size_t WallPoints<D>::list_due(std::size_t begin, std::size_t end, double path,
                                    std::uint32_t* due) const {
  std::size_t count = 0;
  for (std::size_t g = begin; g < end; ++g) {
    due[count] = static_cast<std::uint32_t>(g);
    count += path < quiet_until_[g] ? 0 : 1;
  }
  std::fill_n(due + count, ahead, static_cast<std::uint32_t>(begin));
  return count;
}

template <int D>
void WallPoints<D>::find_touching(const Motion<D>* motion, double path, const Candidates<D>& candidates,
                                  const world::Walls<D>& walls, const TouchedPieces& before,
                                  TouchedPieces& after) {
  after.assign(touches_.size(), 0);
  const bool path_is_known = path < std::numeric_limits<double>::infinity();
  forget_quiet(walls, path_is_known);
  see_who_rests(walls);
  parallel_for(groups_.size(), groups_per_task, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    std::array<std::uint32_t, groups_per_task + ahead> due;
    for (std::size_t from = begin; from < end; from += groups_per_task) {
      const std::size_t count = list_due(from, std::min(from + groups_per_task, end), path, due.data());
      for (std::size_t k = 0; k < count; ++k) {
        const Group& group = groups_[due[k]];
        __builtin_prefetch(motion + groups_[due[k + ahead]].body);
        if (walls.meshes[group.wall]) {
          locate_on_mesh(group, motion, candidates, walls, before, after, scratch);
          continue;
        }
        const world::Facet<D>& facet = walls.facets[group.facet];
        const Motion<D>& body = motion[group.body];
        const shape::Plane<D>* const plane = plane_at_rest(facet);
        const double distance =
            plane != nullptr ? shape::nearest(*plane, body.position).distance
                             : contact::nearest(facet, walls.states[group.wall].pose, body.position).distance;
        touches_[group.begin] = distance <= body.radius;
        // Other surfaces end somewhere, where distances may jump.
        constexpr double rounding = 1e-6;
        if (path_is_known && std::holds_alternative<shape::Plane<D>>(facet.surface))
          quiet_until_[due[k]] = path + (distance - (1 + rounding) * body.radius);
      }
    }
  });
}

template <int D>
void WallPoints<D>::locate_on_meshes(const Motion<D>* motion, const Candidates<D>& candidates,
                                     const world::Walls<D>& walls, const TouchedPieces& before,
                                     TouchedPieces& after) {
  after.assign(touches_.size(), 0);
  see_who_rests(walls);
  if (points_.empty()) return;
  parallel_for(groups_.size(), groups_per_task, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t g = begin; g < end; ++g) {
      if (walls.meshes[groups_[g].wall])
        locate_on_mesh(groups_[g], motion, candidates, walls, before, after, scratch);
    }
  });
}

template <int D>
kernel::SurfacePoint<D> WallPoints<D>::at(std::uint32_t entry, const Motion<D>* motion,
                                          const Candidates<D>& candidates,
                                          const world::Walls<D>& walls) const {
  const world::Facet<D>& facet = walls.facets[candidates.second()[entry]];
  if (walls.meshes[facet.wall]) return points_[entry - first_entry_];
  const Motion<D>& body = motion[candidates.first()[entry]];
  if (const shape::Plane<D>* const plane = plane_at_rest(facet)) {
    kernel::SurfacePoint<D> point;
    const shape::Nearest<D> found = shape::nearest(*plane, body.position);
    point.normal = found.normal;
    point.distance = found.distance;
    return point;
  }
  const world::WallState<D>& wall = walls.states[facet.wall];
  return contact::surface_point(contact::nearest(facet, wall.pose, body.position), wall.velocity,
                                body.position, body.radius);
}

template <int D>
void WallPoints<D>::locate_on_mesh(const Group& group, const Motion<D>* motions,
                                   const Candidates<D>& candidates, const world::Walls<D>& walls,
                                   const TouchedPieces& before, TouchedPieces& after, Scratch& scratch) {
  const Motion<D>& motion = motions[group.body];
  constexpr std::size_t slots = world::Walls<D>::slots_per_patch;
  const shape::Mesh<D>& mesh = *walls.meshes[group.wall];
  const world::WallState<D>& wall = walls.states[group.wall];
  const Vec<D> own = to_own(wall.pose, motion.position);
  ClosePieces<D>& close = close_[group.close];
  const auto find = [&](double reach, std::vector<std::uint32_t>& pieces) {
    if (!candidates.near_pieces(group.wall).find(group.body, own, reach, pieces))
      mesh.find_near(own, reach, pieces);
  };
  mesh.find_contacts(own, motion.radius, close.due(mesh, own, motion.radius, find, scratch.close),
                     scratch.workspace, scratch.contacts);
  close.note(scratch.workspace.looked_at(), own, motion.radius, scratch.close);
  const auto put = [&](std::uint32_t at, const shape::MeshContact<D>& contact, double distance) {
    touches_[at] = distance <= motion.radius;
    points_[at] = contact::surface_point<D>({rotate(wall.pose.rotation, contact.normal), distance},
                                            wall.velocity, motion.position, motion.radius);
  };
  for (std::uint32_t at = group.begin; at < group.begin + group.count;) {
    const std::uint32_t patch =
        walls.facets[candidates.second()[first_entry_ + at]].feature / static_cast<std::uint32_t>(slots);
    std::uint32_t end = at;
    std::array<std::uint32_t, slots> earlier;
    for (; end < group.begin + group.count &&
           walls.facets[candidates.second()[first_entry_ + end]].feature / slots == patch;
         ++end)
      earlier[end - at] = before.empty() ? contact::no_piece : before[end];
    scratch.of_patch.clear();
    for (const shape::MeshContact<D>& contact : scratch.contacts)
      if (contact.patch == patch) scratch.of_patch.push_back(contact);
    std::array<int, slots> found;
    contact::match<D>(mesh, own, scratch.of_patch, {earlier.data(), end - at}, {found.data(), end - at});
    for (std::uint32_t k = at; k < end; ++k) {
      if (found[k - at] >= 0) {
        const auto& contact = scratch.of_patch[static_cast<std::size_t>(found[k - at])];
        put(k, contact, contact.distance);
        after[k] = contact.piece;
      } else {
        touches_[k] = 0;
        after[k] = contact::no_piece;
        // A contact that has just ended still needs the direction in which it was.
        if (earlier[k - at] != contact::no_piece) put(k, mesh.nearest(earlier[k - at], own), out_of_reach);
      }
    }
    at = end;
  }
}

template class WallPoints<2>;
template class WallPoints<3>;

}  // namespace scree::step
