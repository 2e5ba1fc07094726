#include "scree/record/run_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/folder_lock.h"
#include "scree/record/mark.h"
#include "scree/record/plain_file.h"
#include "scree/record/sealed_file.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view segment_prefix = "frames-";
constexpr std::string_view checkpoint_prefix = "checkpoint-";
constexpr std::string_view suffix = ".h5";

bool is_numbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() <= prefix.size() + suffix.size())
    return false;
  const std::string_view number = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  return std::all_of(number.begin(), number.end(), [](char c) { return '0' <= c && c <= '9'; });
}

// Holds the number of a process, or nothing: a file of that name may have been written by another program.
bool is_lock(const fs::path& path) {
  constexpr std::size_t longest = 32;
  std::error_code fault;
  if (!fs::is_regular_file(fs::symlink_status(path, fault))) return false;
  const std::string text = first_bytes(path, longest + 1);
  return text.size() <= longest && text.find_first_not_of("0123456789\n") == std::string::npos;
}

}  // namespace

std::string segment_name(std::uint64_t number) {
  return fmt::format("{}{:06}{}", segment_prefix, number, suffix);
}
std::string checkpoint_name(std::uint64_t step) {
  return fmt::format("{}{}{}", checkpoint_prefix, step, suffix);
}

std::string measure_name(const std::string& measure) { return "measure-" + measure + ".csv"; }

bool is_measure_name(std::string_view file_name) {
  return file_name.starts_with("measure-") && file_name.ends_with(".csv");
}

bool is_data_name(std::string_view file_name) {
  return is_numbered(file_name, segment_prefix) || is_numbered(file_name, checkpoint_prefix);
}

FolderKind kind_of(const fs::path& folder) {
  std::error_code fault;
  const fs::file_status status = fs::status(folder, fault);
  if (status.type() == fs::file_type::not_found) return FolderKind::missing;
  if (status.type() != fs::file_type::directory) return FolderKind::foreign;
  if (is_sealed(folder / index_name)) return FolderKind::run;
  bool is_empty = true, has_lock = false, has_others = false;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    const std::string name = entry->path().filename();
    is_empty = false;
    if (name == index_name || is_data_name(name))
      return FolderKind::foreign;  // of another program, or to be rescued
    if (name == lock_name && is_lock(entry->path()))
      has_lock = true;
    else if (!is_temporary(name))
      has_others = true;
  }
  if (fault || (has_others && !has_lock)) return FolderKind::foreign;
  return is_empty ? FolderKind::empty : FolderKind::starting;
}

std::vector<fs::path> files_for_people(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    const bool is_of_run = name == scene_name || name == summary_name || name == picture_name ||
                           name == plot_name || name == report_name;
    // Measurements have names that others may choose, too.
    if (is_of_run || (is_measure_name(name) && is_marked(entry.path()))) files.push_back(entry.path());
  }
  return files;
}

void remove_run(const fs::path& folder) {
  const FolderLock lock(folder);
  std::vector<fs::path> files = files_for_people(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename();
        (is_data_name(name) && is_sealed(entry.path())) || is_temporary(name))
      files.push_back(entry.path());
  // The index goes last: until then this is a run, and can be replaced again after a kill.
  files.push_back(folder / index_name);
  for (const fs::path& file : files) fs::remove(file);
}

void require_free(const fs::path& folder, bool force) {
  const FolderKind kind = kind_of(folder);
  if (kind == FolderKind::foreign)
    throw SceneError(Place{},
                     fmt::format("'{}' is there already and is not a run of scree, so it is left alone; "
                                 "choose another output folder",
                                 folder.string()));
  if (kind == FolderKind::run && !force)
    throw SceneError(Place{},
                     fmt::format("'{0}' holds a run already; go on with it by 'scree resume {0}', choose "
                                 "another output folder, or replace it with --force",
                                 folder.string()));
}

void require_run(const fs::path& folder) {
  const auto refuse = [&](std::string_view why) {
    throw SceneError(Place{}, fmt::format("'{}' {}", folder.string(), why));
  };
  switch (kind_of(folder)) {
    case FolderKind::run:
      return;
    case FolderKind::missing:
      return refuse("does not exist; a run folder is made by 'scree run'");
    case FolderKind::starting:
      return refuse(
          "holds a run that was stopped while it started, before anything was recorded; start it again with "
          "'scree run'");
    case FolderKind::empty:
      return refuse("is empty; a run folder is made by 'scree run'");
    case FolderKind::foreign:
      break;
  }
  std::error_code fault;
  if (fs::exists(folder / index_name, fault))
    return refuse(fmt::format("is not a run of scree: its {} was not written by scree", index_name));
  refuse(fmt::format("is not a run folder of scree: it has no {}", index_name));
}

}  // namespace scree::record
