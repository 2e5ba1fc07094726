#include "scree/record/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace scree::record {

PlainFile::PlainFile(const std::filesystem::path& path, int flags, mode_t mode) {
  descriptor_ = open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode);
  if (descriptor_ < 0) {
    fail(errno);
    if (error_number_ == ELOOP) fault_ = "it is a symbolic link, and files of a run are none";
    return;
  }
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0) {
    fail(errno);
    return;
  }
  if (S_ISREG(status.st_mode)) return;
  fail(S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
  if (error_number_ == EINVAL) fault_ = "it is a pipe or a device, not a file";
}

PlainFile::~PlainFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

PlainFile::PlainFile(PlainFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      error_number_(other.error_number_),
      fault_(std::move(other.fault_)) {}

PlainFile& PlainFile::operator=(PlainFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(error_number_, other.error_number_);
  std::swap(fault_, other.fault_);
  return *this;
}

void PlainFile::fail(int error_number) {
  error_number_ = error_number;
  fault_ = std::generic_category().message(error_number);
}

std::vector<std::byte> PlainFile::read(std::size_t most) {
  struct stat status = {};
  if (!fault_.empty()) return {};
  if (fstat(descriptor_, &status) != 0) {
    fail(errno);
    return {};
  }
  std::vector<std::byte> bytes(std::min(most, static_cast<std::size_t>(status.st_size)));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

std::vector<std::byte> PlainFile::read_all() { return read(static_cast<std::size_t>(-1)); }

std::string first_bytes(const std::filesystem::path& path, std::size_t most) {
  const std::vector<std::byte> bytes = PlainFile(path, O_RDONLY).read(most);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace scree::record
