#include "scree/sim/build_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/random.h"
#include "scree/fill/fill.h"
#include "scree/scene/polygons.h"
#include "scree/shape/round.h"
#include "scree/sim/build_meshes.h"
#include "scree/sim/build_walls.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {

std::uint32_t material_number(const std::vector<Material>& materials, const std::string& name) {
  const auto found =
      std::find_if(materials.begin(), materials.end(), [&](const Material& one) { return one.name == name; });
  SCREE_ASSERT(found != materials.end());
  return static_cast<std::uint32_t>(found - materials.begin());
}

template <int D>
Motion<D> make_motion(const Vec<D>& position, double radius, const Vec<D>& velocity, const Spin<D>& spin,
                      double density, double thickness, bool fixed) {
  Motion<D> motion;
  motion.position = position;
  motion.radius = radius;
  motion.velocity = velocity;
  motion.spin = spin;
  if (!fixed) {
    const double mass = shape::round_mass<D>(radius, density, thickness);
    motion.inverse_mass = 1 / mass;
    motion.inverse_inertia = 1 / shape::round_inertia<D>(radius, mass);
  }
  return motion;
}

double polygon_mass(const shape::RigidPolygon& unit, double radius, double density, double thickness) {
  return density * thickness * unit.area() * (radius * radius);
}

void weigh(Motion<2>& motion, const shape::RigidPolygon& unit, double density, double thickness) {
  const double square = motion.radius * motion.radius;
  const double mass = polygon_mass(unit, motion.radius, density, thickness);
  motion.inverse_mass = 1 / mass;
  motion.inverse_inertia = 1 / (mass * unit.inertia_per_mass() * square);
}

namespace {

std::vector<Material> materials_of(const scene::SceneDescription& scene) {
  std::vector<Material> materials;
  for (const scene::Material& described : scene.materials) {
    Material material{described.name, described.density.value, {}, described.place};
    if (described.young) material.elasticity.young = described.young->value;
    if (described.poisson) material.elasticity.poisson = described.poisson->value;
    materials.push_back(material);
  }
  Material rigid{"rigid", 0, {}, {}};
  rigid.elasticity.rigid = true;
  materials.push_back(rigid);
  return materials;
}

std::uint32_t material_number(const std::vector<Material>& materials,
                              const std::optional<scene::Placed<std::string>>& name) {
  return name ? material_number(materials, name->value) : static_cast<std::uint32_t>(materials.size() - 1);
}

template <int D>
Spin<D> spin_of(const scene::Coordinates& spin) {
  if constexpr (D == 2)
    return spin[2];
  else
    return vec_of<3>(spin);
}

/// Round, or the shape with this number (counted from 1) turned by an angle [rad].
template <int D>
void add_body(World<D>& world, Motion<D> motion, std::uint32_t material, std::uint32_t shape, double angle,
              double thickness) {
  if constexpr (D == 2) {
    if (shape != 0) {
      if (!is_fixed(motion))
        weigh(motion, (*world.bodies.polygons)[shape - 1], world.materials[material].density, thickness);
      world.bodies.add(motion, material, shape, rotation_by(angle));
      return;
    }
  }
  world.bodies.add(motion, material);
}

template <int D>
void add_bodies(World<D>& world, const scene::SceneDescription& scene, std::uint64_t seed) {
  scene::PolygonLibrary library = scene::make_polygons(scene, seed);
  world.bodies.polygons = std::make_shared<const std::vector<shape::RigidPolygon>>(std::move(library.shapes));
  world.inlet_shapes = library.of_inlet;
  MeshShapes meshes;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const scene::Body& body = scene.bodies[k];
    const std::uint32_t material = material_number(world.materials, body.material);
    if constexpr (D == 3) {
      if (body.mesh) {
        meshes.add(world.bodies, mesh_body(body, scene.run.halo, random_bits(seed, purpose("body"), k)),
                   material, world.materials[material].density);
        world.names.push_back(body.name);
        continue;
      }
    }
    add_body(
        world,
        make_motion<D>(vec_of<D>(body.position), body.radius.value, vec_of<D>(body.velocity),
                       spin_of<D>(body.spin), world.materials[material].density, scene.thickness, body.fixed),
        material, library.of_body[k], body.angle, scene.thickness);
    world.names.push_back(body.name);
  }
  std::vector<std::uint64_t> number_in_fill(scene.fills.size(), 0);
  for (const scene::NewBody<D>& body : fill::generate_fills<D>(scene, seed)) {
    const std::uint32_t material = material_number(world.materials, body.material);
    const std::uint64_t number = number_in_fill[body.fill]++;
    if constexpr (D == 3) {
      const scene::Fill& fill = scene.fills[body.fill];
      if (fill.mesh) {
        meshes.add(world.bodies, mesh_body(fill, body, random_bits(seed, purpose("fill"), body.fill), number),
                   material, world.materials[material].density);
        continue;
      }
    }
    add_body(world,
             make_motion<D>(body.position, body.radius, body.velocity, body.spin,
                            world.materials[material].density, scene.thickness, body.fixed),
             material, library.of_filled(body.fill, number, seed),
             scene::angle_of_filled(scene.fills[body.fill], body.fill, number, seed), scene.thickness);
  }
  if constexpr (D == 3)
    for (std::size_t k = 0; k < scene.inlets.size(); ++k)
      if (scene.inlets[k].mesh)
        world.inlet_shapes[k] =
            meshes.add_for(world.bodies, scene.inlets[k], random_bits(seed, purpose("inlet"), k));
}

bool has_hard_contacts(const scene::SceneDescription& scene) {
  const step::StepperEntry* const stepper = step::find_stepper(scene.run.stepper.value);
  return stepper != nullptr && stepper->laws == step::TakenLaws::hard;
}

/// Round bodies rest where their true surfaces touch; others keep half of both halos between them.
template <int D>
void tell_of_gaps(const scene::SceneDescription& scene, World<D>& world) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t number = 0; number < world.bodies.size(); ++number) {
    const auto slot = static_cast<Slot>(number);
    if (world.bodies.is_round(slot)) continue;
    double halo = scene.run.halo.around(world.bodies.motion[slot].radius);
    if constexpr (D == 3) halo = world.bodies.mesh_of(slot).halo;
    least = std::min(least, halo);
    most = std::max(most, halo);
  }
  if (most == 0) return;
  const std::string gap =
      least < most ? quantity_text(least, "m") + " to " + quantity_text(most, "m") : quantity_text(most, "m");
  world.notes.push_back("hard contacts of bodies that are not round rest " + gap +
                        " apart, half of the halos of both: [run] halo sets it");
}

/// What hard contacts cannot do.
void require_possible_with_impulses(const scene::SceneDescription& scene) {
  std::vector<Complaint> complaints;
  const Place& place = scene.run.stepper.place;
  if (scene.domain.shear)
    complaints.push_back(
        {scene.domain.shear->rate.place,
         "a sheared box has no hard contacts: its copies move while an island is solved; take "
         "[run] stepper = \"explicit\""});
  if (scene.run.sleep)
    complaints.push_back({place,
                          "sleep = true is for springs: with impulses, what rests costs one solve per "
                          "step, which starts from its answer"});
  if (!scene.run.integrator.value.empty())
    complaints.push_back({scene.run.integrator.place,
                          "integrator is for springs: with impulses, bodies move along parabolas"});
  for (const scene::Wall& wall : scene.walls)
    if (wall.motion.servo_force != 0)
      complaints.push_back({wall.place, "wall '" + wall.name +
                                            "' follows a force, which hard contacts give only as an impulse "
                                            "over a step: give it a velocity, or use [run] stepper = "
                                            "\"explicit\""});
  if (!complaints.empty()) throw SceneError(std::move(complaints));
}

/// What triangulated bodies cannot do, so that nothing is silently wrong.
void require_possible(const World<3>& world, const scene::SceneDescription& scene) {
  if (world.bodies.shape_count() == 0) return;
  std::vector<Complaint> complaints;
  for (std::size_t wall = 0; wall < world.walls.size(); ++wall)
    if (const auto number = static_cast<std::uint32_t>(wall);
        scene.domain.periodic != std::array<bool, 3>{} && world::is_bounded(world.walls, number) &&
        norm(world.walls.states[wall].motion.spin) > 0)
      complaints.push_back(
          {scene.walls[wall].place,
           "in a periodic box triangulated bodies do not meet walls that turn and have ends: "
           "give '" +
               world.walls.names[wall] + "' no 'rotate', or the box no periodic axis"});
  const std::string& integrator = scene.run.integrator.value;
  if (!integrator.empty() && integrator != "velocity_verlet" && integrator != "symplectic_euler")
    complaints.push_back(
        {scene.run.integrator.place,
         "integrator '" + integrator +
             "' does not turn triangulated bodies; velocity_verlet and symplectic_euler do"});
  if (scene.domain.shear)
    complaints.push_back(
        {scene.domain.shear->rate.place, "triangulated bodies in a sheared box are not possible"});
  if (!complaints.empty()) throw SceneError(std::move(complaints));
}
void require_possible(const World<2>&, const scene::SceneDescription&) {}

/// The smallest or the largest of these shapes.
void expect_mesh(const world::Bodies<3>& bodies, const scene::PolygonLibrary::Range& shapes, bool largest,
                 double density, step::Newcomer<3>& newcomer) {
  const auto volume = [&](std::uint32_t shape) { return (*bodies.meshes)[shape].mesh->volume(); };
  std::uint32_t chosen = shapes.first;
  for (std::uint32_t shape = shapes.first; shape < shapes.first + shapes.count; ++shape)
    if (largest ? volume(shape) > volume(chosen) : volume(shape) < volume(chosen)) chosen = shape;
  newcomer.shape = chosen + 1;
  newcomer.motion.radius = (*bodies.meshes)[chosen].outer_radius();
  newcomer.motion.inverse_mass = 1 / (*bodies.meshes)[chosen].mass(density);
  newcomer.motion.inverse_inertia = 0;
}

template <int D>
void expect_newcomers(World<D>& world, const scene::SceneDescription& scene) {
  for (std::size_t number = 0; number < scene.inlets.size(); ++number) {
    const scene::Inlet& inlet = scene.inlets[number];
    const std::uint32_t material = material_number(world.materials, inlet.material.value);
    Vec<D> velocity = vec_of<D>(inlet.velocity);
    for (int k = 0; k < D; ++k) velocity[k] += velocity[k] < 0 ? -inlet.random_speed : inlet.random_speed;
    const double density = world.materials[material].density;
    for (const bool largest : {false, true}) {
      const double radius = largest ? inlet.radius.most : inlet.radius.least;
      step::Newcomer<D> newcomer{make_motion<D>(vec_of<D>(largest ? inlet.hi : inlet.lo), radius, velocity,
                                                {}, density, scene.thickness, false),
                                 material};
      const scene::PolygonLibrary::Range& shapes = world.inlet_shapes[number];
      if constexpr (D == 3) {
        if (shapes.count > 0) expect_mesh(world.bodies, shapes, largest, density, newcomer);
      } else {
        const auto first = world.bodies.polygons->begin() + shapes.first, last = first + shapes.count;
        const auto by_area = [](const shape::RigidPolygon& a, const shape::RigidPolygon& b) {
          return a.area() < b.area();
        };
        if (shapes.count > 0)
          weigh(newcomer.motion,
                largest ? *std::max_element(first, last, by_area) : *std::min_element(first, last, by_area),
                density, scene.thickness);
      }
      world.to_come.push_back(newcomer);
    }
  }
}

/// Which materials can move, and which can be touched at all.
template <int D>
struct MaterialUse {
  std::vector<bool> moves, present, polygonal, triangulated, round, of_walls;

  explicit MaterialUse(const World<D>& world)
      : moves(world.materials.size()),
        present(world.materials.size()),
        polygonal(world.materials.size()),
        triangulated(world.materials.size()),
        round(world.materials.size()),
        of_walls(world.materials.size()) {
    for (std::size_t slot = 0; slot < world.bodies.size(); ++slot) {
      present[world.bodies.material[slot]] = true;
      if (!is_fixed(world.bodies.motion[slot])) moves[world.bodies.material[slot]] = true;
      if (world.bodies.is_polygon(slot)) polygonal[world.bodies.material[slot]] = true;
      if (world.bodies.is_mesh(slot)) triangulated[world.bodies.material[slot]] = true;
      if (world.bodies.is_round(slot)) round[world.bodies.material[slot]] = true;
    }
    for (const step::Newcomer<D>& newcomer : world.to_come)
      present[newcomer.material] = moves[newcomer.material] = true;
    // An inlet expects two newcomers, the smallest and the largest.
    for (std::size_t inlet = 0; inlet < world.inlet_shapes.size(); ++inlet) {
      const std::uint32_t material = world.to_come[2 * inlet].material;
      (world.inlet_shapes[inlet].count == 0 ? round : D == 2 ? polygonal : triangulated)[material] = true;
    }
    for (const world::Facet<D>& facet : world.walls.facets)
      present[facet.material] = of_walls[facet.material] = true;
  }

  /// Whether triangulated bodies of these two materials meet each other or walls; and whether round bodies
  /// meet anything.
  bool faces_meet(std::uint32_t a, std::uint32_t b) const {
    return (triangulated[a] && (triangulated[b] || of_walls[b])) || (triangulated[b] && of_walls[a]);
  }
  bool round_meet(std::uint32_t a, std::uint32_t b) const {
    return (round[a] && (round[b] || triangulated[b] || of_walls[b])) ||
           (round[b] && (triangulated[a] || of_walls[a]));
  }
};

const scene::ContactRule* find_rule(std::span<const scene::ContactRule> rules, const std::string& a,
                                    const std::string& b) {
  for (const scene::ContactRule& rule : rules)
    if ((rule.first == a && rule.second == b) || (rule.first == b && rule.second == a)) return &rule;
  return nullptr;
}

law::Numbers numbers_of(const law::Entry& entry, const scene::ContactRule& rule) {
  std::vector<std::pair<std::string, double>> given;
  for (const scene::ContactRule::Value& value : rule.values)
    given.emplace_back(value.name, value.number.value);
  return {entry.parameters, std::move(given)};
}

law::Choice choose_law(const scene::ContactRule& rule, const law::MaterialPair& pair) {
  const law::Entry* const entry = law::find_entry(rule.law.value);
  SCREE_ASSERT(entry != nullptr);
  const auto place_of = [&](std::string_view parameter) {
    for (const scene::ContactRule::Value& value : rule.values)
      if (value.name == parameter) return value.number.place;
    return rule.law.place;
  };
  return entry->make(numbers_of(*entry, rule), pair, place_of);
}

/// Of the lightest bodies of two materials, at least one of which moves.
template <int D>
BondNote bond_between(const World<D>& world, std::uint32_t a, std::uint32_t b, const law::Choice& law) {
  BondNote note{world.materials[a].name + '-' + world.materials[b].name, {}, 0};
  double mass[2] = {0, 0}, radius[2] = {0, 0};  // zero: nothing of it moves
  const auto see = [&](std::uint32_t material, const Motion<D>& motion) {
    if (is_fixed(motion)) return;
    for (int side = 0; side < 2; ++side)
      if (material == (side == 0 ? a : b) && (mass[side] == 0 || 1 / motion.inverse_mass < mass[side])) {
        mass[side] = 1 / motion.inverse_mass;
        radius[side] = motion.radius;
      }
  };
  for (std::size_t slot = 0; slot < world.bodies.size(); ++slot)
    see(world.bodies.material[slot], world.bodies.motion[slot]);
  for (const step::Newcomer<D>& newcomer : world.to_come) see(newcomer.material, newcomer.motion);
  const bool both = mass[0] > 0 && mass[1] > 0;
  note.mass = both ? std::min(mass[0], mass[1]) : std::max(mass[0], mass[1]);
  note.cohesion =
      law.cohesion(both ? radius[0] * radius[1] / (radius[0] + radius[1]) : std::max(radius[0], radius[1]));
  return note;
}

/// For pairs of which at least one side has such bodies, when no rule speaks of them.
scene::ContactRule default_rule(const law::Entry& law, const Place& place) {
  scene::ContactRule rule;
  rule.law = {std::string(law.name), place};
  rule.names_law = false;
  rule.place = place;
  return rule;
}

std::string law_text(const std::string& pair, const scene::ContactRule& rule, const law::Choice& law) {
  const law::Entry& entry = law::catalog()[static_cast<std::size_t>(law.kind())];
  const law::Numbers numbers = numbers_of(entry, rule);
  if (law.of_faces() || law.is_hard())
    return fmt::format("{}: {}, restitution {}, friction {}", pair, entry.name, numbers.of("restitution"),
                       numbers.of("friction"));
  return fmt::format("{}: {}, stiffness {} ({}), restitution {}, friction {}", pair, entry.name,
                     quantity_text(law.flat_stiffness(), "N/m"),
                     numbers.has("stiffness") ? "given" : "from young", numbers.of("restitution"),
                     numbers.of("friction"));
}

}  // namespace

/// Laws of forces and bounds on impulses belong to different steppers.
void require_right_stepper(const scene::ContactRule& rule, const law::Choice& law, bool is_hard) {
  if (law.is_hard() == is_hard) return;
  throw SceneError(rule.law.place,
                   is_hard
                       ? "law '" + rule.law.value +
                             "' gives forces, and this stepper has hard contacts: take law = \"hard\", or "
                             "[run] stepper = \"explicit\""
                       : "law '" + rule.law.value +
                             "' gives no forces, it bounds impulses: it wants [run] stepper = \"impulse\"");
}

template <int D>
step::Interactions interactions_of(const World<D>& world, std::span<const scene::ContactRule> rules,
                                   RuleNotes& notes) {
  const auto count = static_cast<std::uint32_t>(world.materials.size());
  const MaterialUse<D> use(world);
  step::Interactions interactions(count);
  std::vector<Complaint> complaints;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a; b < count; ++b) {
      const bool meet = (use.moves[a] && use.present[b]) || (use.moves[b] && use.present[a]);
      if (!meet) continue;
      const Material &first = world.materials[a], &second = world.materials[b];
      const std::string pair = first.name + '-' + second.name;
      const scene::ContactRule* rule = find_rule(rules, first.name, second.name);
      if (rule == nullptr) {
        rule = find_rule(rules, "", "");
        if (rule != nullptr && rules.size() > 1) notes.left_at_default.push_back(pair);
      }
      const bool of_faces = use.faces_meet(a, b);
      if (!world.is_hard && of_faces && use.round_meet(a, b)) {
        complaints.push_back(
            {first.place,
             fmt::format("'{}' touches '{}' both with faces and with spheres, which have different "
                         "laws: give spheres and triangulated bodies materials of their own",
                         first.name, second.name)});
        continue;
      }
      const law::Entry& law_by_default = world.is_hard ? law::hard_default()
                                         : of_faces    ? law::face_default()
                                                       : law::polygon_default();
      const scene::ContactRule by_default = default_rule(law_by_default, first.place);
      const bool has_no_rule = rule == nullptr;
      if (has_no_rule && (world.is_hard || of_faces || use.polygonal[a] || use.polygonal[b]))
        rule = &by_default;

      if (rule == nullptr) {
        complaints.push_back({first.place, "nothing says how '" + first.name + "' touches '" + second.name +
                                               "': add [contact.\"" + pair + "\"] or [contact.default]"});
        continue;
      }
      try {
        const law::Choice law = choose_law(*rule, {first.elasticity, second.elasticity, world.thickness});
        if (D == 3 && law.of_area())
          throw SceneError(rule->law.place, "law '" + rule->law.value + "' is one of 2D scenes");
        require_right_stepper(*rule, law, world.is_hard);
        if (law.coheres() && (use.polygonal[a] || use.polygonal[b]))
          throw SceneError(rule->law.place, "law '" + rule->law.value + "' is one of round bodies");
        if (!world.is_hard && law.of_faces() != of_faces)
          throw SceneError(rule->law.place,
                           "law '" + rule->law.value +
                               (of_faces ? "' is one of round bodies; triangulated ones have 'halo_faces'"
                                         : "' is one of triangulated bodies"));
        if (!rule->names_law) notes.laws_taken.push_back(law_text(pair, *rule, law));
        if (law.coheres()) notes.bonds.push_back(bond_between(world, a, b, law));
        interactions.set(a, b, interactions.add(law));
      } catch (const SceneError& error) {
        for (Complaint complaint : error.complaints) {
          complaint.message += " (for " + pair + ")";
          if (has_no_rule)
            complaint.message = fmt::format(
                "no [contact.\"{}\"] and no [contact.default] says how '{}' touches '{}', so it is the law "
                "of {}; {}",
                pair, first.name, second.name, of_faces ? "triangulated bodies" : "polygons",
                complaint.message);
          complaints.push_back(complaint);
        }
      }
    }
  }
  if (!complaints.empty()) throw SceneError(std::move(complaints));
  return interactions;
}

template <int D>
World<D> build_world(const scene::SceneDescription& scene, std::uint64_t seed) {
  World<D> world;
  world.thickness = scene.thickness;
  world.is_hard = has_hard_contacts(scene);
  world.materials = materials_of(scene);
  add_bodies(world, scene, seed);
  expect_newcomers(world, scene);
  for (const scene::Wall& wall : scene.walls)
    add_wall(world.walls, wall, material_number(world.materials, wall.material), world.notes);
  if (world.is_hard) {
    require_possible_with_impulses(scene);
    tell_of_gaps(scene, world);
  } else
    require_possible(world, scene);
  world.interactions = interactions_of(world, scene.contacts, world.rule_notes);
  return world;
}

template Motion<2> make_motion(const Vec<2>&, double, const Vec<2>&, const Spin<2>&, double, double, bool);
template Motion<3> make_motion(const Vec<3>&, double, const Vec<3>&, const Spin<3>&, double, double, bool);
template step::Interactions interactions_of(const World<2>&, std::span<const scene::ContactRule>, RuleNotes&);
template step::Interactions interactions_of(const World<3>&, std::span<const scene::ContactRule>, RuleNotes&);
template World<2> build_world(const scene::SceneDescription&, std::uint64_t);
template World<3> build_world(const scene::SceneDescription&, std::uint64_t);

}  // namespace scree::sim
