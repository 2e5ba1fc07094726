#include <gtest/gtest.h>

#include "scree/picture/legend.h"

namespace scree::picture {
namespace {

std::vector<std::string> labels(const Legend& legend) {
  std::vector<std::string> texts;
  for (const Tick& tick : legend.ticks) texts.push_back(tick.label);
  return texts;
}

TEST(Legend, counts_in_round_numbers_and_a_unit_with_a_prefix) {
  const Legend legend = scale_legend("speed", "m/s", true, {0, 0.025});
  EXPECT_EQ(legend.title, "speed [mm/s]");
  EXPECT_EQ(labels(legend), (std::vector<std::string>{"0", "5", "10", "15", "20", "25"}));
  EXPECT_DOUBLE_EQ(legend.ticks[1].fraction, 0.2);
}

TEST(Legend, writes_no_more_digits_than_tell_ticks_apart) {
  EXPECT_EQ(labels(scale_legend("diameter", "m", true, {4e-3, 6e-3})),
            (std::vector<std::string>{"4.0", "4.5", "5.0", "5.5", "6.0"}));
}

TEST(Legend, gives_metres_no_prefix_above_one) {
  EXPECT_EQ(scale_legend("start height", "m", true, {0, 5000}).title, "start height [m]");
  EXPECT_EQ(scale_legend("net force", "N", true, {0, 5000}).title, "net force [kN]");
}

TEST(Legend, has_one_tick_for_a_range_without_extent) {
  EXPECT_EQ(labels(scale_legend("diameter", "m", true, {2e-3, 2e-3})), std::vector<std::string>{"2"});
}

TEST(Range, is_widened_to_whole_ticks) {
  const Range range = rounded({0.13, 0.97});
  EXPECT_DOUBLE_EQ(range.least, 0);
  EXPECT_DOUBLE_EQ(range.most, 1);
}

TEST(Ruler, has_a_round_length) {
  EXPECT_DOUBLE_EQ(round_length(0.043), 0.02);
  EXPECT_DOUBLE_EQ(round_length(0.05), 0.05);
  EXPECT_EQ(length_text(0.02), "20 mm");
  EXPECT_EQ(length_text(2000), "2000 m");
}

}  // namespace
}  // namespace scree::picture
