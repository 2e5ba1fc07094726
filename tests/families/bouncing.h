// What the families of laws and integrators share: scenes of round bodies as text, and what came of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "scree/base/vec.h"
#include "scree/sim/simulation.h"

namespace scree::tests {

struct Ball {
  Vec<3> position, velocity, spin;  // in the plane: x and y, and the last of the spin
  double radius = 0.1;
};

inline std::string triple(int dimension, const Vec<3>& value) {
  char text[120];
  if (dimension == 2)
    std::snprintf(text, sizeof text, "[%.17g, %.17g]", value[0], value[1]);
  else
    std::snprintf(text, sizeof text, "[%.17g, %.17g, %.17g]", value[0], value[1], value[2]);
  return text;
}

inline std::string decimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// `contact` are the lines of [contact.default], `run` those of [run].
inline std::string scene_of(int dimension, const std::vector<Ball>& balls, const std::string& contact,
                            double duration, const std::string& run = "") {
  std::string text =
      "[scene]\ndimension = " + std::to_string(dimension) + (dimension == 2 ? "\nthickness = 0.1" : "") +
      "\n[material.m]\ndensity = 1000\nyoung = 1e7\npoisson = 0.25\n[contact.default]\n" + contact;
  for (const Ball& ball : balls)
    text += "[[body]]\nshape = \"" + std::string(dimension == 2 ? "disc" : "sphere") +
            "\"\nradius = " + decimal(ball.radius) +
            "\nmaterial = \"m\"\nposition = " + triple(dimension, ball.position) +
            "\nvelocity = " + triple(dimension, ball.velocity) +
            "\nspin = " + (dimension == 2 ? decimal(ball.spin[2]) : triple(3, ball.spin)) + "\n";
  return text + "[[stage]]\nduration = " + decimal(duration) + "\n[run]\n" + run;
}

inline std::unique_ptr<sim::Simulation> built(const std::string& text,
                                              const sim::BuildOptions& options = {}) {
  return sim::build(scene::read_scene_text(text, "test.toml", sim::vocabulary()), options);
}

inline std::unique_ptr<sim::Simulation> ran(const std::string& text, const sim::BuildOptions& options = {}) {
  auto simulation = built(text, options);
  while (!simulation->finished()) {
    const sim::StepReport report = simulation->advance();
    if (!report.finite || report.stopped) {
      ADD_FAILURE() << "the run broke down: " << simulation->faults().stop_reason << '\n' << text;
      break;
    }
  }
  return simulation;
}

/// A column of the bodies by id, as many numbers as it has.
inline std::vector<double> column(sim::Simulation& simulation, const std::string& name) {
  const record::Frame frame = simulation.frame();
  for (const auto& one : frame.bodies)
    if (one.name == name) {
      const auto values = one.values<double>();
      return {values.begin(), values.end()};
    }
  ADD_FAILURE() << "no column " << name;
  return {};
}

}  // namespace scree::tests
