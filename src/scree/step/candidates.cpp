#include "scree/step/candidates.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <string>

#include "scree/base/parallel.h"
#include "scree/search/prefix_sum.h"

namespace scree::step {
namespace {

constexpr std::size_t pairs_per_task = 16384, bodies_per_task = 8192;

template <int D>
search::Items<D> items_of(const world::Bodies<D>& bodies, double padding) {
  if (bodies.size() == 0) return search::Items<D>::spheres({});
  const double* const records = reinterpret_cast<const double*>(bodies.motion.data());
  return search::Items<D>::spheres(bodies.size(), records, records + D, sizeof(Motion<D>) / sizeof(double),
                                   padding);
}

/// Where each key comes in their order, counted from 0; the keys all differ, and may change places.
void rank(std::span<std::uint64_t> keys, std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t few = 32;
  ranks.assign(keys.size(), 0);
  if (keys.size() > few) {
    std::sort(keys.begin(), keys.end());
    std::iota(ranks.begin(), ranks.end(), 0u);
    return;
  }
  // Each with each and without a branch: which of two comes first is a coin toss to the CPU.
  for (std::size_t k = 1; k < keys.size(); ++k)
    for (std::size_t l = 0; l < k; ++l) {
      const std::uint32_t is_behind = keys[l] < keys[k] ? 1 : 0;
      ranks[k] += is_behind;
      ranks[l] += 1 - is_behind;
    }
}

/// To whole groups of seats, with which those of the next bodies begin.
std::uint32_t round_up(std::uint32_t seats) {
  return (seats + kernel::seats_at_once - 1) / kernel::seats_at_once * kernel::seats_at_once;
}

/// Which parts of two bodies are candidates. Bodies turn while the list is good, so a part counts with all
/// the circle that it sweeps about its body's centre.
template <int D>
class PartPairs {
 public:
  PartPairs(const world::Bodies<D>& bodies, double skin, std::span<const world::ContactKey> kept)
      : bodies_(bodies), skin_(skin), any_(bodies.any_composites()) {
    if (!any_) return;
    for (const world::ContactKey& key : kept)
      if (!is_wall(key.second)) kept_.push_back({std::uint64_t{key.first} << 32 | key.second, key.parts});
    std::sort(kept_.begin(), kept_.end());
  }

  template <class Visit>
  void visit(Slot a, Slot b, Visit& visit) const {
    if (!any_ || (bodies_.part_count(a) == 1 && bodies_.part_count(b) == 1)) {
      visit(a, b, 0);
      return;
    }
    const Motion<D>&first = bodies_.motion[a], &second = bodies_.motion[b];
    // In a periodic box the bodies may be near across a face, unless they are so near here: else nothing is
    // left out.
    const double apart = norm(second.position - first.position);
    const bool is_near = apart <= first.radius + second.radius;
    const std::uint64_t pair = std::uint64_t{bodies_.id[a]} << 32 | bodies_.id[b];
    for (std::uint32_t p = 0; p < bodies_.part_count(a); ++p)
      for (std::uint32_t q = 0; q < bodies_.part_count(b); ++q) {
        const std::uint32_t parts = p | q << 16;
        if (!is_near || apart <= reach(a, p) + reach(b, q) + skin_ ||
            std::binary_search(kept_.begin(), kept_.end(), std::pair(pair, parts)))
          visit(a, b, parts);
      }
  }

 private:
  double reach(Slot slot, std::uint32_t part) const {
    const double radius = bodies_.motion[slot].radius;
    return bodies_.is_polygon(slot) ? radius * bodies_.polygon_of(slot).part(part).reach : radius;
  }

  const world::Bodies<D>& bodies_;
  double skin_;
  bool any_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> kept_;  // ids of a pair, and parts
};

/// [m] beyond touching, up to which a contact with a wall may go on. Reaches grow with radii or fall with
/// them, so the largest and the smallest tell.
template <int D>
double farthest_reach(const world::Bodies<D>& bodies, const Interactions& interactions) {
  if (!interactions.any_reaches() || bodies.size() == 0) return 0;
  const auto [least, most] =
      std::minmax_element(bodies.motion.begin(), bodies.motion.end(),
                          [](const Motion<D>& a, const Motion<D>& b) { return a.radius < b.radius; });
  return std::max(interactions.reach(least->radius), interactions.reach(most->radius));
}

template <int D>
bool any_fixed(const world::Bodies<D>& bodies) {
  std::atomic<bool> any = false;
  parallel_for(bodies.size(), bodies_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end && !any.load(std::memory_order_relaxed); ++slot)
      if (is_fixed(bodies.motion[slot])) any.store(true, std::memory_order_relaxed);
  });
  return any;
}

/// Counts one up and returns what was there; several threads may share the counter.
std::uint32_t count_up(std::uint32_t& counter, bool shared) {
  return shared ? std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed) : counter++;
}

}  // namespace

void check_candidate_count(std::uint64_t count) {
  if (count > most_candidates)
    throw RunError(std::to_string(count) + " pairs are near enough to touch soon, and scree counts up to " +
                   std::to_string(most_candidates) +
                   ": set a smaller skin in [run], or take fewer bodies, or sizes that differ less");
}

template <int D>
void Candidates<D>::build(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                          const Interactions& interactions, search::ContactSearch<D>& search,
                          const PeriodicBox<D>& box, double skin, std::span<const world::ContactKey> kept) {
  batches_.clear();
  first_.clear();
  second_.clear();
  parts_.clear();
  const PartPairs<D> part_pairs(bodies, skin, kept);
  find_pairs(bodies, search, skin, kept);
  const std::size_t awake = bodies.awake();
  const auto rests = [&](Slot slot) { return slot >= awake || is_fixed(bodies.motion[slot]); };
  const bool any_rests = bodies.any_asleep() || any_fixed(bodies);
  constexpr SourceKind round_only[] = {SourceKind::round_pairs};
  constexpr SourceKind of_pairs[] = {SourceKind::round_pairs, SourceKind::polygon_pairs,
                                     SourceKind::face_pairs, SourceKind::round_faces};
  append_batches(
      bodies, interactions.size(), false,
      bodies.any_shaped() ? std::span<const SourceKind>(of_pairs) : std::span<const SourceKind>(round_only),
      [&](std::size_t begin, std::size_t end, auto&& visit) {
        for (std::size_t slot = begin; slot < end; ++slot) {
          for (std::uint32_t k = scratch_.partner_begin[slot]; k < scratch_.partner_begin[slot + 1]; ++k) {
            Slot a = static_cast<Slot>(slot), b = scratch_.partners[k];
            if (any_rests && rests(a) && rests(b)) continue;
            if (bodies.id[a] > bodies.id[b]) std::swap(a, b);
            part_pairs.visit(a, b, visit);
          }
        }
      },
      [&](Slot a, std::uint32_t b) { return source_of<D>(bodies.kind_of(a), bodies.kind_of(b)); },
      [&](Slot a, std::uint32_t b) { return interactions.between(bodies.material[a], bodies.material[b]); });
  scratch_ = {};
  first_wall_batch_ = batches_.size();
  stretch_count_ = 1;
  if (threads() > 1) note_extent_of_batches(bodies.size());

  WallCandidates<D> found =
      find_wall_candidates(bodies, walls, box, skin + farthest_reach(bodies, interactions), kept);
  near_pieces_ = std::move(found.near);
  std::vector<WallCandidate>& near_walls = found.rows;
  const auto by_body = [](const WallCandidate& a, const WallCandidate& b) {
    return a.body != b.body ? a.body < b.body : a.facet < b.facet;
  };
  std::sort(near_walls.begin(), near_walls.end(), by_body);
  constexpr SourceKind of_walls[] = {SourceKind::round_walls, SourceKind::round_meshes,
                                     SourceKind::polygon_walls, SourceKind::face_walls};
  append_batches(
      bodies, interactions.size(), true, of_walls,
      [&](std::size_t begin, std::size_t end, auto&& visit) {
        auto one = std::lower_bound(near_walls.begin(), near_walls.end(),
                                    WallCandidate{static_cast<Slot>(begin), 0}, by_body);
        while (one != near_walls.end() && one->body < end) {
          const auto first = one;
          while (one != near_walls.end() && one->body == first->body) ++one;
          for (std::uint32_t part = 0; part < bodies.part_count(first->body); ++part)
            for (auto row = first; row != one; ++row) visit(row->body, row->facet, part);
        }
      },
      [&](Slot slot, std::uint32_t facet) {
        return source_of<D>(bodies.kind_of(slot), walls.facets[facet].surface);
      },
      [&](Slot slot, std::uint32_t facet) {
        return interactions.between(bodies.material[slot], walls.facets[facet].material);
      });
  assign_seats(bodies);
  alarms_.clear();
  if (bodies.any_asleep()) list_alarms(awake);
  scratch_ = {};
}

template <int D>
kernel::NarrowBatch Candidates<D>::to_narrow(std::size_t b) {
  const Batch& batch = batches_[b];
  kernel::NarrowBatch result;
  result.first = first_.data() + batch.begin;
  result.second = second_.data() + batch.begin;
  result.seat_first = seat_first_.data() + batch.begin;
  result.seat_second = seat_second_.data() + batch.begin;
  result.count = batch.all;
  result.looked_at = batch.count;
  return result;
}

template <int D>
kernel::CandidateBatch Candidates<D>::batch_for_kernel(std::size_t b, const kernel::ContactGroup* earlier,
                                                       kernel::ContactGroup* now) const {
  const Batch& batch = batches_[b];
  kernel::CandidateBatch result;
  result.first = first_.data() + batch.begin;
  result.second = second_.data() + batch.begin;
  result.count = batch.count;
  result.seat_first = seat_first_.data() + batch.begin;
  result.seat_second = batch.wall ? nullptr : seat_second_.data() + batch.begin;
  result.earlier = earlier;
  result.now = now;
  return result;
}

template <int D>
void Candidates<D>::list_alarms(std::size_t awake) {
  for (std::uint32_t b = 0; b < batches_.size(); ++b)
    for (std::uint32_t entry = batches_[b].begin; entry < batches_[b].begin + batches_[b].count; ++entry)
      if (first_[entry] >= awake || (!batches_[b].wall && second_[entry] >= awake))
        alarms_.push_back({b, entry});
}

template <int D>
void Candidates<D>::find_pairs(const world::Bodies<D>& bodies, search::ContactSearch<D>& search, double skin,
                               std::span<const world::ContactKey> kept) {
  scratch_.found.clear();
  search.prepare(items_of(bodies, 0.5 * skin));
  search.find_pairs(scratch_.found);
  sort_pairs(bodies.size());
  const auto pair_of = [&](const world::ContactKey& key) {
    const Slot a = bodies.slot_of(key.first), b = bodies.slot_of(key.second);
    return search::Pair{std::min(a, b), std::max(a, b)};
  };
  const auto is_missing = [&](const world::ContactKey& key) {
    if (is_wall(key.second)) return false;
    const search::Pair pair = pair_of(key);
    const auto row = scratch_.partners.begin() + scratch_.partner_begin[pair.first],
               row_end = scratch_.partners.begin() + scratch_.partner_begin[pair.first + 1];
    return std::find(row, row_end, pair.second) == row_end;
  };
  std::atomic<bool> any_missing = false;
  parallel_for(kept.size(), pairs_per_task, [&](std::size_t begin, std::size_t end) {
    const auto some = kept.subspan(begin, end - begin);
    if (std::any_of(some.begin(), some.end(), is_missing)) any_missing.store(true, std::memory_order_relaxed);
  });
  if (any_missing) {
    // Bodies made of parts may have several contacts, and are one pair.
    std::vector<search::Pair> missing;
    for (const world::ContactKey& key : kept)
      if (is_missing(key)) missing.push_back(pair_of(key));
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    scratch_.found.take(missing, {});
    sort_pairs(bodies.size());
  }
  scratch_.found = {};
}

/// Counting sort by the lower slot keeps neighbours in storage close. The order of a body's partners is that
/// of the search, or of chance: nothing depends on it.
template <int D>
void Candidates<D>::sort_pairs(std::size_t body_count) {
  const bool shared = threads() > 1;
  check_candidate_count(scratch_.found.count());
  parallel_assign(scratch_.partner_begin, body_count + 1, 0);
  const auto for_each_pair = [&](auto&& visit) {
    scratch_.found.for_each_run([&](std::span<const search::Pair> pairs, const search::Image&) {
      parallel_for(pairs.size(), pairs_per_task, [&](std::size_t begin, std::size_t end) {
        for (const search::Pair& pair : pairs.subspan(begin, end - begin)) visit(pair);
      });
    });
  };
  for_each_pair([&](const search::Pair& pair) { count_up(scratch_.partner_begin[pair.first + 1], shared); });
  search::accumulate(scratch_.partner_begin);
  scratch_.next.assign(scratch_.partner_begin.begin(), scratch_.partner_begin.end() - 1);
  scratch_.partners.resize(scratch_.partner_begin.back());
  for_each_pair([&](const search::Pair& pair) {
    scratch_.partners[count_up(scratch_.next[pair.first], shared)] = pair.second;
  });
}

template <int D>
template <class ForEachRow, class SourceOf, class InteractionOf>
void Candidates<D>::append_batches(const world::Bodies<D>& bodies, std::size_t interactions, bool wall,
                                   std::span<const SourceKind> sources, const ForEachRow& for_each_row,
                                   const SourceOf& source_of, const InteractionOf& interaction_of) {
  const std::size_t body_count = bodies.size(), blocks = block_count(body_count, bodies_per_block);
  // A kind of batch: a source and an interaction.
  const std::size_t kinds = sources.size() * interactions;
  std::array<std::size_t, source_kind_count> number_of{};
  for (std::size_t k = 0; k < sources.size(); ++k) number_of[static_cast<std::size_t>(sources[k])] = k;
  const auto kind_of = [&](Slot first, std::uint32_t second) -> std::size_t {
    const std::size_t interaction = interactions == 1 ? 0 : interaction_of(first, second);
    if (sources.size() == 1) return interaction;
    return number_of[static_cast<std::size_t>(source_of(first, second))] * interactions + interaction;
  };
  // Number of rows of each block with each kind, then where the next of them goes.
  std::vector<std::uint32_t> places(blocks * kinds, 0);
  const auto visit_rows = [&](auto&& visit) {
    for_each_block(body_count, bodies_per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::uint32_t* const place = places.data() + block * kinds;
      for_each_row(begin, end, [&](Slot first, std::uint32_t second, std::uint32_t parts) {
        visit(place[kinds == 1 ? 0 : kind_of(first, second)], first, second, parts);
      });
    });
  };
  visit_rows([](std::uint32_t& count, Slot, std::uint32_t, std::uint32_t) { ++count; });

  const std::size_t first_batch = batches_.size();
  std::uint64_t entries = first_.size();
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::uint32_t count = places[k];
    places[k] = static_cast<std::uint32_t>(entries);
    if (count == 0) continue;
    const std::size_t kind = k % kinds;
    batches_.push_back({static_cast<std::uint16_t>(kind % interactions), sources[kind / interactions], wall,
                        static_cast<std::uint32_t>(k / kinds), static_cast<std::uint32_t>(entries), count,
                        count});
    entries += (std::uint64_t{count} + 7) / 8 * 8;
  }
  check_candidate_count(entries);
  first_.resize(entries);
  second_.resize(entries);
  const bool any_parts = bodies.any_composites();
  if (any_parts) parts_.resize(entries);
  visit_rows([&](std::uint32_t& place, Slot first, std::uint32_t second, std::uint32_t parts) {
    first_[place] = first;
    second_[place] = second;
    if (any_parts) parts_[place] = parts;
    ++place;
  });
  for (std::size_t b = first_batch; b < batches_.size(); ++b) {
    const std::uint32_t end = batches_[b].begin + batches_[b].count;
    for (std::uint32_t entry = end; entry % 8 != 0; ++entry) {
      first_[entry] = first_[end - 1];
      second_[entry] = second_[end - 1];
      if (any_parts) parts_[entry] = parts_[end - 1];
    }
  }
}

template <int D>
void Candidates<D>::note_extent_of_batches(std::size_t body_count) {
  constexpr std::size_t least_blocks = 4;  // of a stretch that is worth a thread
  const std::size_t blocks = block_count(body_count, bodies_per_block);
  stretch_count_ = std::clamp<std::size_t>(blocks / least_blocks, 1, static_cast<std::size_t>(threads()));
  extents_.resize(blocks);
  std::vector<std::uint32_t> beginning(blocks);  // of the stretch in which a block is
  for (std::size_t k = 0; k < stretch_count_; ++k)
    for (std::size_t block = first_block(k, blocks, stretch_count_);
         block < first_block(k + 1, blocks, stretch_count_); ++block)
      beginning[block] = static_cast<std::uint32_t>(first_block(k, blocks, stretch_count_));
  for (std::uint32_t block = 0; block < blocks; ++block) extents_[block] = {block, 0};
  const auto improve = [](std::uint32_t& shared, std::uint32_t value, auto&& is_better) {
    const std::atomic_ref atomic(shared);
    std::uint32_t known = atomic.load(std::memory_order_relaxed);
    while (is_better(value, known) &&
           !atomic.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
  };
  farthest_slot_.resize(batches_.size());
  parallel_for(batches_.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const std::uint32_t block = batches_[b].block;
      Slot farthest = 0;
      for (std::uint32_t entry = batches_[b].begin; entry < batches_[b].begin + batches_[b].count; ++entry) {
        const Slot higher = std::max(first_[entry], second_[entry]);
        farthest = std::max(farthest, higher);
        Extent& extent = extents_[higher / bodies_per_block];
        improve(extent.earliest, block, std::less());
        if (block < beginning[higher / bodies_per_block])
          improve(extent.foreign_end, block + 1, std::greater());
      }
      farthest_slot_[b] = farthest;
    }
  });
}

template <int D>
void Candidates<D>::assign_seats(const world::Bodies<D>& bodies) {
  // Calls visit(slot, entry, is_second, batch) for both bodies of every entry, all of one body by one thread:
  // the bodies are cut into ranges, of which each goes through the batches that reach into it. Those begin in
  // it, but for some of neighbours.
  const std::size_t blocks = block_count(bodies.size(), bodies_per_block);
  const std::size_t ranges = threads() == 1 ? 1 : 2 * static_cast<std::size_t>(threads());
  const auto for_each_side = [&](auto&& visit) {
    parallel_for(ranges, 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t range = from; range < to; ++range) {
        const std::size_t begin = blocks * range / ranges * bodies_per_block,
                          end = blocks * (range + 1) / ranges * bodies_per_block;
        const auto is_mine = [&](Slot slot) { return slot >= begin && slot < end; };
        for (std::size_t b = 0; b < batches_.size(); ++b) {
          const Batch& batch = batches_[b];
          const std::size_t lowest = std::size_t{batch.block} * bodies_per_block;
          if (lowest >= end || (lowest < begin && (batch.wall || farthest_slot_[b] < begin))) continue;
          for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry) {
            if (is_mine(first_[entry])) visit(first_[entry], entry, false, batch);
            if (!batch.wall && is_mine(second_[entry])) visit(second_[entry], entry, true, batch);
          }
        }
      }
    });
  };
  parallel_assign(scratch_.next, bodies.size(), 0);
  for_each_side([&](Slot slot, std::uint32_t, bool, const Batch& batch) {
    scratch_.next[slot] += seats_per_candidate(batch.source);
  });
  scratch_.begin.resize(bodies.size());
  first_seat_.clear();
  std::uint32_t seats = 0;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    if (slot == bodies.awake() || (slot < bodies.awake() && slot % kernel::gathered_at_once == 0)) {
      seats = round_up(seats);
      first_seat_.push_back(seats);
    }
    scratch_.begin[slot] = seats;
    seats += scratch_.next[slot];
    scratch_.next[slot] = scratch_.begin[slot];
  }
  seats = round_up(seats);
  first_seat_.push_back(seats);

  // Key order on each body: by the partner's id, walls last by facet; parts in the order of entries, which is
  // theirs whatever the storage.
  scratch_.keyed.resize(seats);
  for_each_side([&](Slot slot, std::uint32_t entry, bool is_second, const Batch& batch) {
    const Id partner = is_second    ? bodies.id[first_[entry]]
                       : batch.wall ? wall_id(second_[entry])
                                    : bodies.id[second_[entry]];
    scratch_.keyed[scratch_.next[slot]++] = std::uint64_t{partner} << 32 | (2 * entry + (is_second ? 1 : 0));
  });
  // Only candidates at walls have several seats.
  const auto seats_of = [&](std::uint32_t entry) -> std::uint32_t {
    if (entry < first_wall_entry()) return 1;
    const auto after =
        std::upper_bound(batches_.begin() + static_cast<std::ptrdiff_t>(first_wall_batch_), batches_.end(),
                         entry, [](std::uint32_t value, const Batch& batch) { return value < batch.begin; });
    return seats_per_candidate((after - 1)->source);
  };
  const auto has_several = [&](std::span<const std::uint64_t> keys) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](std::uint64_t key) { return seats_of(static_cast<std::uint32_t>(key) / 2) > 1; });
  };
  seat_first_.resize(entry_count());
  seat_second_.resize(entry_count());
  parallel_assign(body_at_seat_, seats, 0);
  parallel_for(bodies.size(), 1024, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> ranks;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const std::span<std::uint64_t> keys(scratch_.keyed.data() + scratch_.begin[slot],
                                          scratch_.next[slot] - scratch_.begin[slot]);
      const auto put = [&](std::uint64_t key, std::uint32_t seat, std::uint32_t count) {
        const std::uint32_t side = static_cast<std::uint32_t>(key);
        (side % 2 == 0 ? seat_first_ : seat_second_)[side / 2] = seat;
        std::fill_n(body_at_seat_.begin() + seat, count,
                    static_cast<std::uint8_t>(slot % kernel::gathered_at_once));
      };
      std::uint32_t seat = scratch_.begin[slot];
      if (has_several(keys)) {
        std::sort(keys.begin(), keys.end());
        for (const std::uint64_t key : keys) {
          const std::uint32_t count = seats_of(static_cast<std::uint32_t>(key) / 2);
          put(key, seat, count);
          seat += count;
        }
      } else {
        rank(keys, ranks);
        for (std::size_t k = 0; k < keys.size(); ++k) put(keys[k], seat + ranks[k], 1);
      }
    }
  });
}

template class Candidates<2>;
template class Candidates<3>;

}  // namespace scree::step
