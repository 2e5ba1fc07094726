#include "scree/record/byte_store.h"

#include <algorithm>
#include <cstring>

namespace scree::record {
namespace {

// The part of `bytes` that lies inside the store; the rest is set to zero.
std::span<std::byte> clipped(std::span<std::byte> bytes, std::uint64_t offset, std::uint64_t store_size) {
  const std::uint64_t inside =
      offset >= store_size ? 0 : std::min<std::uint64_t>(bytes.size(), store_size - offset);
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(inside), bytes.end(), std::byte{0});
  return bytes.first(inside);
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
  const std::span<std::byte> inside = clipped(bytes, offset, bytes_.size());
  if (!inside.empty()) std::memcpy(inside.data(), bytes_.data() + offset, inside.size());
  return true;
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
  if (offset > bytes_.size() || bytes_.size() - offset < bytes.size()) return false;
  if (!bytes.empty()) std::memcpy(bytes.data(), bytes_.data() + offset, bytes.size());
  return true;
}

bool StreamStore::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  const std::span<std::byte> inside = clipped(bytes, offset, file_.size());
  attempt(fault_, [&] { SCREE_ASSERT(file_.read_at(offset, inside)); });
  return !fault_;
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
