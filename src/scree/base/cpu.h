// What the CPU at hand can do, and the kinds of CPU for which rooms compile their loops: each once per kind,
// in a namespace named after it (see scree_cpu_loops in the top CMakeLists.txt), picked at run time.
#pragma once

#include <span>
#include <string_view>

namespace scree {

inline bool cpu_has_anything() { return true; }

#if defined(__x86_64__)
inline bool cpu_has_sse4() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") &&
         __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
}
inline bool cpu_has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
inline bool cpu_has_avx512() {
  return cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd");
}
#else
inline bool cpu_has_sse4() { return false; }
inline bool cpu_has_avx2() { return false; }
inline bool cpu_has_avx512() { return false; }
#endif

/// USE(namespace, whether the CPU at hand is of this kind, what it means), slowest first; the first runs
/// everywhere.
#if defined(__x86_64__)
#define SCREE_FOR_EACH_CPU(USE)                                           \
  USE(scalar, cpu_has_anything, "one contact at a time; runs everywhere") \
  USE(sse4, cpu_has_sse4, "two contacts at a time")                       \
  USE(avx2, cpu_has_avx2, "four contacts at a time")                      \
  USE(avx512, cpu_has_avx512, "eight contacts at a time")
#else
#define SCREE_FOR_EACH_CPU(USE) USE(scalar, cpu_has_anything, "one contact at a time; runs everywhere")
#endif

/// Of a room's table over these kinds, the fastest row that this machine can run.
template <class Row>
const Row& best_for_cpu(std::span<const Row> table) {
  const Row* best = &table[0];
  for (const Row& row : table)
    if (row.is_supported()) best = &row;
  return *best;
}
/// The row with this name; null if there is none or this machine cannot run it.
template <class Row>
const Row* find_for_cpu(std::span<const Row> table, std::string_view name) {
  for (const Row& row : table)
    if (row.name == name) return row.is_supported() ? &row : nullptr;
  return nullptr;
}

}  // namespace scree
