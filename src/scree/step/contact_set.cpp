#include "scree/step/contact_set.h"

#include <algorithm>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/base/timer.h"
#include "scree/step/stretches.h"

namespace scree::step {
namespace {
constexpr double unknown_path = std::numeric_limits<double>::infinity();
}  // namespace

template <int D>
const kernel::LawKernels<D>& ContactSet<D>::kernels_of(const Batch& batch) const {
  const law::Choice& law = interactions_.law(batch.interaction);
  return kernels_.laws[law.kind()][law.rolls()];
}

template <int D>
kernel::CandidateBatch ContactSet<D>::candidates_of(const Candidates<D>& candidates, const Batch& batch,
                                                    const Snapshot& earlier, Snapshot& now) const {
  kernel::CandidateBatch result;
  result.first = candidates.first() + batch.begin;
  result.second = candidates.second() + batch.begin;
  result.count = batch.count;
  result.place_first = candidates.place_first() + batch.begin;
  result.place_second = batch.wall ? nullptr : candidates.place_second() + batch.begin;
  result.earlier = earlier.groups.data() + batch.begin / 8;
  result.now = now.groups.data() + batch.begin / 8;
  return result;
}

template <int D>
std::uint32_t ContactSet<D>::find_touching_walls(const Batch& batch) {
  std::uint32_t contacts = 0;
  for (std::uint32_t group = batch.begin / 8; group < batch.groups_end(); ++group) {
    kernel::ContactGroup& now = after_.groups[group];
    now.touches = static_cast<std::uint8_t>(wall_points_.touching(group));
    now.evaluated = now.touches | before_.groups[group].touches;
    for (unsigned rest = now.evaluated; rest != 0; rest &= rest - 1) ++contacts;
  }
  return contacts;
}

template <int D>
std::size_t ContactSet<D>::find_touching_polygons(const world::Bodies<D>& bodies,
                                                  const kernel::TouchSearch<D>& search,
                                                  const Candidates<D>& candidates, std::size_t b) {
  if constexpr (D == 2) {
    const kernel::CandidateBatch batch = candidates_of(candidates, candidates.batches()[b], before_, after_);
    const bool pairs = !candidates.batches()[b].wall;
    if (pairs) kernels_.find_touching(search, batch);
    return polygons_.find_touching(bodies, candidates, b, batch.earlier, batch.now, pairs,
                                   {before_.pieces, after_.pieces});
  } else {
    throw InternalError("polygons are flat", __FILE__, __LINE__);
  }
}

template <int D>
void ContactSet<D>::locate_polygons(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                    const Snapshot& snapshot) {
  if constexpr (D == 2) {
    if (!bodies.any_polygons()) return;
    const std::vector<Batch>& batches = candidates.batches();
    TouchedPieces pieces(snapshot.pieces.size());
    parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b < end; ++b)
        if (batches[b].shaped)
          polygons_.locate(bodies, candidates, b, snapshot.groups.data() + batches[b].begin / 8,
                           {snapshot.pieces, pieces});
    });
  }
}

template <int D>
std::size_t ContactSet<D>::find_touching(const world::Bodies<D>& bodies, const kernel::TouchSearch<D>& search,
                                         const Candidates<D>& candidates, std::size_t b) {
  const Batch& batch = candidates.batches()[b];
  if (batch.shaped) return find_touching_polygons(bodies, search, candidates, b);
  if (batch.wall) return find_touching_walls(batch);
  return kernels_.find_touching(search, candidates_of(candidates, batch, before_, after_));
}

template <int D>
kernel::ContactBatch<D> ContactSet<D>::list_batch(const Candidates<D>& candidates, std::size_t b,
                                                  const Motion<D>* motion, Snapshot& now,
                                                  const Snapshot& earlier, Scratch& scratch,
                                                  std::uint32_t* found) const {
  const Batch& batch = candidates.batches()[b];
  const std::size_t contacts = now.numbers[b].count, room = contacts + 8;
  if (scratch.first.size() < room) {
    scratch.first.resize(room);
    scratch.second.resize(room);
    scratch.memory_index.resize(room);
    scratch.place_first.resize(room);
    scratch.place_second.resize(room);
    scratch.surface.resize(room);
  }
  kernel::Listing listing;
  listing.doubles_per_body = kernel::doubles_per_body<D>;
  listing.listed_first = scratch.first.data();
  listing.listed_second = scratch.second.data();
  listing.memory_index = scratch.memory_index.data();
  listing.base = now.numbers[b].first;
  listing.found = found;
  listing.place_first = scratch.place_first.data();
  listing.place_second = scratch.place_second.data();
  const auto list = found != nullptr ? kernels_.list_and_number_contacts : kernels_.list_contacts;
  const std::size_t listed = list(candidates_of(candidates, batch, earlier, now), listing);
  SCREE_ASSERT(listed == contacts);
  if (contacts == 0) return {};
  for (std::size_t k = contacts; k < room; ++k) {
    scratch.first[k] = scratch.first[contacts - 1];
    scratch.second[k] = scratch.second[contacts - 1];
    scratch.memory_index[k] = 0;
  }
  if (batch.shaped) {
    // Walls have no slot; the point says all about them.
    if (batch.wall) std::copy_n(scratch.first.begin(), room, scratch.second.begin());
  } else if (batch.wall) {
    std::size_t at = 0;
    for (std::uint32_t group = batch.begin / 8; group < batch.groups_end(); ++group)
      for (unsigned mask = now.groups[group].evaluated; mask != 0; mask &= mask - 1)
        scratch.surface[at++] = wall_points_.at(8 * group + static_cast<std::uint32_t>(__builtin_ctz(mask)),
                                                motion, candidates, walls_);
  }
  kernel::ContactBatch<D> input;
  input.law = interactions_.law(batch.interaction).constants();
  input.motion = motion;
  input.periodic = periodic_;
  input.first = scratch.first.data();
  input.second = scratch.second.data();
  input.surface = scratch.surface.data();
  if constexpr (D == 2) {
    if (batch.shaped) input.given = polygons_.points(b).data();
  }
  input.count = contacts;
  input.memory_index = scratch.memory_index.data();
  input.memory_width = memory_width_;
  input.force_width = force_width_;
  return input;
}

template <int D>
void ContactSet<D>::narrow(const world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                           Candidates<D>& candidates, double margin) {
  const std::vector<Batch>& batches = candidates.batches();
  const kernel::TouchSearch<D> search = coarse.search(bodies, periodic_);
  scratch_.resize(std::max<std::size_t>(scratch_.size(), static_cast<std::size_t>(threads())));
  parallel_for(candidates.first_wall_batch(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
    for (std::size_t b = begin; b < end; ++b) {
      if (batches[b].shaped) continue;
      kernel::NarrowBatch batch = candidates.to_narrow(b);
      scratch.groups.resize(std::max(scratch.groups.size(), batch.count / 8 + 1));
      scratch.far.resize(std::max(scratch.far.size(), 4 * (batch.count + 8)));
      batch.margin = static_cast<float>(margin);
      batch.groups = before_.groups.data() + batches[b].begin / 8;
      batch.scratch = scratch.groups.data();
      batch.far = scratch.far.data();
      candidates.set_near(b, kernels_.narrow(search, batch));
    }
  });
}

template <int D>
std::size_t ContactSet<D>::make_room(std::size_t contacts) {
  // A step adds few contacts to those of the last; should there be more, all is done again.
  const std::size_t wanted = contacts + contacts / 16 + 64;
  if (after_.memory.size() < (contacts + 1) * memory_width_)
    after_.memory.resize((wanted + 1) * memory_width_);
  if (force_.size() < contacts * force_width_) force_.resize(wanted * force_width_);
  std::fill_n(after_.memory.begin(), memory_width_, 0.0);
  return std::min(after_.memory.size() / memory_width_ - 1, force_.size() / force_width_);
}

template <int D>
typename ContactSet<D>::Pass ContactSet<D>::begin_pass(const world::Bodies<D>& bodies,
                                                       const CoarsePlaces<D>& coarse,
                                                       const Candidates<D>& candidates, double dt,
                                                       double per_quantum, const Motion<D>* mean_motion) {
  // Walls have no copies, so that a body which jumps across a face comes nearer to them or goes away.
  wall_points_.find_touching(bodies.motion.data(), periodic_ == nullptr ? coarse.path() : unknown_path,
                             candidates, walls_, before_.pieces, after_.pieces);
  const std::size_t batches = candidates.batches().size();
  after_.groups.resize(candidates.group_count());
  after_.numbers.resize(batches);
  sums_.assign(batches, {});
  scratch_.resize(std::max<std::size_t>(scratch_.size(), static_cast<std::size_t>(threads())));
  return {bodies,
          candidates,
          coarse.search(bodies, periodic_),
          dt,
          per_quantum,
          mean_motion,
          ContactNumbers(make_room(before_.count() + batches * kernel::written_at_once))};
}

template <int D>
bool ContactSet<D>::evaluate_batch(Pass& pass, std::size_t b) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
  const Batch& batch = pass.candidates.batches()[b];
  const auto count = static_cast<std::uint32_t>(find_touching(pass.bodies, pass.search, pass.candidates, b));
  const std::uint32_t written =
      (count + kernel::written_at_once - 1) / kernel::written_at_once * kernel::written_at_once;
  // No result depends on numbers, so they need not be in order: a batch is looked through and evaluated at
  // one go, while it is in the cache.
  const std::optional<std::uint32_t> given = pass.numbers.take(written);
  if (!given) return false;
  const std::uint32_t first = *given;
  after_.numbers[b] = {first, count};
  kernel::ContactBatch<D> input =
      list_batch(pass.candidates, b, pass.bodies.motion.data(), after_, before_, scratch, found_.data());
  if (count == 0) return true;
  input.dt = pass.dt;
  input.per_quantum = pass.per_quantum;
  input.mean_motion = pass.mean_motion;
  input.fetches_ahead = pass.search.fetches_ahead;
  input.memory_before = before_.memory.data();
  input.memory_after = after_.memory.data() + (first + 1) * memory_width_;
  input.force = force_.data() + first * force_width_;
  const kernel::LawKernels<D>& kernels = kernels_of(batch);
  sums_[b] = batch.shaped ? kernels.evaluate_given(input)
             : batch.wall ? kernels.evaluate_walls(input)
                          : kernels.evaluate_pairs(input);
  return true;
}

template <int D>
void ContactSet<D>::evaluate_batches(Pass& pass, std::size_t begin, std::size_t end) {
  std::vector<std::uint8_t> has_room(end - begin, 0);
  while (true) {
    parallel_for(end - begin, batches_per_task, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k)
        if (has_room[k] == 0) has_room[k] = evaluate_batch(pass, begin + k) ? 1 : 0;
    });
    if (pass.numbers.lacking() == 0) return;
    extend(pass);
  }
}

template <int D>
EvaluationReport ContactSet<D>::end_pass(world::LossTotals& losses) const {
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
EvaluationReport ContactSet<D>::evaluate(const world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                                         const Candidates<D>& candidates, double dt, double per_quantum,
                                         const Motion<D>* mean_motion, world::LossTotals& losses) {
  Pass pass = begin_pass(bodies, coarse, candidates, dt, per_quantum, mean_motion);
  evaluate_batches(pass, 0, candidates.batches().size());
  return end_pass(losses);
}

template <int D>
void ContactSet<D>::account(std::span<const Motion<D>> mean_motion, const Candidates<D>& candidates,
                            double dt, double per_quantum, world::LossTotals& losses) {
  Scratch& scratch = scratch_.front();
  TouchedPieces pieces;  // at the mean places; those of the evaluation are state
  wall_points_.locate_on_meshes(mean_motion.data(), candidates, walls_, before_.pieces, pieces);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (after_.numbers[b].count == 0) continue;
    const Batch& batch = candidates.batches()[b];
    kernel::ContactBatch<D> input = list_batch(candidates, b, mean_motion.data(), after_, before_, scratch);
    input.dt = dt;
    input.per_quantum = per_quantum;
    input.memory_before = before_.memory.data();
    input.memory_after = after_.memory.data() + (after_.numbers[b].first + 1) * memory_width_;
    const kernel::LawKernels<D>& kernels = kernels_of(batch);
    const kernel::BatchSums sums = batch.shaped ? kernels.account_given(input)
                                   : batch.wall ? kernels.account_walls(input)
                                                : kernels.account_pairs(input);
    losses.damping.add(sums.damping);
    losses.friction.add(sums.friction);
    losses.rolling.add(sums.rolling);
    losses.model.add(sums.model);
  }
}

template <int D>
void ContactSet<D>::gather_block(world::Bodies<D>& bodies, const Candidates<D>& candidates, bool keep,
                                 const WithLoads& then, std::size_t block) {
  const std::size_t begin = block * kernel::gathered_at_once;
  const std::size_t end = std::min(begin + kernel::gathered_at_once, bodies.awake());
  world::Load<D>* loads = bodies.load.data() + begin;
  if (!keep) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
    scratch.loads.resize(kernel::gathered_at_once);
    loads = scratch.loads.data();
  }
  kernel::GatherBlock input;
  input.found = found_.data() + candidates.first_place(block);
  input.body = candidates.body_at_place() + candidates.first_place(block);
  input.count = candidates.first_place(block + 1) - candidates.first_place(block);
  input.force = force_.data();
  input.force_width = force_width_;
  input.load = reinterpret_cast<double*>(loads);
  input.bodies = end - begin;
  kernels_.gather(input);
  if (then) then(begin, end, loads);
}

template <int D>
void ContactSet<D>::gather(world::Bodies<D>& bodies, const Candidates<D>& candidates, bool keep,
                           const WithLoads& then) {
  for_each_block(bodies.awake(), kernel::gathered_at_once, [&](std::size_t block, std::size_t, std::size_t) {
    gather_block(bodies, candidates, keep, then, block);
  });
}

template <int D>
EvaluationReport ContactSet<D>::evaluate_and_gather(world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                                                    const Candidates<D>& candidates, double dt,
                                                    double per_quantum, world::LossTotals& losses,
                                                    OnePass& one_pass) {
  constexpr std::size_t parts = Candidates<D>::bodies_per_block / kernel::gathered_at_once;
  static_assert(parts * kernel::gathered_at_once == Candidates<D>::bodies_per_block);
  Pass pass = begin_pass(bodies, coarse, candidates, dt, per_quantum, nullptr);
  const std::vector<Batch>& batches = candidates.batches();
  evaluate_batches(pass, candidates.first_wall_batch(), batches.size());
  one_pass.after_walls();

  const std::size_t last_part = block_count(bodies.awake(), kernel::gathered_at_once);
  const auto gather_all_of = [&](std::size_t block) {
    for (std::size_t part = parts * block; part < std::min(parts * (block + 1), last_part); ++part)
      gather_block(bodies, candidates, one_pass.keep, one_pass.then, part);
  };
  const std::size_t blocks = block_count(bodies.size(), Candidates<D>::bodies_per_block);
  const std::size_t count = candidates.stretch_count();
  Stretches stretches({batches.data(), candidates.first_wall_batch()}, blocks, count);
  // A pair belongs to the block of its lower slot. So once all batches up to a block's own are evaluated,
  // nobody asks for its bodies any more; those of earlier stretches other threads may still be at.
  const auto finish_blocks_before = [&](Stretch& stretch, std::size_t end) {
    const Stopwatch watch;
    for (; stretch.block < end; ++stretch.block)
      if (stretch.first_block > 0 && candidates.earliest_block(stretch.block) < stretch.first_block)
        stretch.left.push(
            {stretch.block, candidates.earliest_block(stretch.block),
             stretch.is_first ? candidates.end_of_foreign_blocks(stretch.block) : stretch.first_block});
      else
        gather_all_of(stretch.block);
    // The other comes by at about the same time, and what was read last is still near.
    while (!stretch.left.empty() && stretches.are_evaluated(stretch.left.top().from, stretch.left.top().to)) {
      gather_all_of(stretch.left.top().block);
      stretch.left.pop();
    }
    stretch.gathering += watch.seconds();
  };
  // False: there is no room for its contacts.
  const auto go_on = [&](Stretch& stretch) {
    while (const std::optional<std::size_t> batch = stretches.next(stretch)) {
      finish_blocks_before(stretch, batches[*batch].block);
      if (!evaluate_batch(pass, *batch)) {
        stretches.give_back(stretch);
        return false;
      }
      stretches.pass(stretch);
    }
    finish_blocks_before(stretch, stretch.last_block);
    return true;
  };
  while (true) {
    parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        while (Stretch* const stretch = stretches.take(worker_index()))
          if (!go_on(*stretch)) return;
    });
    if (pass.numbers.lacking() == 0) break;
    extend(pass);
  }
  const Stopwatch watch;
  std::vector<std::size_t> left;
  double seconds = 0;
  for (Stretch& stretch : stretches.all()) {
    for (; !stretch.left.empty(); stretch.left.pop()) left.push_back(stretch.left.top().block);
    seconds += stretch.gathering;
  }
  parallel_for(left.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) gather_all_of(left[k]);
  });
  one_pass.gathering = seconds / threads() + watch.seconds();
  return end_pass(losses);
}

template <int D>
ExactSum ContactSet<D>::stored_energy(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                      double per_quantum) {
  ExactSum total;
  if (before_.numbers.empty()) return total;
  scratch_.resize(std::max<std::size_t>(scratch_.size(), 1));
  TouchedPieces pieces;
  wall_points_.locate_on_meshes(bodies.motion.data(), candidates, walls_, before_.pieces, pieces);
  locate_polygons(bodies, candidates, before_);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (before_.numbers[b].count == 0) continue;
    const Batch& batch = candidates.batches()[b];
    kernel::ContactBatch<D> input =
        list_batch(candidates, b, bodies.motion.data(), before_, before_, scratch_.front());
    input.per_quantum = per_quantum;
    input.memory_after = before_.memory.data() + (before_.numbers[b].first + 1) * memory_width_;
    const kernel::LawKernels<D>& kernels = kernels_of(batch);
    total.add(batch.shaped ? kernels.stored_in_given(input)
              : batch.wall ? kernels.stored_in_walls(input)
                           : kernels.stored_in_pairs(input));
  }
  return total;
}

template <int D>
world::WallLoads<D> ContactSet<D>::wall_loads(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                              double force_quantum, double torque_quantum, bool committed,
                                              const std::vector<bool>& without) const {
  const Snapshot& snapshot = committed ? before_ : after_;
  const std::size_t first = candidates.first_wall_batch();
  const auto add_batch = [&](const Batch& batch, world::WallLoads<D>& loads) {
    for (std::uint32_t g = batch.begin / 8; g < batch.groups_end(); ++g) {
      const kernel::ContactGroup& group = snapshot.groups[g];
      std::uint32_t number = group.base;
      for (unsigned rest = group.evaluated; rest != 0; rest &= rest - 1, ++number) {
        const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
        const std::uint32_t entry = 8 * g + bit;
        const Slot body = candidates.first()[entry];
        if ((group.touches >> bit & 1) == 0 || (!without.empty() && without[body])) continue;
        loads.add(walls_.facets[candidates.second()[entry]].wall, bodies.motion[body].position,
                  force_.data() + number * force_width_, force_width_);
      }
    }
  };
  // Quanta are whole numbers: however threads share the batches, the sums come out the same.
  std::vector<world::WallLoads<D>> by_worker(static_cast<std::size_t>(threads()),
                                             {walls_.names.size(), force_quantum, torque_quantum});
  parallel_for(candidates.batches().size() - first, 4 * batches_per_task,
               [&](std::size_t begin, std::size_t end) {
                 world::WallLoads<D>& loads = by_worker[static_cast<std::size_t>(worker_index())];
                 for (std::size_t b = begin; b < end; ++b) add_batch(candidates.batches()[first + b], loads);
               });
  for (std::size_t worker = 1; worker < by_worker.size(); ++worker) by_worker[0].add(by_worker[worker]);
  return std::move(by_worker[0]);
}

template <int D>
std::size_t ContactSet<D>::contact_count(const Candidates<D>& candidates) const {
  std::size_t count = 0;
  if (before_.groups.empty()) return count;
  for (const Batch& batch : candidates.batches())
    for (std::uint32_t group = batch.begin / 8; group < batch.groups_end(); ++group)
      count += static_cast<std::size_t>(__builtin_popcount(before_.groups[group].touches));
  return count;
}

template <int D>
double ContactSet<D>::force_across(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                   double force_quantum, const std::vector<bool>& without) const {
  const std::vector<Batch>& batches = candidates.batches();
  const std::size_t count = candidates.first_wall_batch();
  std::vector<ExactSum> sums(count);
  const auto counts = [&](Slot slot) { return without.empty() || !without[slot]; };
  parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      for (std::uint32_t entry = batches[b].begin; entry < batches[b].begin + batches[b].count; ++entry) {
        if (!before_.touching(entry)) continue;
        const Slot first = candidates.first()[entry], second = candidates.second()[entry];
        const double copies =
            periodic_->copies_above(bodies.motion[first].position - bodies.motion[second].position);
        if (copies == 0 || !counts(first) || !counts(second)) continue;
        const double* const force = force_.data() + before_.number_of(entry) * force_width_;
        sums[b].add(to_quanta(copies * force[periodic_->shear.flow], force_quantum));
      }
  });
  ExactSum total;
  for (const ExactSum& sum : sums) total.add(sum);
  return total.value(force_quantum);
}

template class ContactSet<2>;
template class ContactSet<3>;

}  // namespace scree::step
