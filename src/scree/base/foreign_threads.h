// For libraries that call back from threads of their own (Embree): the thread sanitizer cannot see into them,
// so it is told what such a call orders. Without the sanitizer this does nothing.
#pragma once

namespace scree {

class ForeignThreads {
 public:
  /// Before the call: all that was done so far happens before every callback.
  void fork();
  /// After the call: every callback has happened before.
  void join();

  /// At the top of a callback.
  class Callback {
   public:
    explicit Callback(ForeignThreads& threads);
    ~Callback();
    Callback(const Callback&) = delete;
    Callback& operator=(const Callback&) = delete;

   private:
    ForeignThreads& threads_;
  };

 private:
  char fork_ = 0, join_ = 0;  // their addresses count
};

}  // namespace scree
