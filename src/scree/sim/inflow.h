// All inlets of a scene: when they open, which bodies they bring, and the account of these.
#pragma once

#include "scree/sim/hash_bytes.h"
#include "scree/sim/inlets.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// A stage up to some time.
struct OpenStage {
  const std::string& name;
  double start = 0, time = 0;  // [s]
};

template <int D>
class Inflow {
 public:
  /// Throws SceneError when an inlet cannot work. `gravity` is that of the first stage.
  Inflow(const scene::SceneDescription& scene, const World<D>& world, const Vec<D>& gravity,
         std::uint64_t seed);

  bool any() const { return !inlets_.empty(); }
  const std::vector<Inlet<D>>& inlets() const { return inlets_; }
  /// Inlets open their gates only now and then: each time the list of candidates is built anew.
  bool opens_at(std::uint64_t step) const;
  struct Arrivals {
    std::vector<step::Newcomer<D>> newcomers;
    std::string complaint;  // why an inlet cannot go on; empty if all can
  };
  Arrivals bring(const OpenStage& stage, const Surroundings<D>& there);
  void end_stage(const OpenStage& stage);
  bool may_bring_after(double time) const;  // [s]
  /// In this stage.
  bool may_bring_later(const OpenStage& stage) const;
  /// What came: by inlet.
  std::vector<FlowEntry> entries(double quantum) const;  // [kg]

  void save(std::vector<Column>& columns) const;
  void load(std::span<const Column> columns);
  void hash(HashBytes& bytes) const;

 private:
  double open_time(const Inlet<D>& inlet, const OpenStage& stage) const;  // [s]

  std::vector<Inlet<D>> inlets_;
};

}  // namespace scree::sim
