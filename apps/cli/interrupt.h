// Ctrl-C, SIGTERM, SIGUSR1 and the end of the session ask a run to stop at the end of its step; a second one
// ends the process at once.
#pragma once

#include <atomic>

namespace scree::cli {

/// Becomes true with the first signal after `catch_interrupts`.
const std::atomic<bool>& interrupted();
/// Signals that whoever started this process had it ignore stay ignored: `nohup` works.
void catch_interrupts();
/// Writing to a pipe whose reader is gone is then an error of that write, no end of the process.
void ignore_closed_pipes();
/// 130 after Ctrl-C, 143 after SIGTERM and so on, as shells count them.
int interrupt_exit_code();

}  // namespace scree::cli
