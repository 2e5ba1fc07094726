// Stored friction problems, in the text form of Siconos: matrix, free velocities, friction coefficients.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scree::cli {

struct FrictionProblem {
  std::string name;
  int dimension = 3;
  std::size_t contacts = 0;
  struct Entry {
    std::size_t row, column;    // of contacts
    std::vector<double> block;  // dimension x dimension, row by row
  };
  std::vector<Entry> entries;  // by row, then column
  std::vector<double> free;    // normal first
  std::vector<double> friction;
};

/// Plain or gzipped. Throws SceneError if it is not such a file.
FrictionProblem read_friction_problem(const std::filesystem::path& path);
/// All *.dat and *.dat.gz of a folder, by name.
std::vector<FrictionProblem> read_friction_problems(const std::filesystem::path& folder);

}  // namespace scree::cli
