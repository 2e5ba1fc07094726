#include "scree/picture/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scree/picture/furniture.h"

namespace scree::picture {
namespace {

constexpr double field_of_view = 26 * std::numbers::pi / 180;  // of the longer side: calm, nearly parallel

Vec3 unit(const Vec3& v) { return v / norm(v); }

/// Two horizontal axes for an upward one. With z upwards they are x and y.
void horizontal_axes(const Vec3& up, Vec3& first, Vec3& second) {
  const Vec3 hint = std::abs(up[0]) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  first = unit(hint - dot(hint, up) * up);
  second = cross(up, first);
}

/// Obliquely onto a subject that is about as long as it is broad, else nearly across its longer side.
double own_azimuth(std::span<const Extent> extents, const Vec3& first, const Vec3& second) {
  const auto length = [&](const Vec3& axis) {
    double least = 1e300, most = -1e300;
    for (const Extent& extent : extents) {
      least = std::min(least, dot(extent.centre, axis) - extent.radius);
      most = std::max(most, dot(extent.centre, axis) + extent.radius);
    }
    return most - least;
  };
  const double along_first = length(first), along_second = length(second);
  if (along_first > 1.6 * along_second) return -76;
  if (along_second > 1.6 * along_first) return -14;
  return -60;
}

/// Bounds of the lines of sight along one axis of the picture: least and most slope, and what the extents
/// ask of the camera there.
struct Axis {
  double least, most;
  double above = -std::numeric_limits<double>::infinity(), below = above;

  void include(double across, double along, double radius) {
    above = std::max(above, across - most * along + radius * std::sqrt(1 + most * most));
    below = std::max(below, -across + least * along + radius * std::sqrt(1 + least * least));
  }
  double nearest() const { return -(above + below) / (most - least); }
  double middle(double along) const { return 0.5 * (above + most * along + least * along - below); }
};

}  // namespace

Camera::Seen Camera::see(const Vec3& point, const Size& size) const {
  const Vec3 away = point - eye;
  const double depth = dot(away, forward);
  return {0.5 * size.width * (1 + dot(away, right) / (depth * slope_x)),
          0.5 * size.height * (1 - dot(away, up) / (depth * slope_y)), depth};
}

void Camera::look_at(const Vec3& point, const Size& size, bool with_legend) {
  const Margins margins = margins_for(size, with_legend);
  const Seen seen = see(point, size);
  const double middle_x = margins.left + 0.5 * (size.width - margins.left - margins.right),
               middle_y = margins.top + 0.5 * (size.height - margins.top - margins.bottom);
  const double aside = 2 * (seen.x - middle_x) / size.width * slope_x * seen.depth,
               below = 2 * (seen.y - middle_y) / size.height * slope_y * seen.depth;
  eye = eye + aside * right - below * up;
}

Camera fit_camera(std::span<const Extent> extents, const Vec3& up, const View& view, const Size& size,
                  bool with_legend) {
  const Vec3 upward = unit(up);
  Vec3 first, second;
  horizontal_axes(upward, first, second);
  const double azimuth = view.azimuth.value_or(own_azimuth(extents, first, second)) * std::numbers::pi / 180;
  const double elevation = std::clamp(view.elevation, -89.9, 89.9) * std::numbers::pi / 180;

  Camera camera;
  const Vec3 towards = std::cos(azimuth) * first + std::sin(azimuth) * second;
  camera.forward = -(std::cos(elevation) * towards + std::sin(elevation) * upward);
  camera.right = unit(cross(camera.forward, upward));
  camera.up = cross(camera.right, camera.forward);
  const double longer = std::max(size.width, size.height), slope = std::tan(0.5 * field_of_view);
  camera.slope_x = slope * size.width / longer;
  camera.slope_y = slope * size.height / longer;

  const Margins margins = margins_for(size, with_legend);
  Axis x{camera.slope_x * (2 * margins.left / size.width - 1),
         camera.slope_x * (1 - 2 * margins.right / size.width)};
  Axis y{camera.slope_y * (2 * margins.bottom / size.height - 1),
         camera.slope_y * (1 - 2 * margins.top / size.height)};
  for (const Extent& extent : extents) {
    const double along = dot(extent.centre, camera.forward);
    x.include(dot(extent.centre, camera.right), along, extent.radius);
    y.include(dot(extent.centre, camera.up), along, extent.radius);
  }
  double along = std::min(x.nearest(), y.nearest());
  if (extents.empty()) along = -1, x.above = x.below = y.above = y.below = 0;
  camera.eye = along * camera.forward + x.middle(along) * camera.right + y.middle(along) * camera.up;
  camera.slope_x /= view.zoom;
  camera.slope_y /= view.zoom;
  return camera;
}

}  // namespace scree::picture
