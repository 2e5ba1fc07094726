#include <gtest/gtest.h>

#include <limits>

#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

TEST(QuantityText, picks_the_prefix_that_keeps_the_number_short) {
  EXPECT_EQ(quantity_text(1.26e-5, "m"), "12.6 um");
  EXPECT_EQ(quantity_text(0.5, "s"), "500 ms");
  EXPECT_EQ(quantity_text(2, "s"), "2 s");
  EXPECT_EQ(quantity_text(-3.4e7, "Pa"), "-34 MPa");
  EXPECT_EQ(quantity_text(0, "J"), "0 J");
}

TEST(QuantityText, rounds_up_into_the_next_prefix) {
  EXPECT_EQ(quantity_text(9.999e-4, "s"), "1 ms");
  EXPECT_EQ(quantity_text(1e-3, "s"), "1 ms");
  EXPECT_EQ(quantity_text(999.96, "m"), "1 km");
}

TEST(QuantityText, never_rounds_a_limit_up) {
  EXPECT_EQ(limit_text(1.7996e-5), "1.79e-05");
  EXPECT_EQ(limit_text(1.8e-5), "1.8e-05");
  EXPECT_EQ(limit_text(9.996), "9.99");
  EXPECT_EQ(limit_text(1.0004e-3), "0.001");
}

TEST(QuantityText, falls_back_to_an_exponent_beyond_all_prefixes) {
  EXPECT_EQ(quantity_text(1e-15, "J"), "1e-15 J");
  EXPECT_EQ(quantity_text(1e20, "J"), "1e+20 J");
  EXPECT_EQ(quantity_text(std::numeric_limits<double>::infinity(), "s"), "inf s");
}

TEST(QuantityText, counts_one_thing_or_several) {
  EXPECT_EQ(count_text(1, "step"), "1 step");
  EXPECT_EQ(count_text(0, "step"), "0 steps");
  EXPECT_EQ(count_text(1, "body"), "1 body");
  EXPECT_EQ(count_text(2000, "body"), "2 000 bodies");
}

TEST(QuantityText, writes_counts_percentages_and_times_for_people) {
  EXPECT_EQ(count_text(7), "7");
  EXPECT_EQ(count_text(1000), "1 000");
  EXPECT_EQ(count_text(1234567), "1 234 567");
  EXPECT_EQ(amount_text(1.26e6, "steps/s"), "1.26 M steps/s");
  EXPECT_EQ(amount_text(12, "steps/s"), "12 steps/s");
  EXPECT_EQ(percent_text(0.0123), "1.23 %");
  EXPECT_EQ(clock_text(41), "0:41");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::infinity()), "?");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::quiet_NaN()), "?");
  EXPECT_EQ(duration_text(0.2), "200 ms");
  EXPECT_EQ(duration_text(80), "1 min 20 s");
  EXPECT_EQ(duration_text(7300), "2 h 1 min");
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(3200), "3.2 kB");
}

}  // namespace
}  // namespace scree::sim
