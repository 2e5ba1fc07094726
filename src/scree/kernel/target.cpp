// Compiled once per CPU target with that target's flags: the tables of kernels of one target.
#include <utility>

#include "scree/kernel/law_loops.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {
namespace {

template <int D>
void touching(const Motion<D>* motion, const Slot* first, const Slot* second, std::size_t count,
              std::uint8_t* masks) {
  // The row that starts a record holds position and, within four doubles, the radius.
  constexpr int radius_at = D;
  for (std::size_t at = 0; at < count; at += 8) {
    unsigned mask = 0;
    for (int part = 0; part < 8; part += lane_count) {
      const double* record_first[lane_count];
      const double* record_second[lane_count];
      for (int k = 0; k < lane_count; ++k) {
        record_first[k] = reinterpret_cast<const double*>(motion + first[at + part + k]);
        record_second[k] = reinterpret_cast<const double*>(motion + second[at + part + k]);
      }
      Lanes a[4], b[4];
      load_rows(record_first, a);
      load_rows(record_second, b);
      LaneVector<D> apart;
      for (int k = 0; k < D; ++k) apart[k] = a[k] - b[k];
      const Lanes reach = a[radius_at] + b[radius_at];
      const LaneMask touch = dot(apart, apart) < reach * reach;
      std::uint8_t bits[8] = {0};
      hn::StoreMaskBits(Tag(), touch.raw, bits);
      mask |= (bits[0] & ((1u << lane_count) - 1)) << part;
    }
    if (count - at < 8) mask &= (1u << (count - at)) - 1;
    masks[at / 8] = static_cast<std::uint8_t>(mask);
  }
}

template <int D, std::size_t... kinds>
Kernels<D> make(std::index_sequence<kinds...>) {
  return {{{law_kernels<std::tuple_element_t<kinds, law::Laws>, false, D>(),
            law_kernels<std::tuple_element_t<kinds, law::Laws>, true, D>()}...},
          touching<D>};
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
