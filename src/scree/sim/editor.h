// Makes edits: takes a checked change, looks whether the present state allows it, and changes bodies, walls,
// laws or the clock through the stepper, which books what that does to energy and momentum.
#pragma once

#include <functional>

#include "scree/sim/clock.h"
#include "scree/sim/edits.h"
#include "scree/sim/stage_plan.h"
#include "scree/step/stepper.h"

namespace scree::sim {

/// What edits may change; all of it belongs to the simulation.
template <int D>
struct EditTarget {
  world::State<D>& state;
  step::Stepper<D>& stepper;
  Clock& clock;
  Edits& edits;
  std::vector<std::string>& names;                 // of bodies, by id
  bool may_roll;                                   // contacts have room for rolling friction
  std::function<double()> dt;                      // [s] of the present step
  std::function<std::vector<Overlap>()> overlaps;  // of all contacts
};

template <int D>
class Editor {
 public:
  /// `world` is the one that the scene makes.
  Editor(const EditTarget<D>& target, const World<D>& world, std::uint64_t seed);

  /// Throws SceneError at the edit's place when it cannot be; then part of it may have been made.
  void make(const scene::Edit& edit);
  /// Whether it is known only afterwards that the edit cannot be.
  static bool may_fail_late(const scene::Edit& edit);

  /// The laws that are in force for the present bodies and walls. Throws SceneError.
  step::Interactions interactions() const;
  /// For a restart: walls, shapes and names of bodies as the journal says, whatever was there.
  void restore_structure();

 private:
  struct Visitor;

  double time() const { return target_.clock.time(target_.dt()); }
  World<D> present_world() const;
  Slot require_body(const scene::Edit& edit, std::uint64_t id) const;
  std::size_t require_wall(const scene::Edit& edit, const std::string& name) const;
  std::string name_of(Id id) const;

  void require_time_step(const scene::Edit& edit, double dt, const step::Interactions& laws) const;
  void require_room(const scene::Edit& edit, const std::vector<step::Newcomer<D>>& newcomers) const;
  /// That none of what is new lies too deep in others.
  void require_small_overlaps(const scene::Edit& edit, const std::function<bool(Id)>& is_new) const;
  void follow_laws(const scene::Edit& edit);
  std::uint32_t add_wall_of(const scene::Wall& wall);
  /// Shapes that the edit brings in, behind those that are there.
  scene::PolygonLibrary::Range add_shapes_of(const scene::Edit& edit, std::uint64_t number);
  std::uint64_t seed_of(std::uint64_t number) const;  // of an edit, by its number in the journal
  step::Newcomer<D> newcomer(const Motion<D>& motion, std::uint32_t material, std::uint32_t shape,
                             double angle) const;
  std::vector<step::Newcomer<D>> filled_bodies(const scene::Edit& edit, const scene::Fill& fill);
  void add(const scene::Edit& edit, const std::vector<step::Newcomer<D>>& newcomers);
  void fix(const scene::Edit& edit, const std::vector<std::uint64_t>& bodies, bool fixed);
  Motion<D> freed(const scene::Edit& edit, Slot slot) const;

  EditTarget<D> target_;
  double thickness_;
  std::uint64_t seed_;
  std::size_t scene_walls_, scene_names_;
  std::shared_ptr<const std::vector<shape::RigidPolygon>> scene_shapes_;
  std::vector<step::Newcomer<D>> to_come_;
  std::vector<scene::PolygonLibrary::Range> inlet_shapes_;
};

}  // namespace scree::sim
