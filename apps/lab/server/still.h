// One moment of a run as pictures need it: takes the state of a simulation, gives plain columns in the order
// of ids. Stills are kept for the time line and are encoded for as many views as there are (picture.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scree/shape/rigid_polygon.h"
#include "scree/sim/simulation.h"

namespace scree::lab {

/// What of the bodies stays as it is from picture to picture.
struct Roster {
  std::uint32_t number = 0;
  int dimension = 2;
  std::vector<Id> ids;  // ascending
  std::vector<float> radii;
  std::vector<std::uint16_t> materials, shapes;  // shape 0: round
  std::vector<std::uint8_t> fixed;
  std::shared_ptr<const std::vector<shape::RigidPolygon>> polygons;

  bool shows_the_same_as(const Roster& other) const;
};

struct WallStill {
  double offset[3] = {}, rotation[4] = {1, 0, 0, 0};  // quaternion w x y z
  float force[3] = {};
  std::uint32_t flags = 0;  // 1 active, 2 driven
};

struct Still {
  std::uint64_t step = 0;
  double time = 0;  // [s]
  int dimension = 2;
  std::shared_ptr<const Roster> roster;
  std::vector<double> places;        // D per body
  std::vector<float> turns;          // angle in 2D, quaternion w x y z in 3D; empty: not followed
  std::vector<float> velocities;     // D per body
  std::vector<float> spins;          // size of it, with its sign in 2D
  std::vector<float> forces;         // D per body, the sum of contact forces
  std::vector<std::uint8_t> asleep;  // empty: none may be
  std::vector<WallStill> walls;

  std::size_t size() const { return roster->ids.size(); }
  std::size_t bytes() const;
};

/// `last` is the roster of the still before, which is used again if nothing of it has changed; else a new one
/// gets the next number. To be called between steps.
std::shared_ptr<const Still> still_of(sim::Simulation& simulation, const std::shared_ptr<const Roster>& last);

/// What bodies can be coloured by.
const std::vector<std::string>& colour_columns();
/// Of all bodies; empty for a name that is none.
std::vector<float> colour_values(const Still& still, const std::string& column);

}  // namespace scree::lab
