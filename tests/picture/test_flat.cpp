#include <gtest/gtest.h>

#include <string>

#include "scree/picture/flat.h"

namespace scree::picture {
namespace {

Flat one_disc() {
  Flat subject;
  subject.discs.push_back({{0, 0}, 0.5, {1, 0, 0}, {}});
  subject.lo = {-1, -1};
  subject.hi = {1, 1};
  return subject;
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(FlatPicture, fills_a_disc_and_nothing_beyond) {
  const Size size{400, 400};
  const Image image = draw_flat(one_disc(), {}, size);
  int red = 0, rows_with_red = 0;
  for (int y = 0; y < size.height; ++y) {
    bool any = false;
    for (int x = 0; x < size.width; ++x) {
      const Pixel& pixel = image.at(x, y);
      if (pixel.red > 200 && pixel.green < 60) ++red, any = true;
    }
    rows_with_red += any ? 1 : 0;
  }
  // Two diameters span the free part of the picture; a rim of a tenth of the radius is darker.
  const double diameter = rows_with_red;
  EXPECT_NEAR(diameter, 0.5 * (400 - 2 * 9 - 3.4 * 9), 12);
  EXPECT_NEAR(red, 3.14159 / 4 * diameter * diameter, 0.02 * red);
}

TEST(FlatPicture, is_the_same_twice) {
  const Size size{200, 100};
  EXPECT_EQ(draw_flat(one_disc(), {}, size).pixels, draw_flat(one_disc(), {}, size).pixels);
}

TEST(FlatPicture, draws_walls_and_the_legend) {
  Flat subject = one_disc();
  const Size size{300, 200};
  const Image bare = draw_flat(subject, {}, size);
  subject.lines.push_back({{-1, -0.9}, {1, -0.9}, true});
  const Image walled = draw_flat(subject, {}, size);
  EXPECT_NE(bare.pixels, walled.pixels);
  const Image legend = draw_flat(subject, {scale_legend("speed", "m/s", true, {0, 1}), "t = 0 s"}, size);
  EXPECT_NE(walled.pixels, legend.pixels);
}

TEST(FlatPicture, comes_as_vectors_too) {
  const std::string svg = text_of(draw_flat(one_disc(), {}, {200, 200}, Format::svg));
  EXPECT_EQ(svg.substr(0, 5), "<?xml");
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_NE(svg.find("<path"), std::string::npos);
  EXPECT_EQ(svg.find("<image"), std::string::npos) << "pixels in a vector file";
  EXPECT_EQ(text_of(draw_flat(one_disc(), {}, {200, 200}, Format::pdf)).substr(0, 5), "%PDF-");
  EXPECT_EQ(text_of(draw_flat(one_disc(), {}, {200, 200}, Format::png)).substr(1, 3), "PNG");
}

TEST(Format, follows_from_the_end_of_the_name) {
  EXPECT_EQ(format_of_name("a/b.svg"), Format::svg);
  EXPECT_EQ(format_of_name("b.png"), Format::png);
  EXPECT_FALSE(format_of_name("b.jpeg"));
}

}  // namespace
}  // namespace scree::picture
