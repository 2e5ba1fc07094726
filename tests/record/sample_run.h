// A run without physics: every frame and checkpoint is a pure function of the step, so what a folder should
// hold after any interruption is known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "scree/record/run_reader.h"
#include "scree/record/run_store.h"
#include "scree/record/run_writer.h"

namespace scree::record::sample {

/// An empty folder that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Provenance provenance(int dimension = 3);
/// Bodies come and go with the step; some frames have none.
Frame frame_at(std::uint64_t step, int dimension = 3);
Checkpoint checkpoint_at(std::uint64_t step);

inline constexpr std::uint64_t frame_interval = 10, checkpoint_interval = 20, last_step = 60;
inline constexpr WriterOptions small_segments{2500};

/// Advances from the writer's checkpoint, or from the start, to `last_step`, as sim/ does it.
void run_to_the_end(RunWriter& writer);
/// The same in a folder: resumes what can be resumed, else starts; leaves a finished run alone.
void run_or_resume(const std::filesystem::path& folder);

bool same(const Column& a, const Column& b);
bool same(const Frame& a, const Frame& b);
bool same(const Checkpoint& a, const Checkpoint& b);

/// What is wrong with the run in the folder: a frame missing, twice or different, a checkpoint that does not
/// fit. Empty when all is well. A folder in which no run has started yet is well.
std::string faults_of_interrupted(const std::filesystem::path& folder);
std::string faults_of_finished(const std::filesystem::path& folder);

std::string read_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace scree::record::sample
