// The table of units that stands in the place of UDUNITS in a browser says what UDUNITS says, to the last
// bit.
#include <gtest/gtest.h>

#include "scree/base/units_database.h"

#define look_up_unit look_up_unit_without_udunits
#include "apps/lab/pages/doors/units_database.cpp"
#undef look_up_unit

namespace scree {
namespace {

void expect_same(const std::string& name) {
  const UnitWorth mine = look_up_unit_without_udunits(name), known = look_up_unit(name);
  ASSERT_TRUE(mine.known) << name;
  ASSERT_TRUE(known.known) << name;
  EXPECT_EQ(mine.dimension, known.dimension) << name;
  EXPECT_EQ(mine.shift, known.shift) << name;
  EXPECT_EQ(mine.multiplier, known.multiplier) << name;
  EXPECT_EQ(mine.divisor, known.divisor) << name;
}

TEST(UnitsWithoutUdunits, are_worth_what_udunits_says) {
  for (const Unit& unit : units) expect_same(std::string(unit.name));
}

TEST(UnitsWithoutUdunits, take_prefixes_and_plurals) {
  for (const char* name : {"mm",   "cm",          "um",      "km",        "ms",      "us",         "kg",
                           "mg",   "MPa",         "GPa",     "kN",        "mJ",      "kHz",        "ml",
                           "mrad", "millimetres", "seconds", "kilograms", "degrees", "megapascal", "hours"})
    expect_same(name);
}

TEST(UnitsWithoutUdunits, do_not_know_everything) {
  for (const char* name : {"", "x", "furlongx", "kdeg", "mmm", "A"})
    EXPECT_FALSE(look_up_unit_without_udunits(name).known) << name;
}

}  // namespace
}  // namespace scree
