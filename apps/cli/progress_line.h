// What a person sees while a run goes on: one line that changes in place on a terminal, a line now and then
// elsewhere.
#pragma once

#include <cstdio>
#include <string>

#include "scree/sim/runner.h"

namespace scree::cli {

class ProgressLine : public sim::Observer {
 public:
  /// `quiet` leaves only warnings.
  ProgressLine(std::FILE* stream, bool quiet);
  ~ProgressLine() override { clear(); }

  void progressed(const sim::Progress& progress, const sim::Simulation& simulation) override;
  void warned(const sim::Warning& warning) override;
  /// Leaves the stream at the beginning of an empty line.
  void clear();

 private:
  std::FILE* stream_;
  bool quiet_, in_place_;
  bool shown_ = false;
  double next_plain_line_;  // [s] of wall clock
};

/// The line for a terminal of that width: what matters less is left out first.
std::string progress_text(const sim::Progress& progress, const std::string& whose_overlap, int width);

}  // namespace scree::cli
