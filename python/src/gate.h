// Who may compute in this process now. Loops of the engine share one number of threads, and an interpreter
// that ends must not leave a running simulation behind: both are decided here.
#pragma once

namespace scree::python {

/// One running simulation, from its first step to its last. Made and ended by a thread that has Python's
/// lock, so that the interpreter cannot end in between.
class Running {
 public:
  /// `threads`: 0 for as many as the machine has. While others run, theirs are shared instead: the number
  /// changes no result. Throws RunError when the interpreter is ending.
  explicit Running(int threads);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
};

/// Whether running simulations are to stop, because the interpreter ends.
bool is_ending();
/// Makes all of them stop, and waits until they have. Called without Python's lock.
void end_all_runs();

}  // namespace scree::python
