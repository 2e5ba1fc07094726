// What the exports hold is checked by read_back.py; here is how they behave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "scree/record/body_fields.h"
#include "scree/record/export.h"
#include "scree/record/real_path.h"
#include "tests/record/sample_run.h"
#include "tests/record/system_calls.h"

namespace scree::record {

// GoogleTest chooses this name.
void PrintTo(const ExportFormat& format, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << format.name;
}

}  // namespace scree::record

namespace scree::record::sample {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::recursive_directory_iterator(folder), fs::recursive_directory_iterator()));
}

class Export : public testing::TestWithParam<ExportFormat> {
 protected:
  Export() { run_or_resume(place_ / "a.run"); }
  RunReader run() const { return RunReader(place_ / "a.run"); }

  TemporaryFolder place_;
};

TEST_P(Export, makes_missing_folders_and_reports_what_it_wrote) {
  const ExportReport report = GetParam().write(run(), {place_ / "deep/er/out", 2});
  EXPECT_EQ(report.frames, 4u);
  EXPECT_TRUE(fs::is_regular_file(report.file));
  const ExportReport again = GetParam().write(run(), {place_ / "deep/er/out", 100});
  EXPECT_EQ(again.frames, 1u);
}

TEST_P(Export, of_a_run_without_frames_is_empty_and_not_an_error) {
  { RunWriter writer = RunWriter::create(place_ / "b.run", provenance()); }
  const ExportReport report = GetParam().write(RunReader(place_ / "b.run"), {place_ / "out", 1});
  EXPECT_EQ(report.frames, 0u);
  EXPECT_TRUE(fs::is_regular_file(report.file));
}

TEST_P(Export, copes_with_columns_that_come_and_go) {
  {
    RunWriter writer = RunWriter::create(place_ / "b.run", provenance());
    Frame bare;
    writer.add(bare);
    writer.add(frame_at(30));
    Frame poor = frame_at(30);
    poor.bodies.resize(2);
    poor.totals.clear();
    writer.add(poor);
  }
  EXPECT_EQ(GetParam().write(RunReader(place_ / "b.run"), {place_ / "out", 1}).frames, 3u);
}

TEST_P(Export, refuses_to_replace_files_of_runs_and_senseless_options) {
  for (const char* name :
       {"run.h5", "run.lock", "summary.json", "scene.toml", "frames-000000.h5", "checkpoint-60.h5"})
    EXPECT_THROW(GetParam().write(run(), {place_ / "a.run" / name, 1}), SceneError) << name;
  // Nor a file of another one, whatever it is called on the way there.
  RunWriter::create(place_ / "other.run", provenance());
  EXPECT_THROW(GetParam().write(run(), {place_ / "other.run/run.h5", 1}), SceneError);
  EXPECT_THROW(GetParam().write(run(), {place_ / "a.run/../other.run/run.h5", 1}), SceneError);
  fs::create_symlink(place_ / "other.run/run.h5", place_ / "innocent");
  EXPECT_THROW(GetParam().write(run(), {place_ / "innocent", 1}), SceneError);
  EXPECT_NO_THROW(RunReader(place_ / "other.run"));
  EXPECT_THROW(GetParam().write(run(), {place_ / "out", 0}), SceneError);
  EXPECT_THROW(GetParam().write(run(), {"", 1}), SceneError);
  EXPECT_EQ(faults_of_finished(place_ / "a.run"), "");
}

TEST_P(Export, that_meets_a_full_disk_leaves_the_old_file_and_no_temporary) {
  const ExportReport old = GetParam().write(run(), {place_ / "out/file", 100});
  const std::string before = read_text(old.file);
  system_calls::begin({});
  GetParam().write(run(), {place_ / "other/file", 1});
  const auto calls = static_cast<int>(system_calls::end().size());
  const std::size_t files = files_in(place_ / "out");
  int failures = 0;
  for (int at = 0; at < calls; ++at) {
    system_calls::begin({system_calls::Fault::fail, at, ENOSPC});
    try {
      GetParam().write(run(), {place_ / "out/file", 1});
    } catch (const RunError& error) {
      ++failures;
      EXPECT_THAT(error.what(), AllOf(HasSubstr("No space left on device"), HasSubstr("out/file")));
    }
    const std::vector<std::string> seen = system_calls::end();
    if (seen.back().starts_with("close")) continue;
    EXPECT_TRUE(read_text(old.file) == before || at > calls - 8) << "call " << at;
  }
  EXPECT_GT(failures, calls / 2);
  for (const auto& entry : fs::recursive_directory_iterator(place_ / "out"))
    EXPECT_FALSE(entry.path().filename().string().ends_with(".tmp"));
  EXPECT_GE(files_in(place_ / "out"), files);
}

INSTANTIATE_TEST_SUITE_P(Formats, Export, testing::ValuesIn(export_formats().begin(), export_formats().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ExportOfH5md, refuses_a_column_that_changes_its_type) {
  TemporaryFolder place;
  {
    RunWriter writer = RunWriter::create(place / "a.run", provenance());
    Frame frame;
    frame.bodies = {Column::make<double>("colour", 1, 1)};
    writer.add(frame);
    frame.bodies = {Column::make<std::uint8_t>("colour", 1, 1)};
    writer.add(frame);
  }
  EXPECT_THROW(export_h5md(RunReader(place / "a.run"), {place / "out.h5", 1}), RunError);
  EXPECT_FALSE(fs::exists(place / "out.h5"));
}

TEST(ExportPaths, stand_beside_the_run_by_default) {
  const auto path_for = [](std::size_t format, const fs::path& folder) {
    return beside_run(folder, export_formats()[format].ending);
  };
  EXPECT_EQ(path_for(0, "box.run"), "box.csv");
  EXPECT_EQ(path_for(1, "data/box.run/"), "data/box-vtk");
  EXPECT_EQ(path_for(2, "/data/results.v2"), "/data/results.v2.h5");
  TemporaryFolder place;
  fs::create_directory(place / "box.run");
  for (const char* const name : {"box.run/.", "box.run/./"})
    EXPECT_EQ(path_for(0, place / name), place / "box.csv") << name;
  fs::create_directories(place / "far/box.run");
  fs::create_directory_symlink(place / "far/box.run", place / "link");
  EXPECT_EQ(real_path(path_for(0, place / "link/../box.run")), real_path(place / "far/box.csv"));
  const fs::path before = fs::current_path();
  fs::current_path(place / "box.run");
  EXPECT_TRUE(fs::equivalent(path_for(0, ".").parent_path(), place / "")) << path_for(0, ".");
  EXPECT_EQ(path_for(0, ".").filename(), "box.csv");
  fs::current_path(before);
}

TEST(Fields, are_ordered_and_named_for_people) {
  FieldList list;
  list.include({Column::make<std::uint32_t>("material", 0, 1), Column::make<double>("stress", 0, 3),
                Column::make<double>("radius", 0, 1)});
  list.include({Column::make<double>("spin", 0, 1), Column::make<double>("orientation", 0, 2),
                Column::make<double>("position", 0, 2), Column::make<std::uint32_t>("id", 0, 1),
                Column::make<double>("torque", 0, 1), Column::make<double>("stress", 0, 1)});
  std::vector<std::string> names;
  for (const Field& field : list.ordered())
    names.insert(names.end(), field.components.begin(), field.components.end());
  EXPECT_THAT(names, ElementsAre("id", "x", "y", "angle", "spin", "radius", "material", "stress_0",
                                 "stress_1", "stress_2", "torque"));
}

}  // namespace
}  // namespace scree::record::sample
