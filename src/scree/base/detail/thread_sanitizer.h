// What parallel.cpp and foreign_threads.cpp tell the thread sanitizer. Debian's oneTBB is not instrumented,
// so the sanitizer sees neither that a loop orders what came before it, its pieces, and what comes after it,
// nor what orders oneTBB's own memory. So fork and join are announced, what happens inside oneTBB is not
// watched, and the bodies of loops are. Without the sanitizer all of this is nothing.
#pragma once

#ifdef SCREE_THREAD_SANITIZER
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace scree::detail {

/// What this thread has done so far happens before any `acquire` of the same address that comes later.
inline void release([[maybe_unused]] void* address) {
#ifdef SCREE_THREAD_SANITIZER
  __tsan_release(address);
#endif
}
inline void acquire([[maybe_unused]] void* address) {
#ifdef SCREE_THREAD_SANITIZER
  __tsan_acquire(address);
#endif
}

/// Stops or resumes the watch over the memory accesses of this thread until the end of the scope.
class Watch {
 public:
  explicit Watch([[maybe_unused]] bool on) {
#ifdef SCREE_THREAD_SANITIZER
    before_ = is_on();
    turn(on);
#endif
  }
  ~Watch() {
#ifdef SCREE_THREAD_SANITIZER
    turn(before_);
#endif
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

#ifdef SCREE_THREAD_SANITIZER
 private:
  static bool& is_on() {
    static thread_local bool on = true;
    return on;
  }
  static void turn(bool on) {
    if (on == is_on()) return;
    is_on() = on;
    if (on) {
      AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
      AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    } else {
      AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
      AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
  }
  bool before_;
#endif
};

}  // namespace scree::detail
