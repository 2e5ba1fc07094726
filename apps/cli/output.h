// Where commands may write: one rule for everything that -o names.
#pragma once

#include <filesystem>
#include <initializer_list>

namespace scree::cli {

/// Throws SceneError when a file that is written there would replace one of a run or one that the command
/// reads, or when there is no folder to write into: a mistyped path should not grow new ones.
void require_free_for_output(const std::filesystem::path& output,
                             std::initializer_list<std::filesystem::path> inputs = {});

/// The same for a file that only happens to have a default name: it may be something else, and stays unless
/// `force` says otherwise.
void require_absent(const std::filesystem::path& output, bool force);

}  // namespace scree::cli
