// Contacts as they leave the set and come back into it: records for checkpoints and for lists that are made
// anew, views for measurements, touches for those who sleep.
#include <algorithm>
#include <atomic>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/search/prefix_sum.h"
#include "scree/step/contact_set.h"

namespace scree::step {
namespace {
/// Frees numbers that are about to be written anew, where contacts that are gone have left room for more than
/// the next ones will want.
void release_if_vast(UnsetVector<double>& numbers, std::size_t needed) {
  if (numbers.capacity() > needed + needed / 4) UnsetVector<double>().swap(numbers);
}

/// Numbers of contacts by the id of their first body, so that each candidate looks at a handful.
class RowsByFirst {
 public:
  RowsByFirst(const std::vector<world::ContactKey>& keys, Id ids) {
    constexpr std::size_t grain = 16384;
    parallel_assign(begin_, std::size_t{ids} + 1, 0);
    parallel_for(keys.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        std::atomic_ref(begin_[keys[k].first + 1]).fetch_add(1, std::memory_order_relaxed);
    });
    search::accumulate(begin_);
    UnsetVector<std::uint32_t> next(begin_);
    numbers_.resize(keys.size());
    parallel_for(keys.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        numbers_[std::atomic_ref(next[keys[k].first]).fetch_add(1, std::memory_order_relaxed)] =
            static_cast<std::uint32_t>(k);
    });
  }
  /// In any order.
  std::span<const std::uint32_t> of(Id first) const {
    return {numbers_.data() + begin_[first], numbers_.data() + begin_[first + 1]};
  }

 private:
  UnsetVector<std::uint32_t> begin_, numbers_;
};

/// Calls visit(entry) for the entries of a batch that touch, in order.
template <class Snapshot, class Visit>
void for_each_touching(const Batch& batch, const Snapshot& snapshot, Visit&& visit) {
  for (std::uint32_t group = batch.begin / 8; group < batch.groups_end(); ++group)
    for (unsigned mask = snapshot.groups[group].touches; mask != 0; mask &= mask - 1)
      visit(8 * group + static_cast<std::uint32_t>(__builtin_ctz(mask)));
}
}  // namespace

template <int D>
Touches<D> ContactSet<D>::touches(const world::Bodies<D>& bodies, const Candidates<D>& candidates) const {
  Touches<D> result;
  const std::uint32_t first_wall_entry = candidates.first_wall_entry();
  for (const std::uint32_t entry : candidates.alarms()) {
    if (!after_.touching(entry)) continue;
    const bool wall = entry >= first_wall_entry;
    const bool is_second = candidates.first()[entry] < bodies.awake();
    Touch<D> touch;
    touch.key = key_of(bodies, candidates, wall, entry);
    touch.body = is_second ? candidates.second()[entry] : candidates.first()[entry];
    touch.load =
        world::load_of<D>(force_.data() + after_.number_of(entry) * force_width_, force_width_, is_second);
    result.push_back(touch);
  }
  std::sort(result.begin(), result.end(), [](const Touch<D>& a, const Touch<D>& b) { return a.key < b.key; });
  return result;
}

template <int D>
world::ContactRecords ContactSet<D>::records(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                             bool with_forces) const {
  SCREE_ASSERT(!with_forces || forces_are_known_);
  world::ContactRecords result;
  if (before_.groups.empty()) return result;
  const std::vector<Batch>& batches = candidates.batches();
  std::vector<std::uint32_t> base(batches.size() + 1, 0);  // first record of each batch
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      for (std::uint32_t group = batches[b].begin / 8; group < batches[b].groups_end(); ++group)
        base[b + 1] += static_cast<std::uint32_t>(__builtin_popcount(before_.groups[group].touches));
  });
  std::partial_sum(base.begin(), base.end(), base.begin());
  result.keys.resize(base.back());
  result.memory.resize(base.back() * memory_width_);
  if (with_forces) result.forces.resize(base.back() * force_width_);
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      std::uint32_t at = base[b];
      for_each_touching(batches[b], before_, [&](std::uint32_t entry) {
        result.keys[at] = key_of(bodies, candidates, batches[b].wall, entry);
        const std::uint32_t number = before_.number_of(entry);
        std::copy_n(before_.memory.data() + (number + 1) * memory_width_, memory_width_,
                    result.memory.data() + at * memory_width_);
        if (with_forces)
          std::copy_n(force_.data() + number * force_width_, force_width_,
                      result.forces.data() + at * force_width_);
        ++at;
      });
    }
  });
  return result;
}

template <int D>
world::ContactViews<D> ContactSet<D>::views(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
  if (!forces_are_known_) return {};
  return look_at_contacts(bodies, candidates, true);
}

template <int D>
world::ContactViews<D> ContactSet<D>::look_at_contacts(const world::Bodies<D>& bodies,
                                                       const Candidates<D>& candidates, bool with_forces) {
  world::ContactViews<D> result;
  if (before_.groups.empty()) return result;
  TouchedPieces pieces = before_.pieces;
  wall_points_.locate_on_meshes(bodies.motion.data(), candidates, walls_, before_.pieces, pieces);
  locate_polygons(bodies, candidates, before_);
  const std::vector<Batch>& batches = candidates.batches();
  for (std::size_t b = 0; b < batches.size(); ++b)
    for_each_touching(batches[b], before_, [&](std::uint32_t entry) {
      const Batch& batch = batches[b];
      world::ContactView<D> view;
      view.key = key_of(bodies, candidates, batch.wall, entry);
      if (with_forces) {
        const double* const record = force_.data() + before_.number_of(entry) * force_width_;
        for (int k = 0; k < D; ++k) view.force[k] = record[k];
      }
      const Motion<D>& first = bodies.motion[candidates.first()[entry]];
      if (batch.shaped) {
        if constexpr (D == 2) {
          const kernel::GivenPoint& given =
              polygons_.points(b)[before_.number_of(entry) - before_.numbers[b].first];
          view.overlap = given.overlap;
          view.branch = batch.wall ? given.first_arm : given.first_arm - given.second_arm;
          view.point = first.position + given.first_arm;
        }
      } else if (batch.wall) {
        const kernel::SurfacePoint<D> surface =
            wall_points_.at(entry, bodies.motion.data(), candidates, walls_);
        view.overlap = first.radius - surface.distance;
        view.branch = -surface.distance * surface.normal;
        view.point = first.position - surface.distance * surface.normal;
      } else {
        const Motion<D>& second = bodies.motion[candidates.second()[entry]];
        view.branch = second.position - first.position;
        if (periodic_ != nullptr) view.branch = periodic_->nearest(view.branch);
        const double distance = norm(view.branch);
        view.overlap = first.radius + second.radius - distance;
        view.point = first.position + ((first.radius - 0.5 * view.overlap) / distance) * view.branch;
      }
      result.push_back(view);
    });
  std::sort(result.begin(), result.end(),
            [](const world::ContactView<D>& a, const world::ContactView<D>& b) { return a.key < b.key; });
  return result;
}

template <int D>
world::ContactKey ContactSet<D>::key_of(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                        bool wall, std::uint32_t entry) const {
  world::ContactKey key;
  key.first = bodies.id[candidates.first()[entry]];
  key.parts = candidates.parts(entry);
  const std::uint32_t second = candidates.second()[entry];
  if (wall) {
    key.second = wall_id(walls_.facets[second].wall);
    key.second_feature = walls_.facets[second].feature;
    key.first_feature = before_.pieces[entry - candidates.first_wall_entry()];
  } else {
    key.second = bodies.id[second];
  }
  return key;
}

template <int D>
void ContactSet<D>::adopt(const world::ContactRecords& records, const world::Bodies<D>& bodies,
                          const Candidates<D>& candidates) {
  const RowsByFirst rows(records.keys, bodies.next_id());
  forces_are_known_ = false;
  parallel_assign(found_, candidates.place_count(), 0);  // of bodies that sleep, nobody has cleared them
  const std::vector<Batch>& batches = candidates.batches();
  parallel_assign(before_.groups, candidates.group_count(), {});
  const std::size_t memory_size = (records.keys.size() + 1) * memory_width_;
  release_if_vast(before_.memory, memory_size);
  release_if_vast(after_.memory, memory_size);
  release_if_vast(force_, records.keys.size() * force_width_);
  before_.memory.resize(memory_size);
  std::fill_n(before_.memory.begin(), memory_width_, 0.0);
  before_.numbers.assign(batches.size(), {});
  before_.pieces.assign(candidates.entry_count() - candidates.first_wall_entry(), contact::no_piece);
  wall_points_.prepare(candidates, walls_);
  if constexpr (D == 2) polygons_.prepare(bodies, candidates);
  UnsetVector<std::uint32_t> record_of(candidates.entry_count());
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Batch& batch = batches[b];
      for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry) {
        const Id first = bodies.id[candidates.first()[entry]];
        if (rows.of(first).empty()) continue;
        const world::ContactKey wanted = key_of(bodies, candidates, batch.wall, entry);
        for (const std::uint32_t record : rows.of(first)) {
          const world::ContactKey& key = records.keys[record];
          // The first feature tells where on a mesh the contact is now; it is no part of its name.
          if (key.second != wanted.second || key.second_feature != wanted.second_feature ||
              key.parts != wanted.parts)
            continue;
          if (batch.wall) before_.pieces[entry - candidates.first_wall_entry()] = key.first_feature;
          kernel::ContactGroup& group = before_.groups[entry / 8];
          group.touches = static_cast<std::uint8_t>(group.touches | 1u << (entry % 8));
          group.evaluated = group.touches;
          record_of[entry] = record;
          ++before_.numbers[b].count;
        }
      }
    }
  });
  for (std::size_t b = 1; b < batches.size(); ++b)
    before_.numbers[b].first = before_.numbers[b - 1].first + before_.numbers[b - 1].count;
  SCREE_ASSERT(before_.count() == records.keys.size());
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      std::uint32_t number = before_.numbers[b].first;
      for (std::uint32_t group = batches[b].begin / 8; group < batches[b].groups_end(); ++group) {
        before_.groups[group].base = number;
        number += static_cast<std::uint32_t>(__builtin_popcount(before_.groups[group].touches));
      }
      for_each_touching(batches[b], before_, [&](std::uint32_t entry) {
        const double* const memory = records.memory.data() + record_of[entry] * memory_width_;
        std::copy_n(memory, memory_width_,
                    before_.memory.data() + (before_.number_of(entry) + 1) * memory_width_);
      });
    }
  });
}

#define SCREE_INSTANTIATE_RECORDS(D)                                                                         \
  template Touches<D> ContactSet<D>::touches(const world::Bodies<D>&, const Candidates<D>&) const;           \
  template world::ContactRecords ContactSet<D>::records(const world::Bodies<D>&, const Candidates<D>&, bool) \
      const;                                                                                                 \
  template world::ContactViews<D> ContactSet<D>::views(const world::Bodies<D>&, const Candidates<D>&);       \
  template world::ContactViews<D> ContactSet<D>::look_at_contacts(const world::Bodies<D>&,                   \
                                                                  const Candidates<D>&, bool);               \
  template world::ContactKey ContactSet<D>::key_of(const world::Bodies<D>&, const Candidates<D>&, bool,      \
                                                   std::uint32_t) const;                                     \
  template void ContactSet<D>::adopt(const world::ContactRecords&, const world::Bodies<D>&,                  \
                                     const Candidates<D>&)
SCREE_INSTANTIATE_RECORDS(2);
SCREE_INSTANTIATE_RECORDS(3);
#undef SCREE_INSTANTIATE_RECORDS

}  // namespace scree::step
