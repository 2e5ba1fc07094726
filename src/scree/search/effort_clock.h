// Seconds that choices between methods are based on: of this thread alone while there is one, so that a busy
// machine does not decide; else of the clock on the wall, because threads that wait cost time too. What it
// reads never reaches a result.
#pragma once

#include <chrono>
#include <ctime>

#include "scree/base/parallel.h"

namespace scree::search {

class EffortClock {
 public:
  EffortClock() : is_alone_(threads() == 1), start_(now()) {}
  double seconds() const { return now() - start_; }

 private:
  double now() const {
    if (is_alone_) {
      timespec used{};
      if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0)
        return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  bool is_alone_;
  double start_;
};

}  // namespace scree::search
