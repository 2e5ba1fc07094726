// The kernels: takes batches of candidates and contacts from step/, gives masks, forces, new contact memory
// and sums. One source, compiled once per CPU target; a target is picked by name at start. All targets give
// the same bits.
#pragma once

#include <span>
#include <string_view>

#include "scree/kernel/batch.h"
#include "scree/law/laws.h"

namespace scree::kernel {

/// The loops of one law over contacts whose geometry comes from one kind of record.
template <int D>
struct ContactLoops {
  /// Forces and new memory of a batch; accounts for losses too if per_quantum is set and the bodies'
  /// velocities are the mean ones of the step (as with velocity Verlet).
  BatchSums (*evaluate)(const ContactBatch<D>&) = nullptr;
  /// Losses alone, from the memories before and after an evaluation, for bodies whose velocities are the mean
  /// ones.
  BatchSums (*account)(const ContactBatch<D>&) = nullptr;
  /// Elastic energy in quanta, from memory_after.
  Quanta (*stored)(const ContactBatch<D>&) = nullptr;
};

/// One law in one dimension, with or without its rolling part.
template <int D>
struct LawKernels {
  ContactLoops<D> pairs;  // round bodies, from their motion alone
  ContactLoops<D> walls;  // round bodies at surface points
  ContactLoops<D> given;  // given points; in the plane
};

/// What moving some bodies showed.
struct MoveReport {
  double farthest_squared = 0;  // [m2] of the largest ways along each axis: no body went farther
  // False: a state is not a number, or beyond all bounds.
  bool kicked_sound = true;  // velocities after the first kick
  bool sound = true;         // in the end
};

/// The kernels for pairs of triangles: see triangle_kernels.h.
struct TriangleKernels;

template <int D>
struct Kernels {
  LawKernels<D> laws[law::law_count][2];  // [kind][rolls]
  /// Coarse records of bodies that follow each other in storage.
  void (*coarsen)(const Motion<D>*, std::size_t count, const CoarseScale<D>&, Coarse*) = nullptr;
  /// Which pairs of spheres touch: fills batch.now but for the numbers; returns how many are to be evaluated.
  std::size_t (*find_touching)(const TouchSearch<D>&, const CandidateBatch&) = nullptr;
  /// Brings near candidates to the front, both parts in their order; returns how many there are.
  std::size_t (*narrow)(const TouchSearch<D>&, const NarrowBatch&) = nullptr;
  /// Lists what is to be evaluated; returns how much that is.
  std::size_t (*list_contacts)(const CandidateBatch&, const Listing&) = nullptr;
  /// The same, and numbers it, for later steps and for the gather.
  std::size_t (*list_and_number_contacts)(const CandidateBatch&, const Listing&) = nullptr;
  /// Sums forces and torques per body, and clears block.found.
  void (*gather)(const GatherBlock&) = nullptr;
  /// A kick alone, as a step ends.
  MoveReport (*kick)(const MoveBatch<D>&) = nullptr;
  /// A kick, then a drift, as a step begins.
  MoveReport (*kick_and_drift)(const MoveBatch<D>&) = nullptr;
  /// The end of a step and the begin of the next: two kicks, then a drift.
  MoveReport (*kick_twice_and_drift)(const MoveBatch<D>&) = nullptr;
  /// Those for triangles of the same target.
  const TriangleKernels& (*triangles)() = nullptr;
};

struct Target {
  std::string_view name;
  std::string_view summary;
  bool (*is_supported)();
  const Kernels<2>& (*kernels_2d)();
  const Kernels<3>& (*kernels_3d)();
  const TriangleKernels& (*triangles)();

  template <int D>
  const Kernels<D>& kernels() const {
    if constexpr (D == 2)
      return kernels_2d();
    else
      return kernels_3d();
  }
};

/// All that were compiled in, slowest first; the first runs everywhere.
std::span<const Target> targets();
/// The fastest that this machine can run.
const Target& best_target();
/// Null if there is no such target or this machine cannot run it.
const Target* find_target(std::string_view name);

}  // namespace scree::kernel
