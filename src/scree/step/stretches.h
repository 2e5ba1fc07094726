// Blocks of bodies that follow each other in storage, shared out among threads in long stretches: neighbours
// then find each other in one thread's cache, and few blocks have partners in a stretch of another.
// Whoever has finished takes over the far half of what another has still before him, so that none waits.
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "scree/step/candidates.h"

namespace scree::step {

/// A block that is not finished before all batches from those of block `from` to before those of `to` are
/// evaluated.
struct WaitingBlock {
  std::size_t block, from, to;
  /// Batches are evaluated in order, by and large: who waits for later ones waits longer.
  friend bool operator<(const WaitingBlock& a, const WaitingBlock& b) { return a.to > b.to; }
};

/// As far as its thread has come. Ends come nearer when another takes over what lies behind.
struct Stretch {
  std::size_t first_block = 0, last_block = 0;
  std::size_t block = 0;                  // the next to be gathered
  std::size_t batch = 0, last_batch = 0;  // the next to be evaluated
  bool is_taken = false;
  std::priority_queue<WaitingBlock> left;  // for batches of others
  double gathering = 0;                    // [s]
  bool is_first = true;                    // of those that threads began with, not taken over from one
};

class Stretches {
 public:
  /// `batches` are sorted by block, and there are `count` stretches to begin with.
  Stretches(std::span<const Batch> batches, std::size_t blocks, std::size_t count) : batches_(batches) {
    for (std::size_t k = 0; k < count; ++k) {
      Stretch& stretch = all_.emplace_back();
      stretch.first_block = stretch.block = first_block(k, blocks, count);
      stretch.last_block = first_block(k + 1, blocks, count);
      stretch.batch = first_batch(stretch.first_block);
      stretch.last_batch = first_batch(stretch.last_block);
    }
  }

  /// A stretch for a thread that has nothing to do, the one of its own number if that is free: from step to
  /// step it then finds what it has left in its cache. Null: there is none worth it.
  Stretch* take(int worker) {
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < all_.size(); ++k) {
      Stretch& stretch = all_[(static_cast<std::size_t>(worker) + k) % all_.size()];
      if (!stretch.is_taken && (stretch.batch < stretch.last_batch || stretch.block < stretch.last_block)) {
        stretch.is_taken = true;
        return &stretch;
      }
    }
    return take_from_longest();
  }
  /// It is not finished: a thread has to go on with it later.
  void give_back(Stretch& stretch) {
    const std::lock_guard lock(mutex_);
    stretch.is_taken = false;
  }
  /// The batch that comes next; none when the stretch is at its end, which then stays where it is.
  std::optional<std::size_t> next(const Stretch& stretch) {
    const std::lock_guard lock(mutex_);
    if (stretch.batch >= stretch.last_batch) return std::nullopt;
    return stretch.batch;
  }
  /// That batch has been evaluated.
  void pass(Stretch& stretch) {
    const std::lock_guard lock(mutex_);
    ++stretch.batch;
  }
  /// Whether all batches of these blocks have been evaluated; what was written for them can then be read.
  bool are_evaluated(std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex_);
    const std::size_t from = first_batch(begin), to = first_batch(end);
    return std::all_of(all_.begin(), all_.end(), [&](const Stretch& stretch) {
      const std::size_t own_end = std::min(to, stretch.last_batch);
      return stretch.batch >= own_end || from >= own_end;
    });
  }
  /// When no thread is at any of them.
  std::deque<Stretch>& all() { return all_; }

 private:
  // What is too short to be shared takes less time than waking a thread and gathering more blocks late.
  static constexpr std::size_t shortest = 16;  // batches

  std::size_t first_batch(std::size_t block) const {
    const auto found = std::partition_point(batches_.begin(), batches_.end(),
                                            [&](const Batch& batch) { return batch.block < block; });
    return static_cast<std::size_t>(found - batches_.begin());
  }

  Stretch* take_from_longest() {
    Stretch* longest = nullptr;
    for (Stretch& stretch : all_)
      if (longest == nullptr || stretch.last_batch - stretch.batch > longest->last_batch - longest->batch)
        longest = &stretch;
    if (longest == nullptr || longest->last_batch - longest->batch < shortest) return nullptr;
    // Behind the batch that its owner is at, and where a block begins.
    std::size_t middle = (longest->batch + longest->last_batch) / 2;
    while (middle < longest->last_batch && batches_[middle].block == batches_[middle - 1].block) ++middle;
    if (middle == longest->last_batch) return nullptr;
    Stretch& taken = all_.emplace_back();
    taken.first_block = taken.block = batches_[middle].block;
    taken.last_block = longest->last_block;
    taken.batch = middle;
    taken.last_batch = longest->last_batch;
    taken.is_taken = true;
    taken.is_first = false;
    longest->last_block = taken.first_block;
    longest->last_batch = middle;
    return &taken;
  }

  std::span<const Batch> batches_;
  std::mutex mutex_;
  std::deque<Stretch> all_;  // pointers to them stay valid
};

}  // namespace scree::step
