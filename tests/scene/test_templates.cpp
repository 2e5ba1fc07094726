#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "scene_text.h"
#include "scree/base/error.h"
#include "scree/scene/templates.h"

namespace scree::scene {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// Why a key may not be added by itself: it stands for another, or needs one beside it, or a file.
bool is_good_reason(const std::string& complaint) {
  static const std::regex reasons(
      "give either|does not go with|goes with|needs|can only be periodic between|is for boxes that are "
      "periodic|never moves: leave out|turns polygons only|turns triangulated bodies only|it is for "
      "stepper|there is no such file");
  return std::regex_search(complaint, reasons);
}

/// Takes the mark of a comment off a line, and off the header of its table if that is one, too.
std::vector<std::string> with_line(std::vector<std::string> lines, std::size_t number) {
  lines[number].erase(0, 1);
  for (std::size_t k = number; k-- > 0;) {
    if (lines[k].starts_with('[')) break;
    if (!lines[k].starts_with("#[")) continue;
    lines[k].erase(0, 1);
    break;
  }
  return lines;
}

TEST(Templates, offer_keys_that_their_scene_takes) {
  static const std::regex setting(R"(#("[\w.]+"|\w+) = .*)");
  for (const TemplateFacts& facts : templates()) {
    const std::vector<std::string> lines = lines_of(template_text(facts.name, test_vocabulary()));
    int offered = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (!std::regex_match(lines[k], setting)) continue;
      ++offered;
      for (const std::string& complaint : complaints_about(joined(with_line(lines, k))))
        EXPECT_TRUE(is_good_reason(complaint)) << facts.name << ": " << lines[k] << '\n' << complaint;
    }
    EXPECT_GT(offered, 30) << facts.name;
  }
}

TEST(Templates, offer_walls_that_could_stand_for_those_they_have) {
  static const std::regex shape(R"(#(plane|box|circle|cylinder|cone) = .*)");
  for (const TemplateFacts& facts : templates()) {
    const std::vector<std::string> lines = lines_of(template_text(facts.name, test_vocabulary()));
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (!std::regex_match(lines[k], shape)) continue;
      std::vector<std::string> changed = lines;
      changed[k].erase(0, 1);
      static const std::regex used("(plane|box|cylinder) = .*");
      const auto old = std::find_if(changed.begin(), changed.end(),
                                    [](const std::string& line) { return std::regex_match(line, used); });
      ASSERT_NE(old, changed.end());
      old->insert(0, "#");
      EXPECT_EQ(complaints_about(joined(changed)), std::vector<std::string>{})
          << facts.name << ": " << lines[k];
    }
  }
}

TEST(Templates, have_no_example_that_is_no_number) {
  for (const TemplateFacts& facts : templates())
    for (const std::string& line : lines_of(template_text(facts.name, test_vocabulary())))
      EXPECT_FALSE(std::regex_search(line, std::regex("= nan\\b"))) << facts.name << ": " << line;
}

}  // namespace
}  // namespace scree::scene
