#include "scree/base/cpu.h"
#include "scree/search/block_kernel.h"

namespace scree::search {

namespace scalar {
const BlockKernels<2>& kernels_2d();
const BlockKernels<3>& kernels_3d();
}  // namespace scalar
#ifdef SCREE_SEARCH_X86
namespace sse4 {
const BlockKernels<2>& kernels_2d();
const BlockKernels<3>& kernels_3d();
}  // namespace sse4
namespace avx2 {
const BlockKernels<2>& kernels_2d();
const BlockKernels<3>& kernels_3d();
}  // namespace avx2
namespace avx512 {
const BlockKernels<2>& kernels_2d();
const BlockKernels<3>& kernels_3d();
}  // namespace avx512
#endif

namespace {

bool always() { return true; }

const BlockTarget table[] = {
    {"scalar", always, scalar::kernels_2d, scalar::kernels_3d},
#ifdef SCREE_SEARCH_X86
    {"sse4", cpu_has_sse4, sse4::kernels_2d, sse4::kernels_3d},
    {"avx2", cpu_has_avx2, avx2::kernels_2d, avx2::kernels_3d},
    {"avx512", cpu_has_avx512, avx512::kernels_2d, avx512::kernels_3d},
#endif
};

}  // namespace

std::span<const BlockTarget> block_targets() { return table; }

const BlockTarget& best_block_target() {
  const BlockTarget* best = &table[0];
  for (const BlockTarget& target : table)
    if (target.is_supported()) best = &target;
  return *best;
}

}  // namespace scree::search
