#include "scree/search/locational_code.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

namespace scree::search {
namespace {

using Space = CodeSpace<2>;
using Code = LocationalCode<2>;

TEST(LocationalCode, is_the_root_for_a_box_across_the_first_cut) {
  const std::uint32_t half = 1u << (Code::bits_per_axis - 1);
  EXPECT_EQ(Space::node_around({{half - 1, 5}, {half, 5}}).length(), 0);
  EXPECT_EQ(Space::node_around({{half, half - 1}, {half, half}}).length(), 1);  // across the second only
  EXPECT_EQ(Space::node_around({{7, 9}, {7, 9}}).length(), Code::most_bits);
}

TEST(LocationalCode, sorts_nodes_before_what_is_below_them) {
  const Code above = Code::of(Space::path_of({12345, 54321}), 20);
  const Code below = Code::of(Space::path_of({12345, 54321}), 30);
  EXPECT_LT(above.key, below.key);
  EXPECT_TRUE(above.holds(below.path()));
  EXPECT_FALSE(below.holds(above.path()));
}

// What the uniqueness of pairs rests on.
TEST(CodeSpace, cuts_boxes_into_parts_in_nodes_apart_of_which_one_holds_each_point) {
  EXPECT_TRUE(rc::check([] {
    const auto number = rc::gen::inRange<std::uint32_t>(0, 1u << Code::bits_per_axis);
    const auto small = rc::gen::inRange<std::uint32_t>(0, 1000);
    const Space::Point lo{*number, *number};
    Space::IntegerBox box{lo, lo};
    for (std::uint32_t& side : box.hi) side = std::min(side + *small, (1u << Code::bits_per_axis) - 1);
    std::vector<Code> nodes;
    std::uint64_t volume = 0;
    for (const auto& part : Space::split(box))
      if (!part.is_copy) {
        nodes.push_back(part.code);
        volume += part.code.volume();
      }
    RC_ASSERT(!nodes.empty());
    RC_ASSERT(volume <= Space::node_around(box).volume());
    for (int k = 0; k < 4; ++k) {
      const Space::Point point{*rc::gen::inRange(box.lo[0], box.hi[0] + 1),
                               *rc::gen::inRange(box.lo[1], box.hi[1] + 1)};
      int holding = 0;
      for (const Code& node : nodes) holding += node.holds(Space::path_of(point)) ? 1 : 0;
      RC_ASSERT(holding == 1);
    }
  }));
}

}  // namespace
}  // namespace scree::search
