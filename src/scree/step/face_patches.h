// What contacts between faces remember, and how patches of one step go on as those of the next. Takes the
// records of the last commit and the patches found now (contact/halo_faces.h), gives the memory that friction
// asks for (contact/patch_friction.h), the rows of contacts, and new records.
//
// A record has a fixed size, so it cannot list the pairs of faces that acted. Instead it holds the place of
// the patch: a pair of faces that acts now belongs to the earlier patch that is nearest to it. With one patch
// before and one now, as nearly always, that is all of it; where a patch splits, its springs are shared by
// normal force; where patches merge, they are added.
#pragma once

#include <vector>

#include "scree/contact/patch_friction.h"
#include "scree/step/contact_rows.h"

namespace scree::step {

/// A record of a patch of faces, as it stands in the memory of contacts. Plain doubles.
struct PatchRecord {
  Vec3 spring;           // as in contact::PatchMemory
  double torsion = 0;    // likewise
  Vec3 normal;           // likewise
  double stiffness = 0;  // likewise
  Vec3 point;            // [m] of the patch, in the frame of the first body
  double radius = 0;     // as in contact::PatchMemory
  double approach = 0;   // [m/s] the fastest at which the two bodies came together while they touch
  double power = 0;      // [W] taken out by damping and by tangential dashpots at the last commit
  double pads[2] = {0, 0};
};

/// Two bodies, or a body and a wall, from the last commit to now.
class PatchSuccession {
 public:
  struct Row {
    std::uint32_t ordinal = 0;
    std::uint32_t earlier = 0;  // 1 + which of the earlier records it goes on from; 0: it is new
    int patch = -1;             // which of the patches now; -1: it has ended
  };

  /// `earlier` are the records of contacts that touched, with their ordinals, ascending. `places` are those
  /// of the pairs of faces, by number, in the frame of the first body.
  void trace(std::span<const PatchRecord> earlier, std::span<const std::uint32_t> ordinals,
             std::span<const contact::Patch> patches, std::span<const contact::ActingPair> pairs,
             std::uint32_t first_pair, std::span<const Vec3> places);

  /// What friction goes on from.
  const contact::FrictionMemory& memory() const { return memory_; }
  /// By ordinal.
  std::span<const Row> rows() const { return rows_; }

 private:
  void number_rows(std::span<const std::uint32_t> ordinals, std::size_t patches);

  contact::FrictionMemory memory_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> ancestor_of_pair_;
  std::vector<double> inherited_;  // by patch, then by earlier record
};

}  // namespace scree::step
