#include "scree/kernel/kernels.h"

#include "scree/base/cpu.h"

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
namespace avx512 {
const Kernels<2>& kernels_2d();
const Kernels<3>& kernels_3d();
}  // namespace avx512
#endif

namespace {

bool always() { return true; }

const Target table[] = {
    {"scalar", "one contact at a time; runs everywhere", always, scalar::kernels_2d, scalar::kernels_3d},
#ifdef SCREE_KERNEL_X86
    {"sse4", "two contacts at a time", cpu_has_sse4, sse4::kernels_2d, sse4::kernels_3d},
    {"avx2", "four contacts at a time", cpu_has_avx2, avx2::kernels_2d, avx2::kernels_3d},
    {"avx512", "eight contacts at a time", cpu_has_avx512, avx512::kernels_2d, avx512::kernels_3d},
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
