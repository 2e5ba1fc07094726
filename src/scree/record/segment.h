// Some frames in a row, packed: what a writer collects until a file is worth writing, and what a reader gets
// back from one. On disk H5MD-shaped: every column is an element with frames x rows x width numbers; frames
// with fewer rows than the largest are filled up, with the fill value in `id`, as H5MD does for particles
// that come and go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scree/record/run_store.h"

namespace scree::record {

class Hdf5File;

class Segment {
 public:
  std::size_t frame_count() const { return steps_.size(); }
  bool empty() const { return steps_.empty(); }
  /// Whether the frame has the columns of those before it; an empty segment accepts every frame.
  bool accepts(const Frame& frame) const;
  /// Throws InternalError when the columns of a group differ in length, or names repeat or cannot be stored.
  void add(const Frame& frame);

  std::uint64_t step(std::size_t index) const { return steps_[index]; }
  double time(std::size_t index) const { return times_[index]; }
  std::map<std::string, double> totals(std::size_t index) const;
  Frame frame(std::size_t index) const;

  /// Of the file: it grows with the largest frame times the number of frames.
  std::size_t bytes_on_disk() const;
  std::size_t bytes_on_disk_with(const Frame& frame) const;

  /// The file image, with room for the seal.
  std::vector<std::byte> encode(const Provenance& provenance) const;
  /// Throws Hdf5Error when the image is not that of a segment.
  static Segment decode(std::span<const std::byte> image);

 private:
  // The bodies, the walls or the contacts of all frames: columns in which one frame follows another.
  struct Group {
    std::vector<Column> columns;
    std::vector<std::uint64_t> rows;       // of each frame
    std::vector<std::uint64_t> first_row;  // of each frame, and after the last
    std::uint64_t most_rows = 0;
  };
  static bool same_columns(const Group& group, const std::vector<Column>& columns);
  static void append(Group& group, const std::vector<Column>& columns);
  static std::vector<Column> extract(const Group& group, std::size_t frame);
  static std::size_t bytes_per_row(const std::vector<Column>& columns);
  static void write(Hdf5File& file, const std::string& path, const std::string& name, const Group& group);
  static Group read(const Hdf5File& file, const std::string& path, const std::string& name,
                    std::size_t frames);

  std::vector<std::uint64_t> steps_;
  std::vector<double> times_;
  Group bodies_, walls_, contacts_;
  std::map<std::string, std::vector<double>> totals_;
};

}  // namespace scree::record
