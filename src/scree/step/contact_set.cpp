#include "scree/step/contact_set.h"

#include <algorithm>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/base/timer.h"
#include "scree/step/stretches.h"

namespace scree::step {
namespace {
constexpr double unknown_path = std::numeric_limits<double>::infinity();

/// Frees numbers that are about to be written anew, where contacts that are gone have left room for more than
/// the next ones will want.
void release_if_vast(UnsetVector<double>& numbers, std::size_t needed) {
  if (numbers.capacity() > needed + needed / 4) UnsetVector<double>().swap(numbers);
}

/// How many seats of a batch are shared by several contacts of a candidate.
std::uint32_t shared_seats(const ContactRows& rows, SourceKind source) {
  const std::uint32_t seats = seats_per_candidate(source);
  std::uint32_t count = 0;
  for (std::size_t k = 1; k < rows.size(); ++k)
    if (rows[k].entry == rows[k - 1].entry && rows[k].ordinal >= seats) ++count;
  return count;
}

/// The sum of some force records that follow each other, as a record.
template <int D>
void add_up(const double* records, std::uint32_t count, std::size_t width, bool wall, double* sum) {
  std::fill_n(sum, width, 0.0);
  world::Load<D> on_first, on_second;
  for (std::uint32_t k = 0; k < count; ++k) {
    const world::Load<D> first = world::load_of<D>(records + k * width, width, false);
    on_first.force += first.force;
    on_first.torque += first.torque;
    if (!wall) on_second.torque += world::load_of<D>(records + k * width, width, true).torque;
  }
  for (int k = 0; k < D; ++k) sum[k] = on_first.force[k];
  if constexpr (D == 2) {
    sum[2] = on_first.torque;
    sum[3] = on_second.torque;
  } else {
    // Torques of a pair have one direction and two arms, which a sum of several has not: such a sum needs the
    // wide record, which holds the mean of both torques and half their difference.
    SCREE_ASSERT(wall || width > 8);
    sum[3] = 1;
    for (int k = 0; k < 3; ++k) sum[4 + k] = on_first.torque[k];
    if (wall) return;
    sum[7] = 1;
    for (int k = 0; k < 3; ++k) {
      sum[4 + k] = 0.5 * (on_first.torque[k] + on_second.torque[k]);
      sum[8 + k] = 0.5 * (on_first.torque[k] - on_second.torque[k]);
    }
  }
}
}  // namespace

template <int D>
void ContactSet<D>::locate(const Look<D>& look, const ContactSnapshot& contacts) {
  for (const std::unique_ptr<ContactSource<D>>& source : sources_)
    if (source) source->see_walls();
  const std::vector<Batch>& batches = look.candidates.batches();
  parallel_for(batches.size(), batches_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      source_of(batches[b]).locate(look, b, contacts.of(batches[b], b, memory_width_));
  });
}

template <int D>
void ContactSet<D>::list_bits(const Candidates<D>& candidates, std::size_t b, ContactSnapshot& now,
                              const ContactSnapshot& earlier, Scratch& scratch, std::uint32_t* found) const {
  const Batch& batch = candidates.batches()[b];
  kernel::Listing listing;
  listing.doubles_per_body = kernel::doubles_per_body<D>;
  listing.listed_first = scratch.first.data();
  listing.listed_second = scratch.second.data();
  listing.memory_index = scratch.memory_index.data();
  listing.base = now.numbers[b].first;
  listing.found = found;
  listing.seat_first = scratch.seat_first.data();
  listing.seat_second = scratch.seat_second.data();
  const auto list = found != nullptr ? kernels_.list_and_number_contacts : kernels_.list_contacts;
  const std::size_t listed = list(candidates.batch_for_kernel(b, earlier.groups.data() + batch.begin / 8,
                                                              now.groups.data() + batch.begin / 8),
                                  listing);
  SCREE_ASSERT(listed == now.numbers[b].count);
}

template <int D>
void ContactSet<D>::list_rows(const Candidates<D>& candidates, std::size_t b, const ContactSnapshot& now,
                              const ContactSnapshot* earlier, Scratch& scratch) const {
  const bool wall = candidates.batches()[b].wall;
  const ContactRows& rows = now.rows[b];
  for (std::size_t k = 0; k < rows.size(); ++k) {
    scratch.first[k] = candidates.first()[rows[k].entry] * kernel::doubles_per_body<D>;
    // Walls have no slot; the point says all about them.
    scratch.second[k] =
        wall ? scratch.first[k] : candidates.second()[rows[k].entry] * kernel::doubles_per_body<D>;
    scratch.memory_index[k] =
        earlier != nullptr && rows[k].earlier != 0 ? earlier->numbers[b].first + rows[k].earlier : 0;
  }
}

template <int D>
void ContactSet<D>::number_rows(const Candidates<D>& candidates, std::size_t b) {
  const Batch& batch = candidates.batches()[b];
  const std::uint32_t seats = seats_per_candidate(batch.source);
  const ContactRows& rows = after_.rows[b];
  const std::uint32_t first = after_.numbers[b].first;
  std::uint32_t next_sum = first + after_.numbers[b].count;
  const auto leave = [&](std::uint32_t entry, std::uint32_t seat, std::uint32_t number) {
    found_[candidates.seat_first()[entry] + seat] = 2 * number + 2;
    if (!batch.wall) found_[candidates.seat_second()[entry] + seat] = 2 * number + 3;
  };
  for (std::uint32_t k = 0; k < rows.size();) {
    const std::uint32_t entry = rows[k].entry, seat = std::min(rows[k].ordinal, seats - 1);
    std::uint32_t end = k + 1;
    while (end < rows.size() && rows[end].entry == entry && rows[end].ordinal >= seats) ++end;
    if (end == k + 1 || seat < seats - 1) {
      leave(entry, seat, first + k);
      ++k;
      continue;
    }
    const std::size_t sum = next_sum++ * force_width_;
    add_up<D>(force_.data() + (first + k) * force_width_, end - k, force_width_, batch.wall,
              force_.data() + sum);
    leave(entry, seat, next_sum - 1);
    k = end;
  }
}

template <int D>
kernel::ContactBatch<D> ContactSet<D>::list_batch(const Look<D>& look, std::size_t b, ContactSnapshot& now,
                                                  const ContactSnapshot* earlier, Scratch& scratch,
                                                  std::uint32_t* found) const {
  const Batch& batch = look.candidates.batches()[b];
  const std::size_t contacts = now.numbers[b].count, room = contacts + 8;
  if (scratch.first.size() < room) {
    scratch.first.resize(room);
    scratch.second.resize(room);
    scratch.memory_index.resize(room);
    scratch.seat_first.resize(room);
    scratch.seat_second.resize(room);
    scratch.surface.resize(room);
  }
  if (has_rows(batch.source))
    list_rows(look.candidates, b, now, earlier, scratch);
  else
    list_bits(look.candidates, b, now, earlier != nullptr ? *earlier : now, scratch, found);
  if (contacts == 0) return {};
  for (std::size_t k = contacts; k < room; ++k) {
    scratch.first[k] = scratch.first[contacts - 1];
    scratch.second[k] = scratch.second[contacts - 1];
    scratch.memory_index[k] = 0;
  }
  kernel::ContactBatch<D> input;
  input.law = interactions_.law(batch.interaction).constants();
  input.motion = look.motion;
  input.periodic = periodic_;
  input.first = scratch.first.data();
  input.second = scratch.second.data();
  input.count = contacts;
  input.memory_index = scratch.memory_index.data();
  input.memory_width = memory_width_;
  input.force_width = force_width_;
  const ContactSnapshot& contacts_of = now;
  source_of(batch).describe(look, b, contacts_of.of(batch, b, memory_width_), scratch.surface, input);
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
      if (batches[b].source != SourceKind::round_pairs) continue;
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
  const Look<D> look = Look<D>::at(bodies, candidates);
  // Walls have no copies, so that a body which jumps across a face comes nearer to them or goes away.
  for (const std::unique_ptr<ContactSource<D>>& source : sources_) {
    if (!source) continue;
    source->see_walls();
    source->begin(look, periodic_ == nullptr ? coarse.path() : unknown_path);
  }
  const std::size_t batches = candidates.batches().size();
  after_.groups.resize(candidates.group_count());
  after_.rows.resize(batches);
  after_.numbers.resize(batches);
  sums_.assign(batches, {});
  scratch_.resize(std::max<std::size_t>(scratch_.size(), static_cast<std::size_t>(threads())));
  return {look,        coarse.search(bodies, periodic_),
          dt,          per_quantum,
          mean_motion, ContactNumbers(make_room(before_.count() + batches * kernel::written_at_once))};
}

template <int D>
bool ContactSet<D>::evaluate_batch(Pass& pass, std::size_t b) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(worker_index())];
  const Batch& batch = pass.look.candidates.batches()[b];
  const ContactSnapshot& before = before_;
  const auto count = static_cast<std::uint32_t>(source_of(batch).find(
      pass.look, pass.search, b, before.of(batch, b, memory_width_), after_.of(batch, b)));
  const std::uint32_t sums = has_rows(batch.source) ? shared_seats(after_.rows[b], batch.source) : 0;
  const std::uint32_t written =
      (count + sums + kernel::written_at_once - 1) / kernel::written_at_once * kernel::written_at_once;
  // No result depends on numbers, so they need not be in order: a batch is looked through and evaluated at
  // one go, while it is in the cache.
  const std::optional<std::uint32_t> given = pass.numbers.take(written);
  if (!given) return false;
  const std::uint32_t first = *given;
  after_.numbers[b] = {first, count};
  kernel::ContactBatch<D> input = list_batch(pass.look, b, after_, &before_, scratch, found_.data());
  if (count == 0) return true;
  input.dt = pass.dt;
  input.per_quantum = pass.per_quantum;
  input.mean_motion = pass.mean_motion;
  input.fetches_ahead = pass.search.fetches_ahead;
  input.memory_before = before_.memory.data();
  input.memory_after = after_.memory.data() + (first + 1) * memory_width_;
  input.force = force_.data() + first * force_width_;
  sums_[b] = source_of(batch).evaluate(b, law_of(batch), input);
  if (has_rows(batch.source)) number_rows(pass.look.candidates, b);
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
void ContactSet<D>::account(const world::Bodies<D>& bodies, std::span<const Motion<D>> mean_motion,
                            const Candidates<D>& candidates, double dt, double per_quantum,
                            world::LossTotals& losses) {
  Scratch& scratch = scratch_.front();
  const Look<D> look{bodies, mean_motion.data(), bodies.orientation.data(), candidates};
  locate(look, after_);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (after_.numbers[b].count == 0) continue;
    kernel::ContactBatch<D> input = list_batch(look, b, after_, &before_, scratch);
    input.dt = dt;
    input.per_quantum = per_quantum;
    input.memory_before = before_.memory.data();
    input.memory_after = after_.memory.data() + (after_.numbers[b].first + 1) * memory_width_;
    const kernel::BatchSums sums =
        source_of(candidates.batches()[b]).account(b, law_of(candidates.batches()[b]), input);
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
  input.found = found_.data() + candidates.first_seat(block);
  input.body = candidates.body_at_seat() + candidates.first_seat(block);
  input.count = candidates.first_seat(block + 1) - candidates.first_seat(block);
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
  const Look<D> look = Look<D>::at(bodies, candidates);
  locate(look, before_);
  for (std::size_t b = 0; b < candidates.batches().size(); ++b) {
    if (before_.numbers[b].count == 0) continue;
    kernel::ContactBatch<D> input = list_batch(look, b, before_, nullptr, scratch_.front());
    input.per_quantum = per_quantum;
    input.memory_after = before_.memory.data() + (before_.numbers[b].first + 1) * memory_width_;
    const Batch& batch = candidates.batches()[b];
    total.add(source_of(batch).stored(b, law_of(batch), input));
  }
  return total;
}

template <int D>
world::ContactViews<D> ContactSet<D>::look_at_contacts(const world::Bodies<D>& bodies,
                                                       const Candidates<D>& candidates, bool with_forces) {
  world::ContactViews<D> result;
  if (before_.groups.empty()) return result;
  const Look<D> look = Look<D>::at(bodies, candidates);
  locate(look, before_);
  const std::vector<Batch>& batches = candidates.batches();
  for (std::size_t b = 0; b < batches.size(); ++b)
    before_.for_each_touching(batches[b], b, [&](const SnapshotContact& contact) {
      world::ContactView<D> view;
      view.key = key_of(contact, batches[b].wall, bodies, walls_, candidates);
      if (with_forces) {
        const double* const record = force_records().of(contact.number);
        for (int k = 0; k < D; ++k) view.force[k] = record[k];
      }
      const ContactGeometry<D> geometry =
          source_of(batches[b]).geometry(look, b, contact.entry, contact.number - before_.numbers[b].first);
      view.point = geometry.point;
      view.branch = geometry.branch;
      view.overlap = geometry.overlap;
      result.push_back(view);
    });
  std::sort(result.begin(), result.end(),
            [](const world::ContactView<D>& a, const world::ContactView<D>& b) { return a.key < b.key; });
  return result;
}

template <int D>
void ContactSet<D>::adopt(const world::ContactRecords& records, const world::Bodies<D>& bodies,
                          const Candidates<D>& candidates) {
  forces_are_known_ = false;
  parallel_assign(found_, candidates.seat_count(), 0);  // no gather has cleared those of bodies that sleep
  const std::size_t memory_size = (records.keys.size() + 1) * memory_width_;
  release_if_vast(before_.memory, memory_size);
  release_if_vast(after_.memory, memory_size);
  release_if_vast(force_, records.keys.size() * force_width_);
  adopt_records(records, memory_width_, bodies, walls_, candidates, before_);
  for (const std::unique_ptr<ContactSource<D>>& source : sources_)
    if (source) source->prepare(bodies, candidates);
}

template <int D>
std::size_t ContactSet<D>::contact_count(const Candidates<D>& candidates) const {
  std::size_t count = 0;
  if (before_.groups.empty()) return count;
  const std::vector<Batch>& batches = candidates.batches();
  for (std::size_t b = 0; b < batches.size(); ++b) count += before_.touching(batches[b], b);
  return count;
}

template class ContactSet<2>;
template class ContactSet<3>;

}  // namespace scree::step
