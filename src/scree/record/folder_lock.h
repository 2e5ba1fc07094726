// One writer per run folder: an advisory lock on `run.lock`, held while a run is written and released by the
// system however the process ends. Readers never look at it.
#pragma once

#include <filesystem>

namespace scree::record {

class FolderLock {
 public:
  /// Throws RunError, with the process that holds it, when another writer is at work in the folder.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// Throws RunError when the folder or its lock was removed or replaced meanwhile: then another run may be
  /// writing where this one wrote.
  void check() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace scree::record
