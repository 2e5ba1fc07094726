// [[inlet]], [[sink]], [[measure]]: what is refused, and how.
#include <gtest/gtest.h>

#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

using Lines = std::vector<std::string>;
const std::string head = std::string(head_3d);

TEST(Inlets, say_what_they_need) {
  EXPECT_EQ(complaints_about(
                head + "[[inlet]]\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = 1\nregion.box = { "
                       "min = [0,0,0], max = [2,2,2] }\n"),
            Lines{"7:1: [[inlet]] needs 'mass_rate' or 'number_rate', as in mass_rate = \"2 kg/s\""});
  EXPECT_EQ(
      complaints_about(
          head + "[[inlet]]\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = 1\nregion.box = { "
                 "min = [0,0,0], max = [2,2,2] }\nmass_rate = \"2 kg\"\nstages = [\"stage 1\"]\nfrom = 2\n"
                 "until = 1\n"),
      (Lines{"12:13: mass_rate: expected a mass per time, got '2 kg'; write for example \"2 kg/s\"",
             "13:10: there is no [[stage]] called 'stage 1', did you mean 'stage 0'?",
             "15:9: until: the inlet would close before it opens"}));
}

TEST(Sinks, are_regions_or_shapes) {
  EXPECT_EQ(complaints_about(head + "[[sink]]\nregion = \"bin\"\n"),
            Lines{"8:10: there is no [[region]] called 'bin'"});
  EXPECT_EQ(complaints_about(head + "[[sink]]\n").size(), 1u);
}

TEST(Measures, refuse_what_does_not_belong_to_them) {
  EXPECT_EQ(
      complaints_about(head + "[[measure]]\nname = \"a\"\nkind = \"energies\"\ninterval = 1\nbins = 3\n"),
      Lines{"11:8: 'bins' does not go with kind = \"energies\""});
  EXPECT_EQ(complaints_about(head + "[[measure]]\nname = \"a/b\"\nkind = \"enrgies\"\ninterval = 1\n"),
            (Lines{"8:8: name: a measurement's name is made of at most 100 letters, digits, - and _",
                   "9:8: unknown kind 'enrgies', did you mean 'energies'?"}));
  EXPECT_EQ(
      complaints_about(head + "[[measure]]\nname = \"a\"\nkind = \"wall\"\ninterval = 1\nwall = \"flor\"\n"),
      Lines{"11:8: there is no [[wall]] called 'flor'"});
  EXPECT_EQ(complaints_about(head + "[[measure]]\nname = \"a\"\nkind = \"flow\"\ninterval = 1\n"),
            Lines{"7:1: [[measure]] of a flow needs 'plane', as in plane = { point = [0, 0, 0], normal = [0, "
                  "0, -1] }"});
  EXPECT_EQ(
      complaints_about(head + "[[measure]]\nname = \"a\"\nkind = \"profile\"\ninterval = 1\n"),
      Lines{"7:1: [[measure]] of kind \"profile\" needs 'region', the name of a [[region]] that is a box"});
}

}  // namespace
}  // namespace scree::scene
