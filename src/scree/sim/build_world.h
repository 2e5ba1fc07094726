// From a SceneDescription to the parts of a world: bodies (single ones first, then fills, in the order of the
// scene), walls, and the law of every pair of materials.
#pragma once

#include <string>
#include <vector>

#include "scree/scene/polygons.h"
#include "scree/step/interactions.h"
#include "scree/step/stepper.h"
#include "scree/world/bodies.h"
#include "scree/world/walls.h"

namespace scree::sim {

/// A material by number. The last one is rigid: what walls and fixed bodies without a material are made of.
struct Material {
  std::string name;
  double density = 0;  // [kg/m3]
  law::Elasticity elasticity;
  Place place;
};

/// How strongly the lightest bodies of two materials stick.
struct BondNote {
  std::string pair;
  law::Cohesion cohesion;
  double mass = 0;  // [kg] of the lighter one
};

/// What people should know about the rules of a scene.
struct RuleNotes {
  std::vector<std::string>
      left_at_default;  // pairs that follow [contact.default] beside other rules: "glass-steel"
  std::vector<std::string> laws_taken;  // the law of pairs for which the scene names none, with its numbers
  std::vector<BondNote> bonds;          // of pairs whose law pulls
};

template <int D>
struct World {
  double thickness = 1;  // [m] of bodies in the plane
  bool is_hard = false;  // contacts are those of a stepper with impulses
  std::vector<Material> materials;
  world::Bodies<D> bodies;
  world::Walls<D> walls;
  step::Interactions interactions{0};
  std::vector<scene::PolygonLibrary::Range> inlet_shapes;  // by inlet
  std::vector<step::Newcomer<D>> to_come;  // the smallest and largest that each inlet may bring
  std::vector<std::string> names;          // of the single bodies, by id; may be empty
  RuleNotes rule_notes;
  std::vector<std::string> notes;  // what is odd, for people
};

template <int D>
Vec<D> vec_of(const scene::Coordinates& coordinates) {
  Vec<D> result;
  for (int k = 0; k < D; ++k) result[k] = coordinates[static_cast<std::size_t>(k)];
  return result;
}

/// For walls of a scene, and for stages that change them.
template <int D>
world::WallMotion<D> motion_of(const scene::WallMotion& motion);

/// The scene reader has checked the name.
std::uint32_t material_number(const std::vector<Material>& materials, const std::string& name);

/// A disc or sphere.
template <int D>
Motion<D> make_motion(const Vec<D>& position, double radius, const Vec<D>& velocity, const Spin<D>& spin,
                      double density, double thickness, bool fixed);
double polygon_mass(const shape::RigidPolygon& unit, double radius, double density, double thickness);
/// Of a polygon whose farthest corner is at distance 1, as many times larger as `motion.radius` says.
void weigh(Motion<2>& motion, const shape::RigidPolygon& unit, double density, double thickness);

/// Which law acts between which materials of the world, by these rules; polygons have one of their own where
/// there is no rule. Throws SceneError when a pair that may meet has none.
template <int D>
step::Interactions interactions_of(const World<D>& world, std::span<const scene::ContactRule> rules,
                                   RuleNotes& notes);

/// Throws SceneError when fills do not fit or a pair of materials has no law.
template <int D>
World<D> build_world(const scene::SceneDescription& scene, std::uint64_t seed);

}  // namespace scree::sim
