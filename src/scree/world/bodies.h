// The bodies of a world as columns. Takes new bodies from sim/, gives records to step/ and columns to
// record/. A body's id never changes; its slot (index into the columns) does, whenever storage is put into a
// better order.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/column.h"
#include "scree/base/ids.h"
#include "scree/base/inertia.h"
#include "scree/base/motion.h"
#include "scree/base/rotation.h"
#include "scree/shape/rigid_polygon.h"
#include "scree/world/mesh_shape.h"
#include "scree/world/shape_kind.h"

namespace scree::world {

/// Sum of the contact forces on a body; gravity is not part of it. Rows of four doubles, as kernels load
/// them; the pads stay zero.
template <int D>
struct Load;
template <>
struct alignas(32) Load<2> {
  Vec2 force;         // [N]
  double torque = 0;  // [N m]
  double pad = 0;
};
template <>
struct alignas(32) Load<3> {
  Vec3 force;
  double pad = 0;
  Vec3 torque;
  double pad_too = 0;
};

/// Higher time derivatives, each times dt^k / k!, that predictor-corrector integrators keep; empty for
/// others.
template <int D>
struct Derivatives {
  static constexpr int count = 4;  // of orders 2 to 5
  Vec<D> position[count];
  Spin<D> angle[count]{};
};

/// Where a body was when its present rest began.
template <int D>
struct Anchor {
  Vec<D> position;
  Rotation<D> orientation;
};

template <int D>
class Bodies {
 public:
  std::size_t size() const { return id.size(); }

  /// Every column, listed once: checkpoints, reordering and removal walk over this list.
  template <class Self, class Visit>
  static void visit_columns(Self& self, Visit&& visit) {
    visit("id", self.id);
    visit("material", self.material);
    visit("motion", self.motion);
    visit("orientation", self.orientation);  // may be empty
    visit("load", self.load);
    visit("derivatives", self.derivatives);  // may be empty
    visit("shape", self.shape);              // may be empty
    visit("rest", self.rest);                // may be empty
    visit("anchor", self.anchor);            // as long as `rest`
  }

  AlignedVector<Id> id;
  AlignedVector<std::uint32_t> material;
  AlignedVector<Motion<D>> motion;
  /// Empty: it is not followed, since all are round and do the same whichever way they are turned.
  AlignedVector<Rotation<D>> orientation;
  AlignedVector<Load<D>> load;
  AlignedVector<Derivatives<D>> derivatives;
  /// 0: round, with the motion's radius. In the plane k: number k - 1 of `polygons`, as many times larger as
  /// that radius says. In space k: number k - 1 of `meshes`, whose outer radius it is. Empty: all are round.
  AlignedVector<std::uint32_t> shape;
  /// Shapes that bodies share, with their farthest corner at distance 1. In the plane only.
  std::shared_ptr<const std::vector<shape::RigidPolygon>> polygons;
  /// Shapes that bodies share, in their true size. In space only.
  std::shared_ptr<const std::vector<MeshShape>> meshes;
  /// How often in a row a body was found near its anchor, or `asleep`: frozen until something touches it.
  /// Empty: bodies never sleep.
  AlignedVector<std::uint32_t> rest;
  AlignedVector<Anchor<D>> anchor;
  static constexpr std::uint32_t asleep = 0xffff'ffffu;

  /// From now on, whatever bodies look like. Bodies with a shape call for it by themselves.
  void follow_orientations() {
    follows_orientations_ = true;
    orientation.resize(size());
  }
  bool follows_orientations() const { return follows_orientations_; }

  /// From now on bodies may sleep.
  void allow_sleep() {
    may_sleep_ = true;
    follow_orientations();
    rest.resize(size(), 0);
    for (std::size_t slot = 0; slot < size(); ++slot)
      anchor.push_back({motion[slot].position, orientation[slot]});
    awake_ = size();
  }
  bool may_sleep() const { return may_sleep_; }
  bool is_asleep(Slot slot) const { return may_sleep_ && rest[slot] == asleep; }
  /// Bodies that are awake come first in storage: this many.
  std::size_t awake() const { return may_sleep_ ? awake_ : size(); }
  bool any_asleep() const { return awake() < size(); }
  /// The permutation, for `reorder`, that brings the awake to the front and changes nothing else. To be used
  /// after bodies were added, or fell asleep, or woke.
  std::vector<Slot> awake_first() const;

  /// Whether contacts may depend on how bodies are turned: some are not round.
  bool any_shaped() const { return !shape.empty(); }
  bool any_composites() const {
    return any_shaped() && polygons != nullptr &&
           std::any_of(polygons->begin(), polygons->end(),
                       [](const shape::RigidPolygon& one) { return one.parts().size() > 1; });
  }
  ShapeKind kind_of(Slot slot) const {
    return shape.empty() || shape[slot] == 0 ? ShapeKind::round : shaped_kind<D>;
  }
  bool is_round(Slot slot) const { return kind_of(slot) == ShapeKind::round; }
  bool is_polygon(Slot slot) const { return kind_of(slot) == ShapeKind::polygon; }
  bool is_mesh(Slot slot) const { return kind_of(slot) == ShapeKind::mesh; }
  const shape::RigidPolygon& polygon_of(Slot slot) const { return (*polygons)[shape[slot] - 1]; }
  const MeshShape& mesh_of(Slot slot) const { return (*meshes)[shape[slot] - 1]; }
  /// How many shapes there are for `shape` to name.
  std::size_t shape_count() const {
    if constexpr (D == 2)
      return polygons ? polygons->size() : 0;
    else
      return meshes ? meshes->size() : 0;
  }
  /// Of a body that is not fixed. The motion's own inverse is that of bodies whose inertia is one number; for
  /// others it is zero, so that only who knows all of it turns them.
  Inertia<D> inertia_of(Slot slot) const {
    if constexpr (D == 2) {
      return {1 / motion[slot].inverse_inertia};
    } else {
      if (!is_mesh(slot)) return Inertia<3>::round(1 / motion[slot].inverse_inertia);
      return {mesh_of(slot).mesh->inertia_per_mass() / motion[slot].inverse_mass};
    }
  }

  /// Convex parts that a body is made of; 1 for round ones.
  std::uint32_t part_count(Slot slot) const {
    return is_polygon(slot) ? static_cast<std::uint32_t>(polygon_of(slot).parts().size()) : 1;
  }

  /// Appends a body and hands out the next id. The load is zero.
  Id add(const Motion<D>& motion, std::uint32_t material);
  /// The same for one with a shape and an orientation.
  Id add(const Motion<D>& motion, std::uint32_t material, std::uint32_t shape,
         const Rotation<D>& orientation);
  /// Slot k gets the body that was in slot old_slot[k]; bodies that are not named are gone.
  void reorder(std::span<const Slot> old_slot);

  /// Bodies that no force moves, in id order; some may be gone.
  std::span<const Id> fixed_ids() const { return fixed_ids_; }
  bool any_fixed() const { return !fixed_ids_.empty(); }
  /// To be called after bodies were fixed or freed.
  void index_fixed();

  Id next_id() const { return next_id_; }
  /// Slot of a body, or `no_slot` if it is gone.
  Slot slot_of(Id id) const { return id < slot_of_id_.size() ? slot_of_id_[id] : no_slot; }
  static constexpr Slot no_slot = 0xffff'ffffu;

  /// All columns, in id order, for a checkpoint.
  std::vector<Column> save() const;
  /// The reverse. Throws RunError when a column is missing or does not fit.
  void load_columns(std::span<const Column> columns, Id next_id);

 private:
  void index_slots();

  Id next_id_ = 0;
  std::vector<Slot> slot_of_id_;
  std::vector<Id> fixed_ids_;
  bool follows_orientations_ = false, may_sleep_ = false;
  std::size_t awake_ = 0;
};

/// The column with this name, width and element type; throws RunError if it is not there.
const Column& find_column(std::span<const Column> columns, std::string_view name, Element element,
                          std::size_t width);

}  // namespace scree::world
