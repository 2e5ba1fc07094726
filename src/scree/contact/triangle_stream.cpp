#include "scree/contact/triangle_stream.h"

#include <algorithm>

namespace scree::contact {
namespace {
using kernel::triangle_chunk;
using kernel::triangle_room;
}  // namespace

void TriangleStream::clear() {
  bodies_.clear();
  pairs_.clear();
  entries_.clear();
  certificates_.clear();
  contacts_.clear();
}

std::uint32_t TriangleStream::add(const shape::TriangleTree& first, const shape::TriangleTree& second,
                                  const kernel::RelativePose& pose, double reach) {
  kernel::BodyPair& bodies = bodies_.emplace_back();
  bodies.pose = pose;
  bodies.first = {first.rows(), first.corner_numbers()};
  bodies.second = {second.rows(), second.corner_numbers()};
  bodies.scale = reach + first.longest_edge() + second.longest_edge();
  bodies.inverse_scale = 1 / bodies.scale;
  pairs_.push_back({&first, &second, reach});
  reach_ = float_above(reach);
  return static_cast<std::uint32_t>(bodies_.size() - 1);
}

void TriangleStream::search(TreeDescent descent) {
  const Pair& pair = pairs_.back();
  for (const TriangleSearch::Pair& found :
       search_.find(descent, *pair.first, *pair.second, bodies_.back().pose, pair.reach))
    append(found.first, found.second);
}

void TriangleStream::append_all() {
  const Pair& pair = pairs_.back();
  for (std::uint32_t a = 0; a < pair.first->triangle_count(); ++a)
    for (std::uint32_t b = 0; b < pair.second->triangle_count(); ++b) append(a, b);
}

void TriangleStream::sort() {
  const auto before = [](const kernel::TriangleEntry& a, const kernel::TriangleEntry& b) {
    if (a.bodies != b.bodies) return a.bodies < b.bodies;
    const auto key = [](const kernel::TriangleEntry& e) { return std::uint64_t{e.first} << 32 | e.second; };
    return key(a) < key(b);
  };
  std::sort(entries_.begin(), entries_.end(), before);
}

void TriangleStream::drop_by_axes() {
  std::array<std::uint16_t, triangle_room> left;
  std::size_t kept = 0;
  for (std::size_t base = 0; base < entries_.size(); base += triangle_chunk) {
    const std::size_t count = std::min(triangle_chunk, entries_.size() - base);
    kernels_->fill_floats(bodies_.data(), &entries_[base], count, floats_);
    const std::size_t stays = kernels_->leave_by_axes(floats_, count, left.data());
    for (std::size_t k = 0; k < stays; ++k) entries_[kept++] = entries_[base + left[k]];
  }
  entries_.resize(kept);
}

void TriangleStream::drop_by(TriangleFilter filter) {
  unsettled_ = 0;
  switch (filter) {
    case TriangleFilter::axes:
      drop_by_axes();
      drop_by_comparison();
      return;
    case TriangleFilter::comparison:
      drop_by_comparison();
      return;
    case TriangleFilter::iterative:
      drop_by_sweeps(false);
      return;
    case TriangleFilter::hybrid:
      drop_by_sweeps(true);
      return;
  }
}

void TriangleStream::keep(std::size_t to, std::size_t from, const kernel::Certificates& proofs,
                          std::size_t lane) {
  entries_[to] = entries_[from];
  certificates_[to] = {
      float_below(static_cast<double>(proofs.gap[lane]) * bodies_[entries_[to].bodies].scale),
      {proofs.axis[0][lane], proofs.axis[1][lane], proofs.axis[2][lane]}};
}

void TriangleStream::drop_by_comparison() {
  std::array<std::uint16_t, triangle_room> left;
  certificates_.resize(entries_.size());
  std::size_t kept = 0;
  for (std::size_t base = 0; base < entries_.size(); base += triangle_chunk) {
    const std::size_t count = std::min(triangle_chunk, entries_.size() - base);
    kernels_->fill_floats(bodies_.data(), &entries_[base], count, floats_);
    const std::size_t stays = kernels_->leave_by_comparison(floats_, count, left.data(), proofs_).left;
    for (std::size_t k = 0; k < stays; ++k) {
      keep(kept++, base + left[k], proofs_, left[k]);
    }
  }
  entries_.resize(kept);
  certificates_.resize(kept);
}

void TriangleStream::drop_by_sweeps(bool compares_unsettled) {
  std::array<std::uint16_t, triangle_room> left, still;
  std::array<bool, triangle_room> is_settled, drops;
  std::array<std::uint16_t, triangle_room> asked;
  std::array<kernel::TriangleEntry, triangle_chunk> doubtful;
  certificates_.resize(entries_.size());
  std::size_t kept = 0;
  for (std::size_t base = 0; base < entries_.size(); base += triangle_chunk) {
    const std::size_t count = std::min(triangle_chunk, entries_.size() - base);
    kernels_->fill_floats(bodies_.data(), &entries_[base], count, floats_);
    const kernel::FilterResult result =
        kernels_->leave_by_sweeps(floats_, count, left.data(), proofs_, is_settled.data());
    unsettled_ += result.unsettled;
    std::fill_n(drops.begin(), result.left, false);
    if (compares_unsettled && result.unsettled > 0) {
      std::size_t doubts = 0;
      for (std::size_t k = 0; k < result.left; ++k)
        if (!is_settled[k]) {
          asked[doubts] = static_cast<std::uint16_t>(k);
          doubtful[doubts++] = entries_[base + left[k]];
        }
      kernels_->fill_floats(bodies_.data(), doubtful.data(), doubts, floats_);
      const std::size_t stays =
          kernels_->leave_by_comparison(floats_, doubts, still.data(), second_proofs_).left;
      for (std::size_t k = 0; k < doubts; ++k) drops[asked[k]] = true;
      for (std::size_t k = 0; k < stays; ++k) {
        drops[asked[still[k]]] = false;
        const std::size_t lane = left[asked[still[k]]];
        if (second_proofs_.gap[still[k]] > proofs_.gap[lane]) {
          proofs_.gap[lane] = second_proofs_.gap[still[k]];
          for (int axis = 0; axis < 3; ++axis) proofs_.axis[axis][lane] = second_proofs_.axis[axis][still[k]];
        }
      }
    }
    for (std::size_t k = 0; k < result.left; ++k) {
      if (drops[k]) continue;
      keep(kept++, base + left[k], proofs_, left[k]);
    }
  }
  entries_.resize(kept);
  certificates_.resize(kept);
}

const std::vector<TriangleContact>& TriangleStream::find_contacts() {
  contacts_.clear();
  for (std::size_t base = 0; base < entries_.size(); base += triangle_chunk) {
    const std::size_t count = std::min(triangle_chunk, entries_.size() - base);
    kernels_->fill(bodies_.data(), &entries_[base], count, doubles_);
    kernels_->find_closest(doubles_, count, closest_);
    for (std::size_t k = 0; k < count; ++k) {
      const kernel::TriangleEntry& entry = entries_[base + k];
      const Pair& pair = pairs_[entry.bodies];
      if (!(closest_.distance[k] <= pair.reach)) continue;
      const Vec3 origin = pair.first->corner(entry.first, 0);
      contacts_.push_back(
          {entry.bodies, entry.first, entry.second, static_cast<int>(closest_.feature[k]),
           closest_.distance[k],
           origin + Vec3{closest_.first[0][k], closest_.first[1][k], closest_.first[2][k]},
           origin + Vec3{closest_.second[0][k], closest_.second[1][k], closest_.second[2][k]}});
    }
  }
  return contacts_;
}

}  // namespace scree::contact
