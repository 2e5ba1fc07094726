// Contacts between faces, for the two sources that find them: bodies with each other, and bodies with walls.
// Takes pairs of surfaces with their poses and motions, keeps the lists of near faces, asks the law
// (contact/halo_faces.h), and writes forces and memory of patches. A pair has a contact for each patch in
// which it presses.
#pragma once

#include <optional>
#include <vector>

#include "scree/contact/halo_faces.h"
#include "scree/contact/triangle_list.h"
#include "scree/law/face_laws.h"
#include "scree/step/contact_source.h"
#include "scree/step/face_patches.h"

namespace scree::step {

/// What the law asks of a body beside its surface.
struct FaceSizes {
  double outer = 0;         // [m] radius of the sphere around
  double equal = 0;         // [m] of the sphere of equal volume
  double halo = 0;          // [m]
  double thinnest = 0;      // [m]
  double inverse_mass = 0;  // [1/kg]
};

/// Two surfaces at one moment.
struct FaceMeeting {
  contact::HaloParty first, second;
  FaceSizes first_sizes;
  std::optional<FaceSizes> second_sizes;  // none: a wall, which has the halo of the body
};

/// The meetings of one batch of candidates.
class FaceContacts {
 public:
  /// Lists of near faces, by numbers that `add` takes: scratch, worth keeping from one candidate list to the
  /// next.
  void set_lists(std::vector<contact::NearTriangles> lists) { lists_ = std::move(lists); }
  std::vector<contact::NearTriangles>& lists() { return lists_; }

  void begin(const law::HaloFaces& law);
  /// Adds a candidate. `earlier` are its rows of the last commit, the first of which is number `first_row` of
  /// the batch, and `memory` their records.
  void add(const FaceMeeting& meeting, std::uint32_t entry, std::uint32_t list,
           std::span<const RowContact> earlier, std::uint32_t first_row, const double* memory,
           std::size_t memory_width);
  /// Finds which faces press on each other, and which contacts go on or have ended: appends their rows,
  /// unless `rows` is null.
  void find(const kernel::TriangleKernels& kernels, ContactRows* rows);
  /// Of what was found last.
  kernel::BatchSums evaluate(const kernel::ContactBatch<3>& input);
  /// [J] of springs on faces, without those of friction, which records hold.
  double energy() const { return energy_; }
  static double spring_energy(const double* memory);
  ContactGeometry<3> geometry(std::size_t row) const;

 private:
  struct Candidate {
    FaceMeeting meeting;
    contact::HaloNumbers numbers;
    std::uint32_t entry = 0, list = 0;
    double approach = 0;  // [m/s] as remembered
    std::uint32_t first_record = 0, record_count = 0;
    PatchSuccession succession;
    std::size_t row_begin = 0, row_end = 0;
  };
  struct RowOf {
    std::uint32_t candidate;
    int patch;              // of its patches; -1: it has ended
    std::uint32_t earlier;  // 1 + which of its records it goes on from; 0: none
  };
  contact::HaloNumbers numbers_of(const FaceMeeting& meeting, double approach) const;
  void find_faces(const kernel::TriangleKernels& kernels);
  /// Leaves in places_ where the acting pairs of a candidate are, in the frame of its first body.
  void list_places(std::uint32_t candidate);
  void write_row(const kernel::ContactBatch<3>& input, std::size_t row, const Candidate& candidate,
                 kernel::BatchSums& sums) const;
  /// [s] as in contact::FrictionNumbers.
  double tangential_damping_time(const Candidate& candidate) const;
  /// [m/s] as which slower approaches count.
  double slowest_approach(std::uint32_t candidate, const contact::Patch& patch) const;

  law::HaloFaces law_;
  double damping_at_one_ = -1;                 // [s/m] for an approach of 1 m/s; less than zero: not known
  std::vector<contact::NearTriangles> lists_;  // by number
  std::vector<Candidate> candidates_;
  // Of all candidates, one after the other: records of contacts that touched, their ordinals and rows.
  std::vector<PatchRecord> records_;
  std::vector<std::uint32_t> ordinals_, earlier_rows_;
  std::optional<contact::TriangleStream> stream_;
  std::optional<contact::TriangleLists> makers_;
  std::vector<std::uint32_t> in_stream_;  // candidates, by pair of the stream
  contact::HaloFaces faces_;
  std::vector<kernel::TriangleEntry> entries_;
  std::vector<RowOf> of_row_;
  std::vector<Vec3> places_;
  std::vector<contact::PatchFriction> friction_;  // of the candidate at hand, by patch
  contact::FrictionMemory memory_;                // likewise
  double energy_ = 0;
};

}  // namespace scree::step
