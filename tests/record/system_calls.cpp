#include "tests/record/system_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <filesystem>

// The linker chooses these names.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" {
int __real_open(const char* path, int flags, ...);
int __real_close(int descriptor);
int __real_fsync(int descriptor);
int __real_ftruncate(int descriptor, off_t size);
int __real_mkdir(const char* path, mode_t mode);
int __real_rename(const char* from, const char* to);
int __real_unlink(const char* path);
ssize_t __real_pwrite(int descriptor, const void* bytes, size_t size, off_t offset);
}

namespace scree::record::system_calls {
namespace {

bool armed = false;
Plan current;
std::vector<std::string> calls;
unsigned writes = 0;

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  _exit(1);
}

std::string name_of(const char* path) { return std::filesystem::path(path).filename(); }
std::string name_of(int descriptor) {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), ignored).filename();
}

// Whether the call is to fail.
template <class What>
bool meet(const char* call, const What& what, bool may_fail = true) {
  if (!armed) return false;
  const int number = static_cast<int>(calls.size());
  calls.push_back(std::string(call) + ' ' + name_of(what));
  if (current.before && number == current.at) {
    armed = false;
    current.before();
    armed = true;
  }
  if (current.fault == Fault::kill && number == current.at) die();
  const bool fails = may_fail && ((current.fault == Fault::fail && number >= current.at) ||
                                  (current.fault == Fault::fail_once && number == current.at));
  if (fails) errno = current.error_number;
  return fails;
}

}  // namespace

void begin(const Plan& plan) {
  current = plan;
  calls.clear();
  writes = 0;
  armed = true;
}

std::vector<std::string> end() {
  armed = false;
  return calls;
}

extern "C" {

int __wrap_open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : mode_t{0};
  va_end(arguments);
  if ((flags & O_CREAT) != 0 && meet("open", path)) return -1;
  return __real_open(path, flags, mode);
}

int __wrap_close(int descriptor) {
  meet("close", descriptor, false);
  return __real_close(descriptor);
}

int __wrap_fsync(int descriptor) { return meet("fsync", descriptor) ? -1 : __real_fsync(descriptor); }

int __wrap_ftruncate(int descriptor, off_t size) {
  return meet("ftruncate", descriptor) ? -1 : __real_ftruncate(descriptor, size);
}

int __wrap_mkdir(const char* path, mode_t mode) {
  return meet("mkdir", path) ? -1 : __real_mkdir(path, mode);
}

int __wrap_rename(const char* from, const char* to) {
  return meet("rename", to) ? -1 : __real_rename(from, to);
}

int __wrap_unlink(const char* path) {
  meet("unlink", path, false);
  return __real_unlink(path);
}

ssize_t __wrap_pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  if (meet("pwrite", descriptor)) return -1;
  if (armed && current.fault == Fault::kill_midway && static_cast<int>(calls.size()) > current.at) {
    __real_pwrite(descriptor, bytes, size / 2, offset);
    die();
  }
  if (armed && current.interrupt_and_shorten) {
    if (writes++ % 2 == 0) {
      errno = EINTR;
      return -1;
    }
    size = (size + 1) / 2;
  }
  return __real_pwrite(descriptor, bytes, size, offset);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)

}  // namespace scree::record::system_calls
