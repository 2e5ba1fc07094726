#include "scree/base/cpu.h"
#include "scree/search/block_kernel.h"

namespace scree::search {

#define SCREE_DECLARE(name, is_supported, summary) \
  namespace name {                                 \
  const BlockKernels<2>& kernels_2d();             \
  const BlockKernels<3>& kernels_3d();             \
  }
SCREE_FOR_EACH_CPU(SCREE_DECLARE)
#undef SCREE_DECLARE

namespace {

#define SCREE_ROW(name, is_supported, summary) {#name, is_supported, name::kernels_2d, name::kernels_3d},
const BlockTarget table[] = {SCREE_FOR_EACH_CPU(SCREE_ROW)};
#undef SCREE_ROW

}  // namespace

std::span<const BlockTarget> block_targets() { return table; }
const BlockTarget& best_block_target() { return best_for_cpu(block_targets()); }

}  // namespace scree::search
