// What a run leaves behind, as plain values: takes frames and checkpoints as named columns from sim/, gives
// them back to whoever reads a run. record/ does not know bodies or laws; run_writer.h and run_reader.h keep
// these values on disk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scree/base/column.h"

namespace scree::record {

/// The space that bodies move in, by axis.
struct Domain {
  std::vector<double> lo, hi;          ///< [m] may be infinite; empty: open everywhere
  std::vector<std::uint8_t> periodic;  ///< 1: what leaves comes back on the other side
  std::vector<std::int32_t> shear;     ///< axes of flow and gradient of a sheared box; else empty

  friend bool operator==(const Domain&, const Domain&) = default;
};

/// By this name frames have the way by which the copies of a sheared box are displaced [m].
inline constexpr const char* shear_offset_total = "shear_offset";

/// What made the run; written once.
struct Provenance {
  std::string version;  ///< of scree
  std::string scene_name;
  std::string scene_text;  ///< resolved: reading it again gives the same scene
  std::uint64_t seed = 0;
  int dimension = 3;
  Domain domain;
  std::string command_line;
  std::string started;  ///< ISO 8601, UTC
  std::map<std::string, std::string>
      settings;  ///< what the run was built with: integrator, search, time_step, ...

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// One moment for people to look at: columns with one row per body (in id order; `id` is among them), walls
/// likewise, numbers about the whole (energies, counts), and contacts. Names have no '/'; `box` is taken by
/// H5MD. Sets of columns may change from frame to frame; each change starts a new file, so it should be rare.
struct Frame {
  std::uint64_t step = 0;
  double time = 0;  ///< [s]
  std::vector<Column> bodies;
  std::vector<Column> walls;
  std::map<std::string, double> totals;
  std::vector<Column> contacts;  ///< one row per contact, in key order; no columns unless they are asked for
};

/// Everything that is needed to go on, bit for bit. record/ does not look inside. Names may form a tree with
/// '/'.
struct Checkpoint {
  std::uint64_t step = 0;
  double time = 0;  ///< [s]
  std::string state_hash;
  std::vector<Column> columns;
};

}  // namespace scree::record
