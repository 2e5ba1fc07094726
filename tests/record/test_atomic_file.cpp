#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "scree/record/atomic_file.h"
#include "scree/record/real_path.h"
#include "tests/record/sample_run.h"
#include "tests/record/system_calls.h"

namespace scree::record {
namespace {

namespace fs = std::filesystem;
using sample::read_text;
using sample::TemporaryFolder;
using sample::write_text;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string message_of_write(const fs::path& path, const std::string& text, Links links = Links::replaced) {
  try {
    write_atomically(path, text, links);
  } catch (const RunError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

TEST(AtomicFile, replaces_a_file_as_a_whole) {
  TemporaryFolder place;
  write_atomically(place / "a", std::string_view("one"));
  write_atomically(place / "a", std::string_view("another"));
  EXPECT_EQ(read_text(place / "a"), "another");
  EXPECT_EQ(files_in(place.path()), 1u);
}

TEST(AtomicFile, is_durable_before_it_is_visible) {
  TemporaryFolder place;
  system_calls::begin({});
  write_atomically(place / "a", std::string_view("text"));
  const std::vector<std::string> calls = system_calls::end();
  const std::string folder = place.path().filename();
  EXPECT_THAT(calls, ElementsAre(StartsWith("open .a."), StartsWith("pwrite .a."), StartsWith("fsync .a."),
                                 StartsWith("close .a."), "rename a", "fsync " + folder, "close " + folder));
}

TEST(AtomicFile, goes_on_after_signals_and_short_writes) {
  TemporaryFolder place;
  std::string text;
  for (int k = 0; k < 10'000; ++k) text += std::to_string(k);
  system_calls::Plan plan;
  plan.interrupt_and_shorten = true;
  system_calls::begin(plan);
  write_atomically(place / "a", text);
  EXPECT_GT(system_calls::end().size(), 20u);
  EXPECT_EQ(read_text(place / "a"), text);
}

TEST(AtomicFile, can_be_written_out_of_order_and_read_back) {
  TemporaryFolder place;
  AtomicFile file(place / "a");
  file.append("hello world");
  file.write_at(6, std::as_bytes(std::span("there", 5)));
  file.write_at(20, std::as_bytes(std::span("!", 1)));
  char start[5];
  EXPECT_TRUE(file.read_at(6, std::as_writable_bytes(std::span(start))));
  EXPECT_EQ(std::string(start, 5), "there");
  EXPECT_FALSE(file.read_at(17, std::as_writable_bytes(std::span(start))));
  EXPECT_EQ(file.size(), 21u);
  file.resize(11);
  EXPECT_FALSE(fs::exists(place / "a"));
  file.commit();
  EXPECT_EQ(read_text(place / "a"), "hello there");
}

TEST(AtomicFile, leaves_nothing_when_it_is_given_up) {
  TemporaryFolder place;
  { AtomicFile(place / "a").append("half"); }
  EXPECT_EQ(files_in(place.path()), 0u);
}

// Whatever call fails, the old file stays or the new one is complete, and no temporary remains.
TEST(AtomicFile, keeps_the_old_file_when_any_call_fails) {
  for (const int error_number : {ENOSPC, EIO, EROFS, EDQUOT}) {
    int failures = 0;
    for (int at = 0; at < 7; ++at) {
      TemporaryFolder place;
      write_text(place / "a", "old");
      system_calls::begin({system_calls::Fault::fail_once, at, error_number});
      try {
        write_atomically(place / "a", std::string_view("new"));
      } catch (const WriteError& error) {
        ++failures;
        EXPECT_EQ(error.error_number, error_number);
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr((place / "a").string()), HasSubstr(strerror(error_number))));
      }
      system_calls::end();
      EXPECT_EQ(files_in(place.path()), 1u);
      EXPECT_EQ(read_text(place / "a"), at < 5 && at != 3 ? "old" : "new");
    }
    EXPECT_EQ(failures, 5) << "open, pwrite, fsync, rename, fsync of the folder";
  }
}

TEST(AtomicFile, says_what_to_do_about_a_full_disk) {
  TemporaryFolder place;
  system_calls::begin({system_calls::Fault::fail, 1, ENOSPC});
  const std::string message = message_of_write(place / "a", "text");
  system_calls::end();
  EXPECT_THAT(message, AllOf(HasSubstr("cannot write"), HasSubstr("No space left on device"),
                             HasSubstr("free some space")));
}

TEST(AtomicFile, stops_at_a_real_limit_of_file_size) {
  TemporaryFolder place;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  rlimit limit = old_limit;
  limit.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const std::string message = message_of_write(place / "a", std::string(5000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_THAT(message, AllOf(HasSubstr("File too large"), HasSubstr("ulimit -f")));
  EXPECT_EQ(files_in(place.path()), 0u);
}

TEST(AtomicFile, names_a_folder_that_is_not_there_or_is_a_file) {
  TemporaryFolder place;
  write_text(place / "file", "");
  EXPECT_THAT(message_of_write(place / "gone/a", "text"), HasSubstr("the folder is not there"));
  EXPECT_THAT(message_of_write(place / "file/a", "text"), HasSubstr("Not a directory"));
  EXPECT_THROW(make_folder(place / "file/a"), WriteError);
  EXPECT_THROW(make_folder(place / "file"), WriteError);
}

TEST(RealPath, follows_links_before_it_goes_up) {
  const TemporaryFolder place;
  fs::create_directories(place / "far/deep");
  fs::create_directory_symlink("far/deep", place / "link");
  fs::create_directory_symlink(place / "link", place / "link_to_link");
  fs::create_symlink("circle", place / "circle");
  fs::create_symlink("far/missing", place / "dangling");
  const fs::path root = fs::canonical(place.path());
  EXPECT_EQ(real_path(place / "link/../a.run"), root / "far/a.run");
  EXPECT_EQ(real_path(place / "link_to_link/./../../a.run/"), root / "a.run");
  EXPECT_EQ(real_path(place / "dangling"), root / "far/missing");
  EXPECT_EQ(real_path(place / "new/er/a.run"), root / "new/er/a.run");
  EXPECT_EQ(real_path("a.run"), fs::current_path() / "a.run");
  EXPECT_THROW(real_path(place / "missing/../a.run"), WriteError);
  EXPECT_THROW(real_path(place / "circle"), WriteError);
}

TEST(RealPath, takes_only_slashes_and_dots_off_the_end) {
  EXPECT_EQ(without_trailing_slash("a/b.run/"), "a/b.run");
  EXPECT_EQ(without_trailing_slash("a/../b.run//."), "a/../b.run");
  EXPECT_EQ(without_trailing_slash("./"), ".");
  EXPECT_EQ(without_trailing_slash("/"), "/");
}

TEST(AtomicFile, refuses_folders_and_devices_and_follows_links_if_told_so) {
  TemporaryFolder place;
  fs::create_directory(place / "folder");
  EXPECT_THAT(message_of_write(place / "folder", "text"), HasSubstr("a folder stands in its place"));
  ASSERT_EQ(mkfifo((place / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(message_of_write(place / "pipe", "text"), HasSubstr("not a file"));
  fs::create_symlink("pipe", place / "link_to_pipe");
  EXPECT_THAT(message_of_write(place / "link_to_pipe", "text", Links::followed), HasSubstr("not a file"));
  write_text(place / "file", "old");
  fs::create_symlink("file", place / "link");
  write_atomically(place / "link", std::string_view("new"), Links::followed);
  EXPECT_TRUE(fs::is_symlink(place / "link"));
  EXPECT_EQ(read_text(place / "file"), "new");
  // Issue 21, section 2, point 5.
  write_atomically(place / "link", std::string_view("newer"));
  EXPECT_FALSE(fs::is_symlink(place / "link"));
  EXPECT_EQ(read_text(place / "file"), "new");
  EXPECT_EQ(read_text(place / "link"), "newer");
}

// Issue 21, section 2, point 5.
TEST(Temporaries, have_names_that_cannot_be_guessed) {
  TemporaryFolder place;
  const AtomicFile first(place / "a"), second(place / "a");
  EXPECT_TRUE(is_temporary(first.temporary().filename().string()));
  EXPECT_NE(first.temporary(), second.temporary());
  EXPECT_EQ(first.temporary().filename().string().find(std::to_string(getpid()) + "-0"), std::string::npos);
}

TEST(Temporaries, are_told_from_other_files_and_removed) {
  TemporaryFolder place;
  const std::vector<std::string> others{"a",          ".a",        "a.tmp",     ".a.tmp",     ".a.12.tmp",
                                        ".a.12-.tmp", ".a.-1.tmp", "..1-2.tmp", ".a.1-2x.tmp"};
  for (const std::string& name : others) {
    EXPECT_FALSE(is_temporary(name)) << name;
    write_text(place / name, "");
  }
  EXPECT_TRUE(is_temporary(".run.h5.4711-0.tmp"));
  write_text(place / ".run.h5.4711-0.tmp", "");
  remove_temporaries(place.path());
  EXPECT_EQ(files_in(place.path()), others.size());
}

TEST(Temporaries, of_living_processes_and_other_targets_are_left_alone) {
  TemporaryFolder place;
  const std::string mine = ".out.csv." + std::to_string(getpid()) + "-7.tmp";
  for (const std::string& name :
       {mine, std::string(".out.csv.2147483647-0.tmp"), std::string(".other.csv.2147483647-0.tmp")})
    write_text(place / name, "");
  remove_abandoned_temporaries(place / "out.csv");
  EXPECT_TRUE(fs::exists(place / mine));
  EXPECT_FALSE(fs::exists(place / ".out.csv.2147483647-0.tmp"));
  EXPECT_TRUE(fs::exists(place / ".other.csv.2147483647-0.tmp"));
}

// A small disk of its own, when the test may mount one.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& folder) : folder_(folder) {
    fs::create_directory(folder);
    mounted_ = mount("none", folder.c_str(), "tmpfs", 0, "size=300k") == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  bool make_read_only() { return mount("none", folder_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

TEST(FullDisk, stops_the_run_with_a_sentence_and_keeps_what_was_written) {
  TemporaryFolder place;
  SmallDisk disk(place / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs needs root";
  const fs::path folder = place / "disk/a.run";
  std::string message;
  {
    RunWriter writer = RunWriter::create(folder, sample::provenance());
    for (std::uint64_t step = 0; message.empty() && step < 10'000; step += 10) try {
        writer.add(sample::frame_at(step));
        if (step % 50 == 0) writer.save(sample::checkpoint_at(step));
      } catch (const RunError& error) {
        message = error.what();
      }
  }
  EXPECT_THAT(message,
              AllOf(HasSubstr("No space left on device"), HasSubstr("Kept: "),
                    HasSubstr("the checkpoint at step"), HasSubstr("scree resume " + folder.string())));
  EXPECT_EQ(sample::faults_of_interrupted(folder), "");
  EXPECT_GT(RunReader(folder).frame_count(), 5u);
  EXPECT_NO_THROW(RunWriter::resume(folder));
}

TEST(ReadOnlyDisk, is_named_in_the_error_and_can_still_be_read) {
  TemporaryFolder place;
  SmallDisk disk(place / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs needs root";
  const fs::path folder = place / "disk/a.run";
  sample::run_or_resume(folder);
  { RunWriter writer = RunWriter::create(place / "disk/b.run", sample::provenance()); }
  ASSERT_TRUE(disk.make_read_only());
  EXPECT_EQ(sample::faults_of_finished(folder), "");
  EXPECT_THAT(message_of_write(place / "disk/a", "text"),
              AllOf(HasSubstr("Read-only file system"), HasSubstr("choose a place")));
  EXPECT_THROW(RunWriter::create(place / "disk/c.run", sample::provenance()), WriteError);
  EXPECT_THROW(RunWriter::resume(place / "disk/b.run"), WriteError);
}

}  // namespace
}  // namespace scree::record
