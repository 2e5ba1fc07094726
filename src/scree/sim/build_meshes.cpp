#include "scree/sim/build_meshes.h"

#include "scree/fill/size_sampler.h"

namespace scree::sim {
namespace {
Vec3 vec_of(const scene::Coordinates& numbers) { return {numbers[0], numbers[1], numbers[2]}; }
}  // namespace

MeshBody mesh_body(const scene::Body& body, const scene::HaloSize& of_run, std::uint64_t own_seed) {
  MeshBody result;
  result.form = &*body.mesh;
  result.own_seed = own_seed;
  result.radius = body.radius.value;
  result.halo = body.halo.value_or(of_run).around(result.radius);
  result.turn = body.rotation;
  result.position = vec_of(body.position);
  result.velocity = vec_of(body.velocity);
  result.spin = vec_of(body.spin);
  result.fixed = body.fixed;
  return result;
}

MeshBody mesh_body(const scene::Fill& fill, const scene::NewBody<3>& body, std::uint64_t own_seed,
                   std::uint64_t number) {
  MeshBody result;
  result.form = &*fill.mesh;
  result.own_seed = own_seed;
  result.variant = scene::variant_of(*fill.mesh, own_seed, number);
  result.radius = scene::without_halo(body.radius, fill.halo);
  result.halo = fill.halo.around(result.radius);
  result.turn = scene::rotation_of_filled(fill.rotation, own_seed, number);
  result.position = body.position;
  result.velocity = body.velocity;
  result.spin = body.spin;
  result.fixed = body.fixed;
  return result;
}

std::uint32_t MeshShapes::number_of(world::Bodies<3>& bodies, const scene::MeshForm& form,
                                    std::uint64_t own_seed, std::uint64_t of_form, double radius,
                                    double halo) {
  const Variant variant{&form, of_form};
  std::shared_ptr<const shape::RigidMesh>& unit = units_[variant];
  if (!unit) unit = std::make_shared<const shape::RigidMesh>(scene::unit_mesh(form, own_seed, of_form));
  std::uint32_t& number = numbers_[{variant, radius, halo}];
  if (number == 0) {
    std::vector<world::MeshShape> shapes = bodies.meshes ? *bodies.meshes : std::vector<world::MeshShape>{};
    shapes.push_back({std::make_shared<const shape::RigidMesh>(unit->scaled(radius)), halo});
    number = static_cast<std::uint32_t>(shapes.size());
    bodies.meshes = std::make_shared<const std::vector<world::MeshShape>>(std::move(shapes));
  }
  return number;
}

void MeshShapes::add(world::Bodies<3>& bodies, const MeshBody& body, std::uint32_t material, double density) {
  const std::uint32_t number =
      number_of(bodies, *body.form, body.own_seed, body.variant, body.radius, body.halo);
  const world::MeshShape& shape = (*bodies.meshes)[number - 1];
  Motion<3> motion;
  motion.position = body.position;
  motion.velocity = body.velocity;
  motion.spin = body.spin;
  motion.radius = shape.outer_radius();
  if (!body.fixed) motion.inverse_mass = 1 / shape.mass(density);
  // The scene turns the shape of the file, which is turned in its own frame.
  bodies.add(motion, material, number, normalised(compose(body.turn, shape.mesh->made_from().rotation)));
}

scene::PolygonLibrary::Range MeshShapes::add_for(world::Bodies<3>& bodies, const scene::Inlet& inlet,
                                                 std::uint64_t own_seed) {
  constexpr std::uint64_t sizes_per_variant = 8;
  const fill::SizeSampler sizes(inlet.radius, 3);
  const std::uint64_t count =
      inlet.radius.form == scene::SizeDistribution::Form::fixed ? 1 : sizes_per_variant;
  scene::PolygonLibrary::Range range;
  for (std::uint64_t variant = 0; variant < scene::variants_of(*inlet.mesh); ++variant)
    for (std::uint64_t k = 0; k < count; ++k) {
      const double part = (static_cast<double>(k) + 0.5) / static_cast<double>(count);
      const double radius = scene::without_halo(sizes.radius(part), inlet.halo);
      const std::uint32_t number =
          number_of(bodies, *inlet.mesh, own_seed, variant, radius, inlet.halo.around(radius));
      if (range.count == 0) range.first = number - 1;
      SCREE_ASSERT(number == range.first + range.count + 1);
      ++range.count;
    }
  return range;
}

}  // namespace scree::sim
