#include "scree/record/export.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "scree/base/error.h"
#include "scree/record/mark.h"
#include "scree/record/real_path.h"
#include "scree/record/run_folder.h"

namespace scree::record {
namespace fs = std::filesystem;

std::span<const ExportFormat> export_formats() {
  static constexpr std::array formats{
      ExportFormat{"csv", "one table, one line per body and frame: for spreadsheets, Python, R", ".csv",
                   export_csv},
      ExportFormat{"vtk", "one .vtu file per frame and a .pvd over them: for ParaView, VTK, meshio", "-vtk",
                   export_vtk},
      ExportFormat{"h5md", "one H5MD file: for h5py, MDAnalysis, VMD", ".h5", export_h5md},
  };
  return formats;
}

fs::path beside_run(const fs::path& run_folder, std::string_view ending) {
  fs::path folder = without_trailing_slash(run_folder);
  if (folder == "." || folder.filename() == "..") folder = real_path(folder);
  const fs::path stem = folder.extension() == ".run" ? folder.stem() : folder.filename();
  return folder.parent_path() / (stem.string() + std::string(ending));
}

void require_no_run_file(const fs::path& output) {
  const fs::path target = real_path(output);
  const std::string name = target.filename();
  const bool has_name_of_run = name == index_name || name == lock_name || name == scene_name ||
                               name == summary_name || is_data_name(name) || is_measure_name(name);
  std::error_code fault;
  if (has_name_of_run && fs::exists(target.parent_path() / index_name, fault))
    throw SceneError(Place{}, fmt::format("'{}' is a file of a run, so it is left alone; choose another name",
                                          output.string()));
}

void check_options(const ExportOptions& options) {
  if (options.every == 0) throw SceneError(Place{}, "'every' counts frames and is at least 1, got 0");
  if (options.output.empty()) throw SceneError(Place{}, "an export needs a place to write to");
  require_no_run_file(options.output);
  std::error_code fault;
  if (!fs::is_directory(options.output, fault)) require_replaceable(options.output, options.force);
}

}  // namespace scree::record
