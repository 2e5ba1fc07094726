// Files of a run folder as they are opened: plain files that stand there themselves. The folder may come from
// a stranger, so a link is not followed and a pipe is not waited for.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace scree::record {

class PlainFile {
 public:
  /// `flags` and `mode` as for open(2). Whether it could be opened is told by `fault`.
  explicit PlainFile(const std::filesystem::path& path, int flags, mode_t mode = 0);
  ~PlainFile();
  PlainFile(PlainFile&& other) noexcept;
  PlainFile& operator=(PlainFile&& other) noexcept;

  /// Why it could not be opened or read; empty if it was.
  const std::string& fault() const { return fault_; }
  int error_number() const { return error_number_; }  ///< errno of that
  int descriptor() const { return descriptor_; }

  /// At most so many bytes from its start; fewer after a fault.
  std::vector<std::byte> read(std::size_t most);
  std::vector<std::byte> read_all();

 private:
  void fail(int error_number);

  int descriptor_ = -1;
  int error_number_ = 0;
  std::string fault_;
};

/// The first bytes of a file, as text; empty if there is no such plain file.
std::string first_bytes(const std::filesystem::path& path, std::size_t most);

}  // namespace scree::record
