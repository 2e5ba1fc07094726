#include "scree/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <memory>
#include <optional>
#include <vector>

#include "scree/base/error.h"

#ifdef SCREE_THREAD_SANITIZER
// Debian's oneTBB is not instrumented, so the sanitizer does not see that a loop orders what came before it,
// its pieces, and what comes after it. This file says so, and is itself compiled without instrumentation
// because TBB's templates reuse task memory between threads in ways that only TBB's own atomics order. Bodies
// are instrumented as ever.
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace scree {
namespace {

void acquire([[maybe_unused]] void* address) {
#ifdef SCREE_THREAD_SANITIZER
  __tsan_acquire(address);
#endif
}
void release([[maybe_unused]] void* address) {
#ifdef SCREE_THREAD_SANITIZER
  __tsan_release(address);
#endif
}

// Workers beyond the number of cores need both: the control lifts the limit of the process, the arena has the
// seats. An arena is kept once it exists, because ending and starting threads again costs more than letting
// them sleep.
class Pool {
 public:
  Pool() { use(tbb::info::default_concurrency()); }
  void use(int count) {
    arena_ = nullptr;
    for (const auto& known : arenas_)
      if (known->max_concurrency() == count) arena_ = known.get();
    if (!arena_) arena_ = arenas_.emplace_back(std::make_unique<tbb::task_arena>(count)).get();
    control_.reset();  // of two controls the stricter one would rule
    control_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count));
    count_ = count;
  }
  int count() const { return count_; }
  tbb::task_arena& arena() { return *arena_; }

 private:
  int count_ = 0;
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
  char fork, join;  // only their addresses are used

  void operator()(const tbb::blocked_range<std::size_t>& range) const {
    struct Ordered {
      const Loop& loop;
      explicit Ordered(const Loop& of) : loop(of) { acquire(const_cast<char*>(&loop.fork)); }
      ~Ordered() { release(const_cast<char*>(&loop.join)); }  // also when the body throws
    } ordered(*this);
    call(body, range.begin(), range.end());
  }
};

}  // namespace

void set_threads(int count) {
  SCREE_ASSERT(count >= 1);
  if (count != pool().count()) pool().use(count);
}

int threads() { return pool().count(); }

int worker_index() {
  const int index = tbb::this_task_arena::current_thread_index();
  return index < 0 ? 0 : index;  // outside of any loop
}

namespace detail {

void run_ranges(std::size_t count, std::size_t grain, RangeCall call, void* body) {
  Loop loop{call, body, 0, 0};
  release(&loop.fork);
  struct Joined {
    Loop& loop;
    ~Joined() { acquire(&loop.join); }
  } joined{loop};
  pool().arena().execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&loop](const tbb::blocked_range<std::size_t>& range) { loop(range); }, tbb::auto_partitioner{});
  });
}

}  // namespace detail
}  // namespace scree
