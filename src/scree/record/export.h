// Runs in formats that other programs read. Takes a RunReader, gives files; each file appears whole or not at
// all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "scree/base/drawn_mesh.h"
#include "scree/base/outline.h"
#include "scree/base/vec.h"
#include "scree/record/run_reader.h"

namespace scree::record {

/// What is drawn of walls: flat pieces by the numbers of their corners, two of them in the plane.
struct WallPieces {
  std::vector<Vec3> points;  ///< [m]
  std::vector<std::vector<std::size_t>> pieces;
  std::vector<std::uint32_t> wall;  ///< by piece, counted from 0 in the order of the scene
};

struct ExportOptions {
  std::filesystem::path output;  ///< missing folders are made; files that scree wrote are replaced
  std::size_t every = 1;         ///< frames 0, every, 2 every, ...; at least 1
  /// The shapes that bodies in the plane share, for a radius of 1; number k - 1 belongs to `shape`
  /// k.
  std::vector<Outline> outlines{};
  /// The same of bodies in space, in their true size.
  std::vector<DrawnMesh> meshes{};
  /// VTK: the walls where they are in a frame. Without it no walls are written.
  std::function<WallPieces(const Frame&)> walls{};
  bool contacts = false;  ///< VTK: with each frame its contacts, if the run kept them
  bool force = false;     ///< other files are replaced, too; else they are refused
};

struct ExportReport {
  std::filesystem::path file;  ///< the one to open
  std::size_t frames = 0;
  std::size_t files = 0;
  std::size_t shapes =
      0;  ///< written apart, since a frame has too many cells; numbered from 1, as in `shape`
};

/// One line per body and frame: frame,time,id,x,y[,z],vx,vy[,vz],angle or qw,qx,qy,qz,spin or wx,wy,wz, then
/// radius, material and what else was recorded. Numbers are as short as they can be and read back to the same
/// bits.
ExportReport export_csv(const RunReader& run, const ExportOptions& options);

/// A .vtu file of points per frame, others of walls and contacts if they are asked for, and a .pvd over them.
/// Polygons and triangulated bodies are cells; where these are more than `most_cells` in a frame, the bodies
/// are points with their orientation and shape, and each shape is a file of its own, once, to be put at the
/// points. The output is the .pvd, with the others beside it, or a folder. Frames that an earlier export left
/// there go, unless they are replaced.
ExportReport export_vtk(const RunReader& run, const ExportOptions& options);

inline constexpr std::size_t most_cells = 2'000'000;

/// One H5MD file with the whole run. A row is one body for the whole file; where it is not there, its `id`
/// has the fill value.
ExportReport export_h5md(const RunReader& run, const ExportOptions& options);

struct ExportFormat {
  std::string_view name, summary;
  std::string_view ending;  ///< of the default output
  ExportReport (*write)(const RunReader& run, const ExportOptions& options);
};
std::span<const ExportFormat> export_formats();

/// Where what is made of a run goes unless another name is given: "box.run" and ".csv" give "box.csv"
/// beside it. Only ".run" is taken off, so that "v.1" and "v.2" do not share a name.
std::filesystem::path beside_run(const std::filesystem::path& run_folder, std::string_view ending);

/// Throws SceneError when a file that is written there would replace one that belongs to a run, be it this
/// one or another.
void require_no_run_file(const std::filesystem::path& output);

/// Throws SceneError when the options ask for what cannot be, or would replace a file of a run or, without
/// `force`, one that scree did not write.
void check_options(const ExportOptions& options);

}  // namespace scree::record
