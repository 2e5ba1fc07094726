// Run only under the thread sanitizer: `race_probe clean` must pass without a report, `race_probe race` must
// be reported. Together they show that the sanitizer sees fork and join of our loops, and nothing more than
// that.
#include <atomic>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "scree/base/parallel.h"

namespace {

// All that a loop may rely on: bodies see what was written before the loop, the code after it sees what
// bodies wrote, loops may nest, throw, and follow each other with different cuts.
bool is_clean() {
  std::vector<std::size_t> input(20000), output(20000);
  std::size_t total = 0;
  for (std::size_t round = 1; round <= 20; ++round) {
    std::iota(input.begin(), input.end(), round);
    scree::parallel_for(input.size(), round, [&](std::size_t begin, std::size_t end) {
      std::vector<std::size_t> local(input.begin() + begin, input.begin() + end);
      scree::for_each_block(local.size(), 64, [&](std::size_t, std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) output[begin + k] = 2 * local[k];
      });
    });
    for (const std::size_t value : output) total += value;
    try {
      scree::parallel_for(input.size(), 1, [&](std::size_t begin, std::size_t) {
        if (begin > 10000) throw std::runtime_error("as planned");
      });
    } catch (const std::runtime_error& error) {
      total += std::strlen(error.what());
    }
  }
  return total > 0;
}

bool has_a_race() {
  int shared = 0;
  std::atomic<int> arrived{0};
  scree::parallel_for(2, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      shared += static_cast<int>(k) + 1;
      arrived.fetch_add(1, std::memory_order_relaxed);
      if (end - begin == 1)  // the pieces must meet in time, or there would be no race to report
        while (arrived.load(std::memory_order_relaxed) < 2) {
        }
    }
  });
  return shared > 0;
}

}  // namespace

int main(int count, char** arguments) {
  scree::set_threads(4);
  if (count == 2 && std::strcmp(arguments[1], "clean") == 0) return is_clean() ? 0 : 1;
  if (count == 2 && std::strcmp(arguments[1], "race") == 0) return has_a_race() ? 0 : 1;
  return 2;
}
