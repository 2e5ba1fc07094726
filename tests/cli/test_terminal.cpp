#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "apps/cli/progress_line.h"
#include "apps/cli/report.h"
#include "apps/cli/terminal.h"

namespace scree::cli {
namespace {

sim::Progress some_progress() {
  sim::Progress progress;
  progress.time = 0.0624;
  progress.target = 0.5;
  progress.time_step = 3.1e-6;
  progress.bodies = 2000;
  progress.removed = 3;
  progress.contacts = 5321;
  progress.residual = 1.2e-6;
  progress.overlap = {0.0042, 1e-6, 12, 13};
  progress.particle_steps_per_second = 8.1e6;
  progress.seconds_left = 41;
  return progress;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ProgressLine, says_everything_where_there_is_room) {
  const std::string line = progress_text(some_progress(), "body 12", 200);
  for (const char* part :
       {" 12.4 %", "t 62.4 ms of 500 ms", "dt 3.1 us", "2 000 bodies, 3 out", "5 321 contacts",
        "residual 1.2e-06", "overlap 0.42 % body 12", "8.1 M particle-steps/s", "0:41 left"})
    EXPECT_TRUE(contains(line, part)) << part << " is missing in: " << line;
}

TEST(ProgressLine, keeps_what_matters_most_in_a_narrow_window) {
  const std::string line = progress_text(some_progress(), "body 12", 40);
  EXPECT_TRUE(contains(line, "12.4 %")) << line;
  EXPECT_TRUE(contains(line, "t 62.4 ms of 500 ms")) << line;
  EXPECT_FALSE(contains(line, "dt")) << line;
}

TEST(ProgressLine, knows_one_from_several) {
  sim::Progress progress = some_progress();
  progress.bodies = progress.contacts = 1;
  const std::string line = progress_text(progress, "body 12", 200);
  EXPECT_TRUE(contains(line, "1 body, 3 out")) << line;
  EXPECT_TRUE(contains(line, "1 contact ")) << line;
}

TEST(Report, knows_one_from_several) {
  sim::Summary summary;
  summary.steps = summary.bodies = summary.contacts = 1;
  summary.threads = 1;
  summary.time_step = 3.96e-6;
  const std::string text = report_text(summary, PhaseTimes(), "box.run", 200);
  for (const char* part : {": 1 step of 3.96 us,", " 1 contact,", " 1 thread,"})
    EXPECT_TRUE(contains(text, part)) << part << " is missing in: " << text;
}

RC_GTEST_PROP(ProgressLine, never_exceeds_the_width, ()) {
  const int width = *rc::gen::inRange(0, 250);
  sim::Progress progress = some_progress();
  progress.contacts = *rc::gen::arbitrary<std::uint64_t>();
  progress.time = *rc::gen::arbitrary<double>();
  RC_ASSERT(static_cast<int>(progress_text(progress, "body 4294967295", width).size()) <= width);
}

TEST(Wrapped, breaks_at_spaces_and_indents_what_follows) {
  EXPECT_EQ(wrapped("one two three four five six seven", 2, 22), "one two three four\n  five six seven");
  EXPECT_EQ(wrapped("short", 4, 80), "short");
}

TEST(Wrapped, leaves_a_word_that_is_longer_than_the_line_whole) {
  const std::string word(100, 'x');
  EXPECT_EQ(wrapped(word, 0, 40), word);
  EXPECT_EQ(wrapped("a " + word + " b", 0, 40), "a\n" + word + "\nb");
}

RC_GTEST_PROP(Wrapped, loses_no_word, ()) {
  const auto words =
      *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(rc::gen::string<std::string>()));
  std::string text;
  std::vector<std::string> expected;
  for (std::string word : words) {
    for (char& letter : word)
      if (std::isspace(static_cast<unsigned char>(letter)) != 0 || letter == '\0') letter = '.';
    text += (text.empty() ? "" : " ") + word;
    expected.push_back(word);
  }
  std::istringstream stream(wrapped(text, 3, 30));
  std::vector<std::string> found;
  for (std::string word; stream >> word;) found.push_back(word);
  RC_ASSERT(found == expected);
}

TEST(Table, aligns_its_columns) {
  Table table({1});
  table.add({"kinetic", "1.5 J"});
  table.add({"potential", "10.25 J"});
  EXPECT_EQ(table.text(2, 80), "  kinetic      1.5 J\n  potential  10.25 J\n");
}

}  // namespace
}  // namespace scree::cli
