// Auto. Guesses from the number, sizes and density of the items which methods may be the fastest, tries those
// while it works, each for a few searches, and keeps the one that took the least time; looks again when the
// items have changed. Source: scree 2026. Cost: that of the best, plus a few searches by the second best.
// Loses only where a scene is over before the trial is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>

#include "scree/search/catalog.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"

namespace scree::search {
namespace {

constexpr std::size_t few_items = 100;  // below this, comparing all is over before a grid is made
constexpr std::size_t most_samples = 256;
constexpr int searches_per_trial = 3;      // of which the first fills caches and buffers and does not count
constexpr double worth_trying = 2.5;       // times the cost of the best guess
constexpr long long longest_trust = 2000;  // searches after which the choice is looked at again

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What decides the cost, from a sample.
struct Character {
  double count = 0;
  double mean_size = 0, largest_size = 0;  // of an item
  double volume_per_item = 0;              // of the space that they share
  bool are_spheres = true;
  /// So different that the choice should be looked at again.
  bool differs_from(const Character& other) const {
    const auto apart = [](double a, double b, double factor) { return a > factor * b || b > factor * a; };
    return are_spheres != other.are_spheres || apart(count, other.count, 1.5) ||
           apart(mean_size, other.mean_size, 1.5) || apart(largest_size, other.largest_size, 2) ||
           apart(volume_per_item, other.volume_per_item, 2);
  }
};

template <int D>
Character character_of(const Items<D>& items) {
  Character result;
  result.count = static_cast<double>(items.count());
  result.are_spheres = items.are_spheres();
  const std::size_t samples = std::min(items.count(), most_samples);
  Box<D> middles = Box<D>::empty();
  for (std::size_t k = 0; k < samples; ++k) {
    const std::size_t item = k * (items.count() - 1) / std::max<std::size_t>(samples - 1, 1);
    const Box<D> box = items.box(item);
    double size = 0;
    for (int axis = 0; axis < D; ++axis) size = std::max(size, box.hi[axis] - box.lo[axis]);
    result.mean_size += size / static_cast<double>(samples);
    result.largest_size = std::max(result.largest_size, size);
    middles.include(items.centre(item));
  }
  double volume = 1;
  for (int axis = 0; axis < D; ++axis)
    volume *= std::max(middles.hi[axis] - middles.lo[axis], result.mean_size);
  result.volume_per_item = volume / std::max(result.count, 1.0);
  return result;
}

struct Guess {
  std::string_view name;
  double nanoseconds;  // per item
};

/// Fitted on workloads W1 to W4, ordered storage; see docs/search.md.
template <int D>
std::array<Guess, 4> guesses(const Character& items) {
  const double spacing = D == 2 ? std::sqrt(items.volume_per_item) : std::cbrt(items.volume_per_item);
  const double block = spacing * (D == 2 ? 4.0 : std::cbrt(16.0));
  const double entries = std::pow(1 + items.mean_size / std::max(block, 1e-300), D);
  const double cell = std::max(items.largest_size, spacing);
  const double neighbours = std::pow(3 * cell / std::max(spacing, 1e-300), D) / 2;
  return {{{"blocks", 8 + 5 * entries * entries},
           {"rows",
            items.are_spheres && items.largest_size < 2.5 * items.mean_size ? 30 + 1.7 * neighbours : 1e9},
           {"linked_cell", 80 + 1.7 * neighbours},
           {"hierarchical_grid", 300 + 5 * entries * entries}}};
}

template <int D>
class Automatic final : public ContactSearch<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_item_count(items.count());  // the items themselves are checked by the method that searches them
    const Character now = character_of(items);
    if (current_ == nullptr || now.differs_from(character_) || ++searches_ > longest_trust)
      reconsider(now);
    else if (trial_ < trials_)
      next_in_trial();
    const Clock::time_point start = Clock::now();
    current_->prepare(items);
    prepare_seconds_ = seconds_since(start);
  }
  void find_pairs(PairSink& sink) override {
    if (current_ == nullptr) return;
    const Clock::time_point start = Clock::now();
    current_->find_pairs(sink);
    if (trial_ < trials_ && searches_in_trial_ > 0)
      best_seconds_[trial_] = std::min(best_seconds_[trial_], prepare_seconds_ + seconds_since(start));
  }
  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (current_ != nullptr) current_->find_in_region(region, found);
  }
  void renumber(std::span<const std::uint32_t> old_index) override {
    if (current_ != nullptr) current_->renumber(old_index);
  }

  bool is_settled() const override { return current_ != nullptr && trial_ >= trials_; }
  std::string choice() const override {
    if (current_ == nullptr) return "nothing to search yet";
    const auto per_item = [&](double seconds) { return 1e9 * seconds / std::max(character_.count, 1.0); };
    if (trials_ == 1)
      return fmt::format("{}: {}", names_[0],
                         character_.count <= few_items
                             ? "few items"
                             : fmt::format("others are expected to take {}x as long", worth_trying));
    std::string text = fmt::format("{}{}", trial_ < trials_ ? "still trying, now " : "", current_name_);
    for (std::size_t k = 0; k < trials_; ++k)
      if (std::isfinite(best_seconds_[k]))
        text += fmt::format("{} {} took {:.0f} ns per item", k == 0 ? ":" : ",", names_[k],
                            per_item(best_seconds_[k]));
    return text;
  }

 private:
  static constexpr std::size_t most_trials = 4;

  void reconsider(const Character& now) {
    character_ = now;
    searches_ = 0;
    trials_ = 0;
    trial_ = 0;
    searches_in_trial_ = 0;
    best_seconds_.fill(std::numeric_limits<double>::infinity());
    if (now.count <= few_items) {
      names_[trials_++] = "all_pairs";
    } else {
      auto guess = guesses<D>(now);
      std::sort(guess.begin(), guess.end(),
                [](const Guess& a, const Guess& b) { return a.nanoseconds < b.nanoseconds; });
      for (const Guess& some : guess)
        if (some.nanoseconds <= worth_trying * guess.front().nanoseconds) names_[trials_++] = some.name;
    }
    use(names_[0]);
    if (trials_ == 1) trial_ = trials_;
  }
  void next_in_trial() {
    if (++searches_in_trial_ < searches_per_trial) return;
    searches_in_trial_ = 0;
    if (++trial_ < trials_) {
      use(names_[trial_]);
      return;
    }
    const auto best = std::min_element(best_seconds_.begin(), best_seconds_.begin() + trials_);
    use(names_[static_cast<std::size_t>(best - best_seconds_.begin())]);
  }
  void use(std::string_view name) {
    if (current_ != nullptr && name == current_name_) return;
    current_name_ = name;
    current_ = make<D>(*find_entry(name));
  }

  std::unique_ptr<ContactSearch<D>> current_;
  std::string_view current_name_;
  Character character_;
  long long searches_ = 0;
  std::array<std::string_view, most_trials> names_;
  std::array<double, most_trials> best_seconds_{};
  std::size_t trials_ = 0, trial_ = 0;
  int searches_in_trial_ = 0;
  double prepare_seconds_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_automatic() {
  return std::make_unique<Automatic<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_automatic();
template std::unique_ptr<ContactSearch<3>> make_automatic();

}  // namespace scree::search
