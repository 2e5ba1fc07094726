// Curves over logarithmic axes: how figures that span decades are shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scree/base/vec.h"
#include "scree/picture/format.h"
#include "scree/picture/subject.h"

namespace scree::picture {

struct Curve {
  std::string name;
  std::vector<Vec2> points;  ///< in ascending x; what is not positive is left out
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
};

/// The file. Both axes are logarithmic; the names of the curves stand beside the plot, in the order of the
/// curves' last points from above.
std::vector<std::byte> draw_plot(const Plot& plot, const Size& size, Format format);

}  // namespace scree::picture
