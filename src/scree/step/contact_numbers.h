// Hands out the numbers of contacts, which say where records of them are stored; no result depends on them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

namespace scree::step {

class ContactNumbers {
 public:
  /// Numbers below `room`.
  explicit ContactNumbers(std::size_t room) : room_(bounded(room)) {}

  /// The first of so many numbers that follow each other; none: there are not so many left.
  std::optional<std::uint32_t> take(std::uint32_t count) {
    std::uint32_t first = next_.load(std::memory_order_relaxed);
    do {
      if (room_ - first < count) {
        lacking_.fetch_add(count, std::memory_order_relaxed);
        return std::nullopt;
      }
    } while (!next_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
    return first;
  }

  /// While none are taken: how many more would have been taken.
  std::size_t lacking() const { return lacking_; }
  std::size_t room() const { return room_; }
  /// Makes numbers below `room` of use, more than there were.
  void extend(std::size_t room) {
    room_ = bounded(room);
    lacking_ = 0;
  }

 private:
  /// Contacts are candidates, of which there are no more (see most_candidates); there may be room for more.
  static std::uint32_t bounded(std::size_t room) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(room, std::numeric_limits<std::uint32_t>::max()));
  }

  std::uint32_t room_;
  std::atomic<std::uint32_t> next_{0};
  std::atomic<std::size_t> lacking_{0};
};

}  // namespace scree::step
