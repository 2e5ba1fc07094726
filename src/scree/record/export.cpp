#include "scree/record/export.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "scree/base/error.h"
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

fs::path default_output(const ExportFormat& format, const fs::path& run_folder) {
  fs::path folder = run_folder.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const fs::path stem = folder.extension() == ".run" ? folder.stem() : folder.filename();
  return folder.parent_path() / (stem.string() + std::string(format.ending));
}

void check_options(const RunReader& run, const ExportOptions& options) {
  if (options.every == 0) throw SceneError(Place{}, "'every' counts frames and is at least 1, got 0");
  const fs::path target = options.output;
  if (target.empty()) throw SceneError(Place{}, "an export needs a place to write to");
  std::error_code fault;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string name = target.filename();
  if (fs::equivalent(folder, run.folder(), fault) &&
      (name == index_name || name == lock_name || name == scene_name || name == summary_name ||
       is_data_name(name)))
    throw SceneError(
        Place{},
        fmt::format("'{}' is a file of the run itself; choose another name for the export", target.string()));
}

}  // namespace scree::record
