#include "scree/scene/shape_catalog.h"

namespace scree::scene {
namespace {

constexpr ShapeEntry table[] = {
    {"disc", "a body in 2D: a cylinder of the scene's thickness", true, false, 2},
    {"polygon",
     "a body in 2D: corners, a box, a regular one, an ellipse, a random stone; of convex parts, an outline, "
     "a gear",
     true, false, 2},
    {"sphere", "a body in 3D", true, false, 3},
    {"plane", "a wall: one side of a plane is solid", false, true, 0},
    {"box", "a wall: the faces of a box, seen from inside or outside", false, true, 0},
    {"circle", "a wall in 2D: a round hole or post", false, true, 2},
    {"cylinder", "a wall in 3D: hollow, with caps or without, or solid", false, true, 3},
    {"cone", "a wall in 3D: hollow, with caps or without, or solid", false, true, 3},
    {"mesh",
     "3D: a body with a closed surface of triangles, or a wall of triangles that is felt from both sides",
     true, true, 3},
    {"chain", "a wall in 2D: segments that join corners, of a file or in the scene", false, true, 2},
};

}  // namespace

std::span<const ShapeEntry> shape_catalog() { return table; }

}  // namespace scree::scene
