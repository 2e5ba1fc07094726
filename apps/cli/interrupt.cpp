#include "interrupt.h"

#include <csignal>

namespace scree::cli {
namespace {
std::atomic<bool> flag = false;
std::atomic<int> which = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may not wait for a lock");

void note(int signal) {
  which = signal;
  flag = true;
}
}  // namespace

const std::atomic<bool>& interrupted() { return flag; }

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = note;
  // The handler is gone after its first call, so the second signal does what it always does.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  // Batch systems send SIGUSR1 before the time is up, and a sweep sends it to its members.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
    // No person sends this one twice, but the system may: once for every thread of a sweep that dies.
    if (signal == SIGUSR1) action.sa_flags = SA_RESTART;
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

void ignore_closed_pipes() { std::signal(SIGPIPE, SIG_IGN); }

int interrupt_exit_code() { return 128 + which; }

}  // namespace scree::cli
