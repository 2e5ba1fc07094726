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

FolderLock::FolderLock(const std::filesystem::path& folder)
    : path_(folder / lock_name), file_(path_, O_RDWR | O_CREAT, 0666) {
  if (file_.error_number() == ELOOP || file_.error_number() == EINVAL)
    throw RunError(fmt::format("cannot write '{}': {}", path_.string(), file_.fault()));
  if (!file_.fault().empty()) throw WriteError(path_, file_.error_number());
  const int descriptor = file_.descriptor();
  int outcome = flock(descriptor, LOCK_EX | LOCK_NB);
  while (outcome != 0 && errno == EINTR) outcome = flock(descriptor, LOCK_EX | LOCK_NB);
  if (outcome != 0) {
    const int error_number = errno;
    const std::string who = holder(descriptor);
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
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, text.data(), text.size(), 0) > 0;
}

void FolderLock::check() const {
  struct stat held = {}, named = {};
  if (fstat(file_.descriptor(), &held) == 0 && lstat(path_.c_str(), &named) == 0 &&
      held.st_dev == named.st_dev && held.st_ino == named.st_ino)
    return;
  throw RunError(
      fmt::format("'{}' was removed, moved or replaced while the run was writing to its folder; nothing more "
                  "is written there",
                  path_.string()));
}

}  // namespace scree::record
