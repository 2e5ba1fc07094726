#include "scree/step/contact_set.h"

#include <algorithm>
#include <numeric>

#include "scree/base/parallel.h"

namespace scree::step {
namespace {
constexpr std::size_t batches_per_task = 2;
constexpr std::size_t bodies_per_task = 512;
}  // namespace

template <int D>
const kernel::LawKernels<D>& ContactSet<D>::kernels_of(const Batch& batch) const {
  const law::Choice& law = interactions_.law(batch.interaction);
  return kernels_.laws[law.kind()][law.rolls()];
}

template <int D>
void ContactSet<D>::find_touching(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
  const std::vector<Batch>& batches = candidates.batches();
  after_.touches.resize(candidates.group_count());
  after_.evaluated.resize(candidates.group_count());
  after_.group_base.resize(candidates.group_count());
  after_.batch_base.assign(batches.size() + 1, 0);
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Batch& batch = batches[b];
      const std::uint32_t first_group = batch.begin / 8, groups = (batch.count + 7) / 8;
      std::uint8_t* const touches = after_.touches.data() + first_group;
      if (batch.wall) {
        std::fill(touches, touches + groups, std::uint8_t{0});
        for (std::uint32_t k = 0; k < batch.count; ++k) {
          const std::uint32_t entry = batch.begin + k;
          if (wall_points_.at(entry).distance <= bodies.motion[candidates.first()[entry]].radius)
            touches[k / 8] = static_cast<std::uint8_t>(touches[k / 8] | 1u << (k % 8));
        }
      } else {
        kernels_.touching(bodies.motion.data(), candidates.first() + batch.begin,
                          candidates.second() + batch.begin, batch.count, touches);
      }
      std::uint32_t contacts = 0;
      for (std::uint32_t group = first_group; group < first_group + groups; ++group) {
        after_.evaluated[group] = after_.touches[group] | before_.touches[group];
        contacts += static_cast<std::uint32_t>(__builtin_popcount(after_.evaluated[group]));
      }
      after_.batch_base[b + 1] = contacts;
    }
  });
  std::partial_sum(after_.batch_base.begin(), after_.batch_base.end(), after_.batch_base.begin());
}

template <int D>
kernel::ContactBatch<D> ContactSet<D>::list_batch(const Candidates<D>& candidates, std::size_t b,
                                                  const Motion<D>* motion, const Snapshot& now,
                                                  const Snapshot& earlier, Scratch& scratch) const {
  const Batch& batch = candidates.batches()[b];
  const std::size_t contacts = now.batch_base[b + 1] - now.batch_base[b], padded = (contacts + 7) / 8 * 8;
  scratch.first.resize(padded);
  scratch.second.resize(padded);
  scratch.memory_index.resize(padded);
  if (batch.wall) scratch.surface.resize(contacts);
  std::size_t at = 0;
  for (std::uint32_t group = batch.begin / 8; group < (batch.begin + batch.count + 7) / 8; ++group) {
    for (unsigned mask = now.evaluated[group]; mask != 0; mask &= mask - 1) {
      const std::uint32_t entry = 8 * group + static_cast<std::uint32_t>(__builtin_ctz(mask));
      scratch.first[at] = candidates.first()[entry];
      scratch.second[at] = candidates.second()[entry];
      scratch.memory_index[at] = earlier.touching(entry) ? earlier.number_of(entry) + 1 : 0;
      if (batch.wall) scratch.surface[at] = wall_points_.at(entry);
      ++at;
    }
  }
  for (std::size_t k = contacts; k < padded; ++k) {
    scratch.first[k] = scratch.first[contacts - 1];
    scratch.second[k] = scratch.second[contacts - 1];
    scratch.memory_index[k] = 0;
  }
  kernel::ContactBatch<D> input;
  input.law = interactions_.law(batch.interaction).constants();
  input.motion = motion;
  input.first = scratch.first.data();
  input.second = scratch.second.data();
  input.surface = scratch.surface.data();
  input.count = contacts;
  input.memory_index = scratch.memory_index.data();
  input.memory_width = memory_width_;
  input.force_width = force_width_;
  return input;
}

template <int D>
EvaluationReport ContactSet<D>::evaluate(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                         double dt, double per_quantum, LossTotals& losses) {
  wall_points_.locate(bodies.motion.data(), candidates, walls_, before_.pieces, after_.pieces);
  find_touching(bodies, candidates);
  const std::size_t batches = candidates.batches().size(), contacts = after_.batch_base.back();
  after_.memory.resize((contacts + 1) * memory_width_);
  std::fill_n(after_.memory.begin(), memory_width_, 0.0);
  force_.resize(contacts * force_width_);
  sums_.assign(batches, {});
  scratch_.resize(std::max<std::size_t>(scratch_.size(), static_cast<std::size_t>(threads())));

  parallel_for(batches, batches_per_task, [&](std::size_t begin, std::size_t end) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
    for (std::size_t b = begin; b < end; ++b) {
      const Batch& batch = candidates.batches()[b];
      std::uint32_t base = after_.batch_base[b];
      for (std::uint32_t group = batch.begin / 8; group < (batch.begin + batch.count + 7) / 8; ++group) {
        after_.group_base[group] = base;
        base += static_cast<std::uint32_t>(__builtin_popcount(after_.evaluated[group]));
      }
      if (base == after_.batch_base[b]) continue;
      kernel::ContactBatch<D> input =
          list_batch(candidates, b, bodies.motion.data(), after_, before_, scratch);
      input.dt = dt;
      input.per_quantum = per_quantum;
      input.memory_before = before_.memory.data();
      input.memory_after = after_.memory.data() + (after_.batch_base[b] + 1) * memory_width_;
      input.force = force_.data() + after_.batch_base[b] * force_width_;
      const kernel::LawKernels<D>& kernels = kernels_of(batch);
      sums_[b] = batch.wall ? kernels.evaluate_walls(input) : kernels.evaluate_pairs(input);
    }
  });

  EvaluationReport report;
  for (const kernel::BatchSums& sums : sums_) {
    losses.damping.add(sums.damping);
    losses.friction.add(sums.friction);
    losses.rolling.add(sums.rolling);
    losses.model.add(sums.model);
    report.overlap_ratio = std::max(report.overlap_ratio, sums.overlap_ratio);
  }
  return report;
}

template <int D>
void ContactSet<D>::account(std::span<const Motion<D>> mean_motion, const Candidates<D>& candidates,
                            double dt, double per_quantum, LossTotals& losses) {
  Scratch& scratch = scratch_.front();
  wall_points_.locate(mean_motion.data(), candidates, walls_, before_.pieces, after_.pieces);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (after_.batch_base[b + 1] == after_.batch_base[b]) continue;
    const Batch& batch = candidates.batches()[b];
    kernel::ContactBatch<D> input = list_batch(candidates, b, mean_motion.data(), after_, before_, scratch);
    input.dt = dt;
    input.per_quantum = per_quantum;
    input.memory_before = before_.memory.data();
    input.memory_after = after_.memory.data() + (after_.batch_base[b] + 1) * memory_width_;
    const kernel::LawKernels<D>& kernels = kernels_of(batch);
    const kernel::BatchSums sums = batch.wall ? kernels.account_walls(input) : kernels.account_pairs(input);
    losses.damping.add(sums.damping);
    losses.friction.add(sums.friction);
    losses.rolling.add(sums.rolling);
    losses.model.add(sums.model);
  }
}

template <int D>
void ContactSet<D>::gather(world::Bodies<D>& bodies, const Candidates<D>& candidates) const {
  parallel_for(bodies.size(), bodies_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      world::Load<D> load;
      for (const std::uint32_t reference : candidates.references(static_cast<Slot>(slot))) {
        const std::uint32_t entry = reference / 2;
        if (!after_.touching(entry)) continue;
        const double* const record = force_.data() + after_.number_of(entry) * force_width_;
        const bool is_first = reference % 2 == 0;
        const double sign = is_first ? 1.0 : -1.0;
        for (int k = 0; k < D; ++k) load.force[k] += sign * record[k];
        if constexpr (D == 2) {
          load.torque += record[is_first ? 2 : 3];
        } else {
          const double arm = record[is_first ? 3 : 7];
          for (int k = 0; k < 3; ++k) load.torque[k] += arm * record[4 + k];
          if (force_width_ > 8)
            for (int k = 0; k < 3; ++k) load.torque[k] += sign * record[8 + k];
        }
      }
      bodies.load[slot] = load;
    }
  });
}

template <int D>
template <class Visit>
void ContactSet<D>::for_each_touching(const Candidates<D>& candidates, const Snapshot& snapshot,
                                      Visit&& visit) const {
  if (snapshot.touches.empty()) return;
  for (const Batch& batch : candidates.batches())
    for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry)
      if (snapshot.touching(entry)) visit(batch, entry);
}

template <int D>
ContactRecords ContactSet<D>::records(const world::Bodies<D>& bodies, const Candidates<D>& candidates) const {
  ContactRecords result;
  for_each_touching(candidates, before_, [&](const Batch& batch, std::uint32_t entry) {
    world::ContactKey key;
    key.first = bodies.id[candidates.first()[entry]];
    const std::uint32_t second = candidates.second()[entry];
    if (batch.wall) {
      key.second = wall_id(walls_.facets[second].wall);
      key.second_feature = walls_.facets[second].feature;
      key.first_feature = before_.pieces[entry - candidates.first_wall_entry()];
    } else {
      key.second = bodies.id[second];
    }
    result.keys.push_back(key);
    const double* const memory = before_.memory.data() + (before_.number_of(entry) + 1) * memory_width_;
    result.memory.insert(result.memory.end(), memory, memory + memory_width_);
  });
  return result;
}

template <int D>
void ContactSet<D>::adopt(const ContactRecords& records, const world::Bodies<D>& bodies,
                          const Candidates<D>& candidates) {
  // Rows of records by first id, so that each candidate looks at a handful.
  std::vector<std::uint32_t> begin(std::size_t{bodies.next_id()} + 1, 0), order(records.keys.size());
  for (const world::ContactKey& key : records.keys) ++begin[key.first + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  {
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t k = 0; k < records.keys.size(); ++k) order[next[records.keys[k].first]++] = k;
  }

  before_ = {};
  before_.touches.assign(candidates.group_count(), 0);
  before_.group_base.assign(candidates.group_count(), 0);
  before_.memory.assign(memory_width_, 0.0);
  before_.batch_base.assign(1, 0);
  before_.pieces.assign(candidates.entry_count() - candidates.first_wall_entry(), contact::no_piece);
  wall_points_.prepare(candidates, walls_);
  std::uint32_t adopted = 0;
  for (const Batch& batch : candidates.batches()) {
    for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry) {
      if (entry % 8 == 0) before_.group_base[entry / 8] = adopted;
      const Id first = bodies.id[candidates.first()[entry]];
      const std::uint32_t other = candidates.second()[entry];
      const Id second = batch.wall ? wall_id(walls_.facets[other].wall) : bodies.id[other];
      const std::uint32_t feature = batch.wall ? walls_.facets[other].feature : 0;
      for (std::uint32_t k = begin[first]; k < begin[first + 1]; ++k) {
        const world::ContactKey& key = records.keys[order[k]];
        if (key.second != second || key.second_feature != feature) continue;
        before_.touches[entry / 8] =
            static_cast<std::uint8_t>(before_.touches[entry / 8] | 1u << (entry % 8));
        if (batch.wall) before_.pieces[entry - candidates.first_wall_entry()] = key.first_feature;
        const double* const memory = records.memory.data() + order[k] * memory_width_;
        before_.memory.insert(before_.memory.end(), memory, memory + memory_width_);
        ++adopted;
      }
    }
    before_.batch_base.push_back(adopted);
  }
  before_.evaluated = before_.touches;
  SCREE_ASSERT(adopted == records.keys.size());
}

template <int D>
ExactSum ContactSet<D>::stored_energy(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                      double per_quantum) const {
  ExactSum total;
  if (before_.batch_base.empty()) return total;
  scratch_.resize(std::max<std::size_t>(scratch_.size(), 1));
  TouchedPieces pieces;
  wall_points_.locate(bodies.motion.data(), candidates, walls_, before_.pieces, pieces);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (before_.batch_base[b + 1] == before_.batch_base[b]) continue;
    const Batch& batch = candidates.batches()[b];
    kernel::ContactBatch<D> input =
        list_batch(candidates, b, bodies.motion.data(), before_, before_, scratch_.front());
    input.per_quantum = per_quantum;
    input.memory_after =
        const_cast<double*>(before_.memory.data()) + (before_.batch_base[b] + 1) * memory_width_;
    const kernel::LawKernels<D>& kernels = kernels_of(batch);
    total.add(batch.wall ? kernels.stored_in_walls(input) : kernels.stored_in_pairs(input));
  }
  return total;
}

template <int D>
WallLoads<D> ContactSet<D>::wall_loads(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                       double force_quantum, double torque_quantum) const {
  WallLoads<D> loads(walls_.names.size(), force_quantum, torque_quantum);
  const std::vector<Batch>& batches = candidates.batches();
  for (std::size_t b = candidates.first_wall_batch(); b < batches.size(); ++b)
    for (std::uint32_t entry = batches[b].begin; entry < batches[b].begin + batches[b].count; ++entry)
      if (before_.touching(entry))
        loads.add(walls_.facets[candidates.second()[entry]].wall,
                  bodies.motion[candidates.first()[entry]].position,
                  force_.data() + before_.number_of(entry) * force_width_, force_width_);
  return loads;
}

template <int D>
std::size_t ContactSet<D>::contact_count() const {
  std::size_t count = 0;
  for (const std::uint8_t mask : before_.touches) count += static_cast<std::size_t>(__builtin_popcount(mask));
  return count;
}

template class ContactSet<2>;
template class ContactSet<3>;

}  // namespace scree::step
