// Clocks for progress and phase shares. What they read never reaches state.
#pragma once

#include <chrono>
#include <cstddef>
#include <ctime>
#include <string_view>
#include <vector>

namespace scree {

/// Wall time [s] since it was made or restarted, from a clock that never goes back.
class Stopwatch {
 public:
  Stopwatch() : start_(Clock::now()) {}
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void restart() { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
};

/// CPU time [s] of all threads of this process so far.
inline double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Wall time per named phase of a step. A phase is registered once and then addressed by its number, so that
/// measuring costs two readings of the clock. Used by one thread.
class PhaseTimes {
 public:
  struct Phase {
    std::string_view name;
    double seconds = 0;
    std::size_t calls = 0;
  };

  /// The name must outlive this object; a literal does. The same name gives the same number again.
  std::size_t add_phase(std::string_view name) {
    for (std::size_t k = 0; k < phases_.size(); ++k)
      if (phases_[k].name == name) return k;
    phases_.push_back({name, 0, 0});
    return phases_.size() - 1;
  }
  void add(std::size_t phase, double seconds) {
    phases_[phase].seconds += seconds;
    ++phases_[phase].calls;
  }
  /// Some of what was counted for one phase was another's, which was called on the way.
  void shift(std::size_t from, std::size_t to, double seconds) {
    phases_[from].seconds -= seconds;
    add(to, seconds);
  }
  const std::vector<Phase>& phases() const { return phases_; }
  double total() const {
    double sum = 0;
    for (const Phase& phase : phases_) sum += phase.seconds;
    return sum;
  }
  void clear() {
    for (Phase& phase : phases_) phase = {phase.name, 0, 0};
  }

  /// Measures from its making to the end of its scope.
  class Scope {
   public:
    Scope(PhaseTimes& times, std::size_t phase) : times_(times), phase_(phase) {}
    ~Scope() { times_.add(phase_, watch_.seconds()); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    PhaseTimes& times_;
    std::size_t phase_;
    Stopwatch watch_;
  };

 private:
  std::vector<Phase> phases_;
};

}  // namespace scree
