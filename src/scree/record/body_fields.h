// How columns of bodies are shown to people: in which order, and what their components are called. The only
// place in record/ that knows the names that sim/ gives to columns; any other column is shown by its own
// name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scree/base/column.h"

namespace scree::record {

struct Field {
  std::string column;
  std::size_t width = 1;                ///< of the column
  std::vector<std::string> components;  ///< as many as the width, except for an angle

  /// In the plane an orientation is kept as cosine and sine, and shown as one angle.
  bool is_angle() const { return components.size() == 1 && width == 2; }
};

Field field_of(const std::string& column, std::size_t width);

/// Whether a column of a known name has numbers that whoever reads it can take for what the name says; any
/// other may have any.
bool is_as_known(const std::string& column, Element element, std::size_t width);

/// Collects the columns of several frames: each name once, with its largest width.
class FieldList {
 public:
  void include(const std::vector<Column>& columns);
  /// id, position, velocity, orientation, spin, radius, material, then the rest as they came.
  std::vector<Field> ordered() const;

 private:
  std::vector<Field> fields_;
};

const Column* find_column(const std::vector<Column>& columns, const std::string& name);

/// [rad], in (-pi, pi].
double angle_of(double cosine, double sine);

}  // namespace scree::record
