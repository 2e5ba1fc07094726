// Auto. Guesses from the number, sizes and density of the items which methods may be the fastest, tries those
// in turn while it works, each for a few searches, and keeps the one that took the least time; looks again
// when the items have changed. Source: scree 2026. Cost: that of the best, plus a few searches by the second
// best. Loses only where a scene is over before the trial is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "scree/search/catalog.h"
#include "scree/search/checked_items.h"
#include "scree/search/effort_clock.h"
#include "scree/search/methods.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

constexpr std::size_t few_items = 100;  // below this, comparing all is over before a grid is made
constexpr std::size_t most_samples = 256;
constexpr int searches_per_trial = 4;      // of which the first fills caches and buffers and does not count
constexpr double worth_trying = 2;         // times the cost of the best guess
constexpr double worth_changing = 0.95;    // of the time of a method that was guessed to be faster
constexpr long long longest_trust = 2000;  // searches after which the choice is looked at again

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

constexpr double never = 1e9;
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
  std::array<Guess, 4> result = {
      {{"blocks", 8 + 5 * entries * entries},
       {"rows",
        items.are_spheres && items.largest_size < 2.5 * items.mean_size ? 30 + 1.7 * neighbours : never},
       {"linked_cell", 90 + 2.6 * neighbours},
       {"hierarchical_grid", 300 + 5 * entries * entries}}};
  // Items that are not finite are refused by whoever searches them.
  for (Guess& guess : result) guess.nanoseconds = guess.nanoseconds < never ? guess.nanoseconds : never;
  return result;
}

template <int D>
class Automatic final : public ContactSearch<D>, public Structured<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_item_count(items.count());  // the items themselves are checked by the method that searches them
    const Character now = character_of(items);
    if (current_ == nullptr || now.differs_from(character_) || ++searches_ > longest_trust)
      reconsider(now);
    else if (!is_settled())
      try_next();
    const EffortClock clock;
    current_->search->prepare(items);
    prepare_seconds_ = clock.seconds();
  }
  void find_pairs(PairSink& sink) override {
    if (current_ == nullptr) return;
    const EffortClock clock;
    current_->search->find_pairs(sink);
    if (is_settled()) return;
    if (current_->searches++ > 0)
      current_->best_seconds = std::min(current_->best_seconds, prepare_seconds_ + clock.seconds());
  }
  std::vector<Part<D>> structure() const override {
    return current_ != nullptr ? structure_of(*current_->search) : std::vector<Part<D>>();
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (current_ != nullptr) current_->search->find_in_region(region, found);
  }
  void renumber(std::span<const std::uint32_t> old_index) override {
    if (current_ != nullptr) current_->search->renumber(old_index);
  }

  bool is_settled() const override { return current_ != nullptr && !is_trying_; }
  std::string choice() const override {
    if (current_ == nullptr) return "nothing to search yet";
    if (trials_.size() == 1)
      return fmt::format("{}: {}", current_->name,
                         character_.count <= few_items
                             ? "few items"
                             : fmt::format("others are expected to take {}x as long", worth_trying));
    std::string text = fmt::format("{}{}", is_trying_ ? "still trying, now " : "", current_->name);
    const char* between = ":";
    for (const Trial& trial : trials_) {
      if (!std::isfinite(trial.best_seconds)) continue;
      text += fmt::format("{} {} took {:.0f} ns per item", between, trial.name,
                          1e9 * trial.best_seconds / std::max(character_.count, 1.0));
      between = ",";
    }
    return text;
  }

 private:
  struct Trial {
    std::string_view name;
    std::unique_ptr<ContactSearch<D>> search;  // none once another was found to be faster
    int searches = 0;
    double best_seconds = std::numeric_limits<double>::infinity();
  };

  void reconsider(const Character& now) {
    character_ = now;
    searches_ = 0;
    // What is there may be used again: its buffers are warm.
    std::unique_ptr<ContactSearch<D>> kept;
    std::string_view kept_name;
    if (current_ != nullptr) {
      kept = std::move(current_->search);
      kept_name = current_->name;
    }
    trials_.clear();
    if (now.count <= few_items) {
      trials_.push_back({"all_pairs", nullptr});
    } else {
      auto guess = guesses<D>(now);
      std::sort(guess.begin(), guess.end(),
                [](const Guess& a, const Guess& b) { return a.nanoseconds < b.nanoseconds; });
      for (const Guess& some : guess)
        if (some.nanoseconds <= worth_trying * guess.front().nanoseconds)
          trials_.push_back({some.name, nullptr});
    }
    for (Trial& trial : trials_)
      trial.search = trial.name == kept_name ? std::move(kept) : make<D>(*find_entry(trial.name));
    current_ = &trials_.front();
    is_trying_ = trials_.size() > 1;
  }
  /// The methods take turns, so that whatever else the machine does slows all of them. The last one standing
  /// is the fastest; a near tie goes to the better guess.
  void try_next() {
    const std::size_t next = (static_cast<std::size_t>(current_ - trials_.data()) + 1) % trials_.size();
    if (trials_[next].searches < searches_per_trial) {
      current_ = &trials_[next];
      return;
    }
    Trial* best = &trials_.front();
    for (Trial& trial : trials_)
      if (trial.best_seconds < worth_changing * best->best_seconds) best = &trial;
    for (Trial& trial : trials_)
      if (&trial != best) trial.search.reset();
    current_ = best;
    is_trying_ = false;
  }

  std::vector<Trial> trials_;  // the best guess first
  Trial* current_ = nullptr;
  bool is_trying_ = false;
  Character character_;
  long long searches_ = 0;
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
