// What HDF5 reads and writes here instead of files. HDF5 must never meet a failing disk: a full one inside
// its calls corrupts the file and crashes at exit (measured). So a store accepts every write; one that can
// fail remembers it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "scree/record/atomic_file.h"

namespace scree::record {

class ByteStore {
 public:
  virtual ~ByteStore() = default;
  virtual std::uint64_t size() const = 0;
  /// A store that is being written reads as zero beyond its end, as files under HDF5 do; one that is only
  /// read gives false there.
  virtual bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept = 0;
  virtual void write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept = 0;
  virtual void resize(std::uint64_t size) noexcept = 0;
  /// Throws what went wrong in `write` and `resize` since the start, if anything did.
  virtual void check() const = 0;
};

/// A file image that is built in memory.
class MemoryStore final : public ByteStore {
 public:
  explicit MemoryStore(std::size_t expected_size) { bytes_.reserve(expected_size); }
  std::vector<std::byte> take() { return std::move(bytes_); }

  std::uint64_t size() const override { return bytes_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept override;
  void write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept override;
  void resize(std::uint64_t size) noexcept override;
  void check() const override;

 private:
  std::vector<std::byte> bytes_;
  std::exception_ptr fault_;
};

/// A file image that is only read.
class ImageView final : public ByteStore {
 public:
  explicit ImageView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept override;
  void write(std::uint64_t, std::span<const std::byte>) noexcept override { written_ = true; }
  void resize(std::uint64_t size) noexcept override { written_ = written_ || size != bytes_.size(); }
  void check() const override { SCREE_ASSERT(!written_); }

 private:
  std::span<const std::byte> bytes_;
  bool written_ = false;
};

/// A file too large for memory, under its temporary name.
class StreamStore final : public ByteStore {
 public:
  explicit StreamStore(AtomicFile& file) : file_(file) {}

  std::uint64_t size() const override { return file_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept override;
  void write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept override;
  void resize(std::uint64_t size) noexcept override;
  void check() const override;

 private:
  AtomicFile& file_;
  std::exception_ptr fault_;
};

}  // namespace scree::record
