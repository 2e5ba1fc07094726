#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scree/scene/read_condition.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

using Kind = Condition::Node::Kind;
using Quantity = Condition::Quantity;
using Relation = Condition::Relation;

Condition parse(const std::string& text) {
  std::vector<Region> regions(2);
  regions[0].name = "bin";
  regions[1].name = "upper half";
  Complaints complaints;
  const auto condition = read_condition({text, {}}, regions, complaints);
  complaints.raise();
  return *condition;
}

std::string fault_of(const std::string& text) {
  try {
    parse(text);
    return "";
  } catch (const SceneError& error) {
    return error.complaints.front().message;
  }
}

TEST(Conditions, settled_may_leave_out_the_liveliest_bodies) {
  const Condition condition = parse("settled(1e-4, 0.01) or time > 2 s");
  EXPECT_EQ(condition.comparisons[0].value, 1e-4);
  EXPECT_EQ(condition.comparisons[0].left_out, 0.01);
  EXPECT_EQ(parse("settled(1e-4)").comparisons[0].left_out, 0);
  EXPECT_NE(fault_of("settled(1e-4, 2)").find("a share of the bodies from 0 to 1"), std::string::npos);
}

TEST(Conditions, compare_quantities_with_units) {
  const Condition condition = parse("stage_time >= 20 ms");
  ASSERT_EQ(condition.comparisons.size(), 1u);
  EXPECT_EQ(condition.comparisons[0].quantity, Quantity::stage_time);
  EXPECT_EQ(condition.comparisons[0].relation, Relation::at_least);
  EXPECT_EQ(condition.comparisons[0].value, 0.02);
  EXPECT_EQ(condition.text, "stage_time >= 20 ms");
}

TEST(Conditions, name_regions) {
  const Condition condition = parse("count( upper half )<100 and mass(all) > 2 kg");
  EXPECT_EQ(condition.comparisons[0].region, 1u);
  EXPECT_EQ(condition.comparisons[0].value, 100);
  EXPECT_FALSE(condition.comparisons[1].region.has_value());
}

TEST(Conditions, and_binds_closer_than_or) {
  const Condition condition = parse("settled(1e-4) or time > 2 s and contacts > 3");
  ASSERT_EQ(condition.nodes.size(), 5u);
  const Condition::Node& whole = condition.nodes.back();
  EXPECT_EQ(whole.kind, Kind::either);
  EXPECT_EQ(condition.nodes[whole.first].kind, Kind::comparison);
  EXPECT_EQ(condition.nodes[whole.second].kind, Kind::both);
  const Condition grouped = parse("(settled(1e-4) or time > 2 s) and contacts > 3");
  EXPECT_EQ(grouped.nodes.back().kind, Kind::both);
}

TEST(Conditions, say_what_is_wrong_and_where) {
  EXPECT_EQ(fault_of("settld(1e-4)"), "until: unknown condition 'settld', did you mean 'settled'?");
  EXPECT_EQ(fault_of("time > 2 mm"),
            "until: time: expected a time, got '2 mm'; write for example time > 2 s");
  EXPECT_EQ(fault_of("count(bim) < 3"), "until: there is no [[region]] called 'bim', did you mean 'bin'?");
  EXPECT_EQ(fault_of("time 2 s"), "until: expected <, <=, > or >=, as in time > 2 s, got '2 s'");
  EXPECT_EQ(fault_of("settled(0)"), "until: settled takes a positive ratio, as in settled(1e-4)");
  EXPECT_EQ(fault_of("(time > 2 s"), "until: expected ')', got nothing");
  EXPECT_EQ(fault_of("time > 2 s and"),
            "until: expected a condition such as settled(1e-4) or time > 2 s, got nothing");
  EXPECT_EQ(fault_of("settled(1e-4) time > 1"), "until: expected 'and', 'or' or the end, got 'time > 1'");
  EXPECT_EQ(fault_of(std::string(1000, '(')), "until: too many parentheses");
  const std::string head = "[scene]\ndimension = 3\n[[stage]]\nlimit = 1\n";
  EXPECT_EQ(complaints_about(head + "until = \"time > 1 s or spede < 1\"\n"),
            std::vector<std::string>{"5:24: until: unknown condition 'spede', did you mean 'speed'?"});
}

RC_GTEST_PROP(Conditions, any_text_is_read_or_refused, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("settled", "(", ")", "1e-4", "time", ">", "<=", "2 s", " ", "and", " or ",
                                    "count", "bin", "mass", "\n", "=", "all", "speed", "-", "\"", "\xff"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  if (fault_of(text).empty()) {
    const Condition condition = parse(text);
    RC_ASSERT(!condition.nodes.empty());
    for (std::size_t k = 0; k < condition.nodes.size(); ++k) {
      const Condition::Node& node = condition.nodes[k];
      if (node.kind == Kind::comparison)
        RC_ASSERT(node.first < condition.comparisons.size());
      else
        RC_ASSERT(node.first < k && node.second < k);
    }
  }
}

TEST(Stages, need_an_end) {
  const std::string head = "[scene]\ndimension = 3\n[[stage]]\n";
  using Lines = std::vector<std::string>;
  EXPECT_EQ(
      complaints_about(head + "name = \"pour\"\n"),
      Lines{"3:1: [[stage]] needs 'duration', a time, as in duration = \"0.5 s\", or 'until' and 'limit'"});
  EXPECT_EQ(complaints_about(head + "until = \"settled(1e-4)\"\n"),
            Lines{"3:1: [[stage]] needs 'limit' or 'duration', as in limit = \"5 s\""});
  EXPECT_EQ(complaints_about(head + "limit = 1\n"),
            Lines{"4:9: 'limit' goes with 'until'; a stage without a condition has a 'duration'"});
  EXPECT_EQ(complaints_about(head + "duration = 1\nuntil = \"settled(1e-4)\"\nlimit = 2\n"),
            Lines{"4:12: give either 'limit' or 'duration', not both"});
}

TEST(Regions, are_boxes_balls_or_cylinders) {
  const std::string head = "[scene]\ndimension = 2\n[[stage]]\nduration = 1\n[[region]]\n";
  using Lines = std::vector<std::string>;
  EXPECT_EQ(
      complaints_about(head + "name = \"bin\"\ncylinder = { point = [0, 0], axis = [0, 1], radius = 1 }\n"),
      Lines{"7:12: 'cylinder' is for 3D scenes; use box or ball"});
  EXPECT_EQ(complaints_about(head + "name = \"all\"\nball = { centre = [0, 0], radius = 1 }\n"),
            Lines{"6:8: name: 'all' stands for everywhere; choose another"});
  EXPECT_EQ(complaints_about(head + "name = \"bin\"\nbox = { min = [0, 0], max = [0, 1] }\n"),
            Lines{"7:7: box: min must be below max, but in x they are 0 m and 0 m"});
  EXPECT_EQ(complaints_about(head + "name = \"bin\"\n"),
            Lines{"5:1: [[region]] needs 'box', 'ball', 'cylinder' or 'cone', as in box = { min = [0, 0, 0], "
                  "max = [\"4 "
                  "cm\", \"4 cm\", \"8 cm\"] }"});
}

}  // namespace
}  // namespace scree::scene
