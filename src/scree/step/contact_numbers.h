// Hands out the numbers of contacts, which say where records of them are stored; no result depends on them.
// Every worker has a range of its own, in which it writes from step to step.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>

namespace scree::step {

class ContactNumbers {
 public:
  /// Numbers below `room`.
  ContactNumbers(std::size_t room, int workers) {
    const auto ranges = static_cast<std::size_t>(workers);
    for (std::size_t k = 0; k < ranges; ++k) add_range(room * k / ranges, room * (k + 1) / ranges);
  }

  /// The first of so many numbers that follow each other; none: no range has so many left.
  std::optional<std::uint32_t> take(int worker, std::uint32_t count) {
    for (std::size_t k = 0; k < ranges_.size(); ++k)
      if (const auto first = ranges_[(static_cast<std::size_t>(worker) + k) % ranges_.size()].take(count))
        return first;
    lacking_.fetch_add(count, std::memory_order_relaxed);
    return std::nullopt;
  }

  /// While nobody takes any: how many more would have been taken.
  std::size_t lacking() const { return lacking_; }
  std::size_t room() const { return ranges_.back().end; }
  /// Makes numbers below `room` of use, more than there were.
  void extend(std::size_t room) {
    add_range(this->room(), room);
    lacking_ = 0;
  }

 private:
  struct Range {
    Range(std::uint32_t first, std::uint32_t last) : next(first), end(last) {}
    std::optional<std::uint32_t> take(std::uint32_t count) {
      std::uint32_t first = next.load(std::memory_order_relaxed);
      do {
        if (end - first < count) return std::nullopt;
      } while (!next.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
      return first;
    }
    alignas(64) std::atomic<std::uint32_t> next;  // on a cache line of its own
    std::uint32_t end;
  };
  void add_range(std::size_t begin, std::size_t end) {
    ranges_.emplace_back(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
  }

  std::deque<Range> ranges_;  // in which they need not move
  std::atomic<std::size_t> lacking_{0};
};

}  // namespace scree::step
