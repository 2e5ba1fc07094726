#include "scree/record/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <system_error>
#include <utility>

#include "scree/record/real_path.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

std::string_view advice(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "; free some space there or choose another place";
    case EFBIG:
      return "; files of this size are not allowed there (see 'ulimit -f')";
    case EROFS:
    case EACCES:
    case EPERM:
      return "; choose a place that you may write to";
    case ENOENT:
    case ENOTDIR:
    case ESTALE:
      return "; the folder is not there, or not any more";
    case EISDIR:
      return "; a folder stands in its place";
    case EIO:
      return "; the disk reports a fault";
    default:
      return "";
  }
}

template <class Call>
auto retried(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void sync_folder(const fs::path& folder, const fs::path& file) {
  const int descriptor = retried([&] { return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor < 0) throw WriteError(file, errno);
  const int outcome = retried([&] { return fsync(descriptor); });
  const int error_number = errno;
  close(descriptor);
  // Some network file systems cannot sync a folder and say so; the rename itself has succeeded there.
  if (outcome != 0 && error_number != EINVAL && error_number != ENOTSUP) throw WriteError(file, error_number);
}

struct TemporaryName {
  std::string_view target;
  pid_t process = 0;
};

// Others who may write into the folder cannot guess it, so they cannot be there first.
std::string temporary_name(const std::string& target) {
  static std::atomic<std::uint64_t> counter{0};
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) number = counter++;
  return fmt::format(".{}.{}-{:x}.tmp", target, getpid(), number);
}

// The inverse of temporary_name.
std::optional<TemporaryName> parse_temporary(std::string_view name) {
  constexpr std::string_view ending = ".tmp";
  if (name.size() <= ending.size() || name.front() != '.' || !name.ends_with(ending)) return std::nullopt;
  name.remove_prefix(1);
  name.remove_suffix(ending.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  const std::string_view numbers = name.substr(dot + 1);
  const char* const last = numbers.data() + numbers.size();
  TemporaryName parsed{name.substr(0, dot)};
  std::uint64_t number = 0;
  const auto process = std::from_chars(numbers.data(), last, parsed.process);
  if (process.ec != std::errc() || process.ptr == last || *process.ptr != '-') return std::nullopt;
  const auto end = std::from_chars(process.ptr + 1, last, number, 16);
  if (end.ec != std::errc() || end.ptr != last) return std::nullopt;
  return parsed;
}

bool is_abandoned(const TemporaryName& temporary) {
  return kill(temporary.process, 0) != 0 && errno == ESRCH;
}

template <class Condition>
void remove_temporaries_if(const fs::path& folder, Condition condition) {
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    const std::optional<TemporaryName> temporary = parse_temporary(name);
    if (temporary && condition(*temporary)) unlink(entry->path().c_str());
  }
}

}  // namespace

WriteError::WriteError(const fs::path& path, int error_number)
    : RunError(fmt::format("cannot write '{}': {}{}", path.string(),
                           std::generic_category().message(error_number), advice(error_number))),
      error_number(error_number) {}

AtomicFile::AtomicFile(const fs::path& target, Links links)
    : named_(target),
      target_(links == Links::followed ? real_path(target)
                                       : real_path(folder_of(target)) / target.filename()) {
  struct stat there = {};
  if (lstat(target_.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISLNK(there.st_mode)) {
    if (S_ISDIR(there.st_mode)) throw WriteError(named_, EISDIR);
    throw RunError(fmt::format("cannot write '{}': it is a device or a pipe, not a file", named_.string()));
  }
  temporary_ = folder_of(target_) / temporary_name(target_.filename());
  descriptor_ =
      retried([&] { return open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
  if (descriptor_ < 0) fail();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::fail() const { throw WriteError(named_, errno); }

void AtomicFile::append(std::span<const std::byte> bytes) { write_at(size_, bytes); }

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        retried([&] { return pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
    if (written < 0) fail();
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    if (offset > size_) size_ = offset;
  }
}

bool AtomicFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count =
        retried([&] { return pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
    if (count < 0) fail();
    if (count == 0) return false;
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void AtomicFile::resize(std::uint64_t size) {
  if (retried([&] { return ftruncate(descriptor_, static_cast<off_t>(size)); }) != 0) fail();
  size_ = size;
}

void AtomicFile::commit() {
  SCREE_ASSERT(descriptor_ >= 0);
  if (retried([&] { return fsync(descriptor_); }) != 0) fail();
  // A network file system may report a full disk only here. Linux closes the descriptor even when it is
  // interrupted.
  if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail();
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  sync_folder(folder_of(target_), named_);
}

void write_atomically(const fs::path& target, std::span<const std::byte> bytes, Links links) {
  AtomicFile file(target, links);
  file.append(bytes);
  file.commit();
}

void write_atomically(const fs::path& target, std::string_view text, Links links) {
  write_atomically(target, std::as_bytes(std::span(text)), links);
}

void make_folder(const fs::path& folder) {
  std::error_code ignored;
  if (folder.empty() || fs::is_directory(folder, ignored)) return;
  const fs::path parent = folder_of(folder);
  if (parent != folder) make_folder(parent);
  if (mkdir(folder.c_str(), 0777) != 0) {
    const int error_number = errno;
    if (error_number == EEXIST && fs::is_directory(folder, ignored)) return;
    throw WriteError(folder, error_number);
  }
  sync_folder(parent, folder);
}

bool is_temporary(std::string_view file_name) { return parse_temporary(file_name).has_value(); }

void remove_temporaries(const fs::path& folder) {
  remove_temporaries_if(folder, [](const TemporaryName&) { return true; });
}

void remove_abandoned_temporaries(const fs::path& target) {
  const fs::path real = real_path(target);
  const std::string name = real.filename();
  remove_temporaries_if(folder_of(real), [&](const TemporaryName& temporary) {
    return temporary.target == name && is_abandoned(temporary);
  });
}

void remove_abandoned_temporaries(const fs::path& folder, std::string_view start, std::string_view end) {
  remove_temporaries_if(folder.empty() ? "." : folder, [&](const TemporaryName& temporary) {
    return temporary.target.starts_with(start) && temporary.target.ends_with(end) && is_abandoned(temporary);
  });
}

}  // namespace scree::record
