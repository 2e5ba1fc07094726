#include "scree/scene/parse_toml.h"

#include <gtest/gtest.h>

namespace scree::scene {
namespace {

const auto file = std::make_shared<const std::string>("x.toml");

std::string fault_of(std::string_view text) {
  try {
    parse_toml(text, file);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "";
}

TEST(ParseToml, knows_the_place_of_keys_and_values) {
  const Table table = parse_toml("[a]\nb = { c = [1, \"é\", 2.5] }\n", file);
  const Member& b = std::get<Table>(table.members.at(0).value.data).members.at(0);
  EXPECT_EQ(b.place.text(), "x.toml:2:1");
  const Member& c = std::get<Table>(b.value.data).members.at(0);
  EXPECT_EQ(c.place.text(), "x.toml:2:7");
  const Array& array = std::get<Array>(c.value.data);
  EXPECT_EQ(array.items.at(2).place.text(), "x.toml:2:20");
  EXPECT_EQ(std::get<double>(array.items.at(2).data), 2.5);
}

TEST(ParseToml, stops_at_the_first_syntax_error) {
  EXPECT_EQ(fault_of("a = 1\nb = [1, 2\nc = 3\nd = \n"),
            "x.toml:3:1: not valid TOML: Error while parsing array: expected comma or closing ']', saw 'c'");
  EXPECT_EQ(
      fault_of("a = 1\na = 2\n"),
      "x.toml:2:5: not valid TOML: Error while parsing key-value pair: cannot redefine existing integer 'a'");
}

TEST(ParseToml, explains_units_without_quotes) {
  EXPECT_EQ(fault_of("a = 5 mm\n"),
            "x.toml:1:7: not valid TOML: Error while parsing key-value pair: expected a comment or "
            "whitespace, saw 'm'; "
            "a number with a unit goes in quotes, as in \"2.3 mm\"");
}

TEST(ParseToml, refuses_what_is_not_utf8) {
  EXPECT_EQ(fault_of("a = 1\nb = \"é\xFF\""), "x.toml:2:7: not a text in UTF-8: found the byte 0xFF");
  EXPECT_EQ(fault_of("\xFF\xFE"
                     "a"),
            "x.toml:1:1: not a text in UTF-8: found the byte 0xFF");
  EXPECT_EQ(fault_of("\xC0\xAF"), "x.toml:1:1: not a text in UTF-8: found the byte 0xC0");
  EXPECT_EQ(fault_of("\xE0\x80\xAF"), "x.toml:1:1: not a text in UTF-8: found the byte 0xE0");
  EXPECT_EQ(fault_of("\xED\xA0\x80"), "x.toml:1:1: not a text in UTF-8: found the byte 0xED");
  EXPECT_EQ(fault_of("\xF4\x90\x80\x80"), "x.toml:1:1: not a text in UTF-8: found the byte 0xF4");
  EXPECT_EQ(fault_of("# \xE2\x82"), "x.toml:1:3: not a text in UTF-8: found the byte 0xE2");
  EXPECT_EQ(fault_of("# \xF0\x9F\xAA\xA8 is a rock"), "");
}

TEST(ParseToml, deep_nesting_is_an_error_and_not_a_crash) {
  constexpr std::size_t many = 1'000'000;
  std::string dots = "a";
  for (std::size_t k = 0; k < many; ++k) dots += ".a";
  EXPECT_EQ(fault_of(dots + " = 1"), "x.toml:1:64: a key may have at most 32 parts");
  EXPECT_EQ(fault_of("[" + dots + "]"), "x.toml:1:65: a key may have at most 32 parts");
  EXPECT_EQ(fault_of("a = { " + dots + " = 1 }"), "x.toml:1:70: a key may have at most 32 parts");
  EXPECT_NE(fault_of("\"b\"." + dots + " = 1").find("a key may have at most 32 parts"), std::string::npos);
  EXPECT_NE(fault_of("a = " + std::string(many, '[')).find("values may be nested at most 32 deep"),
            std::string::npos);
  std::string tables = "a = ";
  for (int k = 0; k < 1000; ++k) tables += "{a=";
  EXPECT_NE(fault_of(tables).find("values may be nested at most 32 deep"), std::string::npos);
}

TEST(ParseToml, dots_in_texts_and_comments_are_free) {
  const std::string dots(1000, '.');
  EXPECT_EQ(fault_of("a = \"" + dots + "\" # " + dots + "\nb = '" + dots + "'\nc = \"\"\"" + dots + "\n\\\"" +
                     dots + "\"\"\"\nd = '''" + dots + "'''\n"),
            "");
}

TEST(ParseToml, characters_outside_ascii_stand_in_quotes_or_comments) {
  EXPECT_EQ(fault_of("\xEF\xBB\xBF"
                     "a = 'é' # é\n\"ключ\" = \"\"\"é\"\"\"\"\" # é\n"),
            "");
  EXPECT_EQ(fault_of("é = 1"), "x.toml:1:1: characters outside ASCII may only stand in quotes or comments");
  EXPECT_EQ(fault_of("a = ﻟ"), "x.toml:1:5: characters outside ASCII may only stand in quotes or comments");
  EXPECT_EQ(fault_of("a = \"\"\"b\"\"\"\"\"ﻟ"),
            "x.toml:1:14: characters outside ASCII may only stand in quotes or comments");
  EXPECT_EQ(fault_of("a = \"\\U000F0041\""), "x.toml:1:6: characters for private use are not supported");
  EXPECT_EQ(fault_of("a = '\U000F0041'"), "x.toml:1:6: characters for private use are not supported");
  // Here toml++ sees no text, because a number may not be followed by one.
  EXPECT_EQ(fault_of("a = 5\"é\"").substr(0, 24), "x.toml:1:6: not valid TO");
}

TEST(ParseToml, characters_outside_ascii_come_out_as_they_went_in) {
  const Table table =
      parse_toml("\"é.\" = \"\"\"\\\n  §\\u00e9\\\\ﻟ\uFEFF\U0001FAA8\U0010FFFF\"\"\" # \u2028\n", file);
  EXPECT_EQ(table.members.at(0).key, "é.");
  EXPECT_EQ(std::get<std::string>(table.members.at(0).value.data), "§é\\ﻟ\uFEFF\U0001FAA8\U0010FFFF");
}

TEST(ParseToml, dates_keep_their_text) {
  const Table table = parse_toml("a = 1979-05-27T07:32:00Z\nb = 1979-05-27\nc = 07:32:00\n", file);
  EXPECT_EQ(describe(table.members[0].value), "the date or time 1979-05-27T07:32:00Z");
  EXPECT_EQ(describe(table.members[1].value), "the date or time 1979-05-27");
  EXPECT_EQ(describe(table.members[2].value), "the date or time 07:32:00");
}

}  // namespace
}  // namespace scree::scene
