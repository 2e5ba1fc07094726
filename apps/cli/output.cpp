#include "output.h"

#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/record/export.h"
#include "scree/record/mark.h"

namespace scree::cli {
namespace fs = std::filesystem;

void require_free_for_output(const fs::path& output, bool force, std::initializer_list<fs::path> inputs) {
  const Place place{std::make_shared<const std::string>("--output")};
  std::error_code fault;
  for (const fs::path& input : inputs)
    if (fs::equivalent(output, input, fault))
      throw SceneError(place, fmt::format("'{}' is what the command reads; choose another name to write to",
                                          output.string()));
  record::require_no_run_file(output);
  const fs::path folder = output.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, fault))
    throw SceneError(place, fmt::format("there is no folder '{}' to write into", folder.string()));
  record::require_replaceable(output, force);
}

void add_force(Command& command, bool& force) {
  command.add_flag("--force", force, "replace a file that is there already, whoever wrote it");
}

void require_absent(const fs::path& output, bool force) {
  std::error_code fault;
  if (force || !fs::exists(output, fault)) return;
  throw SceneError(Place{},
                   fmt::format("'{}' is there already; replace it with --force, or name another with -o",
                               output.string()));
}

}  // namespace scree::cli
