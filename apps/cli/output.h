// Where commands may write: one rule for everything that -o names.
#pragma once

#include <filesystem>
#include <initializer_list>

#include "command_line.h"

namespace scree::cli {

/// Throws SceneError when a file that is written there would replace one of a run, one that the command reads
/// or, without `force`, one that scree did not write; or when there is no folder to write into: a mistyped
/// path should not grow new ones.
void require_free_for_output(const std::filesystem::path& output, bool force,
                             std::initializer_list<std::filesystem::path> inputs = {});

/// The option that says so.
void add_force(Command& command, bool& force);

/// For tables that only happen to have a default name: what is there may have been worked on, and stays
/// unless `force` says otherwise.
void require_absent(const std::filesystem::path& output, bool force);

}  // namespace scree::cli
