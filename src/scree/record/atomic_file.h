// Files that appear whole or not at all. Every byte that scree leaves on disk goes through here: a temporary
// name in the same folder, write, fsync, rename, fsync of the folder. A kill or a full disk leaves what was
// there before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "scree/base/error.h"

namespace scree::record {

/// The message says what could not be written, why, and what to do.
class WriteError : public RunError {
 public:
  WriteError(const std::filesystem::path& path, int error_number);
  const int error_number;  ///< errno
};

/// What becomes of a target that is a symbolic link. Those that people name are followed; those of a run
/// folder are replaced, since the folder may come from a stranger and the link may lead anywhere.
enum class Links { replaced, followed };

/// A file under construction. Until `commit` returns, the target is untouched; without `commit` nothing
/// remains. A target that is a folder or a device is refused.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target, Links links = Links::replaced);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void append(std::span<const std::byte> bytes);
  void append(std::string_view text) { append(std::as_bytes(std::span(text))); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// False when the file ends before `bytes` is full.
  bool read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
  void resize(std::uint64_t size);
  std::uint64_t size() const { return size_; }
  /// Where the file is until `commit`: for other programs to write into it.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Makes the file durable and visible under its name.
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path named_;  // for messages
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

void write_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes,
                      Links links = Links::replaced);
void write_atomically(const std::filesystem::path& target, std::string_view text,
                      Links links = Links::replaced);

/// Creates the folder and those above it where they are missing, durably.
void make_folder(const std::filesystem::path& folder);

/// Whether a file name is that of a temporary of AtomicFile.
bool is_temporary(std::string_view file_name);
/// Removes every temporary in a folder that only this process writes to.
void remove_temporaries(const std::filesystem::path& folder);
/// Removes what killed processes left of earlier attempts to write this file, links followed.
void remove_abandoned_temporaries(const std::filesystem::path& target);
/// The same for all files of a folder whose names begin and end like this.
void remove_abandoned_temporaries(const std::filesystem::path& folder, std::string_view start,
                                  std::string_view end);

}  // namespace scree::record
