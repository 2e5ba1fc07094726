#include "gate.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "scree/base/error.h"
#include "scree/base/parallel.h"

namespace scree::python {
namespace {

struct Gate {
  std::mutex mutex;
  std::condition_variable all_left;
  int running = 0;
  int all_threads = threads();  // of the machine
  std::atomic<bool> ending = false;
};

// Never destroyed: a thread that outlives the interpreter may still ask.
Gate& gate() {
  static Gate& the_gate = *new Gate;
  return the_gate;
}

}  // namespace

Running::Running(int threads) {
  Gate& entered = gate();
  const std::lock_guard lock(entered.mutex);
  if (entered.ending) throw RunError("the interpreter is ending: no simulation can run any more");
  if (entered.running == 0) set_threads(threads > 0 ? threads : entered.all_threads);
  ++entered.running;
}

Running::~Running() {
  Gate& left = gate();
  const std::lock_guard lock(left.mutex);
  if (--left.running == 0) left.all_left.notify_all();
}

bool is_ending() { return gate().ending.load(std::memory_order_relaxed); }

void end_all_runs() {
  Gate& closed = gate();
  closed.ending = true;
  std::unique_lock lock(closed.mutex);
  closed.all_left.wait(lock, [&] { return closed.running == 0; });
}

}  // namespace scree::python
