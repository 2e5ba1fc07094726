#include "scree/sim/build_walls.h"

#include <fmt/format.h>

#include <stdexcept>

#include "scree/base/error.h"
#include "scree/sim/build_world.h"

namespace scree::sim {
namespace {

std::string finding_text(const shape::MeshHealth::Finding& finding, std::string_view one,
                         std::string_view many, std::string_view meaning) {
  return fmt::format("{} {} {} (first: piece {})", finding.count, finding.count == 1 ? one : many, meaning,
                     finding.first);
}

template <int D>
void note_health(const shape::Mesh<D>& mesh, const std::string& name, std::vector<std::string>& notes) {
  const shape::MeshHealth& health = mesh.health();
  const std::string_view one = D == 3 ? "triangle" : "segment", many = D == 3 ? "triangles" : "segments";
  const std::string_view edge = D == 3 ? "edge" : "end", edges = D == 3 ? "edges" : "ends";
  std::vector<std::string> found;
  if (health.collapsed.count > 0)
    found.push_back(finding_text(health.collapsed, one, many, "with two equal corners, left out"));
  if (health.duplicates.count > 0)
    found.push_back(finding_text(health.duplicates, one, many, "given twice, left out"));
  if (health.slivers.count > 0) found.push_back(finding_text(health.slivers, one, many, "without an area"));
  if (health.flipped.count > 0)
    found.push_back(
        finding_text(health.flipped, edge, edges, "whose sides face opposite ways, which is harmless"));
  if (health.crowded.count > 0)
    found.push_back(finding_text(health.crowded, edge, edges, "shared by more than two pieces"));
  // An open sheet is a common wall; a surface that is closed but for a few edges has holes.
  const bool nearly_closed = D == 3 && health.open.count > 0 && health.open.count * 20 < mesh.piece_count();
  if (nearly_closed)
    found.push_back(
        finding_text(health.open, edge, edges, "with one triangle: a hole, or the rim of a sheet"));
  if (!found.empty())
    notes.push_back(fmt::format("the mesh of wall '{}' has {}", name, fmt::join(found, "; ")));
}

template <int D>
void add_mesh(world::Walls<D>& walls, const scene::Wall& wall, std::uint32_t material,
              const shape::MeshData<D>& data, world::Patch::Side side, std::vector<std::string>& notes) {
  try {
    auto mesh = std::make_shared<const shape::Mesh<D>>(data);
    note_health(*mesh, wall.name, notes);
    if (side != world::Patch::Side::both && mesh->health().flipped.count > 0)
      throw std::invalid_argument(
          "its triangles do not all face the same side, so that 'side' means nothing; leave it out, or turn "
          "them over");
    walls.add_mesh(wall.name, material, std::move(mesh), side);
  } catch (const std::invalid_argument& fault) {
    throw SceneError(wall.place,
                     fmt::format("the mesh of wall '{}' cannot be used: {}", wall.name, fault.what()));
  }
}

world::Patch::Side side_of(const scene::MeshSurface& surface) {
  using Side = scene::MeshSurface::Side;
  return surface.side == Side::front  ? world::Patch::Side::front
         : surface.side == Side::back ? world::Patch::Side::back
                                      : world::Patch::Side::both;
}

std::vector<world::Surface<3>> surfaces_of(const scene::ConeSurface& cone) {
  shape::ConeAxis axis;
  axis.start = vec_of<3>(cone.start);
  const Vec3 way = vec_of<3>(cone.end) - axis.start;
  axis.length = norm(way);
  axis.axis = way / axis.length;
  axis.start_radius = cone.start_radius;
  axis.end_radius = cone.end_radius;
  if (!cone.inside) return {shape::Frustum{axis}};
  std::vector<world::Surface<3>> surfaces = {shape::Shell{axis, cone.start_cap, cone.end_cap, false},
                                             shape::Shell{axis, cone.start_cap, cone.end_cap, true}};
  if (cone.start_cap) surfaces.emplace_back(shape::Cap{axis.start, axis.axis, axis.start_radius});
  if (cone.end_cap)
    surfaces.emplace_back(shape::Cap{axis.start + axis.length * axis.axis, -axis.axis, axis.end_radius});
  return surfaces;
}

template <int D>
class Adder {
 public:
  Adder(world::Walls<D>& walls, const scene::Wall& wall, std::uint32_t material,
        std::vector<std::string>& notes)
      : walls_(walls), wall_(wall), material_(material), notes_(notes) {}

  void operator()(const scene::Plane& plane) {
    walls_.add_plane(wall_.name, material_, {vec_of<D>(plane.point), vec_of<D>(plane.normal)});
  }
  void operator()(const scene::BoxSurface& surface) {
    const Box<D> box{vec_of<D>(surface.lo), vec_of<D>(surface.hi)};
    if (surface.inside)
      walls_.add_container(wall_.name, material_, box);
    else
      walls_.add_block(wall_.name, material_, box);
  }
  // The scene reader has checked the dimension of the others.
  void operator()(const scene::CircleSurface& circle) {
    if constexpr (D == 2) {
      const Vec2 centre = vec_of<2>(circle.centre);
      if (circle.inside)
        walls_.add(wall_.name, material_,
                   {shape::Circle{centre, circle.radius, false, false},
                    shape::Circle{centre, circle.radius, false, true}});
      else
        walls_.add(wall_.name, material_, {shape::Circle{centre, circle.radius, true, false}});
    }
  }
  void operator()(const scene::ConeSurface& cone) {
    if constexpr (D == 3) walls_.add(wall_.name, material_, surfaces_of(cone));
  }
  void operator()(const scene::MeshSurface& surface) {
    if constexpr (D == 3) add_mesh<3>(walls_, wall_, material_, surface.mesh, side_of(surface), notes_);
  }
  void operator()(const scene::ChainSurface& surface) {
    if constexpr (D == 2)
      add_mesh<2>(walls_, wall_, material_, surface.mesh, world::Patch::Side::both, notes_);
  }

 private:
  world::Walls<D>& walls_;
  const scene::Wall& wall_;
  std::uint32_t material_;
  std::vector<std::string>& notes_;
};

}  // namespace

template <int D>
world::WallMotion<D> motion_of(const scene::WallMotion& motion) {
  world::WallMotion<D> result;
  result.velocity = vec_of<D>(motion.velocity);
  if constexpr (D == 2)
    result.spin = motion.spin[2];
  else
    result.spin = vec_of<3>(motion.spin);
  result.point = vec_of<D>(motion.point);
  result.swing = vec_of<D>(motion.swing);
  result.swing_rate = motion.swing_rate;
  result.phase = motion.phase;
  result.servo_direction = vec_of<D>(motion.servo_direction);
  result.servo_force = motion.servo_force;
  result.servo_mass = motion.servo_mass;
  result.servo_max_speed = motion.servo_max_speed;
  if (result.has_servo() && motion.servo_mass == 0)
    result.servo_gain = motion.servo_max_speed / motion.servo_force;
  return result;
}

template <int D>
void add_wall(world::Walls<D>& walls, const scene::Wall& wall, std::uint32_t material,
              std::vector<std::string>& notes) {
  std::visit(Adder<D>(walls, wall, material, notes), wall.surface);
  walls.states.back().motion = motion_of<D>(wall.motion);
}

template world::WallMotion<2> motion_of(const scene::WallMotion&);
template world::WallMotion<3> motion_of(const scene::WallMotion&);
template void add_wall(world::Walls<2>&, const scene::Wall&, std::uint32_t, std::vector<std::string>&);
template void add_wall(world::Walls<3>&, const scene::Wall&, std::uint32_t, std::vector<std::string>&);

}  // namespace scree::sim
