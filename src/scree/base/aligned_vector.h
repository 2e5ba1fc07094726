// Vectors whose storage starts on a cache line, for what loops stream over or load into SIMD registers. Large
// ones lie in large pages where the system has them: bodies are looked up at random, and each miss of the
// page table costs as much as one of the cache.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace scree {

/// Memory for so many bytes; throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
/// `bytes` as at the allocation.
void release_aligned(void* memory, std::size_t bytes) noexcept;

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  constexpr CacheLineAllocator(const CacheLineAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_aligned(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept { release_aligned(memory, count * sizeof(T)); }

  template <class U>
  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator<U>&) {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

/// Leaves numbers that were given no value as they are.
template <class T>
struct UnsetAllocator : CacheLineAllocator<T> {
  UnsetAllocator() = default;
  template <class U>
  constexpr UnsetAllocator(const UnsetAllocator<U>&) noexcept {}

  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
};

/// What a resize adds is not set: for large arrays that several threads write whole before they are read
/// them. Else one thread would go through all of it first, and be alone at getting its pages.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace scree
