// Search methods timed side by side on the same items.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scree/search/catalog.h"

namespace scree::cli {

/// One method on one course of motion. Times are CPU seconds of prepare and find_pairs together.
template <int D>
class Contestant {
 public:
  /// A method whose search takes longer than `patience` seconds is asked at every 25th call only.
  Contestant(std::string_view name, double patience);

  const std::string& name() const { return name_; }
  /// Searches, takes the time, and checks the number of pairs.
  void search(const search::Items<D>& items, std::size_t expected_pairs);
  /// The next searches count from zero; what the method keeps from step to step stays.
  void forget_times() { times_.clear(); }
  /// Mean over the searches that were timed; 0 if there were none.
  double mean_seconds() const;
  /// What the method has allocated in its searches and still holds.
  std::size_t bytes() const { return bytes_; }

 private:
  std::string name_;
  double patience_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  std::vector<double> times_;
  double last_ = 0;
  std::size_t calls_ = 0, bytes_ = 0;
};

/// Prepares and counts.
template <int D>
std::size_t count_pairs(search::ContactSearch<D>& search, const search::Items<D>& items);

/// The longest that one search may take: methods that would need more at the next size stay behind.
inline constexpr double longest_search = 60;  // seconds

}  // namespace scree::cli
