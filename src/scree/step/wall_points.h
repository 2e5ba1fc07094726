// Where the bodies of the candidate list meet walls at present. Takes body records and wall entries of the
// list, gives surface points to the contact set. Scratch: a function of poses and of the contacts' state.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/contact/sphere_mesh.h"
#include "scree/kernel/batch.h"
#include "scree/step/candidates.h"
#include "scree/step/close_pieces.h"

namespace scree::step {

/// The piece of a mesh that each wall entry touches, or contact::no_piece where it does not touch; 0 on plain
/// surfaces. State: it decides which contact goes on as which.
using TouchedPieces = AlignedVector<std::uint32_t>;

template <int D>
class WallPoints {
 public:
  /// To be called for each new list.
  void prepare(const Candidates<D>& candidates, const world::Walls<D>& walls);
  /// Finds which wall entries touch, for bodies at these places. `path` only grows: between two calls no body
  /// went farther than it grew [m]. Infinite: nothing is known of ways.
  void find_touching(const Motion<D>* motion, double path, const Candidates<D>& candidates,
                     const world::Walls<D>& walls, const TouchedPieces& before, TouchedPieces& after);
  /// For bodies at other places than those of the last `find_touching`: finds their points on meshes.
  void locate_on_meshes(const Motion<D>* motion, const Candidates<D>& candidates,
                        const world::Walls<D>& walls, const TouchedPieces& before, TouchedPieces& after);

  /// Which of the eight entries of a group touch, as bits.
  unsigned touching(std::uint32_t group) const {
    std::uint64_t eight;
    std::memcpy(&eight, touches_.data() + 8 * group - first_entry_, 8);
    constexpr std::uint64_t each_to_its_bit = 0x0102'0408'1020'4080;
    return static_cast<unsigned>(eight * each_to_its_bit >> 56);
  }
  /// The whole point, for these places, which on a mesh must be those of the last call. No wall may have
  /// moved since.
  kernel::SurfacePoint<D> at(std::uint32_t entry, const Motion<D>* motion, const Candidates<D>& candidates,
                             const world::Walls<D>& walls) const;

 private:
  /// Entries of one body with one wall: a single one, or all of a mesh.
  struct Group {
    std::uint32_t begin, count;  // entries, counted from the first wall entry
    std::uint32_t wall, facet;   // the facet of a single entry
    Slot body;
    std::uint32_t close = 0;  // number in close_; meshes only
  };
  struct Scratch {
    typename ClosePieces<D>::Scratch close;
    std::vector<shape::MeshContact<D>> contacts, of_patch;
    typename shape::Mesh<D>::Workspace workspace;
  };
  void see_who_rests(const world::Walls<D>& walls);
  /// Most walls are planes that never move, and need less looking at than others.
  const shape::Plane<D>* plane_at_rest(const world::Facet<D>& facet) const {
    return rests_[facet.wall] != 0 ? std::get_if<shape::Plane<D>>(&facet.surface) : nullptr;
  }
  /// What is known of ways to a wall holds while it stays where it is.
  void forget_quiet(const world::Walls<D>& walls, bool path_is_known);
  /// Which of some groups may touch by now, and a few more numbers of groups behind them.
  std::size_t list_due(std::size_t begin, std::size_t end, double path, std::uint32_t* due) const;
  void locate_on_mesh(const Group& group, const Motion<D>* motions, const Candidates<D>& candidates,
                      const world::Walls<D>& walls, const TouchedPieces& before, TouchedPieces& after,
                      Scratch& scratch);

  std::uint32_t first_entry_ = 0;
  std::vector<Group> groups_;
  // By group: the path [m] before which it cannot touch. Apart from the groups, since most steps read nothing
  // else of most of them.
  std::vector<double> quiet_until_;
  std::vector<ClosePieces<D>> close_;    // a group may use its own only
  std::vector<Pose<D>> poses_;           // of the walls at the last find_touching
  std::vector<char> rests_;              // by wall: is where it was built, and does not move
  AlignedVector<std::uint8_t> touches_;  // by entry: 0 or 1
  // By entry. Most bodies near a wall do not touch it, so there are no points on plain surfaces.
  AlignedVector<kernel::SurfacePoint<D>> points_;
};

}  // namespace scree::step
