// The promise of docs/record.md, tested exhaustively: a run is stopped before every single system call that
// changes the disk, and in the middle of every write, and each time the folder must open and go on to the
// same run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "scree/record/run_folder.h"
#include "tests/record/sample_run.h"
#include "tests/record/system_calls.h"

namespace scree::record::system_calls {

// GoogleTest chooses this name.
void PrintTo(Fault fault, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << (fault == Fault::kill ? "killed before a call" : "killed midway through a write");
}

}  // namespace scree::record::system_calls

namespace scree::record::sample {
namespace {

namespace fs = std::filesystem;
using system_calls::Fault;
using testing::HasSubstr;

// Runs in a process of its own, with the plan. True: it was killed by it.
template <class Action>
bool is_killed(const system_calls::Plan& plan, Action action) {
  const pid_t child = fork();
  if (child == 0) {
    system_calls::begin(plan);
    try {
      action();
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << "the run failed instead of being killed";
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

template <class Action>
int count_calls(Action action) {
  system_calls::begin({});
  action();
  return static_cast<int>(system_calls::end().size());
}

class Crash : public testing::TestWithParam<Fault> {
 protected:
  // The calls at which this fault can strike.
  template <class Action>
  static std::vector<int> places_to_strike(Action action) {
    system_calls::begin({});
    action();
    const std::vector<std::string> calls = system_calls::end();
    std::vector<int> places;
    for (int at = 0; at < static_cast<int>(calls.size()); ++at)
      if (GetParam() == Fault::kill || calls[static_cast<std::size_t>(at)].starts_with("pwrite"))
        places.push_back(at);
    return places;
  }
};

TEST_P(Crash, anywhere_in_a_run_loses_nothing) {
  TemporaryFolder place;
  const std::vector<int> places = places_to_strike([&] { run_or_resume(place / "whole.run"); });
  ASSERT_GT(places.size(), 10u);
  for (const int at : places) {
    const fs::path folder = place / std::to_string(at);
    ASSERT_TRUE(is_killed({GetParam(), at}, [&] { run_or_resume(folder); }));
    ASSERT_EQ(faults_of_interrupted(folder), "") << "killed at call " << at;
    run_or_resume(folder);
    ASSERT_EQ(faults_of_finished(folder), "") << "killed at call " << at;
    fs::remove_all(folder);
  }
}

TEST_P(Crash, anywhere_in_a_resumed_run_loses_nothing) {
  TemporaryFolder place;
  const int all = count_calls([&] { run_or_resume(place / "whole.run"); });
  const fs::path broken = place / "broken.run";
  ASSERT_TRUE(is_killed({Fault::kill, all / 2}, [&] { run_or_resume(broken); }));
  fs::copy(broken, place / "copy.run");
  for (const int at : places_to_strike([&] { run_or_resume(place / "copy.run"); })) {
    const fs::path folder = place / std::to_string(at);
    fs::copy(broken, folder);
    ASSERT_TRUE(is_killed({GetParam(), at}, [&] { run_or_resume(folder); }));
    ASSERT_EQ(faults_of_interrupted(folder), "") << "killed at call " << at;
    run_or_resume(folder);
    ASSERT_EQ(faults_of_finished(folder), "") << "killed at call " << at;
    fs::remove_all(folder);
  }
}

TEST_P(Crash, while_a_run_is_replaced_leaves_the_old_or_the_new_one) {
  TemporaryFolder place;
  run_or_resume(place / "old.run");
  Provenance other = provenance();
  other.scene_text = "other";
  const auto replace = [&](const fs::path& folder) { RunWriter::create(folder, other, true); };
  fs::copy(place / "old.run", place / "copy.run");
  bool old_seen = false, new_seen = false;
  for (const int at : places_to_strike([&] { replace(place / "copy.run"); })) {
    const fs::path folder = place / std::to_string(at);
    fs::copy(place / "old.run", folder);
    ASSERT_TRUE(is_killed({GetParam(), at}, [&] { replace(folder); }));
    RunWriter::resume(folder);
    const RunReader reader(folder);
    EXPECT_EQ(read_text(folder / "scene.toml"), reader.provenance().scene_text);
    const bool is_new = reader.provenance() == other;
    (is_new ? new_seen : old_seen) = true;
    EXPECT_EQ(reader.frame_count(), is_new ? 0u : 7u);
    EXPECT_EQ(is_new ? "" : faults_of_interrupted(folder), "");
  }
  EXPECT_TRUE(old_seen);
  EXPECT_TRUE(new_seen);
}

TEST_P(Crash, while_a_checkpoint_is_saved_again_differently_leaves_one_that_fits) {
  TemporaryFolder place;
  Checkpoint changed = checkpoint_at(10);
  changed.state_hash = "other";
  { RunWriter::create(place / "old.run", provenance()).save(checkpoint_at(10)); }
  const auto save_again = [&](const fs::path& folder) { RunWriter::resume(folder).save(changed); };
  fs::copy(place / "old.run", place / "copy.run");
  for (const int at : places_to_strike([&] { save_again(place / "copy.run"); })) {
    const fs::path folder = place / std::to_string(at);
    fs::copy(place / "old.run", folder);
    ASSERT_TRUE(is_killed({GetParam(), at}, [&] { save_again(folder); }));
    const auto found = RunWriter::resume(folder).take_checkpoint();
    ASSERT_TRUE(!found || found->note.empty()) << found->note;
    EXPECT_TRUE(!found || same(found->checkpoint, checkpoint_at(10)) || same(found->checkpoint, changed));
  }
}

INSTANTIATE_TEST_SUITE_P(Records, Crash, testing::Values(Fault::kill, Fault::kill_midway),
                         [](const auto& info) {
                           return info.param == Fault::kill ? "before_a_call" : "midway_through_a_write";
                         });

// Any call of a run may fail, once or from then on: the run stops with a sentence, and what was written is
// kept.
TEST(FailingDisk, stops_a_run_with_a_sentence_wherever_it_fails) {
  TemporaryFolder place;
  const int calls = count_calls([&] { run_or_resume(place / "whole.run"); });
  int failures = 0;
  for (const Fault fault : {Fault::fail, Fault::fail_once})
    for (int at = 0; at < calls; ++at) {
      const fs::path folder = place / std::to_string(at);
      system_calls::begin({fault, at, ENOSPC});
      try {
        run_or_resume(folder);
      } catch (const RunError& error) {
        ++failures;
        EXPECT_THAT(error.what(), HasSubstr("No space left on device"));
        EXPECT_THAT(error.what(), HasSubstr(folder.string()));
      }
      system_calls::end();
      ASSERT_EQ(faults_of_interrupted(folder), "") << "failed at call " << at;
      run_or_resume(folder);
      ASSERT_EQ(faults_of_finished(folder), "") << "failed at call " << at;
      fs::remove_all(folder);
    }
  EXPECT_GT(failures, calls);
}

TEST(FailingDisk, lets_the_writer_try_again) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance());
  writer.add(frame_at(0));
  writer.save(checkpoint_at(5));
  for (int at = 0; at < 20; ++at) {
    system_calls::begin({Fault::fail, at, ENOSPC});
    try {
      writer.add(frame_at(10 * static_cast<std::uint64_t>(at + 1)));
      writer.flush();
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(), HasSubstr("and the checkpoint at step 5; go on with 'scree resume"));
    }
    system_calls::end();
    writer.flush();
    EXPECT_EQ(RunReader(place / "a.run").frame_count(), static_cast<std::size_t>(at + 2));
  }
  writer.save(checkpoint_at(205));
  EXPECT_EQ(faults_of_interrupted(place / "a.run"), "");
}

}  // namespace
}  // namespace scree::record::sample
