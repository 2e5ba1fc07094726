// Search methods timed side by side on the same items.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scree/search/catalog.h"

namespace scree::cli {

/// Prepares and counts.
template <int D>
std::size_t count_pairs(search::ContactSearch<D>& search, const search::Items<D>& items);

/// One method on one course of motion. Times are CPU seconds of prepare and find_pairs together.
template <int D>
class Contestant {
 public:
  /// A method whose search takes longer than `patience` seconds is timed at every 25th call only, and at the
  /// first after `forget_times`.
  Contestant(std::string_view name, double patience);

  const std::string& name() const { return name_; }
  /// Searches, takes the time, and checks the number of pairs.
  void search(const search::Items<D>& items, std::size_t expected_pairs);
  /// Searches without taking the time: for what the method keeps from step to step.
  void search_untimed(const search::Items<D>& items);
  /// The next searches count from zero; what the method keeps from step to step stays.
  void forget_times() {
    times_.clear();
    calls_ = 0;
  }
  std::size_t searches() const { return times_.size(); }
  /// Mean over the searches that were timed; 0 if there were none.
  double mean_seconds() const;
  /// What the method has allocated in its searches and still holds.
  std::size_t bytes() const { return bytes_; }
  const search::ContactSearch<D>& method() const { return *search_; }

 private:
  std::size_t searched(const search::Items<D>& items);

  std::string name_;
  double patience_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  std::vector<double> times_;
  double last_ = 0;
  std::size_t calls_ = 0, bytes_ = 0;
};

/// The longest that one search may take: a method that is expected to need more at the next size is not run.
inline constexpr double longest_search = 60;  // seconds

}  // namespace scree::cli
