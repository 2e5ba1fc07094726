#include "scree/show/wall_pieces.h"

#include <memory>

#include "scree/show/frame_columns.h"
#include "scree/show/wall_surface.h"
#include "scree/sim/provenance.h"

namespace scree::show {
namespace {

/// What all walls and the bodies of some frames take up.
Bounds stage_of(const record::RunReader& run, const WallSurfaces& walls) {
  Bounds bodies, surfaces;
  for (const std::size_t number : {std::size_t{0}, run.frame_count() - 1}) {
    const record::Frame frame = run.frame(number);
    const std::vector<double> radii = scalars_of(frame, "radius");
    const std::vector<Vec3> positions = vectors_of(frame, "position");
    for (std::size_t k = 0; k < positions.size(); ++k)
      if (is_finite(positions[k])) bodies.include(positions[k], radii[k]);
    surfaces.include(walls.bounds(wall_poses(frame, walls.size())));
  }
  Bounds view = view_box(bodies, surfaces);
  view.include(surfaces);
  walls.widen_to_planes(view, wall_poses(run.frame(0), walls.size()));
  return view;
}

}  // namespace

std::function<record::WallPieces(const record::Frame&)> wall_pieces_of(const record::RunReader& run) {
  const scene::SceneDescription scene = sim::scene_of(run.provenance());
  const Bounds view = run.frame_count() > 0 ? stage_of(run, WallSurfaces(scene.walls)) : Bounds{};
  auto single = std::make_shared<std::vector<WallSurfaces>>();
  for (const scene::Wall& wall : scene.walls) single->emplace_back(std::span(&wall, 1));
  return [single, view, is_flat = scene.dimension == 2](const record::Frame& frame) {
    record::WallPieces pieces;
    const std::vector<WallPose> poses = wall_poses(frame, single->size());
    const auto add = [&](std::size_t wall, std::initializer_list<Vec3> corners) {
      std::vector<std::size_t> numbers;
      for (const Vec3& corner : corners) {
        numbers.push_back(pieces.points.size());
        pieces.points.push_back(corner);
      }
      pieces.pieces.push_back(std::move(numbers));
      pieces.wall.push_back(static_cast<std::uint32_t>(wall));
    };
    for (std::size_t wall = 0; wall < single->size(); ++wall) {
      const std::span<const WallPose> pose(&poses[wall], 1);
      if (is_flat) {
        picture::Flat subject;
        (*single)[wall].add_to(subject, pose, view);
        for (const picture::Line& line : subject.lines)
          add(wall, {{line.from[0], line.from[1], 0}, {line.to[0], line.to[1], 0}});
      } else {
        picture::Solid subject;
        (*single)[wall].add_to(subject, pose, view);
        for (const picture::Triangle& one : subject.walls)
          add(wall, {one.corner[0], one.corner[1], one.corner[2]});
      }
    }
    return pieces;
  };
}

}  // namespace scree::show
