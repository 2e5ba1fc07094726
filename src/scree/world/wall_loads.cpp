#include "scree/world/wall_loads.h"

namespace scree::world {

template <int D>
void WallLoads<D>::add(std::uint32_t wall, const Vec<D>& position, const double* record,
                       std::size_t force_width) {
  Sums& sums = sums_[wall];
  Vec<D> pull;
  for (int k = 0; k < D; ++k) pull[k] = record[k];
  Spin<D> twist = cross(position, pull);
  if constexpr (D == 2) {
    twist += record[2];
    sums.torque[0].add(whole_quanta(twist * per_torque_quantum_));
  } else {
    for (int k = 0; k < 3; ++k) {
      twist[k] += record[3] * record[4 + k] + (force_width > 8 ? record[8 + k] : 0.0);
      sums.torque[k].add(whole_quanta(twist[k] * per_torque_quantum_));
    }
  }
  for (int k = 0; k < D; ++k) sums.force[k].add(whole_quanta(pull[k] * per_force_quantum_));
}

template <int D>
void WallLoads<D>::add(const WallLoads& others) {
  for (std::size_t wall = 0; wall < sums_.size(); ++wall) {
    for (int k = 0; k < D; ++k) sums_[wall].force[k].add(others.sums_[wall].force[k]);
    for (int k = 0; k < turns; ++k) sums_[wall].torque[k].add(others.sums_[wall].torque[k]);
  }
}

template <int D>
ExternalLoad<D> WallLoads<D>::load_of(const Sums& sums) const {
  ExternalLoad<D> load;
  for (int k = 0; k < D; ++k) load.force[k] = sums.force[k].value(force_quantum_);
  if constexpr (D == 2)
    load.torque = sums.torque[0].value(torque_quantum_);
  else
    for (int k = 0; k < 3; ++k) load.torque[k] = sums.torque[k].value(torque_quantum_);
  return load;
}

template <int D>
ExternalLoad<D> WallLoads<D>::total() const {
  Sums all;
  for (const Sums& sums : sums_) {
    for (int k = 0; k < D; ++k) all.force[k].add(sums.force[k]);
    for (int k = 0; k < turns; ++k) all.torque[k].add(sums.torque[k]);
  }
  return load_of(all);
}

template class WallLoads<2>;
template class WallLoads<3>;

}  // namespace scree::world
