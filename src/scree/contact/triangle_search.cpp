#include "scree/contact/triangle_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scree::contact {

kernel::RelativePose relative_pose(const Pose<3>& first, const Pose<3>& second) {
  const Rotation<3> back = inverse(first.rotation);
  const Rotation<3> turn = compose(back, second.rotation);
  kernel::RelativePose pose;
  for (std::size_t k = 0; k < 4; ++k) {
    Vec3 column = rotate(back, second.offset - first.offset);
    if (k < 3) {
      Vec3 axis;
      axis[k] = 1;
      column = rotate(turn, axis);
    }
    for (std::size_t i = 0; i < 3; ++i) pose.column[k][i] = column[i];
  }
  return pose;
}

float float_below(double value) {
  const auto result = static_cast<float>(value);
  return result > value ? std::nextafter(result, -std::numeric_limits<float>::infinity()) : result;
}
float float_above(double value) {
  const auto result = static_cast<float>(value);
  return result < value ? std::nextafter(result, std::numeric_limits<float>::infinity()) : result;
}

const std::vector<TriangleSearch::Pair>& TriangleSearch::find(TreeDescent descent,
                                                              const shape::TriangleTree& first,
                                                              const shape::TriangleTree& second,
                                                              const kernel::RelativePose& pose,
                                                              double reach) {
  tests_ = 0;
  if (descent == TreeDescent::boxes)
    descend_boxes(first, second, pose, reach);
  else
    descend_surrogates(first, second, pose, reach);
  return found_;
}

void TriangleSearch::descend_boxes(const shape::TriangleTree& first, const shape::TriangleTree& second,
                                   const kernel::RelativePose& pose, double reach) {
  const double shift =
      std::sqrt(pose.column[3][0] * pose.column[3][0] + pose.column[3][1] * pose.column[3][1] +
                pose.column[3][2] * pose.column[3][2]);
  kernel::TreeSearch search;
  search.first = first.boxes();
  search.second = second.boxes();
  search.pose = pose;
  // A place is turned, shifted and subtracted in floats, some ten roundings of 6e-8 each.
  search.reach = float_above(reach + 2e-6 * (first.radius() + second.radius() + shift));
  found_.resize(found_.capacity());
  kernel::PairSink sink;
  sink.pairs = found_.data();
  sink.room = found_.size();
  sink.owner = &found_;
  sink.grow = [](kernel::PairSink& full) {
    auto& pairs = *static_cast<std::vector<Pair>*>(full.owner);
    pairs.resize(std::max<std::size_t>(256, 2 * pairs.size()));
    full.pairs = pairs.data();
    full.room = pairs.size();
  };
  tests_ = kernels_->search_boxes(search, sink);
  found_.resize(sink.count);
}

void TriangleSearch::descend_surrogates(const shape::TriangleTree& first, const shape::TriangleTree& second,
                                        const kernel::RelativePose& pose, double reach) {
  kernel::BodyPair bodies;
  bodies.pose = pose;
  bodies.first = {first.rows(), first.corner_numbers()};
  bodies.second = {second.rows(), second.corner_numbers()};
  bodies.scale = reach + first.longest_edge() + second.longest_edge() + first.largest_surrogate_size() +
                 second.largest_surrogate_size();
  bodies.inverse_scale = 1 / bodies.scale;
  const auto triangle_of = [](const shape::TriangleTree& tree, std::int32_t node) {
    return EightBoxes::is_triangle(node) ? static_cast<std::uint32_t>(~node) : tree.surrogate(node);
  };
  const auto eps_of = [](const shape::TriangleTree& tree, std::int32_t node) {
    return EightBoxes::is_triangle(node) ? 0.0 : tree.surrogate_eps(node);
  };
  const auto size_of = [](const shape::TriangleTree& tree, std::int32_t node) {
    return EightBoxes::is_triangle(node) ? 0.0 : tree.surrogate_size(node);
  };
  found_.clear();
  waiting_.assign(1, {first.nodes()[0].child[0], second.nodes()[0].child[0]});
  std::array<kernel::TriangleEntry, kernel::triangle_chunk> entries;
  std::array<Nodes, kernel::triangle_chunk> nodes;
  std::array<std::uint16_t, kernel::triangle_room> left;
  while (!waiting_.empty()) {
    const std::size_t count = std::min(waiting_.size(), kernel::triangle_chunk);
    std::copy(waiting_.end() - static_cast<std::ptrdiff_t>(count), waiting_.end(), nodes.begin());
    waiting_.resize(waiting_.size() - count);
    for (std::size_t k = 0; k < count; ++k)
      entries[k] = {triangle_of(first, nodes[k].first), triangle_of(second, nodes[k].second), 0,
                    float_above(reach + eps_of(first, nodes[k].first) + eps_of(second, nodes[k].second))};
    kernels_->fill_floats(&bodies, entries.data(), count, lanes_);
    const std::size_t stays = kernels_->leave_by_comparison(lanes_, count, left.data(), certificates_).left;
    tests_ += count;
    for (std::size_t n = 0; n < stays; ++n) {
      const auto [a, b] = nodes[left[n]];
      if (EightBoxes::is_triangle(a) && EightBoxes::is_triangle(b)) {
        found_.push_back({static_cast<std::uint32_t>(~a), static_cast<std::uint32_t>(~b)});
        continue;
      }
      const bool opens_first = !EightBoxes::is_triangle(a) && size_of(first, a) >= size_of(second, b);
      const EightBoxes& node = opens_first ? first.nodes()[static_cast<std::size_t>(a)]
                                           : second.nodes()[static_cast<std::size_t>(b)];
      for (int slot = 0; slot < EightBoxes::width; ++slot)
        if (node.half[0][slot] >= 0)
          waiting_.push_back(opens_first ? Nodes{node.child[slot], b} : Nodes{a, node.child[slot]});
    }
  }
}

}  // namespace scree::contact
