#include "scree/record/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/run_folder.h"

namespace scree::record {
namespace {

// The holder writes its number after it has the lock, so for a moment the file may still be empty.
std::string holder(int descriptor) {
  char text[32];
  const ssize_t count = pread(descriptor, text, sizeof text, 0);
  const std::string start(text, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  const std::string number = start.substr(0, start.find_first_not_of("0123456789"));
  return number.empty() ? "another process" : "process " + number;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : path_(folder / lock_name) {
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WriteError(path_, errno);
  int outcome = flock(descriptor_, LOCK_EX | LOCK_NB);
  while (outcome != 0 && errno == EINTR) outcome = flock(descriptor_, LOCK_EX | LOCK_NB);
  if (outcome != 0) {
    const int error_number = errno;
    const std::string who = holder(descriptor_);
    close(std::exchange(descriptor_, -1));
    if (error_number != EWOULDBLOCK)
      throw RunError(
          fmt::format("cannot lock '{}': {}", path_.string(), std::generic_category().message(error_number)));
    throw RunError(fmt::format("'{}' is being written by {}; wait for it to end, or choose another folder",
                               folder.string(), who));
  }
  // Only for the message above: the lock is the lock, the number in it is a courtesy, so a full disk is no
  // reason to stop.
  const std::string text = std::to_string(getpid()) + '\n';
  [[maybe_unused]] const bool told =
      ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, text.data(), text.size(), 0) > 0;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void FolderLock::check() const {
  struct stat held = {}, named = {};
  if (fstat(descriptor_, &held) == 0 && stat(path_.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
      held.st_ino == named.st_ino)
    return;
  throw RunError(
      fmt::format("'{}' was removed, moved or replaced while the run was writing to its folder; nothing more "
                  "is written there",
                  path_.string()));
}

}  // namespace scree::record
