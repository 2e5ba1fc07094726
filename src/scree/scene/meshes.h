// Triangulated bodies of a scene: reads what they look like, how they are turned and their halos, and makes
// the shapes that bodies share.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "scree/scene/table_reader.h"
#include "scree/shape/rigid_mesh.h"

namespace scree::scene {

/// The key `mesh` of a body or fill; complains when it is there but not wanted, or the reverse.
std::optional<MeshForm> read_mesh_form(Reading& reading, const TableReader& owner, bool is_wanted);
/// The key `rotation`; nothing where it is silent or says "random".
std::optional<Rotation<3>> read_rotation(Reading& reading, const TableReader& owner, bool is_mesh);
/// The key `halo`: a length, or { relative = share of the diameter }.
std::optional<HaloSize> read_halo(Reading& reading, const TableReader& owner);

/// The size of meshes that have one of their own, where the scene gives no other.
std::optional<SizeDistribution> read_sizes_of_meshes(const TableReader& owner,
                                                     const std::optional<MeshForm>& form);

/// The body number `number` of a fill, or a single one, at distance 1 of its farthest vertex; `own_seed` is
/// the fill's.
shape::RigidMesh unit_mesh(const MeshForm& form, std::uint64_t own_seed, std::uint64_t number);
/// [m] of the sphere around a form that has its own size.
double own_radius(const MeshForm& form);
/// Volume of the meshes of a fill, on average, over that of the balls around them and their halos.
double share_of_ball(const MeshForm& form, const HaloSize& halo, std::uint64_t own_seed);
/// How many shapes the bodies of a fill have, and which one a body has.
std::uint64_t variants_of(const MeshForm& form);
std::uint64_t variant_of(const MeshForm& form, std::uint64_t own_seed, std::uint64_t number);
/// How the body number `number` of a fill or inlet is turned: as this says, or anyhow, all turns alike.
Rotation<3> rotation_of_filled(const std::optional<Rotation<3>>& given, std::uint64_t own_seed,
                               std::uint64_t number);

/// Radii of balls around bodies with their halos, for whoever finds places for them; and back.
SizeDistribution with_halo(const SizeDistribution& sizes, const HaloSize& halo);
double without_halo(double outer_radius, const HaloSize& halo);

}  // namespace scree::scene
