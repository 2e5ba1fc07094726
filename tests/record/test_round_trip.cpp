#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <thread>

#include "scree/record/checkpoint_file.h"
#include "scree/record/hdf5_file.h"
#include "scree/record/run_index.h"
#include "tests/record/sample_run.h"

namespace scree::record {

// RapidCheck chooses this name.
void showValue(const Frame& frame, std::ostream& out) {  // NOLINT(readability-identifier-naming)
  out << "step " << frame.step << ", " << frame.bodies.size() << " columns of bodies, " << frame.walls.size()
      << " of walls";
}

namespace {

using sample::same;

struct Layout {
  std::string name;
  Element element;
  std::size_t width;
};

rc::Gen<std::string> names() {
  return rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyz_.-09 é"))));
}

std::vector<Layout> layouts() {
  std::vector<Layout> made;
  for (const std::string& name :
       *rc::gen::uniqueBy<std::vector<std::string>>(names(), [](const std::string& s) { return s; }))
    if (name != "box" && name != ".")
      made.push_back({name,
                      *rc::gen::element(Element::f64, Element::f32, Element::i64, Element::u64, Element::i32,
                                        Element::u32, Element::u8),
                      *rc::gen::inRange<std::size_t>(1, 5)});
  return made;
}

// Any bits, among them not-a-numbers and negative zeros.
std::vector<Column> columns(const std::vector<Layout>& layout) {
  const auto rows = *rc::gen::inRange<std::size_t>(0, 7);
  std::vector<Column> made;
  for (const Layout& entry : layout) {
    Column column{entry.name, entry.element, rows, entry.width, {}};
    for (std::size_t k = 0; k < rows * entry.width * size_of(entry.element); ++k)
      column.bytes.push_back(static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>()));
    made.push_back(std::move(column));
  }
  return made;
}

double any_bits() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

RC_GTEST_PROP(RoundTrip, of_a_segment_gives_back_every_bit, ()) {
  const std::vector<Layout> bodies = layouts(), walls = layouts(), contacts = layouts();
  const auto totals = *rc::gen::container<std::set<std::string>>(rc::gen::suchThat(
      names(), [](const std::string& s) { return s != "walls" && s != "contact_list" && s != "."; }));
  std::vector<Frame> frames;
  Segment segment;
  for (int k = *rc::gen::inRange(1, 5); k > 0; --k) {
    Frame frame{*rc::gen::arbitrary<std::uint64_t>(),
                any_bits(),
                columns(bodies),
                columns(walls),
                {},
                columns(contacts)};
    for (const std::string& name : totals) frame.totals[name] = any_bits();
    RC_ASSERT(segment.accepts(frame));
    segment.add(frame);
    frames.push_back(std::move(frame));
  }
  const Segment back = Segment::decode(segment.encode(sample::provenance()));
  RC_ASSERT(back.frame_count() == frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) RC_ASSERT(same(back.frame(k), frames[k]));
}

RC_GTEST_PROP(RoundTrip, of_a_checkpoint_gives_back_every_bit,
              (std::uint64_t step, const std::string& hash)) {
  Checkpoint checkpoint{step, any_bits(), hash, {}};
  for (const Layout& entry : layouts()) {
    for (Column& column : columns({entry})) {
      column.name = "tree/" + column.name + "/leaf";
      checkpoint.columns.push_back(std::move(column));
    }
  }
  RC_ASSERT(same(decode_checkpoint(encode(checkpoint)), checkpoint));
}

RC_GTEST_PROP(RoundTrip, of_provenance_gives_back_every_text,
              (const std::string& text, std::uint64_t seed, bool completed)) {
  RunIndex index;
  index.provenance = sample::provenance(*rc::gen::element(2, 3));
  index.provenance.scene_text = text;
  index.provenance.command_line = *rc::gen::string<std::string>();
  index.provenance.seed = seed;
  index.provenance.settings = *rc::gen::container<std::map<std::string, std::string>>(
      rc::gen::suchThat(names(), [](const std::string& s) { return s != "."; }),
      rc::gen::string<std::string>());
  index.completed = completed;
  index.summary = text;
  RC_ASSERT(decode_index(encode(index)) == index);
}

TEST(RoundTrip, gives_equal_files_for_equal_content) {
  EXPECT_EQ(encode(sample::checkpoint_at(5)), encode(sample::checkpoint_at(5)));
  Segment segment;
  segment.add(sample::frame_at(30));
  EXPECT_EQ(segment.encode(sample::provenance()), segment.encode(sample::provenance()));
}

TEST(RoundTrip, works_in_several_threads_at_once) {
  std::vector<int> good(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < good.size(); ++t)
    threads.emplace_back([&good, t] {
      for (std::uint64_t k = 0; k < 20; ++k)
        good[t] += same(decode_checkpoint(encode(sample::checkpoint_at(100 * t + k))),
                        sample::checkpoint_at(100 * t + k));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(good, testing::Each(20));
}

TEST(Columns, that_cannot_be_stored_are_refused_as_our_fault) {
  const auto refuses = [](Frame frame) { EXPECT_THROW(Segment().add(frame), InternalError); };
  const auto with = [](std::vector<Column> columns) {
    Frame frame;
    frame.bodies = std::move(columns);
    return frame;
  };
  for (const char* name : {"", ".", "a/b", "a\nb", "box"}) refuses(with({Column::make<double>(name, 1, 1)}));
  refuses(with({Column::make<double>("a", 1, 1), Column::make<double>("a", 1, 1)}));
  refuses(with({Column::make<double>("a", 1, 1), Column::make<double>("b", 2, 1)}));
  refuses(with({Column::make<double>("a", 1, 0)}));
  refuses(with({Column{"a", Element::f64, 2, 1, std::vector<std::byte>(8)}}));
  Frame frame;
  frame.totals["walls"] = 1;
  refuses(frame);
  Checkpoint checkpoint;
  checkpoint.columns = {Column::make<double>("a", 1, 1), Column::make<double>("a", 1, 1)};
  EXPECT_THROW(encode(checkpoint), InternalError);
  checkpoint.columns = {Column::make<double>("a//b", 1, 1)};
  EXPECT_THROW(encode(checkpoint), InternalError);
}

TEST(Index, finds_the_segment_of_a_frame_and_forgets_frames) {
  RunIndex index;
  std::uint64_t number = 0;
  for (const std::size_t frames : {3u, 1u, 2u}) {
    Segment segment;
    for (std::size_t k = 0; k < frames; ++k) segment.add(sample::frame_at(30));
    index.append(segment, number++, {});
  }
  for (const std::uint64_t frame : {0u, 2u}) EXPECT_EQ(index.segment_of(frame).number, 0u);
  EXPECT_EQ(index.segment_of(3).number, 1u);
  for (const std::uint64_t frame : {4u, 5u}) EXPECT_EQ(index.segment_of(frame).number, 2u);
  EXPECT_THROW(index.segment_of(6), InternalError);
  EXPECT_THROW(RunIndex(index).drop_frames_from(2), InternalError) << "inside a segment";
  index.drop_frames_from(4);
  EXPECT_EQ(index.segments.size(), 2u);
  EXPECT_EQ(index.times.size(), 4u);
  EXPECT_EQ(index.totals.at("kinetic").size(), 4u);
  index.drop_frames_from(0);
  EXPECT_TRUE(index.segments.empty());
}

}  // namespace
}  // namespace scree::record
