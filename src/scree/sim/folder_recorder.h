// A run that is kept in a folder: joins the Runner's Recorder and record::RunWriter.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "scree/record/run_writer.h"
#include "scree/sim/runner.h"

namespace scree::sim {

class FolderRecorder : public Recorder {
 public:
  /// A new run. The folder is made by `begin`, so that a run that is refused at its start leaves nothing
  /// behind.
  FolderRecorder(std::filesystem::path folder, record::Provenance provenance, bool force)
      : folder_(std::move(folder)), provenance_(std::move(provenance)), force_(force) {}
  /// Goes on with a run.
  explicit FolderRecorder(record::RunWriter writer) : folder_(writer.folder()), writer_(std::move(writer)) {}

  void begin() override {
    if (!writer_) writer_.emplace(record::RunWriter::create(folder_, std::move(provenance_), force_));
  }
  void add(const record::Frame& frame) override { writer_->add(frame); }
  void add(const record::Sample& sample) override { writer_->add(sample); }
  void save(const record::Checkpoint& checkpoint) override { writer_->save(checkpoint); }
  void end(const Summary& summary) override {
    if (summary.outcome == Outcome::finished)
      writer_->finish(to_json(summary));
    else
      writer_->pause(to_json(summary));
  }

  std::string what_is_kept() const { return writer_ ? writer_->what_is_kept() : "Nothing was written."; }
  std::uint64_t frame_count() const { return writer_ ? writer_->frame_count() : 0; }

 private:
  std::filesystem::path folder_;
  record::Provenance provenance_;
  bool force_ = false;
  std::optional<record::RunWriter> writer_;
};

}  // namespace scree::sim
