// Whether a stage's `until` holds. Every number is an exact sum, a count or a maximum, so that the
// moment at which a stage ends does not depend on threads, storage or search.
#pragma once

#include <functional>

#include "scree/scene/description.h"
#include "scree/sim/hash_bytes.h"
#include "scree/world/bodies.h"

namespace scree::sim {

/// The moment at which a condition is looked at.
template <int D>
struct Situation {
  const world::Bodies<D>& bodies;
  Vec<D> gravity;
  // Sums over bodies or contacts: made only where a condition asks for them.
  std::function<double()> kinetic_energy, elastic_energy;  // [J]
  std::function<std::size_t()> contact_count;
  std::span<const scene::Region> regions;
  double time = 0, stage_time = 0;  // [s]
  double check_interval = 0;        // [s] between two looks
  bool awaits_bodies = false;       // none is free to move yet, but an inlet may bring some in this stage
};

/// Kinetic energy over the energy that would lift every body by its own diameter, plus the elastic energy.
/// Infinite when both are zero and something moves. A share of the bodies, the liveliest, may be left out.
template <int D>
double unrest(const Situation<D>& situation, double left_out = 0);

class StageCondition {
 public:
  explicit StageCondition(const scene::Condition& condition)
      : condition_(condition), calm_looks_(condition.comparisons.size(), 0) {}

  /// To be called once per look. A scene at rest in the air is not settled: `settled` must have held for the
  /// time in which the largest body falls by its own diameter, and for ten looks. Nor is one that waits for
  /// its first body.
  template <int D>
  bool look(const Situation<D>& situation);
  /// "settled is 0.0032, wanted below 0.0001" for each comparison.
  template <int D>
  std::string tell(const Situation<D>& situation) const;

  void save(std::vector<Column>& columns) const;
  void load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const;

 private:
  scene::Condition condition_;
  std::vector<std::uint64_t> calm_looks_;  // for how many looks in a row each comparison has held
};

}  // namespace scree::sim
