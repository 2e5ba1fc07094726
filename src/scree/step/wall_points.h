// Where the bodies of the candidate list meet walls at present. Takes body records and wall entries of the
// list, gives surface points to the contact set. Scratch: a function of poses and of the contacts' state.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/contact/sphere_mesh.h"
#include "scree/kernel/batch.h"
#include "scree/step/candidates.h"

namespace scree::step {

/// The piece of a mesh that each wall entry touches, or contact::no_piece where it does not touch; 0 on plain
/// surfaces. State: it decides which contact goes on as which.
using TouchedPieces = AlignedVector<std::uint32_t>;

template <int D>
class WallPoints {
 public:
  /// To be called for each new list.
  void prepare(const Candidates<D>& candidates, const world::Walls<D>& walls);
  /// Finds the points of all wall entries for bodies at these places.
  void locate(const Motion<D>* motion, const Candidates<D>& candidates, const world::Walls<D>& walls,
              const TouchedPieces& before, TouchedPieces& after);

  /// Of an entry of the list, which must be against a wall [m]; of its body's centre.
  double distance(std::uint32_t entry) const { return distances_[entry - first_entry_]; }
  /// The whole point, for the places of the last `locate`.
  kernel::SurfacePoint<D> at(std::uint32_t entry, const Motion<D>* motion, const Candidates<D>& candidates,
                             const world::Walls<D>& walls) const;

 private:
  /// Entries of one body with one wall: a single one, or all of a mesh.
  struct Group {
    std::uint32_t begin, count;  // entries, counted from the first wall entry
    std::uint32_t wall;
    std::uint32_t close = 0;  // number in close_; meshes only
  };
  /// The pieces that a body may touch while it stays near a place of the mesh's frame. A body moves so little
  /// in a step that this holds for many, and the list is as short for a fine mesh as for a coarse one.
  struct Close {
    static constexpr std::size_t most = 20;
    Vec<D> place;
    double room = -1;  // [m] of the body's way; negative: nothing is known
    std::uint32_t count = 0;
    std::array<NearPiece, most> pieces;  // in ascending order, with their distances from the place
  };
  struct Scratch {
    std::vector<std::uint32_t> pieces;
    std::vector<shape::MeshContact<D>> contacts, of_patch;
    typename shape::Mesh<D>::Workspace workspace;
  };
  std::span<const std::uint32_t> close_pieces(const Group& group, const Motion<D>& motion, Slot slot,
                                              const Vec<D>& own, const Candidates<D>& candidates,
                                              const shape::Mesh<D>& mesh, Scratch& scratch);
  void locate_on_mesh(const Group& group, const Motion<D>& motion, Slot slot, const Candidates<D>& candidates,
                      const world::Walls<D>& walls, const TouchedPieces& before, TouchedPieces& after,
                      Scratch& scratch);

  std::uint32_t first_entry_ = 0;
  std::vector<Group> groups_;
  std::vector<Close> close_;              // a group may use its own only
  std::vector<std::uint32_t> elsewhere_;  // entries of polygons, which find their points themselves
  // By entry. Most bodies near a wall do not touch it, so plain surfaces are only asked for the distance.
  AlignedVector<double> distances_;
  AlignedVector<kernel::SurfacePoint<D>> points_;  // on meshes
};

}  // namespace scree::step
