#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <cmath>

#include "scree/picture/camera.h"
#include "scree/picture/furniture.h"

namespace scree::picture {
namespace {

constexpr Size size{640, 360};

double number(double least, double most) {
  return least + (most - least) * *rc::gen::inRange(0, 1001) / 1000.0;
}

RC_GTEST_PROP(Camera, sees_every_point_between_the_margins, ()) {
  std::vector<Extent> extents;
  // A box, so that no view is along a line through all points, and some points that may stand out of it.
  for (int k = 0; k < 8; ++k) extents.push_back({{k % 2 + 0.0, k / 2 % 2 + 0.0, k / 4 + 5.0}, 0});
  const int count = *rc::gen::inRange(0, 30);
  for (int k = 0; k < count; ++k) extents.push_back({{number(-3, 1), number(0, 2), number(5, 6)}, 0});
  View view;
  view.azimuth = number(-180, 180);
  view.elevation = number(-80, 80);
  const Camera camera = fit_camera(extents, {0, 0, 1}, view, size, true);
  const Margins margins = margins_for(size, true);
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const Extent& extent : extents) {
    const Camera::Seen seen = camera.see(extent.centre, size);
    RC_ASSERT(seen.depth > 0);
    left = std::min(left, seen.x), right = std::max(right, seen.x);
    top = std::min(top, seen.y), bottom = std::max(bottom, seen.y);
  }
  constexpr double hair = 0.01;
  RC_ASSERT(left > margins.left - hair && right < size.width - margins.right + hair);
  RC_ASSERT(top > margins.top - hair && bottom < size.height - margins.bottom + hair);
  // It stands as near as it can: on one axis both margins are touched.
  const bool wide = left < margins.left + 0.5 && right > size.width - margins.right - 0.5;
  const bool high = top < margins.top + 0.5 && bottom > size.height - margins.bottom - 0.5;
  RC_ASSERT(wide || high);
}

TEST(Camera, keeps_what_is_up_above_and_looks_down_on_it) {
  const std::vector<Extent> extents{{{0, 0, 0}, 1}};
  for (const Vec3 up : {Vec3{0, 0, 1}, Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, -1}}) {
    const Camera camera = fit_camera(extents, up, {}, size, false);
    EXPECT_LT(camera.see(0.5 * up, size).y, camera.see(-0.5 * up, size).y);
    EXPECT_GT(dot(camera.eye, up), 0);
  }
}

TEST(Camera, looks_across_the_longer_side) {
  const std::vector<Extent> row{{{-5, 0, 0}, 1}, {{5, 0, 0}, 1}};
  EXPECT_LT(std::abs(dot(fit_camera(row, {0, 0, 1}, {}, size, false).forward, Vec3{1, 0, 0})), 0.3);
}

}  // namespace
}  // namespace scree::picture
