#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

TEST(Suggest, counts_edits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("radius", "radius"), 0);
  EXPECT_EQ(edit_distance("raduis", "radius"), 1);
  EXPECT_EQ(edit_distance("Radius", "radius"), 0);
  EXPECT_EQ(edit_distance("radus", "radius"), 1);
  EXPECT_EQ(edit_distance("radiuss", "radius"), 1);
  EXPECT_EQ(edit_distance("ridius", "radius"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);
}

TEST(Suggest, only_what_may_be_meant) {
  const std::vector<std::string_view> known = {"radius", "diameter", "kn", "kt"};
  EXPECT_EQ(nearest("raduis", known), "radius");
  EXPECT_EQ(nearest("diam", known), "diameter");
  EXPECT_EQ(nearest("di", known), "");
  EXPECT_EQ(nearest("k_n", known), "kn");
  EXPECT_EQ(nearest("x", known), "");
  EXPECT_EQ(nearest("kx", known), "kn");
  EXPECT_EQ(nearest("colour", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest(std::string(1000, 'r'), known), "");
}

TEST(Suggest, completes_a_name_that_only_one_begins_with) {
  const std::vector<std::string_view> known = {"hertz_mindlin", "hooke_history", "hertz_history",
                                               "velocity_verlet"};
  EXPECT_EQ(nearest("velocity", known), "velocity_verlet");
  EXPECT_EQ(nearest("hooke", known), "hooke_history");
  EXPECT_EQ(nearest("hertz", known), "");
}

TEST(Suggest, lists_the_choices_when_nothing_is_near) {
  const std::vector<std::string_view> known = {"disc", "sphere"};
  EXPECT_EQ(suggestion("spehre", known), ", did you mean 'sphere'?");
  EXPECT_EQ(suggestion("polygon", known), "; choose from disc, sphere");
  EXPECT_EQ(suggestion("polygon", {}), "");
}

RC_GTEST_PROP(Suggest, distance_is_symmetric_and_bounded, (const std::string& a, const std::string& b)) {
  const int distance = edit_distance(a, b);
  RC_ASSERT(distance == edit_distance(b, a));
  RC_ASSERT(distance <= static_cast<int>(std::max(a.size(), b.size())));
  RC_ASSERT(distance >= std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size())));
}

RC_GTEST_PROP(Suggest, one_typing_error_is_always_forgiven, ()) {
  static const std::vector<std::string_view> known = {"velocity", "position", "thickness", "arrangement"};
  const std::size_t chosen = *rc::gen::inRange<std::size_t>(0, known.size());
  std::string text(known[chosen]);
  const std::size_t where = *rc::gen::inRange<std::size_t>(0, text.size() - 1);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      text.erase(where, 1);
      break;
    case 1:
      text.insert(where, 1, 'x');
      break;
    case 2:
      text[where] = 'x';
      break;
    default:
      std::swap(text[where], text[where + 1]);
  }
  RC_ASSERT(nearest(text, known) == known[chosen]);
}

}  // namespace
}  // namespace scree::scene
