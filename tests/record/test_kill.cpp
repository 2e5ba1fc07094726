// kill -9 at random moments, as people and batch systems do it. test_crash.cpp is exhaustive about the calls
// of record/; this one trusts none of it: another process, real time, real signals.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "scree/base/random.h"
#include "tests/record/sample_run.h"

namespace scree::record::sample {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

pid_t start_scribe(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    execl(SCREE_SCRIBE, SCREE_SCRIBE, "run", folder.c_str(), nullptr);
    _exit(127);
  }
  return child;
}

// True: killed before it was done.
bool wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status);
}

// SCREE_KILLS asks for more of them than the quick test does.
TEST(Kill, at_random_moments_leaves_a_run_that_opens_and_goes_on) {
  const char* wanted = std::getenv("SCREE_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 50;
  TemporaryFolder place;
  auto started = Clock::now();
  ASSERT_FALSE(wait_for(start_scribe(place / "whole.run")));
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started).count();

  int done = 0, finished = 0;
  std::uint64_t attempts = 0;
  for (int folders = 0; done < kills; ++folders) {
    const fs::path folder = place / std::to_string(folders);
    bool killed = true;
    while (killed && done < kills) {
      const pid_t child = start_scribe(folder);
      const double moment = random_uniform(7, purpose("kill"), attempts++) * static_cast<double>(whole);
      std::this_thread::sleep_for(std::chrono::microseconds(static_cast<std::int64_t>(moment)));
      kill(child, SIGKILL);
      killed = wait_for(child);
      done += killed;
      ASSERT_EQ(faults_of_interrupted(folder), "") << "after " << done << " kills";
    }
    finished += !killed;
    ASSERT_FALSE(wait_for(start_scribe(folder)));
    ASSERT_EQ(faults_of_finished(folder), "") << "after " << done << " kills";
    fs::remove_all(folder);
  }
  std::printf("%d kills, %d runs got through in spite of them\n", done, finished);
}

}  // namespace
}  // namespace scree::record::sample
