// Closed meshes made of a few numbers, for bodies. Takes numbers (from scene/ or the command line), gives
// triangles that face outwards, sound by construction, around the origin. All sizes are in metres; shapes
// that have one size only (spheres, rocks) have radius 1 and are scaled where they are used. Bits of
// base/math.h and base/random.h alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/units.h"
#include "scree/shape/mesh.h"

namespace scree::shape {

MeshData<3> make_box(const Vec3& size);
/// Along z; the flat ends are fans around a vertex in their middle. 4 `segments` triangles.
MeshData<3> make_cylinder(double radius, double height, std::size_t segments);
/// Along z, the tip up. 2 `segments` triangles.
MeshData<3> make_cone(double radius, double height, std::size_t segments);
/// A cylinder of this height along z with half balls of `rings` rings at its ends.
MeshData<3> make_capsule(double radius, double height, std::size_t segments, std::size_t rings);
/// Of radius 1: an icosahedron whose triangles were cut into four `cuts` times, 20 * 4^cuts triangles.
MeshData<3> make_icosphere(unsigned cuts);
/// How often to cut for so many triangles; -1 if that is no 20 * 4^k.
int icosphere_cuts(std::size_t triangles);
/// Of radius 1, poles on z: `segments` around, `rings` from pole to pole, 2 segments (rings - 1) triangles.
MeshData<3> make_uv_sphere(std::size_t segments, std::size_t rings);
/// Around z: the middle of the tube has `radius`. 2 segments * sides triangles.
MeshData<3> make_torus(double radius, double tube, std::size_t segments, std::size_t sides);
/// Around z, of radius 1 to the tips of its teeth, which are `tooth` high; as RigidPolygon::gear.
MeshData<3> make_gear(std::size_t teeth, double tooth, double height);
/// Four hexagonal legs on the faces of a truncated tetrahedron; tips at radius 1. `waist` is the width of a
/// leg at its foot over its length, `taper` the width of the tip over that of the foot. 68 triangles.
MeshData<3> make_tetrapod(double waist, double taper);
/// An L of two arms, each `length` long and `width` wide.
MeshData<3> make_l_prism(double length, double width, double height);
/// A plus of two bars, each `length` long and `width` wide.
MeshData<3> make_cross_prism(double length, double width, double height);
/// A stone, as in definition 7 of Noble (2024): an icosphere whose vertices are moved outwards by noise of
/// several sizes, each half as large and half as high as the one before. The nearest vertex is at distance 1
/// from the origin, the farthest at `eta`; 1 gives the sphere. A function of seed and number alone.
MeshData<3> make_rock(unsigned cuts, double eta, std::uint64_t seed, std::uint64_t number);

/// One kind of made mesh, for the scene reader, the command line and the docs.
struct MeshMaker {
  std::string_view name, summary;
  std::vector<Parameter> parameters;
};
std::span<const MeshMaker> mesh_makers();
const MeshMaker* find_maker(std::string_view name);

struct MadeMesh {
  MeshData<3> mesh;
  std::string fault;  // what is wrong with the numbers; empty: all is well
};
/// From one number for each parameter of the maker, in their order. `seed` and `number` are for rocks.
MadeMesh make_mesh(const MeshMaker& maker, std::span<const double> numbers, std::uint64_t seed = 0,
                   std::uint64_t number = 0);

}  // namespace scree::shape
