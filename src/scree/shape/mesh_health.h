// Is a mesh the surface of a body? Takes triangles as a file has them (from scene/), gives them mended where
// the meaning is clear, and tells everything that is odd about them: what, how often, at which triangle and
// where, and what to do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scree/shape/mesh.h"

namespace scree::shape {

enum class Defect : std::uint8_t {
  not_finite,           // a coordinate that is no number, or an index without a vertex
  degenerate,           // triangles without area
  duplicate,            // triangles with the corners of another
  near_vertices,        // gaps as narrow as rounding
  open,                 // edges with one triangle
  non_manifold_edge,    // edges with more than two
  non_manifold_vertex,  // vertices where two surfaces touch in a point
  one_sided,            // no way to tell inside from outside, as of a Moebius strip
  flipped,              // some triangles face the other way
  inverted,             // all of them face inwards
  self_intersection,    // triangles pass through each other
  part_inside,          // a part inside another that would count twice
  no_volume,            // flat
  cavity,               // a part inside another that faces inwards: hollow
  several_parts,        // that do not hang together
  far_from_origin,      // so far that its numbers resolve it badly
};
/// "open", "non_manifold_edge", ...
std::string_view name_of(Defect defect);

enum class Outcome : std::uint8_t {
  told,     // can be lived with
  mended,   // and is so no more
  refused,  // the mesh is no body
};
std::string_view name_of(Outcome outcome);

struct Finding {
  Defect defect;
  Outcome outcome;
  std::uint64_t count = 0;
  std::uint64_t triangle = 0;  // the first, counted from 0 in the order of the file
  Vec3 place;                  // in the numbers of the file
  std::string text;            // what it is and what to do, a sentence without the triangle and the place
};
/// The text, with triangle and place.
std::string text_of(const Finding& finding);

struct Examination {
  MeshData<3> mesh;  // mended: equal vertices are one, triangles face outwards; not for a body unless sound
  std::vector<std::uint32_t> number;  // of each of its triangles, in the file
  std::vector<Finding> findings;      // the refusals first
  std::uint64_t merged_vertices = 0;  // that were at the same place as another
  std::size_t parts = 0, cavities = 0;
  bool is_closed = false;  // every edge has two triangles

  bool is_sound() const;
};
Examination examine(const MeshData<3>& data);

}  // namespace scree::shape
