#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/picture/solid.h"

namespace scree::picture {
namespace {

constexpr Size size{240, 160};
constexpr Pixel white{};

Solid some_balls() {
  Solid subject;
  for (int k = 0; k < 40; ++k)
    subject.balls.push_back({{0.3 * (k % 5), 0.3 * (k / 5 % 4), 0.3 * (k / 20)}, 0.14, map_colour(k / 40.0)});
  return subject;
}

Camera camera_for(const Solid& subject, const View& view = {}) {
  std::vector<Extent> extents;
  for (const Ball& ball : subject.balls) extents.push_back({ball.centre, ball.radius});
  return fit_camera(extents, subject.up, view, size, false);
}

int painted(const Image& image) {
  int count = 0;
  for (const Pixel& pixel : image.pixels) count += pixel == white ? 0 : 1;
  return count;
}

TEST(SolidPicture, a_ball_covers_the_pixels_that_it_should) {
  Solid subject;
  subject.balls.push_back({{1, 2, 3}, 0.5, {0.1, 0.3, 0.8}});
  const Camera camera = camera_for(subject);
  const Image image = draw_solid(subject, {}, camera, size);
  // The outline is where lines of sight touch the ball: a cone around the line to its centre.
  const double distance = norm(Vec3{1, 2, 3} - camera.eye), sine = 0.5 / distance;
  const double radius = sine / std::sqrt(1 - sine * sine) / camera.slope_x * 0.5 * size.width;
  const Camera::Seen middle = camera.see({1, 2, 3}, size);
  int wrong = 0;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const double away = std::hypot(x + 0.5 - middle.x, y + 0.5 - middle.y);
      if (std::abs(away - radius) < 1.5) continue;
      wrong += (away < radius) == (image.at(x, y) == white) ? 1 : 0;
    }
  EXPECT_EQ(wrong, 0);
}

TEST(SolidPicture, is_the_same_for_any_number_of_threads) {
  const Solid subject = some_balls();
  const Camera camera = camera_for(subject);
  const ThreadLimit one(1);
  const Image alone = draw_solid(subject, {}, camera, size);
  const ThreadLimit more(3);
  EXPECT_EQ(draw_solid(subject, {}, camera, size).pixels, alone.pixels);
}

TEST(SolidPicture, looks_the_same_at_every_scale) {
  const Solid subject = some_balls();
  Solid tiny = subject;
  for (Ball& ball : tiny.balls) ball.centre *= 1e-6, ball.radius *= 1e-6;
  const Image large = draw_solid(subject, {}, camera_for(subject), size);
  const Image small = draw_solid(tiny, {}, camera_for(tiny), size);
  int different = 0;
  for (std::size_t k = 0; k < large.pixels.size(); ++k)
    different += std::abs(large.pixels[k].green - small.pixels[k].green) > 40 ? 1 : 0;
  EXPECT_LT(different, 60);
}

TEST(SolidPicture, a_ball_throws_a_shadow_on_the_floor) {
  Solid subject;
  subject.walls.push_back({{Vec3{-9, -9, 0}, Vec3{9, -9, 0}, Vec3{9, 9, 0}}, true});
  subject.walls.push_back({{Vec3{-9, -9, 0}, Vec3{9, 9, 0}, Vec3{-9, 9, 0}}, true});
  View view;
  view.elevation = 60;
  const std::vector<Extent> extents{{{0, 0, 0}, 3}};
  const Camera camera = fit_camera(extents, subject.up, view, size, false);
  const auto darkest = [&] {
    int least = 255;
    for (const Pixel& pixel : draw_solid(subject, {}, camera, size).pixels)
      least = std::min<int>(least, pixel.green);
    return least;
  };
  const int bare = darkest();
  subject.balls.push_back({{0, 0, 1}, 1, {1, 1, 1}});
  EXPECT_LT(darkest(), bare - 15);
}

TEST(SolidPicture, a_wall_with_a_front_is_not_seen_from_behind) {
  Solid subject = some_balls();
  const Camera camera = camera_for(subject);
  const Image bare = draw_solid(subject, {}, camera, size);
  // Right before the camera, with its back to it.
  const Vec3 middle = camera.eye + 0.5 * camera.forward;
  const Triangle wall{
      {middle - camera.right - camera.up, middle + camera.up, middle + camera.right - camera.up}, true};
  subject.walls.push_back(wall);
  const Image behind = draw_solid(subject, {}, camera, size);
  EXPECT_EQ(painted(behind), painted(bare));
  std::swap(subject.walls[0].corner[0], subject.walls[0].corner[1]);
  EXPECT_GT(painted(draw_solid(subject, {}, camera, size)), painted(bare) + 500);
}

TEST(SolidPicture, glass_in_front_of_bodies_lets_them_be_seen) {
  Solid subject = some_balls();
  const Camera camera = camera_for(subject);
  const Image bare = draw_solid(subject, {}, camera, size);
  const Vec3 middle = camera.eye + 0.5 * camera.forward;
  subject.walls.push_back({{middle - 2 * camera.right - 2 * camera.up,
                            middle + 2 * camera.right - 2 * camera.up, middle + 2 * camera.up},
                           false});
  const Image glazed = draw_solid(subject, {}, camera, size);
  double most = 0;
  for (std::size_t k = 0; k < bare.pixels.size(); ++k)
    if (!(bare.pixels[k] == white))
      most = std::max<double>(most, std::abs(bare.pixels[k].red - glazed.pixels[k].red));
  EXPECT_GT(most, 3);
  EXPECT_LT(most, 60);
}

TEST(SolidPicture, facets_have_their_colour_from_both_sides_and_throw_shadows) {
  for (const bool turned : {false, true}) {
    Solid subject;
    const Vec3 a{-1, 0, -1}, b{1, 0, -1}, c{0, 0, 1};
    subject.facets.push_back({{a, turned ? c : b, turned ? b : c}, {0.9, 0.1, 0.1}});
    const Camera camera =
        fit_camera(std::vector<Extent>{{a, 0}, {b, 0}, {c, 0}}, subject.up, {-90, 0, 1}, size, false);
    const Image image = draw_solid(subject, {}, camera, size);
    const Camera::Seen middle = camera.see({0, 0, -0.3}, size);
    const Pixel& pixel = image.at(static_cast<int>(middle.x), static_cast<int>(middle.y));
    EXPECT_GT(pixel.red, 2 * pixel.green);
    EXPECT_GT(painted(image), 1000);

    subject.walls.push_back({{Vec3{-3, -3, -1}, Vec3{3, -3, -1}, Vec3{0, 6, -1}}, true});
    const Camera above =
        fit_camera(std::vector<Extent>{{a, 0}, {b, 2}}, subject.up, {-90, 60, 1}, size, false);
    const auto light = [&](const Solid& shown) {
      const Image seen = draw_solid(shown, {}, above, size);
      long sum = 0;
      for (const Pixel& one : seen.pixels) sum += one.blue;
      return sum;
    };
    Solid empty = subject;
    empty.facets.clear();
    EXPECT_LT(light(subject), light(empty));
  }
}

TEST(SolidPicture, of_nothing_is_white) {
  EXPECT_EQ(painted(draw_solid({}, {}, fit_camera({}, {0, 0, 1}, {}, size, false), size)), 0);
}

TEST(SolidPicture, can_be_kept_as_png) {
  const std::vector<std::byte> bytes = png_of(Image{{2, 1}, {white, {0, 0, 0, 255}}});
  ASSERT_GT(bytes.size(), 8U);
  EXPECT_EQ(static_cast<char>(bytes[1]), 'P');
}

}  // namespace
}  // namespace scree::picture
