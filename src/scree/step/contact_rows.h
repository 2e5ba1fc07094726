// Contacts of candidates that may have several: a row per contact, in the order of candidates, then of
// ordinals. Part of a contact snapshot; sources fill the rows of one batch.
#pragma once

#include <cstdint>
#include <vector>

namespace scree::step {

struct RowContact {
  std::uint32_t entry = 0;    // of the candidate list
  std::uint32_t ordinal = 0;  // which contact of its candidate; the same while it lasts
  std::uint32_t piece = 0;    // of a mesh, where it is now; decides which contact goes on as which
  std::uint32_t earlier = 0;  // 1 + where it stood in the rows of the last commit; 0: it is new
  bool touches = false;       // false: it has just ended, and is evaluated a last time
};

using ContactRows = std::vector<RowContact>;

/// Walks through the rows of one batch, candidate by candidate. Candidates must be asked for in ascending
/// order.
class RowsByCandidate {
 public:
  explicit RowsByCandidate(const ContactRows& rows) : rows_(rows) {}

  /// The rows of this candidate: from begin() to before end().
  void seek(std::uint32_t entry) {
    begin_ = end_;
    while (begin_ < rows_.size() && rows_[begin_].entry < entry) ++begin_;
    end_ = begin_;
    while (end_ < rows_.size() && rows_[end_].entry == entry) ++end_;
  }
  std::uint32_t begin() const { return begin_; }
  std::uint32_t end() const { return end_; }

 private:
  const ContactRows& rows_;
  std::uint32_t begin_ = 0, end_ = 0;
};

}  // namespace scree::step
