#include "scree/step/face_patches.h"

#include <algorithm>
#include <limits>

namespace scree::step {
namespace {

/// The nearest, the lowest of equal ones.
std::uint32_t nearest_record(std::span<const PatchRecord> records, const Vec3& place) {
  std::uint32_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < records.size(); ++k) {
    const Vec3 way = records[k].point - place;
    const double squared = dot(way, way);
    if (squared < least) {
      least = squared;
      best = k;
    }
  }
  return best;
}

}  // namespace

void PatchSuccession::trace(std::span<const PatchRecord> earlier, std::span<const std::uint32_t> ordinals,
                            std::span<const contact::Patch> patches,
                            std::span<const contact::ActingPair> pairs, std::uint32_t first_pair,
                            std::span<const Vec3> places) {
  memory_.patches.clear();
  memory_.pairs.clear();
  inherited_.assign(patches.size() * earlier.size(), 0.0);
  ancestor_of_pair_.clear();
  if (!earlier.empty()) {
    for (std::size_t p = 0; p < patches.size(); ++p)
      for (std::uint32_t k = 0; k < patches[p].pair_count; ++k) {
        const std::uint32_t number = patches[p].first_pair - first_pair + k;
        const std::uint32_t from = nearest_record(earlier, places[number]);
        ancestor_of_pair_.resize(std::max<std::size_t>(ancestor_of_pair_.size(), number + 1), 0);
        ancestor_of_pair_[number] = from;
        inherited_[p * earlier.size() + from] += pairs[number].share;
      }
  }
  for (std::uint32_t from = 0; from < earlier.size(); ++from) {
    contact::PatchMemory memory{earlier[from].spring,
                                earlier[from].torsion,
                                earlier[from].normal,
                                earlier[from].stiffness,
                                earlier[from].radius,
                                static_cast<std::uint32_t>(memory_.pairs.size()),
                                0};
    for (std::uint32_t number = 0; number < ancestor_of_pair_.size(); ++number)
      if (ancestor_of_pair_[number] == from) memory_.pairs.push_back(pairs[number]);
    memory.pair_count = static_cast<std::uint32_t>(memory_.pairs.size()) - memory.first_pair;
    std::sort(memory_.pairs.begin() + memory.first_pair, memory_.pairs.end(),
              [](const contact::ActingPair& a, const contact::ActingPair& b) { return a.key() < b.key(); });
    memory_.patches.push_back(memory);
  }
  number_rows(ordinals, patches.size());
}

void PatchSuccession::number_rows(std::span<const std::uint32_t> ordinals, std::size_t patches) {
  const std::size_t count = ordinals.size();
  std::vector<int> successor(count, -1);
  std::vector<bool> has_ancestor(patches, false);
  // Each earlier contact goes on as the patch that got most of it, if that patch is not taken.
  for (std::size_t from = 0; from < count; ++from) {
    double most = 0;
    for (std::size_t p = 0; p < patches; ++p)
      if (!has_ancestor[p] && inherited_[p * count + from] > most) {
        most = inherited_[p * count + from];
        successor[from] = static_cast<int>(p);
      }
    if (successor[from] >= 0) has_ancestor[static_cast<std::size_t>(successor[from])] = true;
  }
  rows_.clear();
  std::size_t old = 0, next = 0;
  const auto skip_known = [&] {
    while (next < patches && has_ancestor[next]) ++next;
  };
  skip_known();
  for (std::uint32_t ordinal = 0; old < count || next < patches; ++ordinal) {
    if (old < count && ordinals[old] == ordinal) {
      rows_.push_back({ordinal, static_cast<std::uint32_t>(old) + 1, successor[old]});
      ++old;
    } else if (next < patches) {
      rows_.push_back({ordinal, 0, static_cast<int>(next)});
      ++next;
      skip_known();
    }
  }
}

}  // namespace scree::step
