// What each wall exerts on bodies: sums of contact forces, rounded to quanta so that they do not depend on
// the order of the list.
#pragma once

#include <array>
#include <vector>

#include "scree/base/exact_sum.h"
#include "scree/world/momentum_ledger.h"

namespace scree::world {

template <int D>
class WallLoads {
 public:
  WallLoads(std::size_t wall_count, double force_quantum, double torque_quantum)
      : force_quantum_(force_quantum),
        torque_quantum_(torque_quantum),
        per_force_quantum_(1 / force_quantum),
        per_torque_quantum_(1 / torque_quantum),
        sums_(wall_count) {}

  /// A contact of this wall with a body at `position`; `record` is its force as kernels store it.
  void add(std::uint32_t wall, const Vec<D>& position, const double* record, std::size_t force_width);

  /// Of the same walls and quanta.
  void add(const WallLoads& others);

  std::size_t wall_count() const { return sums_.size(); }
  ExternalLoad<D> of_wall(std::size_t wall) const { return load_of(sums_[wall]); }
  ExternalLoad<D> total() const;

 private:
  static constexpr int turns = D == 2 ? 1 : 3;
  struct Sums {
    std::array<ExactSum, D> force;
    std::array<ExactSum, turns> torque;
  };
  ExternalLoad<D> load_of(const Sums& sums) const;

  double force_quantum_, torque_quantum_;
  double per_force_quantum_, per_torque_quantum_;  // exact, for quanta are powers of two
  std::vector<Sums> sums_;
};

}  // namespace scree::world
