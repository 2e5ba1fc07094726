// Ctrl-C, SIGTERM and the end of the session ask a run to stop at the end of its step; a second one ends the
// process at once.
#pragma once

#include <atomic>

namespace scree::cli {

/// Becomes true with the first signal after `catch_interrupts`.
const std::atomic<bool>& interrupted();
void catch_interrupts();
/// 130 after Ctrl-C, 143 after SIGTERM and so on, as shells count them.
int interrupt_exit_code();

}  // namespace scree::cli
