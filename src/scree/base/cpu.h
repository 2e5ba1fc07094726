// What the CPU at hand can do, for code that is compiled once per kind of CPU and picked at run time.
#pragma once

namespace scree {

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

}  // namespace scree
