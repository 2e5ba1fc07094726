#include "scree/scene/shape_catalog.h"

namespace scree::scene {
namespace {

constexpr ShapeEntry table[] = {
    {"disc", "a cylinder of the scene's thickness", true, false, 2},
    {"polygon",
     "corners, a box, a regular one, an ellipse, a random stone; or of convex parts: parts, an outline, a "
     "gear",
     true, false, 2},
    {"sphere", "a ball", true, false, 3},
    {"mesh",
     "triangles of a file or in the scene; a body's surface is closed, a wall is felt from both sides", true,
     true, 3},
    {"plane", "one side of it is solid", false, true, 0},
    {"box", "the faces of a box, a container or a block", false, true, 0},
    {"circle", "a round hole or post", false, true, 2},
    {"cylinder", "hollow, with caps or without, or solid", false, true, 3},
    {"cone", "hollow, with caps or without, or solid", false, true, 3},
    {"chain", "segments that join corners, of a file or in the scene", false, true, 2},
};

}  // namespace

std::span<const ShapeEntry> shape_catalog() { return table; }

}  // namespace scree::scene
