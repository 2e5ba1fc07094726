// Compiled once per CPU target with that target's flags: the tables of kernels of one target.
#include <utility>

#include "scree/kernel/contact_list.h"
#include "scree/kernel/gather.h"
#include "scree/kernel/law_loops.h"
#include "scree/kernel/moves.h"
#include "scree/kernel/narrow.h"
#include "scree/kernel/touching.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

const TriangleKernels& triangle_kernels();  // triangle_target.cpp

namespace {

template <int D>
void coarsen_all(const Motion<D>* motion, std::size_t count, const CoarseScale<D>& scale, Coarse* coarse) {
  const Coarsening<D> coarsening(scale);
  for (std::size_t at = 0; at < count; ++at) coarsening.apply(motion[at], coarse[at]);
}

template <int D, std::size_t... kinds>
Kernels<D> make(std::index_sequence<kinds...>) {
  return {{{law_kernels<std::tuple_element_t<kinds, law::Laws>, false, D>(),
            law_kernels<std::tuple_element_t<kinds, law::Laws>, true, D>()}...},
          coarsen_all<D>,
          find_touching<D>,
          narrow<D>,
          list_contacts<false>,
          list_contacts<true>,
          gather<D>,
          move_bodies<D, 1, false>,
          move_bodies<D, 1, true>,
          move_bodies<D, 2, true>,
          triangle_kernels};
}

}  // namespace

const Kernels<2>& kernels_2d() {
  static const Kernels<2> kernels = make<2>(std::make_index_sequence<law::law_count>());
  return kernels;
}
const Kernels<3>& kernels_3d() {
  static const Kernels<3> kernels = make<3>(std::make_index_sequence<law::law_count>());
  return kernels;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
