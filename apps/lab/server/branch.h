// One line of history in the laboratory: a session, the pictures of its past, and which edits of its journal
// belong together.
#pragma once

#include <map>

#include "apps/lab/server/still.h"
#include "scree/sim/session.h"

namespace scree::lab {

/// Pictures of the past within a budget: the more there are, the farther they lie apart.
class TimeLine {
 public:
  explicit TimeLine(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  void keep(const std::shared_ptr<const Still>& still);
  void drop_after(std::uint64_t step);
  /// The last one that is not after the step, or the first; null if there is none.
  std::shared_ptr<const Still> nearest(std::uint64_t step) const;
  const std::vector<std::shared_ptr<const Still>>& stills() const { return stills_; }
  bool is_due(std::uint64_t step) const { return stills_.empty() || step >= stills_.back()->step + spacing_; }

 private:
  std::size_t most_bytes_, bytes_ = 0;
  std::uint64_t spacing_ = 1;                         // steps
  std::vector<std::shared_ptr<const Still>> stills_;  // in the order of steps
};

/// Edits that were taken back.
struct Undone {
  std::vector<scene::Edit> journal;             // with them, up to the last of them
  std::map<std::size_t, std::uint64_t> groups;  // of that journal
};

struct Branch {
  std::uint32_t number = 0, parent = 0;
  std::uint64_t forked_at = 0;  // step
  std::string name;
  std::unique_ptr<sim::Session> session;
  TimeLine time_line;
  std::map<std::size_t, std::uint64_t> groups;  // by number in the journal; only of edits made by hand
  std::vector<Undone> undone;
};

}  // namespace scree::lab
