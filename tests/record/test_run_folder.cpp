#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "scree/record/atomic_file.h"
#include "tests/record/sample_run.h"
#include "tests/record/system_calls.h"

namespace scree::record::sample {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

template <class Expected, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Expected& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(RunFolder, holds_a_finished_run_as_it_was_recorded) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(RunFolder, tells_times_steps_and_totals_without_reading_frames) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  const RunReader reader(place / "a.run");
  ASSERT_EQ(reader.frame_count(), 7u);
  EXPECT_EQ(reader.frame_step(3), 30u);
  EXPECT_EQ(reader.frame_time(3), 30 * 0.1);
  EXPECT_EQ(reader.totals().at("kinetic"), (std::vector<double>{0, 15, 30, 45, 60, 75, 90}));
  EXPECT_EQ(reader.summary(), "{\"state_hash\": \"sample\"}");
  EXPECT_THAT(reader.checkpoint_steps(), ElementsAre(40u, 60u));
}

TEST(RunFolder, closes_a_file_of_frames_when_it_is_large_and_at_each_checkpoint) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance());
  writer.add(frame_at(30));
  writer.add(frame_at(40));
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 0u);
  writer.save(checkpoint_at(40));
  writer.add(frame_at(50));
  writer.flush();
  EXPECT_THAT(files_in(place / "a.run"), ElementsAre("checkpoint-40.h5", "frames-000000.h5",
                                                     "frames-000001.h5", "run.h5", "run.lock", "scene.toml"));
  RunWriter small = RunWriter::create(place / "b.run", provenance(), false, WriterOptions{1});
  small.add(frame_at(30));
  small.add(frame_at(40));
  EXPECT_EQ(RunReader(place / "b.run").frame_count(), 2u);
}

TEST(RunFolder, does_not_let_one_large_frame_blow_up_the_padding_of_many_small_ones) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance(), false, WriterOptions{100'000});
  Frame frame;
  frame.bodies.push_back(Column::make<double>("position", 1, 3));
  for (int k = 0; k < 500; ++k) writer.add(frame);
  frame.bodies.front() = Column::make<double>("position", 10'000, 3);
  writer.add(frame);
  std::uintmax_t size = 0;
  for (const auto& entry : fs::directory_iterator(place / "a.run")) size += entry.file_size();
  EXPECT_LT(size, 1'000'000u);
  EXPECT_EQ(RunReader(place / "a.run").frame(500).bodies.front().rows, 10'000u);
}

TEST(RunFolder, starts_a_new_file_when_the_columns_change) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance());
  Frame plain = frame_at(10), rich = frame_at(20), quiet = frame_at(30);
  rich.bodies.push_back(Column::make<std::int64_t>("colour", rich.bodies.front().rows, 1));
  rich.totals["removed"] = 3;
  quiet.bodies.clear();
  quiet.walls.clear();
  quiet.totals.clear();
  for (const Frame& frame : {plain, rich, quiet, plain}) writer.add(frame);
  writer.flush();
  const RunReader reader(place / "a.run");
  EXPECT_TRUE(same(reader.frame(0), plain));
  EXPECT_TRUE(same(reader.frame(1), rich));
  EXPECT_TRUE(same(reader.frame(2), quiet));
  EXPECT_TRUE(same(reader.frame(3), plain));
  const std::vector<double>& removed = reader.totals().at("removed");
  ASSERT_EQ(removed.size(), 4u);
  EXPECT_TRUE(std::isnan(removed[0]) && removed[1] == 3 && std::isnan(removed[2]) && std::isnan(removed[3]));
}

TEST(RunFolder, keeps_frames_that_were_added_when_the_writer_is_given_up) {
  TemporaryFolder place;
  {
    RunWriter writer = RunWriter::create(place / "a.run", provenance());
    writer.add(frame_at(0));
  }
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 1u);
}

TEST(RunFolder, gives_frames_by_number_and_names_those_that_are_not_there) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  const RunReader reader(place / "a.run");
  EXPECT_THAT(message_of<SceneError>([&] { reader.frame(7); }),
              HasSubstr("has 7 frames, counted from 0; there is no frame 7"));
}

TEST(RunFolder, makes_missing_parents) {
  TemporaryFolder place;
  run_or_resume(place / "deep/er/a.run/");
  EXPECT_EQ(faults_of_finished(place / "deep/er/a.run"), "");
}

TEST(RunFolder, is_never_replaced_without_force) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  EXPECT_THAT(message_of<SceneError>([&] { RunWriter::create(place / "a.run", provenance()); }),
              AllOf(HasSubstr("holds a run already"), HasSubstr("--force"), HasSubstr("scree resume")));
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(RunFolder, loses_only_its_own_files_to_force) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  write_text(place / "a.run/notes.txt", "mine");
  write_text(place / "a.run/frames-.h5", "mine");
  write_text(place / "a.run/checkpoint-old.h5", "mine");
  Provenance other = provenance();
  other.scene_text = "other";
  RunWriter writer = RunWriter::create(place / "a.run", other, true);
  EXPECT_THAT(files_in(place / "a.run"), ElementsAre("checkpoint-old.h5", "frames-.h5", "notes.txt", "run.h5",
                                                     "run.lock", "scene.toml"));
  EXPECT_EQ(read_text(place / "a.run/scene.toml"), "other");
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 0u);
  EXPECT_FALSE(RunReader(place / "a.run").completed());
}

TEST(RunFolder, that_is_not_of_scree_is_left_alone_even_with_force) {
  TemporaryFolder place;
  fs::create_directory(place / "pictures");
  write_text(place / "pictures/cat.png", "cat");
  fs::create_directory(place / "data");
  write_text(place / "data/run.h5", "\x89HDF\r\n\x1a\n of another owner");
  write_text(place / "file", "text");
  for (const char* name : {"pictures", "data", "file"})
    EXPECT_THAT(message_of<SceneError>([&] { RunWriter::create(place / name, provenance(), true); }),
                HasSubstr("is not a run of scree"));
  EXPECT_THAT(files_in(place / "pictures"), ElementsAre("cat.png"));
  EXPECT_THAT(files_in(place / "data"), ElementsAre("run.h5"));
}

TEST(RunFolder, that_is_empty_is_used) {
  TemporaryFolder place;
  fs::create_directory(place / "a.run");
  run_or_resume(place / "a.run");
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(RunFolder, of_a_run_killed_at_its_start_is_recognised_and_used_again) {
  TemporaryFolder place;
  fs::create_directory(place / "a.run");
  write_text(place / "a.run/run.lock", "4711\n");
  write_text(place / "a.run/.run.h5.4711-0.tmp", "half an index");
  EXPECT_THAT(message_of<SceneError>([&] { RunWriter::resume(place / "a.run"); }),
              AllOf(HasSubstr("stopped while it started"), HasSubstr("scree run")));
  EXPECT_THAT(message_of<SceneError>([&] { RunReader(place / "a.run"); }),
              HasSubstr("stopped while it started"));
  run_or_resume(place / "a.run");
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(RunFolder, that_is_none_is_named_with_what_it_is) {
  TemporaryFolder place;
  fs::create_directory(place / "empty");
  fs::create_directory(place / "pictures");
  write_text(place / "pictures/cat.png", "cat");
  fs::create_directory(place / "data");
  write_text(place / "data/run.h5", "\x89HDF\r\n\x1a\n of another owner");
  EXPECT_THAT(message_of<SceneError>([&] { RunReader(place / "nowhere"); }), HasSubstr("does not exist"));
  EXPECT_THAT(message_of<SceneError>([&] { RunReader(place / "empty"); }), HasSubstr("is empty"));
  EXPECT_THAT(message_of<SceneError>([&] { RunReader(place / "pictures"); }), HasSubstr("has no run.h5"));
  EXPECT_THAT(message_of<SceneError>([&] { RunReader(place / "data"); }),
              HasSubstr("run.h5 was not written by scree"));
  EXPECT_THAT(message_of<SceneError>([&] { RunWriter::resume(place / "nowhere"); }),
              HasSubstr("does not exist"));
}

TEST(RunFolder, refuses_a_second_writer_and_tells_who_the_first_is) {
  TemporaryFolder place;
  RunWriter first = RunWriter::create(place / "a.run", provenance());
  const std::string holder = "process " + std::to_string(getpid());
  for (const bool force : {false, true})
    EXPECT_THAT(message_of<Error>([&] { RunWriter::create(place / "a.run", provenance(), force); }),
                force ? HasSubstr(holder) : HasSubstr("holds a run already"));
  EXPECT_THAT(message_of<RunError>([&] { RunWriter::resume(place / "a.run"); }), HasSubstr(holder));
  first.add(frame_at(0));
  first.flush();
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 1u) << "a reader is not kept out";
}

TEST(RunFolder, that_another_process_fills_at_the_same_moment_is_left_to_them) {
  TemporaryFolder place;
  system_calls::Plan plan;
  plan.before = [&] { run_or_resume(place / "a.run"); };
  system_calls::begin(plan);
  EXPECT_THAT(message_of<SceneError>([&] { RunWriter::create(place / "a.run", provenance()); }),
              HasSubstr("holds a run already"));
  system_calls::end();
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(RunFolder, is_free_again_when_its_writer_has_gone) {
  TemporaryFolder place;
  { RunWriter first = RunWriter::create(place / "a.run", provenance()); }
  EXPECT_NO_THROW(RunWriter::resume(place / "a.run"));
}

TEST(RunFolder, that_was_replaced_under_its_writer_is_not_written_to) {
  TemporaryFolder place;
  RunWriter first = RunWriter::create(place / "a.run", provenance());
  first.add(frame_at(0));
  fs::remove_all(place / "a.run");
  EXPECT_THAT(message_of<RunError>([&] { first.flush(); }), HasSubstr("was removed, moved or replaced"));
  RunWriter second = RunWriter::create(place / "a.run", provenance());
  EXPECT_THAT(message_of<RunError>([&] { first.flush(); }), HasSubstr("was removed, moved or replaced"));
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 0u);
}

TEST(Resume, starts_over_when_there_is_no_checkpoint) {
  TemporaryFolder place;
  {
    RunWriter writer = RunWriter::create(place / "a.run", provenance());
    writer.add(frame_at(0));
    writer.add(frame_at(10));
  }
  RunWriter writer = RunWriter::resume(place / "a.run");
  EXPECT_EQ(writer.take_checkpoint(), std::nullopt);
  EXPECT_EQ(writer.frame_count(), 0u);
  EXPECT_EQ(writer.provenance(), provenance());
}

TEST(Resume, changes_nothing_until_there_is_something_new) {
  TemporaryFolder place;
  {
    RunWriter writer = RunWriter::create(place / "a.run", provenance());
    writer.add(frame_at(0));
    writer.save(checkpoint_at(5));
    writer.add(frame_at(10));
  }
  { RunWriter writer = RunWriter::resume(place / "a.run"); }
  EXPECT_EQ(RunReader(place / "a.run").frame_count(), 2u);
  RunWriter writer = RunWriter::resume(place / "a.run");
  EXPECT_EQ(writer.frame_count(), 1u);
  writer.add(frame_at(10));
  writer.add(frame_at(20));
  writer.flush();
  const RunReader reader(place / "a.run");
  ASSERT_EQ(reader.frame_count(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(same(reader.frame(k), frame_at(10 * k)));
  EXPECT_FALSE(fs::exists(place / "a.run/frames-000001.h5")) << "what was replaced is removed";
}

TEST(Resume, leaves_a_finished_run_as_it_is) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  {
    RunWriter writer = RunWriter::resume(place / "a.run");
    EXPECT_TRUE(writer.completed());
  }
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

TEST(Resume, of_a_finished_run_that_goes_on_is_not_finished_any_more) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  RunWriter writer = RunWriter::resume(place / "a.run");
  writer.add(frame_at(last_step + frame_interval));
  writer.flush();
  EXPECT_FALSE(writer.completed());
  EXPECT_FALSE(RunReader(place / "a.run").completed());
  EXPECT_EQ(faults_of_interrupted(place / "a.run"), "");
}

TEST(Resume, of_a_paused_run_takes_back_its_summary) {
  TemporaryFolder place;
  {
    RunWriter writer = RunWriter::create(place / "a.run", provenance());
    writer.save(checkpoint_at(0));
    writer.pause("{}");
  }
  EXPECT_FALSE(RunReader(place / "a.run").completed());
  EXPECT_EQ(RunReader(place / "a.run").summary(), "{}");
  EXPECT_EQ(read_text(place / "a.run/summary.json"), "{}");
  RunWriter writer = RunWriter::resume(place / "a.run");
  writer.add(frame_at(10));
  writer.flush();
  EXPECT_EQ(RunReader(place / "a.run").summary(), "");
  EXPECT_FALSE(fs::exists(place / "a.run/summary.json"));
}

TEST(Resume, brings_back_scene_toml) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  fs::remove(place / "a.run/scene.toml");
  RunWriter::resume(place / "a.run");
  EXPECT_EQ(read_text(place / "a.run/scene.toml"), provenance().scene_text);
}

TEST(Resume, removes_what_a_killed_run_left_behind) {
  TemporaryFolder place;
  run_or_resume(place / "a.run");
  write_text(place / "a.run/.checkpoint-90.h5.12-3.tmp", "half");
  fs::copy_file(place / "a.run/frames-000000.h5", place / "a.run/frames-000099.h5");  // not yet in the index
  write_text(place / "a.run/frames-000098.h5", "another's");
  RunWriter::resume(place / "a.run");
  EXPECT_FALSE(fs::exists(place / "a.run/.checkpoint-90.h5.12-3.tmp"));
  EXPECT_FALSE(fs::exists(place / "a.run/frames-000099.h5"));
  EXPECT_TRUE(fs::exists(place / "a.run/frames-000098.h5"));
  EXPECT_EQ(faults_of_finished(place / "a.run"), "");
}

// Issue 21, section 2, point 6.
TEST(Segments, that_checkpoints_closed_early_are_joined) {
  TemporaryFolder place;
  const auto files_of_frames = [&] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(place / "a.run"))
      count += entry.path().filename().string().starts_with("frames-") ? 1u : 0u;
    return count;
  };
  constexpr std::uint64_t checkpoints = 100;
  const auto run = [&](RunWriter writer, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t step = first; step <= last; ++step) {
      writer.add(frame_at(step));
      writer.save(checkpoint_at(step));
      EXPECT_LE(files_of_frames(), 20u);
    }
    writer.add(frame_at(last + 1));  // computed again after a resume
    writer.flush();
  };
  run(RunWriter::create(place / "a.run", provenance()), 1, 50);
  run(RunWriter::resume(place / "a.run"), 51, checkpoints);
  RunWriter::resume(place / "a.run").pause("{}");
  const RunReader reader(place / "a.run");
  ASSERT_EQ(reader.frame_count(), checkpoints);
  for (std::uint64_t step = 1; step <= checkpoints; ++step)
    EXPECT_TRUE(same(reader.frame(step - 1), frame_at(step))) << step;
}

TEST(Checkpoints, are_kept_twice_and_may_be_saved_again_at_the_same_step) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance());
  writer.save(checkpoint_at(10));
  writer.save(checkpoint_at(20));
  writer.save(checkpoint_at(20));
  EXPECT_THAT(RunReader(place / "a.run").checkpoint_steps(), ElementsAre(10u, 20u));
  Checkpoint changed = checkpoint_at(20);
  changed.state_hash = "other";
  writer.save(changed);
  EXPECT_THAT(RunReader(place / "a.run").checkpoint_steps(), ElementsAre(10u, 20u));
  EXPECT_EQ(RunReader(place / "a.run").last_checkpoint()->checkpoint.state_hash, "other");
  writer.save(checkpoint_at(30));
  EXPECT_THAT(RunReader(place / "a.run").checkpoint_steps(), ElementsAre(20u, 30u));
  EXPECT_FALSE(fs::exists(place / "a.run/checkpoint-10.h5"));
}

TEST(Checkpoints, can_be_read_while_a_writer_replaces_them) {
  TemporaryFolder place;
  RunWriter writer = RunWriter::create(place / "a.run", provenance());
  writer.save(checkpoint_at(10));
  const RunReader reader(place / "a.run");
  for (std::uint64_t step = 20; step < 60; step += 10) writer.save(checkpoint_at(step));
  EXPECT_TRUE(same(reader.last_checkpoint()->checkpoint, checkpoint_at(50)));
}

}  // namespace
}  // namespace scree::record::sample
