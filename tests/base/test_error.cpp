#include "scree/base/error.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace scree {
namespace {

Place place(int line, int column) { return {std::make_shared<const std::string>("box.toml"), line, column}; }

TEST(Error, a_place_reads_as_file_line_and_column) {
  EXPECT_EQ(place(12, 7).text(), "box.toml:12:7");
  EXPECT_EQ(place(0, 0).text(), "box.toml") << "no line: not from a file";
  EXPECT_EQ(Place{}.text(), "");
}

TEST(Error, a_scene_error_lists_every_complaint_on_a_line_of_its_own) {
  const SceneError error({{place(1, 2), "no density"}, {Place{}, "no bodies"}});
  EXPECT_STREQ(error.what(), "box.toml:1:2: no density\nno bodies");
  EXPECT_EQ(error.complaints.size(), 2u);
  EXPECT_EQ(error.exit_code, ExitCode::bad_input);
}

TEST(Error, each_kind_has_its_exit_code) {
  EXPECT_EQ(RunError("stopped").exit_code, ExitCode::run_stopped);
  EXPECT_EQ(static_cast<int>(ExitCode::bad_input), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::run_stopped), 3);
  EXPECT_EQ(static_cast<int>(ExitCode::internal), 70);
}

TEST(Error, a_broken_contract_says_which_and_where) {
  const int bodies = 3;
  EXPECT_NO_THROW(SCREE_ASSERT(bodies == 3));
  try {
    SCREE_ASSERT(bodies == 4);
    FAIL() << "did not throw";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("bodies == 4"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("test_error.cpp:"), std::string::npos) << error.what();
    EXPECT_EQ(error.exit_code, ExitCode::internal);
  }
}

}  // namespace
}  // namespace scree
