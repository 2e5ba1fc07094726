#include "scree/step/contact_records.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/prefix_sum.h"

namespace scree::step {
namespace {

constexpr std::size_t batches_per_task = 2;

/// Numbers of records by the id of their first body, so that each candidate looks at a handful.
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

}  // namespace

template <int D>
world::ContactRecords records_of(const ContactSnapshot& contacts, std::size_t memory_width,
                                 const ForceRecords* forces, const world::Bodies<D>& bodies,
                                 const world::Walls<D>& walls, const Candidates<D>& candidates) {
  world::ContactRecords result;
  if (contacts.groups.empty()) return result;
  const std::vector<Batch>& batches = candidates.batches();
  std::vector<std::size_t> base(batches.size() + 1, 0);  // first record of each batch
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) base[b + 1] = contacts.touching(batches[b], b);
  });
  std::partial_sum(base.begin(), base.end(), base.begin());
  result.keys.resize(base.back());
  result.memory.resize(base.back() * memory_width);
  if (forces != nullptr) result.forces.resize(base.back() * forces->width);
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      std::size_t at = base[b];
      contacts.for_each_touching(batches[b], b, [&](const SnapshotContact& contact) {
        result.keys[at] = key_of(contact, batches[b].wall, bodies, walls, candidates);
        std::copy_n(contacts.memory.data() + (contact.number + 1) * memory_width, memory_width,
                    result.memory.data() + at * memory_width);
        if (forces != nullptr)
          std::copy_n(forces->of(contact.number), forces->width, result.forces.data() + at * forces->width);
        ++at;
      });
    }
  });
  return result;
}

template <int D>
void adopt_records(const world::ContactRecords& records, std::size_t memory_width,
                   const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                   const Candidates<D>& candidates, ContactSnapshot& contacts) {
  const RowsByFirst rows(records.keys, bodies.next_id());
  const std::vector<Batch>& batches = candidates.batches();
  parallel_assign(contacts.groups, candidates.group_count(), {});
  contacts.rows.assign(batches.size(), {});
  contacts.numbers.assign(batches.size(), {});
  contacts.memory.resize((records.keys.size() + 1) * memory_width);
  std::fill_n(contacts.memory.begin(), memory_width, 0.0);
  std::vector<std::vector<std::uint32_t>> of_batch(batches.size());
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Batch& batch = batches[b];
      std::vector<std::uint32_t> here;  // records of one candidate
      for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry) {
        const std::span<const std::uint32_t> of_body = rows.of(bodies.id[candidates.first()[entry]]);
        if (of_body.empty()) continue;
        const world::ContactKey wanted =
            key_of(SnapshotContact{entry, 0, 0, 0}, batch.wall, bodies, walls, candidates);
        here.clear();
        for (const std::uint32_t record : of_body) {
          const world::ContactKey& key = records.keys[record];
          if (key.second == wanted.second && key.second_feature == wanted.second_feature &&
              key.parts == wanted.parts)
            here.push_back(record);
        }
        if (here.empty()) continue;
        std::sort(here.begin(), here.end(), [&](std::uint32_t a, std::uint32_t b) {
          return records.keys[a].ordinal < records.keys[b].ordinal;
        });
        kernel::ContactGroup& group = contacts.groups[entry / 8];
        group.touches = static_cast<std::uint8_t>(group.touches | 1u << (entry % 8));
        group.evaluated = group.touches;
        of_batch[b].insert(of_batch[b].end(), here.begin(), here.end());
        if (!has_rows(batch.source)) continue;
        for (const std::uint32_t record : here)
          contacts.rows[b].push_back(
              {entry, records.keys[record].ordinal, records.keys[record].first_feature, 0, true});
      }
    }
  });
  std::uint32_t number = 0;
  for (std::size_t b = 0; b < batches.size(); ++b) {
    contacts.numbers[b] = {number, static_cast<std::uint32_t>(of_batch[b].size())};
    number += contacts.numbers[b].count;
  }
  SCREE_ASSERT(number == records.keys.size());
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      std::uint32_t next = contacts.numbers[b].first;
      for (std::uint32_t group = batches[b].begin / 8; group < batches[b].groups_end(); ++group) {
        contacts.groups[group].base = next;
        next += static_cast<std::uint32_t>(__builtin_popcount(contacts.groups[group].touches));
      }
      for (std::size_t k = 0; k < of_batch[b].size(); ++k)
        std::copy_n(records.memory.data() + of_batch[b][k] * memory_width, memory_width,
                    contacts.memory.data() + (contacts.numbers[b].first + k + 1) * memory_width);
    }
  });
}

#define SCREE_INSTANTIATE_RECORDS(D)                                                                  \
  template world::ContactRecords records_of(const ContactSnapshot&, std::size_t, const ForceRecords*, \
                                            const world::Bodies<D>&, const world::Walls<D>&,          \
                                            const Candidates<D>&);                                    \
  template void adopt_records(const world::ContactRecords&, std::size_t, const world::Bodies<D>&,     \
                              const world::Walls<D>&, const Candidates<D>&, ContactSnapshot&)
SCREE_INSTANTIATE_RECORDS(2);
SCREE_INSTANTIATE_RECORDS(3);
#undef SCREE_INSTANTIATE_RECORDS

}  // namespace scree::step
