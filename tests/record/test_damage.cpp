// Damaged, truncated and foreign files: always an error that names the file, never a crash or a wrong number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "scree/record/checkpoint_file.h"
#include "scree/record/hdf5_file.h"
#include "scree/record/run_index.h"
#include "scree/record/sealed_file.h"
#include "tests/record/sample_run.h"

namespace scree::record::sample {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error was thrown";
}

// One finished run, and everything that reads one of its files.
class Damage : public testing::Test {
 protected:
  void SetUp() override {
    run_or_resume(folder());
    index_ = read_index(folder());
  }
  fs::path folder() const { return place_ / "a.run"; }
  void read_all_of(const std::string& name) const {
    if (name == "run.h5") read_index(folder());
    for (const SegmentEntry& entry : index_.segments)
      if (name == "frames-00000" + std::to_string(entry.number) + ".h5") read_segment(folder(), entry);
    for (const CheckpointEntry& entry : index_.checkpoints)
      if (name == "checkpoint-" + std::to_string(entry.step) + ".h5") read_checkpoint(folder(), entry);
  }
  static std::vector<std::string> kinds() { return {"run.h5", "frames-000000.h5", "checkpoint-60.h5"}; }

  TemporaryFolder place_;
  RunIndex index_;
};

TEST_F(Damage, of_any_byte_is_found) {
  for (const std::string& name : kinds()) {
    const std::string intact = read_text(folder() / name);
    read_all_of(name);
    // Every byte of the seal and of HDF5's first structures, then a sample.
    for (std::size_t at = 0; at < intact.size(); at += at < 700 ? 1 : 37) {
      std::string damaged = intact;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
      write_text(folder() / name, damaged);
      ASSERT_THAT(message_of([&] { read_all_of(name); }), HasSubstr(name)) << "byte " << at;
    }
    write_text(folder() / name, intact);
  }
}

// Issue 21, section 2, point 5: a stranger can make a seal too.
TEST_F(Damage, of_an_index_with_a_seal_of_its_own_is_found) {
  const std::vector<void (*)(RunIndex&)> changes{
      [](RunIndex& index) { index.provenance.dimension = 7; },
      [](RunIndex& index) { index.provenance.dimension = -1; },
      [](RunIndex& index) { index.segments.front().frames = ~std::uint64_t{0}; },
      [](RunIndex& index) {  // the sum is right again when it has overflowed
        index.segments = {{0, 0, ~std::uint64_t{0}, {}}, {1, ~std::uint64_t{0}, index.steps.size() + 1, {}}};
      },
      [](RunIndex& index) { index.segments.front().number = ~std::uint64_t{0}; },
      [](RunIndex& index) { index.segments.front().first_frame = 1; },
      [](RunIndex& index) { index.segments.clear(); },
      [](RunIndex& index) { index.checkpoints.front().frames = 1000; },
      [](RunIndex& index) { index.checkpoints.front().step = ~std::uint64_t{0}; },
      [](RunIndex& index) { index.times.front() = std::numeric_limits<double>::quiet_NaN(); },
      [](RunIndex& index) { index.times.pop_back(); },
  };
  EXPECT_EQ(decode_index(encode(index_)), index_);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    RunIndex changed = index_;
    changes[k](changed);
    EXPECT_THROW(decode_index(encode(changed)), Hdf5Error) << "change " << k;
  }
}

TEST_F(Damage, of_columns_that_are_not_what_their_names_say_is_found) {
  for (const Column& column : {Column::make<float>("position", 5, 3), Column::make<double>("position", 5, 1),
                               Column::make<double>("id", 5, 1), Column::make<std::uint32_t>("shape", 5, 2),
                               Column::make<std::uint32_t>("radius", 5, 1)}) {
    Segment segment;
    segment.add({1, 0.1, {column}, {}, {}, {}});
    EXPECT_THROW(Segment::decode(segment.encode(provenance())), Hdf5Error) << column.name;
  }
}

TEST_F(Damage, by_a_file_with_another_number_of_frames_is_told) {
  SegmentEntry entry = index_.segments.front();
  ++entry.frames;
  EXPECT_THAT(message_of([&] { read_segment(folder(), entry); }), HasSubstr("frames-000000.h5"));
}

TEST_F(Damage, by_truncation_anywhere_is_found) {
  for (const std::string& name : kinds()) {
    const std::string intact = read_text(folder() / name);
    for (std::size_t size = 0; size < intact.size(); size += size < 600 ? 7 : 211) {
      fs::resize_file(folder() / name, size);
      const std::string message = message_of([&] { read_all_of(name); });
      ASSERT_THAT(message, HasSubstr(name)) << "size " << size;
      ASSERT_THAT(message, HasSubstr(size < 100 ? "" : "is truncated: " + std::to_string(size)));
      write_text(folder() / name, intact);
    }
    write_text(folder() / name, intact + "x");
    ASSERT_THAT(message_of([&] { read_all_of(name); }), AllOf(HasSubstr(name), HasSubstr("is damaged")));
    write_text(folder() / name, intact);
  }
}

TEST_F(Damage, by_mistaken_identity_is_found) {
  const auto message = [&](const std::string& name) { return message_of([&] { read_all_of(name); }); };
  fs::copy_file(folder() / "checkpoint-40.h5", folder() / "checkpoint-60.h5",
                fs::copy_options::overwrite_existing);
  EXPECT_THAT(message("checkpoint-60.h5"),
              AllOf(HasSubstr("checkpoint-60.h5"), HasSubstr("is not the file that run.h5 names")));
  fs::copy_file(folder() / "run.h5", folder() / "frames-000000.h5", fs::copy_options::overwrite_existing);
  EXPECT_THAT(message("frames-000000.h5"), HasSubstr("is a file of kind 'index' where 'frames' is expected"));
  write_text(folder() / "frames-000001.h5", "\x89HDF\r\n\x1a\n" + std::string(2000, '\0'));
  EXPECT_THAT(message("frames-000001.h5"),
              AllOf(HasSubstr("frames-000001.h5"), HasSubstr("was not written by scree")));
  fs::remove(folder() / "frames-000002.h5");
  EXPECT_THAT(message("frames-000002.h5"), AllOf(HasSubstr("frames-000002.h5"), HasSubstr("No such file")));
  fs::create_directory(folder() / "frames-000002.h5");
  EXPECT_THAT(message("frames-000002.h5"), AllOf(HasSubstr("frames-000002.h5"), HasSubstr("Is a directory")));
  std::string newer = read_text(folder() / "run.h5");
  newer.replace(newer.find("format 1"), 8, "format 2");
  write_text(folder() / "run.h5", newer);
  EXPECT_THAT(message("run.h5"), HasSubstr("has format 2, and this scree reads format 1"));
}

TEST_F(Damage, of_one_file_of_frames_leaves_the_others_readable) {
  ASSERT_GT(index_.segments.size(), 2u);
  fs::resize_file(folder() / "frames-000001.h5", 1000);
  const RunReader reader(folder());
  EXPECT_TRUE(same(reader.frame(0), frame_at(0)));
  EXPECT_THAT(message_of([&] { reader.frame(index_.segments[1].first_frame); }),
              HasSubstr("frames-000001.h5"));
  EXPECT_TRUE(same(reader.frame(6), frame_at(60)));
}

TEST_F(Damage, of_frames_before_the_checkpoint_keeps_a_run_from_going_on) {
  const std::string name = "frames-000001.h5", intact = read_text(folder() / name);
  const auto message = [&] { return message_of([&] { RunWriter::resume(folder(), small_segments); }); };
  fs::remove(folder() / name);
  EXPECT_THAT(message(), AllOf(HasSubstr(name), HasSubstr("No such file"), HasSubstr("Put the file back")));
  std::string damaged = intact;
  damaged[intact.size() - 5] ^= 1;
  write_text(folder() / name, damaged);
  EXPECT_THAT(message(), AllOf(HasSubstr(name), HasSubstr("is damaged")));
  write_text(folder() / name, intact);
  EXPECT_EQ(RunWriter::resume(folder(), small_segments).frame_count(), 7u);
}

TEST_F(Damage, of_the_last_checkpoint_falls_back_to_the_one_before_and_says_so) {
  fs::resize_file(folder() / "checkpoint-60.h5", 1000);
  const auto found = RunReader(folder()).last_checkpoint();
  EXPECT_TRUE(same(found->checkpoint, checkpoint_at(40)));
  EXPECT_THAT(found->note, AllOf(HasSubstr("checkpoint-60.h5' is truncated"),
                                 HasSubstr("the checkpoint before it is used, at step 40")));
  {
    RunWriter writer = RunWriter::resume(folder(), small_segments);
    EXPECT_EQ(writer.frame_count(), 5u) << "frames 0, 10, ... 40";
    run_to_the_end(writer);
  }
  EXPECT_EQ(faults_of_finished(folder()), "");
}

TEST_F(Damage, of_every_checkpoint_is_an_error_that_names_them) {
  fs::resize_file(folder() / "checkpoint-40.h5", 10);
  fs::remove(folder() / "checkpoint-60.h5");
  for (const std::string& message : {message_of([&] { RunReader(folder()).last_checkpoint(); }),
                                     message_of([&] { RunWriter::resume(folder()); })})
    EXPECT_THAT(message, AllOf(HasSubstr("checkpoint-40.h5"), HasSubstr("checkpoint-60.h5"),
                               HasSubstr("Its frames are kept")));
  EXPECT_EQ(RunReader(folder()).frame_count(), 7u);
}

// The seal proves the bytes; the checks behind it are for files that were sealed with something else inside.
TEST_F(Damage, inside_an_intact_seal_is_found_by_the_checksums_of_arrays) {
  std::vector<std::byte> image = read_sealed(folder() / "frames-000001.h5", FileKind::frames).bytes;
  const double wanted = frame_at(30).bodies[1].values<double>()[0];
  const auto* pattern = reinterpret_cast<const std::byte*>(&wanted);
  const auto at = std::search(image.begin(), image.end(), pattern, pattern + sizeof wanted);
  ASSERT_NE(at, image.end());
  *at ^= std::byte{1};
  EXPECT_THROW(Segment::decode(image), Hdf5Error);
  seal(FileKind::frames, image);
  write_text(folder() / "frames-000001.h5",
             std::string(reinterpret_cast<const char*>(image.data()), image.size()));
  SegmentEntry entry = index_.segments[1];
  entry.hash = read_sealed(folder() / "frames-000001.h5", FileKind::frames).hash;
  EXPECT_THAT(message_of([&] { read_segment(folder(), entry); }),
              AllOf(HasSubstr("frames-000001.h5"), HasSubstr("does not match its checksum")));
}

TEST_F(Damage, by_files_of_another_kind_inside_an_intact_seal_is_found) {
  std::vector<std::byte> image = encode(checkpoint_at(7));
  EXPECT_THROW(Segment::decode(image), Hdf5Error);
  EXPECT_THROW(decode_index(image), Hdf5Error);
  EXPECT_THROW(decode_checkpoint(encode(index_)), Hdf5Error);
  EXPECT_THROW(decode_checkpoint(std::vector<std::byte>(5000)), Hdf5Error);
  EXPECT_THROW(decode_checkpoint({}), Hdf5Error);
}

RC_GTEST_PROP(Seal, is_broken_by_any_change_of_any_file, (std::uint64_t step, std::uint8_t change)) {
  RC_PRE(change != 0);
  static const TemporaryFolder place;
  std::vector<std::byte> image = encode(checkpoint_at(step));
  seal(FileKind::checkpoint, image);
  const auto at = *rc::gen::inRange<std::size_t>(0, image.size());
  image[at] ^= std::byte{change};
  write_text(place / "file.h5", std::string(reinterpret_cast<const char*>(image.data()), image.size()));
  RC_ASSERT_THROWS_AS(read_sealed(place / "file.h5", FileKind::checkpoint), RunError);
}

}  // namespace
}  // namespace scree::record::sample
