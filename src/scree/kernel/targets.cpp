#include "scree/base/cpu.h"
#include "scree/kernel/kernels.h"

namespace scree::kernel {

#define SCREE_DECLARE(name, is_supported, summary) \
  namespace name {                                 \
  const Kernels<2>& kernels_2d();                  \
  const Kernels<3>& kernels_3d();                  \
  const TriangleKernels& triangle_kernels();       \
  }
SCREE_FOR_EACH_CPU(SCREE_DECLARE)
#undef SCREE_DECLARE

namespace {

#define SCREE_ROW(name, is_supported, summary) \
  {#name, summary, is_supported, name::kernels_2d, name::kernels_3d, name::triangle_kernels},
const Target table[] = {SCREE_FOR_EACH_CPU(SCREE_ROW)};
#undef SCREE_ROW

}  // namespace

std::span<const Target> targets() { return table; }
const Target& best_target() { return best_for_cpu(targets()); }
const Target* find_target(std::string_view name) { return find_for_cpu(targets(), name); }

}  // namespace scree::kernel
