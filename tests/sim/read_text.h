// Scenes that tests write down as text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scree/sim/simulation.h"

namespace scree::sim {

inline scene::SceneDescription read(const std::string& text) {
  return scene::read_scene_text(text, "test.toml", vocabulary());
}

/// What is said about a scene that cannot be built; it must name a line.
inline std::string complaint_of(const std::string& text) {
  try {
    build(read(text), {});
  } catch (const SceneError& error) {
    EXPECT_GT(error.complaints.front().place.line, 0) << error.what();
    return error.what();
  }
  return "no complaint";
}

/// One ball that is thrown at a floor.
inline std::string single_ball(const std::string& contact, const std::string& rest = "") {
  return R"([scene]
dimension = 3
[material.m]
density = 1000
young = "1 MPa"
poisson = 0.3
[contact.default]
)" + contact +
         R"(
[[wall]]
name = "floor"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
material = "m"
[[body]]
name = "ball"
shape = "sphere"
radius = 0.1
material = "m"
position = [0, 0, 0.2]
velocity = [0, 0, -1]
[[stage]]
duration = "0.1 s"
)" + rest;
}

}  // namespace scree::sim
