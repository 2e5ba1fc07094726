// Replaces the global operator new of a test program by one that counts. Not under the thread sanitizer,
// whose own must see who frees: it knows then what Embree's threads do among themselves.
#pragma once

#include <cstddef>

namespace scree::tests {

#ifdef __SANITIZE_THREAD__
inline constexpr bool counts_allocations = false;
#else
inline constexpr bool counts_allocations = true;
#endif

/// Since the start of the program, over all threads.
std::size_t allocations();
std::size_t allocated_bytes();

}  // namespace scree::tests
