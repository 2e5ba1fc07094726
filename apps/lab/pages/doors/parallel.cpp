// Parallel loops without oneTBB, which needs threads that a page may not have: everything in the calling
// thread.
#include "scree/base/parallel.h"

namespace scree {

void set_threads(int) {}
int threads() { return 1; }
int worker_index() { return 0; }

namespace detail {
void run_ranges(std::size_t count, std::size_t, RangeCall call, void* body) { call(body, 0, count); }
}  // namespace detail

}  // namespace scree
