// The contacts of one evaluation: which candidates touch, the numbers of their records, and what the laws
// remember of them. The contact set has two: of the last commit and of the last evaluation.
#pragma once

#include <algorithm>

#include "scree/step/contact_source.h"

namespace scree::step {

/// A contact of a snapshot.
struct SnapshotContact {
  std::uint32_t entry = 0;    // of the candidate list
  std::uint32_t number = 0;   // of its records
  std::uint32_t ordinal = 0;  // as in RowContact
  std::uint32_t piece = 0;    // likewise
};

struct ContactSnapshot {
  struct NumberRange {
    std::uint32_t first = 0, count = 0;
  };
  UnsetVector<kernel::ContactGroup> groups;
  std::vector<ContactRows> rows;     // by batch; empty where bits say all (see has_rows)
  UnsetVector<double> memory;        // record 0 is zero, contact c has record c + 1
  std::vector<NumberRange> numbers;  // of the contacts of each batch; those of rows in their order

  BatchContacts of(const Batch& batch, std::size_t b) { return {groups.data() + batch.begin / 8, &rows[b]}; }
  ConstBatchContacts of(const Batch& batch, std::size_t b, std::size_t memory_width) const {
    return {groups.data() + batch.begin / 8, &rows[b], memory.data() + (numbers[b].first + 1) * memory_width,
            memory_width};
  }

  /// Contacts that were evaluated, also those that had just ended.
  std::size_t count() const {
    std::size_t sum = 0;
    for (const NumberRange& range : numbers) sum += range.count;
    return sum;
  }
  std::size_t touching(const Batch& batch, std::size_t b) const {
    std::size_t sum = 0;
    for_each_touching(batch, b, [&](const SnapshotContact&) { ++sum; });
    return sum;
  }

  /// Calls visit(contact) for the contacts of a batch that touch, in the order of their numbers.
  template <class Visit>
  void for_each_touching(const Batch& batch, std::size_t b, Visit&& visit) const {
    if (has_rows(batch.source)) {
      for (std::uint32_t k = 0; k < rows[b].size(); ++k)
        if (rows[b][k].touches) visit(row_contact(b, k));
      return;
    }
    for (std::uint32_t g = batch.begin / 8; g < batch.groups_end(); ++g) {
      const kernel::ContactGroup& group = groups[g];
      std::uint32_t number = group.base;
      for (unsigned rest = group.evaluated; rest != 0; rest &= rest - 1, ++number) {
        const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
        if ((group.touches >> bit & 1) != 0) visit(SnapshotContact{8 * g + bit, number, 0, 0});
      }
    }
  }
  /// All that were evaluated, in the order of their numbers: those too that had just ended.
  template <class Visit>
  void for_each_evaluated(const Batch& batch, std::size_t b, Visit&& visit) const {
    if (has_rows(batch.source)) {
      for (std::uint32_t k = 0; k < rows[b].size(); ++k) visit(row_contact(b, k));
      return;
    }
    for (std::uint32_t g = batch.begin / 8; g < batch.groups_end(); ++g) {
      std::uint32_t number = groups[g].base;
      for (unsigned rest = groups[g].evaluated; rest != 0; rest &= rest - 1, ++number)
        visit(SnapshotContact{8 * g + static_cast<unsigned>(__builtin_ctz(rest)), number, 0, 0});
    }
  }
  /// The same for one candidate.
  template <class Visit>
  void for_each_touching_at(const Batch& batch, std::size_t b, std::uint32_t entry, Visit&& visit) const {
    const kernel::ContactGroup& group = groups[entry / 8];
    if ((group.touches >> (entry % 8) & 1) == 0) return;
    if (has_rows(batch.source)) {
      const auto first =
          std::lower_bound(rows[b].begin(), rows[b].end(), entry,
                           [](const RowContact& row, std::uint32_t value) { return row.entry < value; });
      for (auto row = first; row != rows[b].end() && row->entry == entry; ++row)
        if (row->touches) visit(row_contact(b, static_cast<std::uint32_t>(row - rows[b].begin())));
      return;
    }
    const unsigned below = group.evaluated & ((1u << (entry % 8)) - 1);
    visit(SnapshotContact{entry, group.base + static_cast<std::uint32_t>(__builtin_popcount(below)), 0, 0});
  }

 private:
  SnapshotContact row_contact(std::size_t b, std::uint32_t k) const {
    const RowContact& row = rows[b][k];
    return {row.entry, numbers[b].first + k, row.ordinal, row.piece};
  }
};

/// The key of a contact.
template <int D>
world::ContactKey key_of(const SnapshotContact& contact, bool wall, const world::Bodies<D>& bodies,
                         const world::Walls<D>& walls, const Candidates<D>& candidates) {
  world::ContactKey key;
  key.first = bodies.id[candidates.first()[contact.entry]];
  key.parts = candidates.parts(contact.entry);
  key.first_feature = contact.piece;
  key.ordinal = contact.ordinal;
  const std::uint32_t second = candidates.second()[contact.entry];
  if (wall) {
    key.second = wall_id(walls.facets[second].wall);
    key.second_feature = walls.facets[second].feature;
  } else {
    key.second = bodies.id[second];
  }
  return key;
}

}  // namespace scree::step
