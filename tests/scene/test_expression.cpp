// Names and arithmetic in the numbers of scenes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scree/base/math.h"
#include "scree/scene/expression.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

const std::vector<NamedNumber> names{
    {"width", 0.04, dimension_of(Kind::length)}, {"fall", 0.5, dimension_of(Kind::time)}, {"n", 12, {}}};

double value(const std::string& text, Kind kind) {
  const Quantity found = read_quantity(text, kind, names);
  EXPECT_EQ(found.fault, "") << text;
  return found.value;
}
std::string fault(const std::string& text, Kind kind) { return read_quantity(text, kind, names).fault; }

TEST(Expressions, keep_the_bits_of_a_plain_quantity) {
  EXPECT_EQ(value("2.3 mm", Kind::length), 0.0023);
  EXPECT_EQ(value("-9.81 m/s2", Kind::acceleration), -9.81);
  EXPECT_EQ(value("1e-4", Kind::time), 1e-4);
}

TEST(Expressions, follow_the_usual_rules) {
  EXPECT_EQ(value("1 + 2 * 3", Kind::number), 7);
  EXPECT_EQ(value("(1 + 2) * 3", Kind::number), 9);
  EXPECT_EQ(value("-2^2", Kind::number), -4);
  EXPECT_EQ(value("8 / 2 / 2", Kind::number), 2);
  EXPECT_EQ(value("2^-1", Kind::number), 0.5);
  EXPECT_EQ(value("max(1, 3, 2) - min(4, 3)", Kind::number), 0);
  EXPECT_EQ(value("sqrt(9) + abs(-1)", Kind::number), 4);
  EXPECT_DOUBLE_EQ(value("cos(60 deg)", Kind::number), 0.5);
  EXPECT_DOUBLE_EQ(value("2 * pi", Kind::number), 2 * math::pi);
}

TEST(Expressions, carry_units_along) {
  EXPECT_DOUBLE_EQ(value("2 * width + 1 mm", Kind::length), 0.081);
  EXPECT_DOUBLE_EQ(value("width^2", Kind::area), 0.0016);
  EXPECT_DOUBLE_EQ(value("width / fall", Kind::velocity), 0.08);
  EXPECT_DOUBLE_EQ(value("sqrt(2 * 9.81 m/s2 * width)", Kind::velocity), std::sqrt(2 * 9.81 * 0.04));
  EXPECT_DOUBLE_EQ(value("3 g / (1 cm)^3", Kind::density), 3000);
  EXPECT_DOUBLE_EQ(value("4 cm/width", Kind::number), 1);
  EXPECT_DOUBLE_EQ(value("2 1/s * n", Kind::rate), 24);
  EXPECT_DOUBLE_EQ(value("0.5 N m / width", Kind::force), 12.5);
}

TEST(Expressions, say_what_is_wrong) {
  EXPECT_THAT(fault("2 * widht", Kind::length), ::testing::HasSubstr("did you mean 'width'?"));
  EXPECT_THAT(fault("width + fall", Kind::length),
              ::testing::HasSubstr("a length and a time cannot be added"));
  EXPECT_THAT(fault("2 * width", Kind::time),
              ::testing::HasSubstr("expected a time, got '2 * width', which is a length"));
  EXPECT_THAT(fault("n * 2", Kind::length), ::testing::HasSubstr("which is a number"));
  EXPECT_THAT(fault("2 width", Kind::length), ::testing::HasSubstr("write '*' between them"));
  EXPECT_THAT(fault("sqrt(width)", Kind::length), ::testing::HasSubstr("no square root of a length"));
  EXPECT_THAT(fault("1 / 0 * n", Kind::number), ::testing::HasSubstr("no finite number"));
  EXPECT_THAT(fault("(width", Kind::length), ::testing::HasSubstr("')' is missing"));
  EXPECT_THAT(fault(std::string(200, '('), Kind::length), ::testing::HasSubstr("too many parentheses"));
  EXPECT_EQ(fault("0,25", Kind::number), parse_quantity("0,25", Kind::number).fault);
  EXPECT_EQ(fault("3 apples", Kind::length), parse_quantity("3 apples", Kind::length).fault);
}

constexpr const char* with_names =
    "[let]\nwidth = \"4 cm\"\nhalf = \"width / 2\"\nn = 3\n[[wall]]\nbox = { min = [0, 0, 0], max = "
    "[\"width\", \"2 * "
    "half\", \"n * width\"] }\n[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = \"half / "
    "10\"\ncount = \"2 * "
    "n\"\nregion = { box = { min = [0, 0, 0], max = [\"width\", \"width\", \"width\"] } }\n";

TEST(Names, stand_wherever_a_number_may) {
  const SceneDescription scene = read(std::string(head_3d) + with_names);
  const auto& box = std::get<BoxSurface>(scene.walls[0].surface);
  EXPECT_EQ(box.hi, (Coordinates{0.04, 0.04, 0.12}));
  EXPECT_EQ(scene.fills[0].count->value, 6u);
  EXPECT_DOUBLE_EQ(scene.fills[0].radius.least, 0.002);
}

TEST(Names, can_be_set_from_the_command_line_and_stay_in_the_text_that_is_kept) {
  const SceneDescription scene = read(std::string(head_3d) + with_names, {"let.width=\"8 cm\""});
  EXPECT_EQ(std::get<BoxSurface>(scene.walls[0].surface).hi[0], 0.08);
  EXPECT_EQ(values_of(read(scene.resolved_text)), values_of(scene));
}

TEST(Names, are_refused_where_they_have_another_meaning_or_come_too_late) {
  const auto complaint = [](const std::string& line) {
    const auto complaints = complaints_about(std::string(head_3d) + "[let]\n" + line + "\n");
    return complaints.empty() ? std::string() : complaints.front();
  };
  EXPECT_THAT(complaint("mm = 1"), ::testing::HasSubstr("this is a unit"));
  EXPECT_THAT(complaint("sqrt = 1"), ::testing::HasSubstr("has a meaning already"));
  EXPECT_THAT(complaint("first = \"2 * second\"\nsecond = 1"),
              ::testing::HasSubstr("[let] has no name 'second'"));
  EXPECT_THAT(complaint("first = [1, 2]"), ::testing::HasSubstr("expected a number"));
}

}  // namespace
}  // namespace scree::scene
