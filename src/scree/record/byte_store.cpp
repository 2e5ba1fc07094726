#include "scree/record/byte_store.h"

#include <algorithm>
#include <cstring>

namespace scree::record {
namespace {

bool read_from(std::span<const std::byte> source, std::uint64_t offset, std::span<std::byte> bytes) {
  if (offset > source.size() || source.size() - offset < bytes.size()) return false;
  if (!bytes.empty()) std::memcpy(bytes.data(), source.data() + offset, bytes.size());
  return true;
}

template <class Change>
void attempt(std::exception_ptr& fault, Change change) noexcept {
  if (fault) return;
  try {
    change();
  } catch (...) {
    fault = std::current_exception();
  }
}

}  // namespace

bool MemoryStore::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  return read_from(bytes_, offset, bytes);
}

void MemoryStore::write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  attempt(fault_, [&] {
    bytes_.resize(std::max<std::size_t>(bytes_.size(), offset + bytes.size()));
    if (!bytes.empty()) std::memcpy(bytes_.data() + offset, bytes.data(), bytes.size());
  });
}

void MemoryStore::resize(std::uint64_t size) noexcept {
  attempt(fault_, [&] { bytes_.resize(size); });
}

void MemoryStore::check() const {
  if (fault_) std::rethrow_exception(fault_);
}

bool ImageView::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  return read_from(bytes_, offset, bytes);
}

bool StreamStore::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  bool complete = false;
  attempt(fault_, [&] { complete = file_.read_at(offset, bytes); });
  return complete;
}

void StreamStore::write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  attempt(fault_, [&] { file_.write_at(offset, bytes); });
}

void StreamStore::resize(std::uint64_t size) noexcept {
  attempt(fault_, [&] { file_.resize(size); });
}

void StreamStore::check() const {
  if (fault_) std::rethrow_exception(fault_);
}

}  // namespace scree::record
