// Inlets at work: takes what is due by now and the bodies that are there, gives newcomers that touch no
// other. Places and sizes are functions of the seed, the inlet, and how many bodies and attempts there were
// before.
#pragma once

#include "scree/base/exact_sum.h"
#include "scree/fill/ball_grid.h"
#include "scree/fill/size_sampler.h"
#include "scree/sim/build_world.h"

namespace scree::sim {

/// Part of the state of a run.
struct InletState {
  std::uint64_t brought = 0;   // bodies
  std::uint64_t attempts = 0;  // places tried
  double mass = 0;             // [kg] brought, in the order of the bodies
  double forgiven = 0;         // bodies or mass that were due but are not any more, because the inlet waits
  double open_before = 0;      // [s] that it was open in the stages before this one
};

/// What is there when bodies come.
template <int D>
struct Surroundings {
  const world::Bodies<D>& bodies;
  const world::Walls<D>& walls;
  const PeriodicBox<D>& box;
};

/// Whether a round body would touch no wall that is there.
template <int D>
bool is_clear_of_walls(const world::Walls<D>& walls, const Vec<D>& place, double radius);

template <int D>
class Inlet {
 public:
  /// Throws SceneError when the largest body does not fit into the region, or when bodies cannot leave it as
  /// fast as they are to come.
  Inlet(const scene::Inlet& inlet, std::size_t index, const World<D>& world, double thickness,
        const Vec<D>& gravity, std::uint64_t seed);

  bool works_in(const std::string& stage) const;
  /// How long [s] it was open between these times of a stage in which it works.
  double open_between(double begin, double end) const;
  /// How many are to come in so many seconds [s] that it is open, if there is room for them.
  double due_in(double open) const;
  /// Whether more may come later than at this time [s].
  bool may_bring_after(double time) const {
    return time < inlet_.until && !(inlet_.count && state_.brought >= inlet_.count->value);
  }

  /// Appends the bodies that come now. `open` [s]: how long the inlet was open since the start of the run.
  /// False when so many are waiting that the rate cannot be met.
  bool bring(double open, const Surroundings<D>& there, std::vector<step::Newcomer<D>>& newcomers);
  /// Why the last call could not go on.
  std::string complaint(double open) const;

  const std::string& name() const { return inlet_.name; }
  /// What it has brought, from the sizes of all bodies that came: rounded one by one, as the account of
  /// bodies inside is.
  ExactSum mass_in_quanta(double quantum) const;
  InletState& state() { return state_; }
  const InletState& state() const { return state_; }

 private:
  double mass_of(std::uint64_t number) const;
  /// Of its shape, counted from 1; 0: round.
  std::uint32_t shape_of(std::uint64_t number) const;
  /// [m] of the circle or sphere around it, with what is felt of its halo.
  double radius_of(std::uint64_t number) const;
  /// [kg]
  double mean_mass() const;
  /// What it looks like, how it is turned, and its mass.
  void shape_newcomer(std::uint64_t number, step::Newcomer<D>& newcomer) const;
  /// What is due but has not come: bodies, or mass over the mean mass.
  double waiting(double open) const;
  bool has_next(double open) const;
  bool try_place(const fill::BallGrid<D>& taken, const Surroundings<D>& there, step::Newcomer<D>& newcomer);
  fill::BallGrid<D> what_is_there(const Surroundings<D>& there,
                                  std::span<const step::Newcomer<D>> newcomers) const;

  scene::Inlet inlet_;
  fill::SizeSampler sizes_;
  Box<D> region_;
  std::uint32_t material_;
  std::shared_ptr<const std::vector<shape::RigidPolygon>> polygons_;
  std::shared_ptr<const std::vector<world::MeshShape>> meshes_;
  scene::PolygonLibrary::Range shapes_;
  double density_, thickness_;
  double mean_mass_, most_waiting_;
  std::uint64_t seed_;
  InletState state_;
};

}  // namespace scree::sim
