// Compiled once per CPU target with that target's flags: the tables of kernels of one target.
#include <utility>

#include "scree/kernel/contact_list.h"
#include "scree/kernel/gather.h"
#include "scree/kernel/law_loops.h"
#include "scree/kernel/moves.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {
namespace {

template <int D>
std::size_t find_touching(const Motion<D>* motion, const PeriodicBox<D>* periodic,
                          const CandidateBatch& batch) {
  // The row that starts a record holds position and, within four doubles, the radius.
  constexpr int radius_at = D;
  std::size_t contacts = 0;
  constexpr std::size_t ahead = 64;
  for (std::size_t at = 0; at < batch.count; at += 8) {
    unsigned mask = 0;
    if (at + ahead + 8 <= batch.count)
      for (std::size_t k = 0; k < 8; ++k) __builtin_prefetch(motion + batch.second[at + ahead + k]);
    for (int part = 0; part < 8; part += lane_count) {
      const double* record_first[lane_count];
      const double* record_second[lane_count];
      for (int k = 0; k < lane_count; ++k) {
        record_first[k] = reinterpret_cast<const double*>(motion + batch.first[at + part + k]);
        record_second[k] = reinterpret_cast<const double*>(motion + batch.second[at + part + k]);
      }
      Lanes a[4], b[4];
      load_rows(record_first, a);
      load_rows(record_second, b);
      LaneVector<D> apart;
      for (int k = 0; k < D; ++k) apart[k] = a[k] - b[k];
      if (periodic != nullptr) apart = nearest(*periodic, apart);
      const Lanes reach = a[radius_at] + b[radius_at];
      const LaneMask touch = dot(apart, apart) < reach * reach;
      std::uint8_t bits[8] = {0};
      hn::StoreMaskBits(Tag(), touch.raw, bits);
      mask |= (bits[0] & ((1u << lane_count) - 1)) << part;
    }
    if (batch.count - at < 8) mask &= (1u << (batch.count - at)) - 1;
    ContactGroup& now = batch.now[at / 8];
    now.touches = static_cast<std::uint8_t>(mask);
    now.evaluated = static_cast<std::uint8_t>(mask | batch.earlier[at / 8].touches);
    contacts += static_cast<std::size_t>(__builtin_popcount(now.evaluated));
  }
  return contacts;
}

template <int D, std::size_t... kinds>
Kernels<D> make(std::index_sequence<kinds...>) {
  return {{{law_kernels<std::tuple_element_t<kinds, law::Laws>, false, D>(),
            law_kernels<std::tuple_element_t<kinds, law::Laws>, true, D>()}...},
          find_touching<D>,
          list_contacts<false>,
          list_contacts<true>,
          gather<D>,
          move_bodies<D, 1, false>,
          move_bodies<D, 1, true>,
          move_bodies<D, 2, true>};
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
