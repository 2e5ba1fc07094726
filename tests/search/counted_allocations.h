// Replaces the global operator new of a test program by one that counts.
#pragma once

#include <cstddef>

namespace scree::tests {

/// Since the start of the program, over all threads.
std::size_t allocations();
std::size_t allocated_bytes();

}  // namespace scree::tests
