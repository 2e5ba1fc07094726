// Where bodies leave a scene, and the account of those that did: sinks, and the bounds of the domain.
#pragma once

#include "scree/base/box.h"
#include "scree/base/periodic_box.h"
#include "scree/sim/hash_bytes.h"
#include "scree/sim/mass_quantum.h"

namespace scree::sim {

template <int D>
class Sinks {
 public:
  /// Bodies leave the domain through its bounds, but never along an axis that repeats.
  Sinks(const std::vector<scene::Sink>& sinks, Box<D> domain, const PeriodicBox<D>& box,
        const MassQuantum& quantum);

  /// Whether bodies can leave at all.
  bool any() const { return has_bounds_ || !sinks_.empty(); }
  /// The bodies that have come to a sink or left the domain. They are booked as taken: the caller removes
  /// them.
  std::vector<Slot> take(const world::Bodies<D>& bodies);
  /// What was taken: by sink, then, if it has bounds, through those of the domain.
  std::vector<FlowEntry> entries() const;

  void save(std::vector<Column>& columns) const;
  void load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const;

 private:
  struct Outflow {
    std::uint64_t bodies = 0;
    ExactSum mass;  // in quanta
  };
  /// Which sink a body at this place has come to; none: -1. The last is what lies outside the domain.
  int sink_at(const Motion<D>& motion) const;

  std::vector<scene::Sink> sinks_;
  Box<D> domain_;
  bool has_bounds_ = false;
  MassQuantum quantum_;
  std::vector<Outflow> outflows_;  // by sink, then of the domain
};

}  // namespace scree::sim
