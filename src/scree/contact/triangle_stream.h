// Pairs of triangles of many pairs of bodies in one stream, so that the lanes of the kernels are full whoever
// the triangles belong to. Takes pairs of bodies and of triangles (from searches or lists), gives those in
// reach with their closest points. All of it is scratch: what comes out is a function of meshes, poses and
// reach.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/contact/triangle_methods.h"
#include "scree/contact/triangle_search.h"

namespace scree::contact {

/// Two triangles within reach of each other.
struct TriangleContact {
  std::uint32_t bodies = 0;             // as given by TriangleStream::add
  std::uint32_t first = 0, second = 0;  // triangles
  int feature = 0;                      // see kernel::ClosestLanes
  double distance = 0;                  // [m]
  Vec3 on_first, on_second;             // [m] in the frame of the first body
};

class TriangleStream {
 public:
  explicit TriangleStream(const kernel::TriangleKernels& kernels) : kernels_(&kernels), search_(kernels) {}

  void clear();
  /// Begins a pair of bodies, and gives its number. Both trees must live until `clear`.
  std::uint32_t add(const shape::TriangleTree& first, const shape::TriangleTree& second,
                    const kernel::RelativePose& pose, double reach);
  /// Adds pairs of triangles of the pair of bodies that was begun last: one, or all that may be in reach.
  void append(std::uint32_t first, std::uint32_t second) {
    entries_.push_back({first, second, static_cast<std::uint32_t>(bodies_.size() - 1), reach_});
  }
  void search(TreeDescent descent);
  /// All pairs of its triangles.
  void append_all();
  std::size_t size() const { return entries_.size(); }
  std::span<const kernel::TriangleEntry> entries() const { return entries_; }
  double scale(std::uint32_t bodies) const { return bodies_[bodies].scale; }

  /// Drops pairs that are surely out of reach, by three axes alone; the order stays.
  void drop_by_axes();
  /// The same by a filter of the family. It leaves `certificates()` behind.
  void drop_by(TriangleFilter filter);
  /// A lower bound [m] of the distance of a pair, and the unit axis, from the second triangle to the first,
  /// along which they are so far apart. Less than zero: nothing is known, and the axis may be anything.
  struct Certificate {
    float gap;
    float axis[3];
  };
  std::span<const Certificate> certificates() const { return certificates_; }
  /// Pairs that four sweeps left unsettled in the last `drop_by`.
  std::size_t unsettled() const { return unsettled_; }
  /// Of the last search.
  std::size_t tests() const { return search_.tests(); }
  /// Orders pairs by bodies, first and second triangle.
  void sort();

  /// What is within reach, in the order of the stream; doubles decide.
  const std::vector<TriangleContact>& find_contacts();

 private:
  void keep(std::size_t to, std::size_t from, const kernel::Certificates& proofs, std::size_t lane);
  void drop_by_sweeps(bool compares_unsettled);
  void drop_by_comparison();

  struct Pair {
    const shape::TriangleTree* first;
    const shape::TriangleTree* second;
    double reach;
  };

  const kernel::TriangleKernels* kernels_;
  TriangleSearch search_;
  AlignedVector<kernel::BodyPair> bodies_;
  std::vector<Pair> pairs_;
  float reach_ = 0;  // [m] of the pair that was begun last
  std::vector<kernel::TriangleEntry> entries_;
  std::vector<Certificate> certificates_;
  std::size_t unsettled_ = 0;
  std::vector<TriangleContact> contacts_;
  kernel::TriangleLanes<float> floats_;
  kernel::TriangleLanes<double> doubles_;
  kernel::ClosestLanes closest_;
  kernel::Certificates proofs_, second_proofs_;
};

}  // namespace scree::contact
