// Stands between record/ and the system: the linker sends the calls that change a disk (see CMakeLists.txt)
// through here, so that a test can stop the process before any of them, or make any of them fail.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace scree::record::system_calls {

enum class Fault {
  none,
  kill,         ///< the process gets kill -9 before the call
  kill_midway,  ///< the same, but a write is half done
  fail,         ///< this call and all later ones fail with `error_number`; closing and removing still work
  fail_once,    ///< only this call fails
};

struct Plan {
  Plan() = default;
  Plan(Fault what, int call, int error = 0) : fault(what), at(call), error_number(error) {}

  Fault fault = Fault::none;
  int at = 0;  ///< the number of the call, counted from 0
  int error_number = 0;
  std::function<void()> before;        ///< what another process does just before that call
  bool interrupt_and_shorten = false;  ///< every other write is interrupted by a signal, and none is complete
};

/// Starts counting.
void begin(const Plan& plan);
/// Stops interfering; returns the calls since `begin`, as "rename run.h5".
std::vector<std::string> end();

}  // namespace scree::record::system_calls
