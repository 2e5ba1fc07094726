#include "scree/picture/plot.h"

#include <gtest/gtest.h>

#include <string>

namespace scree::picture {
namespace {

std::string svg_of(const Plot& plot) {
  const std::vector<std::byte> bytes = draw_plot(plot, {800, 500}, Format::svg);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

TEST(Plot, draws_what_is_positive_and_leaves_out_the_rest) {
  const Plot two{"", "", "", {{"a", {{1, 1}, {10, 100}}}}};
  Plot four = two;
  four.curves[0].points.insert(four.curves[0].points.end(), {{0, 5}, {5, -1}});
  EXPECT_EQ(count(svg_of(four), "<path"), count(svg_of(two), "<path"));
  Plot three = two;
  three.curves[0].points.push_back({10, 10});
  EXPECT_GT(count(svg_of(three), "<path"), count(svg_of(two), "<path"));
}

TEST(Plot, survives_curves_without_points) {
  EXPECT_NE(svg_of({"title", "x", "y", {}}).find("<svg"), std::string::npos);
  EXPECT_NE(svg_of({"title", "x", "y", {{"empty", {}}, {"point", {{3, 3}}}}}).find("<svg"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::picture
