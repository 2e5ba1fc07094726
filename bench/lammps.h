// Runs a system with LAMMPS, from the state that scree starts from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/sphere_bench.h"

namespace scree::bench {

/// The program, if it is installed.
std::optional<std::string> find_lammps();

class LammpsRun {
 public:
  /// Writes input and initial state into `folder`, which must exist.
  LammpsRun(const SphereSystem& system, const scene::SceneDescription& scene, std::string program,
            std::filesystem::path folder);
  /// Throws RunError with LAMMPS's last words when it fails.
  SphereFigures round() const;

  double skin() const { return skin_; }  ///< [m] the fastest of some that were tried

 private:
  std::string program_;
  std::filesystem::path folder_;
  double skin_ = 0;
};

}  // namespace scree::bench
