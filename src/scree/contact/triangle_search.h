// Searches the trees of two bodies for triangles that may be in reach of each other. Takes two trees and a
// pose, gives pairs of triangles: all that are in reach, and some that are not.
#pragma once

#include <vector>

#include "scree/base/pose.h"
#include "scree/contact/triangle_methods.h"
#include "scree/kernel/triangle_kernels.h"
#include "scree/shape/triangle_tree.h"

namespace scree::contact {

/// The pose of the second body in the frame of the first.
kernel::RelativePose relative_pose(const Pose<3>& first, const Pose<3>& second);

/// A lower bound, as a float, of a length, and an upper one.
float float_below(double value);
float float_above(double value);

class TriangleSearch {
 public:
  using Pair = kernel::PairSink::Pair;

  explicit TriangleSearch(const kernel::TriangleKernels& kernels) : kernels_(&kernels) {}

  /// In no particular order; valid until the next call. Surrogates must have been made.
  const std::vector<Pair>& find(TreeDescent descent, const shape::TriangleTree& first,
                                const shape::TriangleTree& second, const kernel::RelativePose& pose,
                                double reach);
  /// Of the last search: boxes tested against eight, or triangles compared.
  std::size_t tests() const { return tests_; }

 private:
  void descend_boxes(const shape::TriangleTree& first, const shape::TriangleTree& second,
                     const kernel::RelativePose& pose, double reach);
  void descend_surrogates(const shape::TriangleTree& first, const shape::TriangleTree& second,
                          const kernel::RelativePose& pose, double reach);

  /// Nodes, or complements of triangles.
  struct Nodes {
    std::int32_t first, second;
  };

  const kernel::TriangleKernels* kernels_;
  std::vector<Pair> found_;
  std::size_t tests_ = 0;
  std::vector<Nodes> waiting_;
  kernel::TriangleLanes<float> lanes_;
  kernel::Certificates certificates_;
};

}  // namespace scree::contact
