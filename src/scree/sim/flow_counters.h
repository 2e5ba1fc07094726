// What has passed the planes of a scene's flow measures since the start.
#pragma once

#include "scree/base/periodic_box.h"
#include "scree/sim/hash_bytes.h"
#include "scree/sim/mass_quantum.h"
#include "scree/sim/measurement.h"

namespace scree::sim {

template <int D>
class FlowCounters {
 public:
  /// One per measure, so that their numbers agree; those of kinds other than flow stay idle.
  FlowCounters(const std::vector<scene::Measure>& measures, const MassQuantum& quantum);

  bool any() const { return any_; }
  /// Where bodies from this id on stand to the planes; nothing is counted.
  void look(const world::Bodies<D>& bodies, const PeriodicBox<D>& box, Id first);
  /// After every step: which bodies have passed a plane since the last look.
  void count(const world::Bodies<D>& bodies, const PeriodicBox<D>& box);
  Rows rows(std::size_t measure) const;

  void save(std::vector<Column>& columns) const;
  /// To be followed by a look.
  void load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const;

 private:
  struct Counter {
    bool is_flow = false;
    Vec<D> point, normal;  // of the plane
    std::uint64_t forward = 0, backward = 0;
    ExactSum forward_mass, backward_mass;  // in quanta
    std::vector<char> sides;               // by id, where a body was seen last

    bool is_beyond(const Vec<D>& place) const { return dot(place - point, normal) > 0; }
    int passes_on_way_back(const Vec<D>& from, const Vec<D>& to, const Vec<D>& way) const;
  };

  MassQuantum quantum_;
  std::vector<Counter> counters_;    // by measure
  std::vector<Vec<D>> last_places_;  // by id, in a periodic box
  bool any_ = false;
};

}  // namespace scree::sim
