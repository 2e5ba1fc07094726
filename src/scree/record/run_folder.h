// The names of the files in a run folder, and what a folder on disk is: a run, the start of one, or something
// else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree::record {

inline constexpr std::string_view lock_name = "run.lock";
inline constexpr std::string_view index_name = "run.h5";
inline constexpr std::string_view scene_name = "scene.toml";
inline constexpr std::string_view summary_name = "summary.json";
// Made of the others when a run ends, for people to look at.
inline constexpr std::string_view picture_name = "picture.png";
inline constexpr std::string_view plot_name = "energy.svg";
inline constexpr std::string_view report_name = "report.html";
std::string segment_name(std::uint64_t number);   ///< "frames-000012.h5"
std::string checkpoint_name(std::uint64_t step);  ///< "checkpoint-8000.h5"

std::string measure_name(const std::string& measure);  ///< "measure-outflow.csv"
bool is_measure_name(std::string_view file_name);

/// Whether the name is that of a segment or a checkpoint.
bool is_data_name(std::string_view file_name);

enum class FolderKind {
  missing,   ///< nothing has this name
  empty,     ///< a folder without files
  starting,  ///< a run was killed before its index was written, or removed: a lock and perhaps temporaries,
             ///< and what people have put beside them; nothing recorded
  run,       ///< holds an index of scree, intact or not
  foreign,   ///< a file, or a folder with other people's files and no index of scree
};
FolderKind kind_of(const std::filesystem::path& folder);

/// The files of a run folder that are made for people, as far as scree wrote them: scene, summary, pictures
/// and measurements.
std::vector<std::filesystem::path> files_for_people(const std::filesystem::path& folder);

/// Takes a run away, and leaves what else is in its folder, with the lock: a new run may be written there.
/// Throws RunError while the run is being written.
void remove_run(const std::filesystem::path& folder);

/// Throws SceneError, saying what could be done, when a new run may not be written there: it holds a run
/// (which `force` allows to replace) or other people's files.
void require_free(const std::filesystem::path& folder, bool force);

/// Throws SceneError, saying what the folder is instead, unless it is a run.
void require_run(const std::filesystem::path& folder);

}  // namespace scree::record
