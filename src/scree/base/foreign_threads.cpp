#include "scree/base/foreign_threads.h"

#include "scree/base/detail/thread_sanitizer.h"

namespace scree {

void ForeignThreads::fork() { detail::release(&fork_); }
void ForeignThreads::join() { detail::acquire(&join_); }

ForeignThreads::Callback::Callback(ForeignThreads& threads) : threads_(threads) {
  detail::acquire(&threads.fork_);
}
ForeignThreads::Callback::~Callback() { detail::release(&threads_.join_); }

}  // namespace scree
