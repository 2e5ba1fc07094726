#include "scree/show/plot.h"

#include <gtest/gtest.h>

namespace scree::show {
namespace {

std::string svg_of(const LogPlot& plot) {
  const std::vector<std::byte> bytes = draw_plot(plot, picture::Format::svg);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Plot, over_decades_leaves_out_what_is_not_positive) {
  const LogPlot two{"", "", "", {{"a", {{{1, 1}}, {{10, 100}}}}}};
  LogPlot four = two;
  four.curves[0].points.insert(four.curves[0].points.end(), {Vec2{{0, 5}}, Vec2{{5, -1}}});
  EXPECT_EQ(svg_of(four), svg_of(two));
  LogPlot three = two;
  three.curves[0].points.push_back({{20, 10}});
  EXPECT_NE(svg_of(three), svg_of(two));
}

TEST(Plot, survives_curves_without_points) {
  EXPECT_NE(svg_of({"title", "x", "y", {}}).find("<svg"), std::string::npos);
  EXPECT_NE(svg_of({"title", "x", "y", {{"empty", {}}, {"point", {{{3, 3}}}}}}).find("point"),
            std::string::npos);
}

TEST(Plot, knows_what_columns_measure) {
  EXPECT_EQ(unit_of_column("kinetic"), "J");
  EXPECT_EQ(unit_of_column("gate.force_x"), "N");
  EXPECT_EQ(unit_of_column("core.stress_xy"), "Pa");
  EXPECT_EQ(unit_of_column("core.packing_fraction"), "");
  EXPECT_EQ(unit_of_column("spin_doctor.bodies"), "");
}

}  // namespace
}  // namespace scree::show
