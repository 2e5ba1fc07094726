// A change of a running simulation as plain values: what the laboratory, Python and other programs send.
// Every edit has a text, as a scene's [[edit]] would write it; it is checked by the reader of scenes and kept
// in the journal in that form, so that a run with edits can be repeated from a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scree/base/ids.h"
#include "scree/scene/edit.h"

namespace scree::sim {

using scene::Coordinates;

struct SetGravity {
  Coordinates gravity{};  ///< [m/s2]
};
/// One number of a contact law.
struct SetContactNumber {
  std::string pair;  ///< "glass-steel", or "default"
  std::string name;  ///< "friction"
  double value = 0;  ///< SI
};
/// From where the wall is; a default motion stops it.
struct DriveWall {
  std::string wall;
  scene::WallMotion motion;
};
struct MoveWall {
  std::string wall;
  Coordinates by{};  ///< [m]
};
struct RemoveWall {
  std::string wall;
};
struct ReturnWall {
  std::string wall;
};
/// A disc or sphere.
struct AddBody {
  Coordinates position{};  ///< [m]
  double radius = 0;       ///< [m]
  std::string material;
  Coordinates velocity{};  ///< [m/s]
};
struct MoveBody {
  Id body = 0;
  std::optional<Coordinates> position, velocity;  ///< [m], [m/s]; none: as it is
};
struct PinBodies {
  std::vector<Id> bodies;
};
struct UnpinBodies {
  std::vector<Id> bodies;
};
struct RemoveBodies {
  std::vector<Id> bodies;
};
/// A spring from the centre of a body to a point; another one of the same body takes its place.
struct Grab {
  Id body = 0;
  Coordinates point{};   ///< [m]
  double stiffness = 0;  ///< [N/m]
  double damping = 0;    ///< [kg/s]
};
struct Release {
  std::vector<Id> bodies;
};
struct SetTimeStep {
  double time_step = 0;  ///< [s]
};
struct SetFrameInterval {
  double interval = 0;  ///< [s]
};
/// Anything that an [[edit]] may say, as TOML without `step`: fills, walls, polygons, turns, units.
struct WrittenEdit {
  std::string text;
};

using Edit = std::variant<SetGravity, SetContactNumber, DriveWall, MoveWall, RemoveWall, ReturnWall, AddBody,
                          MoveBody, PinBodies, UnpinBodies, RemoveBodies, Grab, Release, SetTimeStep,
                          SetFrameInterval, WrittenEdit>;

/// As an [[edit]] of a scene of this dimension writes it, without `step`.
std::string text_of(const Edit& edit, int dimension);

}  // namespace scree::sim
