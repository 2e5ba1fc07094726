// One writer per run folder: an advisory lock on `run.lock`, held while a run is written and released by the
// system however the process ends. Readers never look at it.
#pragma once

#include <filesystem>

#include "scree/record/plain_file.h"

namespace scree::record {

class FolderLock {
 public:
  /// Throws RunError, with the process that holds it, when another writer is at work in the folder.
  explicit FolderLock(const std::filesystem::path& folder);
  /// Throws RunError when the folder or its lock was removed or replaced meanwhile: then another run may be
  /// writing where this one wrote.
  void check() const;

 private:
  std::filesystem::path path_;
  PlainFile file_;
};

}  // namespace scree::record
