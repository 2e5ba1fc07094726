// Blocks shared out among threads: every batch and every block goes to one thread, once, however fast each
// is.
#include <gtest/gtest.h>

#include "scree/base/random.h"
#include "scree/step/stretches.h"

namespace scree::step {
namespace {

/// Some blocks have several batches, some none.
std::vector<Batch> batches_of(std::size_t blocks) {
  std::vector<Batch> batches;
  for (std::uint32_t block = 0; block < blocks; ++block)
    for (std::uint64_t k = 0; k < random_bits(1, 1, block) % 4; ++k) {
      Batch batch;
      batch.block = block;
      batches.push_back(batch);
    }
  return batches;
}

struct Tally {
  std::vector<int> evaluated, gathered;
  std::size_t stretches = 0;
};

bool are_evaluated(const std::vector<Batch>& batches, const std::vector<int>& evaluated, std::size_t begin,
                   std::size_t end) {
  for (std::size_t b = 0; b < batches.size(); ++b)
    if (batches[b].block >= begin && batches[b].block < end && evaluated[b] == 0) return false;
  return true;
}

/// Threads of any pace, one batch of one of them at a time. Now and then one has no room and gives its
/// stretch back.
Tally share_out(const std::vector<Batch>& batches, std::size_t blocks, std::size_t threads,
                std::uint64_t seed) {
  Stretches stretches(batches, blocks, threads);
  Tally tally{std::vector<int>(batches.size()), std::vector<int>(blocks), 0};
  std::vector<Stretch*> at(threads, nullptr);
  std::vector<bool> idle(threads, false);
  for (std::uint64_t turn = 0; std::find(idle.begin(), idle.end(), false) != idle.end(); ++turn) {
    // The first threads are the quicker ones.
    const std::uint64_t draw = random_bits(seed, 2, turn);
    const std::size_t thread = std::min(draw % threads, draw / 97 % threads);
    if (at[thread] == nullptr) at[thread] = stretches.take(static_cast<int>(thread));
    idle[thread] = at[thread] == nullptr;
    if (idle[thread]) continue;
    const std::size_t from = draw / 31 % blocks, to = from + draw / 7919 % (blocks - from) + 1;
    EXPECT_EQ(stretches.are_evaluated(from, to), are_evaluated(batches, tally.evaluated, from, to));
    Stretch& stretch = *at[thread];
    const std::optional<std::size_t> batch = stretches.next(stretch);
    const std::size_t end = batch ? batches[*batch].block : stretch.last_block;
    for (; stretch.block < end; ++stretch.block) ++tally.gathered[stretch.block];
    if (!batch) {
      at[thread] = nullptr;
    } else if (draw / 1009 % 50 == 0) {
      stretches.give_back(stretch);
      at[thread] = nullptr;
    } else {
      ++tally.evaluated[*batch];
      stretches.pass(stretch);
    }
  }
  tally.stretches = stretches.all().size();
  return tally;
}

TEST(Stretches, give_every_batch_and_block_to_one_thread_once) {
  for (const std::size_t blocks : {1, 4, 40, 400})
    for (const std::size_t threads : {1, 2, 3, 8}) {
      const std::vector<Batch> batches = batches_of(blocks);
      const Tally tally = share_out(batches, blocks, threads, 7 * blocks + threads);
      EXPECT_EQ(tally.evaluated, std::vector<int>(batches.size(), 1)) << blocks << ' ' << threads;
      EXPECT_EQ(tally.gathered, std::vector<int>(blocks, 1)) << blocks << ' ' << threads;
    }
}

TEST(Stretches, are_taken_over_by_those_who_have_finished) {
  EXPECT_GT(share_out(batches_of(400), 400, 8, 3).stretches, 8u);
  EXPECT_EQ(share_out(batches_of(400), 400, 1, 3).stretches, 1u) << "there is no other";
}

TEST(Stretches, go_to_the_thread_of_their_number_while_they_are_free) {
  const std::vector<Batch> batches = batches_of(40);
  Stretches stretches(batches, 40, 4);
  for (const int thread : {2, 0, 3, 1})
    EXPECT_EQ(stretches.take(thread)->first_block, 10u * static_cast<unsigned>(thread));
}

}  // namespace
}  // namespace scree::step
