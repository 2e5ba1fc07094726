// Which bodies may come to touch within an implicit step. Takes candidates of the neighbour list, places of
// bodies and walls, and what contacts remember; gives islands for the solver. The islands are a function of
// the state alone: bodies come by id, contacts by key.
#pragma once

#include <span>

#include "scree/step/contact_forces.h"
#include "scree/step/implicit_island.h"
#include "scree/step/wall_images.h"

namespace scree::step {

template <int D>
struct ImplicitGroup {
  ImplicitIsland<D> island;
  std::vector<Slot> slots;   // of its bodies
  std::vector<char> turned;  // by contact: the first of the key does not move, and is the second here
};

/// Bodies that may touch something, in groups that do not touch each other.
template <int D>
class ImplicitReach {
 public:
  /// `damped` are the laws of the scene, of which contacts take restitutions.
  ImplicitReach(ContactForces<D>& forces, const Interactions& damped);

  /// Before walls are placed where the step ends.
  void note_walls();
  /// For a step in which no body goes farther than ways[slot] [m], with walls where it ends and the mean
  /// velocities of dt [s].
  std::vector<ImplicitGroup<D>> find(std::span<const double> ways, const Interactions& damped);

 private:
  struct Found {
    ImplicitContact<D> contact;  // bodies by slot
    bool turned = false;
  };
  void find_pairs(const Batch& batch, std::span<const double> ways, std::vector<Found>& found) const;
  void find_walls(const Batch& batch, std::span<const double> ways, std::vector<Found>& found) const;
  void remember(std::vector<Found>& found) const;

  ContactForces<D>& forces_;
  const Interactions* damped_;
  WallImages<D> images_;
  std::vector<Pose<D>> before_;  // of walls
};

extern template class ImplicitReach<2>;
extern template class ImplicitReach<3>;

}  // namespace scree::step
