#include "scree/step/candidates.h"

#include <algorithm>
#include <mutex>

#include "scree/base/parallel.h"

namespace scree::step {
namespace {

/// Bodies whose candidates share batches: enough contacts to fill SIMD loops, few enough to share out.
constexpr std::size_t block_size = 512;

/// Collects pairs from several threads.
class PairCollector final : public search::PairSink {
 public:
  void take(std::span<const search::Pair> pairs, const search::Image&) override {
    const std::lock_guard guard(lock_);
    found.insert(found.end(), pairs.begin(), pairs.end());
  }
  std::vector<search::Pair> found;

 private:
  std::mutex lock_;
};

template <int D>
search::Items<D> items_of(const world::Bodies<D>& bodies, double padding) {
  const double* const records = reinterpret_cast<const double*>(bodies.motion.data());
  return search::Items<D>::spheres(bodies.size(), records, records + D, sizeof(Motion<D>) / sizeof(double),
                                   padding);
}

}  // namespace

template <int D>
void Candidates<D>::build(const world::Bodies<D>& bodies, const world::Walls<D>& walls,
                          const Interactions& interactions, search::ContactSearch<D>& search, double skin,
                          std::span<const world::ContactKey> kept) {
  const search::Items<D> items = items_of(bodies, 0.5 * skin);
  PairCollector collector;
  search.prepare(items);
  search.find_pairs(collector);

  std::vector<Row> rows;
  rows.reserve(collector.found.size() + kept.size());
  const auto add_pair = [&](Slot a, Slot b) {
    if (is_fixed(bodies.motion[a]) && is_fixed(bodies.motion[b])) return;
    if (bodies.id[a] > bodies.id[b]) std::swap(a, b);
    rows.push_back({std::min(a, b), a, b, interactions.between(bodies.material[a], bodies.material[b])});
  };
  for (const search::Pair& pair : collector.found) add_pair(pair.first, pair.second);
  for (const world::ContactKey& key : kept) {
    if (is_wall(key.second)) continue;
    const Slot a = bodies.slot_of(key.first), b = bodies.slot_of(key.second);
    if (!items.overlap(std::min(a, b), std::max(a, b))) add_pair(a, b);
  }
  batches_.clear();
  first_.clear();
  second_.clear();
  append_rows(rows, bodies.size(), false);
  first_wall_batch_ = batches_.size();

  rows.clear();
  WallCandidates found = find_wall_candidates(bodies, walls, skin, kept);
  near_pieces_ = std::move(found.near);
  for (const WallCandidate& one : found.rows)
    rows.push_back({one.body, one.body, one.facet,
                    interactions.between(bodies.material[one.body], walls.facets[one.facet].material)});
  append_rows(rows, bodies.size(), true);
  make_references(bodies);
}

template <int D>
void Candidates<D>::append_rows(std::vector<Row>& rows, std::size_t body_count, bool wall) {
  // Counting sort by owner keeps neighbours in storage close; inside a block, by interaction.
  std::vector<std::uint32_t> begin(body_count + 1, 0);
  for (const Row& row : rows) ++begin[row.owner + 1];
  for (std::size_t slot = 0; slot < body_count; ++slot) begin[slot + 1] += begin[slot];
  std::vector<Row> sorted(rows.size());
  {
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (const Row& row : rows) sorted[next[row.owner]++] = row;
  }
  std::vector<std::vector<Row>> by_interaction;
  for (std::size_t block = 0; block < body_count; block += block_size) {
    const std::size_t end = std::min(block + block_size, body_count);
    for (std::vector<Row>& some : by_interaction) some.clear();
    for (std::uint32_t k = begin[block]; k < begin[end]; ++k) {
      if (sorted[k].interaction >= by_interaction.size()) by_interaction.resize(sorted[k].interaction + 1);
      by_interaction[sorted[k].interaction].push_back(sorted[k]);
    }
    for (std::size_t interaction = 0; interaction < by_interaction.size(); ++interaction) {
      const std::vector<Row>& some = by_interaction[interaction];
      if (some.empty()) continue;
      batches_.push_back({static_cast<std::uint16_t>(interaction), wall,
                          static_cast<std::uint32_t>(first_.size()),
                          static_cast<std::uint32_t>(some.size())});
      for (const Row& row : some) {
        first_.push_back(row.first);
        second_.push_back(row.second);
      }
      while (first_.size() % 8 != 0) {
        first_.push_back(some.back().first);
        second_.push_back(some.back().second);
      }
    }
  }
}

template <int D>
void Candidates<D>::make_references(const world::Bodies<D>& bodies) {
  reference_begin_.assign(bodies.size() + 1, 0);
  const auto for_each_entry = [&](auto&& visit) {
    for (const Batch& batch : batches_)
      for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry)
        visit(entry, batch.wall);
  };
  for_each_entry([&](std::uint32_t entry, bool wall) {
    ++reference_begin_[first_[entry] + 1];
    if (!wall) ++reference_begin_[second_[entry] + 1];
  });
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    reference_begin_[slot + 1] += reference_begin_[slot];
  references_.resize(reference_begin_.back());
  std::vector<std::uint32_t> next(reference_begin_.begin(), reference_begin_.end() - 1);
  for_each_entry([&](std::uint32_t entry, bool wall) {
    references_[next[first_[entry]]++] = 2 * entry;
    if (!wall) references_[next[second_[entry]]++] = 2 * entry + 1;
  });

  // Key order on each body: by the partner's id, walls last by facet. Partners are unique, so the order is
  // too.
  const auto partner = [&](std::uint32_t reference) -> Id {
    const std::uint32_t entry = reference / 2;
    if (entry >= first_wall_entry()) return wall_id(second_[entry]);
    return bodies.id[reference % 2 == 0 ? second_[entry] : first_[entry]];
  };
  parallel_for(bodies.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      std::sort(references_.begin() + reference_begin_[slot],
                references_.begin() + reference_begin_[slot + 1],
                [&](std::uint32_t a, std::uint32_t b) { return partner(a) < partner(b); });
  });
}

template class Candidates<2>;
template class Candidates<3>;

}  // namespace scree::step
