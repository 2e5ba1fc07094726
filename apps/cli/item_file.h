// Reads what `scree pairs` searches: a csv file with one item per line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace scree::cli {

/// Rows of x,y[,z],r for discs and spheres, or of the lower and then the upper corner for boxes.
struct ItemTable {
  int dimension = 3;
  bool boxes = false;
  std::vector<double> values;  ///< row by row

  std::size_t width() const { return static_cast<std::size_t>(boxes ? 2 * dimension : dimension + 1); }
  std::size_t count() const { return values.size() / width(); }
};

/// A first line of names says which columns are meant: x,y[,z] and r (or radius), or
/// lo_x,lo_y[,lo_z],hi_x,...; others are skipped. Without one, three columns are x,y,r; four are x,y,z,r; six
/// are the corners of boxes in space. All lines have the same number of columns. Lines that are empty or
/// begin with # are skipped, as is a byte order mark. Throws SceneError with the place of every fault, up to
/// 50, or if the file cannot be read.
ItemTable read_items(const std::string& path);

}  // namespace scree::cli
