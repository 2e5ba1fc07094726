#include "scree/kernel/kernels.h"

namespace scree::kernel {

namespace scalar {
const Kernels<2>& kernels_2d();
const Kernels<3>& kernels_3d();
}  // namespace scalar
#ifdef SCREE_KERNEL_X86
namespace sse4 {
const Kernels<2>& kernels_2d();
const Kernels<3>& kernels_3d();
}  // namespace sse4
namespace avx2 {
const Kernels<2>& kernels_2d();
const Kernels<3>& kernels_3d();
}  // namespace avx2
#endif

namespace {

bool always() { return true; }
#ifdef SCREE_KERNEL_X86
bool has_sse4() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") &&
         __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
#endif

const Target table[] = {
    {"scalar", "one contact at a time; runs everywhere", always, scalar::kernels_2d, scalar::kernels_3d},
#ifdef SCREE_KERNEL_X86
    {"sse4", "two contacts at a time", has_sse4, sse4::kernels_2d, sse4::kernels_3d},
    {"avx2", "four contacts at a time", has_avx2, avx2::kernels_2d, avx2::kernels_3d},
#endif
};

}  // namespace

std::span<const Target> targets() { return table; }

const Target& best_target() {
  const Target* best = &table[0];
  for (const Target& target : table)
    if (target.is_supported()) best = &target;
  return *best;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : table)
    if (target.name == name) return target.is_supported() ? &target : nullptr;
  return nullptr;
}

}  // namespace scree::kernel
