// For libraries that call back from threads of their own (Embree): the thread sanitizer cannot see into them,
// so it is told what such a call orders. Without the sanitizer this is nothing.
#pragma once

#include "scree/base/detail/thread_sanitizer.h"

namespace scree {

class ForeignThreads {
 public:
  /// Before the call: all that was done so far happens before every callback.
  void fork() { detail::release(&fork_); }
  /// After the call: every callback has happened before.
  void join() { detail::acquire(&join_); }

  /// At the top of a callback.
  class Callback {
   public:
    explicit Callback(ForeignThreads& threads) : threads_(threads) { detail::acquire(&threads.fork_); }
    ~Callback() { detail::release(&threads_.join_); }
    Callback(const Callback&) = delete;
    Callback& operator=(const Callback&) = delete;

   private:
    ForeignThreads& threads_;
  };

 private:
  char fork_ = 0, join_ = 0;  // their addresses count
};

}  // namespace scree
