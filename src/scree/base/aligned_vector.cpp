#include "scree/base/aligned_vector.h"

#include <sys/mman.h>

#include <new>

namespace scree {
namespace {

constexpr std::size_t cache_line = 64, large_page = std::size_t{1} << 21;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= 2 * large_page ? large_page : cache_line};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
  // Not the rest behind the last whole page, which would take up a page of its own. A system without large
  // pages says no, and nothing is lost.
  if (bytes >= 2 * large_page) madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE);
  return memory;
}

void release_aligned(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace scree
