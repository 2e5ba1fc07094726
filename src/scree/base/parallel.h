// Parallel loops. The only door to oneTBB: nothing else in scree knows which library runs the threads.
// No result may depend on how a range is cut or which thread takes a piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace scree {

/// How many threads loops use from now on, process-wide; at first as many as the machine has, and never more
/// than the system lets start: `threads` tells. May exceed the number of cores. Not to be called while a loop
/// runs.
void set_threads(int count);
int threads();

/// Which worker runs the calling code: 0 .. threads() - 1, never two at once with the same number inside one
/// loop.
int worker_index();

/// Sets the number of threads until the end of the scope.
class ThreadLimit {
 public:
  explicit ThreadLimit(int count) : before_(threads()) { set_threads(count); }
  ~ThreadLimit() { set_threads(before_); }
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  int before_;
};

namespace detail {
using RangeCall = void (*)(void* body, std::size_t begin, std::size_t end);
void run_ranges(std::size_t count, std::size_t grain, RangeCall call, void* body);
}  // namespace detail

/// Calls body(begin, end) on pieces that cover [0, count) once, from several threads. A piece of at most
/// `grain` is not cut further. Inline when that leaves one piece, or with one thread. The first exception of
/// a body reaches the caller; pieces not yet begun are then dropped. A body that starts a loop of its own
/// may, while it waits, be given another piece of the outer loop to run.
template <class F>
void parallel_for(std::size_t count, std::size_t grain, F&& body) {
  if (count == 0) return;
  if (count <= grain || threads() == 1) {
    body(std::size_t{0}, count);
    return;
  }
  using Body = std::remove_reference_t<F>;
  detail::run_ranges(
      count, grain,
      [](void* erased, std::size_t begin, std::size_t end) { (*static_cast<Body*>(erased))(begin, end); },
      const_cast<void*>(static_cast<const void*>(std::addressof(body))));
}

constexpr std::size_t block_count(std::size_t count, std::size_t block_size) {
  return (count + block_size - 1) / block_size;
}

/// Calls body(block, begin, end) for the blocks of fixed size that [0, count) is cut into; the last may be
/// shorter. The cut does not depend on the number of threads, so results per block, combined in block order,
/// do not either.
template <class F>
void for_each_block(std::size_t count, std::size_t block_size, F&& body) {
  parallel_for(block_count(count, block_size), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first; block < last; ++block) {
      const std::size_t begin = block * block_size;
      const std::size_t end = count - begin < block_size ? count : begin + block_size;
      body(block, begin, end);
    }
  });
}

/// Gives a vector so many elements of one value. For an UnsetVector: others are set twice.
template <class Vector>
void parallel_assign(Vector& vector, std::size_t count, const typename Vector::value_type& value) {
  constexpr std::size_t grain = 1 << 16;
  vector.resize(count);
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    std::fill(vector.begin() + static_cast<std::ptrdiff_t>(begin),
              vector.begin() + static_cast<std::ptrdiff_t>(end), value);
  });
}

}  // namespace scree
