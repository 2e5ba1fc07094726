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

}  // namespace scree::sim
