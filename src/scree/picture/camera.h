// Where a picture is taken from.
#pragma once

#include <optional>
#include <span>

#include "scree/base/vec.h"
#include "scree/picture/subject.h"

namespace scree::picture {

/// A pinhole. The three directions have length 1 and are at right angles.
struct Camera {
  Vec3 eye, forward, right, up;
  double slope_x = 0,
         slope_y = 0;  ///< of the line of sight to the right and to the upper edge of the picture

  /// Distance along `forward`, and the place in the picture: pixels from its upper left corner.
  struct Seen {
    double x = 0, y = 0, depth = 0;
  };
  Seen see(const Vec3& point, const Size& size) const;
  /// Moves across the line of sight until the point is in the middle of what legend and caption leave free.
  void look_at(const Vec3& point, const Size& size, bool with_legend);
};

struct View {
  std::optional<double>
      azimuth;  ///< [deg] around the upward axis: from where the camera looks; none: across the longer side
  double elevation = 18;  ///< [deg] above the horizon
  double zoom = 1;        ///< above 1: closer
};

/// A point with a size that must be in the picture.
struct Extent {
  Vec3 centre;
  double radius = 0;
};

/// Looks from the direction of the view and stands where everything just fits into the part of the picture
/// that the legend and the caption leave free.
Camera fit_camera(std::span<const Extent> extents, const Vec3& up, const View& view, const Size& size,
                  bool with_legend);

}  // namespace scree::picture
