#include "scree/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "scree/base/detail/thread_sanitizer.h"
#include "scree/base/error.h"

namespace scree {
namespace {

// Workers beyond the number of cores need both: the control lifts the limit of the process, the arena has the
// seats. An arena is kept once it exists, because ending and starting threads again costs more than letting
// them sleep.
class Pool {
 public:
  Pool() { use(tbb::info::default_concurrency()); }
  void use(int wanted) {
    wanted_ = wanted;
    const int count = startable(wanted);
    arena_ = nullptr;
    for (const auto& known : arenas_)
      if (known->max_concurrency() == count) arena_ = known.get();
    if (!arena_) arena_ = arenas_.emplace_back(std::make_unique<tbb::task_arena>(count)).get();
    control_.reset();  // of two controls the stricter one would rule
    control_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count));
    count_ = count;
    if (count > started_) start_workers(count);
    started_ = std::max(started_, count);
  }
  int count() const { return count_; }
  int wanted() const { return wanted_; }
  tbb::task_arena& arena() { return *arena_; }

 private:
  /// How many threads of so many the system lets us have, this one included. oneTBB ends the process when it
  /// cannot start one, so they are tried beforehand, all at a time.
  int startable(int wanted) const {
    if (wanted <= started_) return wanted;
    std::vector<std::thread> tried;
    std::mutex gate;
    {
      const std::lock_guard closed(gate);
      try {
        tried.reserve(static_cast<std::size_t>(wanted));
        while (static_cast<int>(tried.size()) + 1 < wanted)
          tried.emplace_back([&] { const std::lock_guard passed(gate); });
      } catch (const std::system_error&) {
      } catch (const std::bad_alloc&) {
      }
    }
    const int count = static_cast<int>(tried.size()) + 1;
    for (std::thread& thread : tried) thread.join();
    if (count == wanted) return wanted;
    // What was just possible leaves nothing for the work itself.
    return std::max(started_, count - std::max(1, count / 4));
  }

  /// Now, while there is room for them, and not when the first loop needs them.
  void start_workers(int count) {
    constexpr std::chrono::milliseconds patience(200);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    std::atomic<int> arrived = 0;
    arena_->execute([&] {
      tbb::parallel_for(
          0, count,
          [&](int) {
            ++arrived;
            while (arrived < count && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
          },
          tbb::simple_partitioner{});
    });
  }

  int wanted_ = 0, count_ = 0, started_ = 1;
  tbb::task_arena* arena_ = nullptr;
  std::vector<std::unique_ptr<tbb::task_arena>> arenas_;
  std::optional<tbb::global_control> control_;
};

// Never destroyed: at exit the workers may still be asleep, and nothing is gained by waking them to end them.
Pool& pool() {
  static Pool& the_pool = *new Pool;
  return the_pool;
}

struct Loop {
  detail::RangeCall call;
  void* body;
  char fork = 0, join = 0;  // only their addresses are used

  void run_piece(std::size_t begin, std::size_t end) {
    const detail::Watch watched(true);
    detail::acquire(&fork);
    struct AtEnd {  // also when the body throws
      char& join;
      ~AtEnd() { detail::release(&join); }
    } at_end{join};
    call(body, begin, end);
  }
};

}  // namespace

void set_threads(int count) {
  SCREE_ASSERT(count >= 1);
  if (count == pool().wanted()) return;
  const detail::Watch unwatched(false);
  pool().use(count);
}

int threads() { return pool().count(); }

int worker_index() {
  const int index = tbb::this_task_arena::current_thread_index();
  return index < 0 ? 0 : index;  // outside of any loop
}

namespace detail {

void run_ranges(std::size_t count, std::size_t grain, RangeCall call, void* body) {
  Loop loop{call, body};
  release(&loop.fork);
  struct AtEnd {
    char& join;
    ~AtEnd() { acquire(&join); }
  } at_end{loop.join};
  const Watch unwatched(false);
  pool().arena().execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&loop](const tbb::blocked_range<std::size_t>& range) { loop.run_piece(range.begin(), range.end()); },
        tbb::auto_partitioner{});
  });
}

}  // namespace detail
}  // namespace scree
