#include "scree/step/contact_sums.h"

#include <algorithm>

#include "scree/base/exact_sum.h"
#include "scree/base/parallel.h"

namespace scree::step {

template <int D>
Touches<D> touches_on_sleepers(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                               const world::Walls<D>& walls, const Candidates<D>& candidates) {
  const ContactSnapshot& contacts = evaluated.contacts;
  const ForceRecords& forces = evaluated.forces;
  Touches<D> result;
  for (const auto& [b, entry] : candidates.alarms()) {
    const Batch& batch = candidates.batches()[b];
    const bool is_second = candidates.first()[entry] < bodies.awake();
    contacts.for_each_touching_at(batch, b, entry, [&](const SnapshotContact& contact) {
      Touch<D> touch;
      touch.key = key_of(contact, batch.wall, bodies, walls, candidates);
      touch.body = is_second ? candidates.second()[contact.entry] : candidates.first()[contact.entry];
      touch.load = world::load_of<D>(forces.of(contact.number), forces.width, is_second);
      result.push_back(touch);
    });
  }
  std::sort(result.begin(), result.end(), [](const Touch<D>& a, const Touch<D>& b) { return a.key < b.key; });
  return result;
}

template <int D>
world::WallLoads<D> wall_loads_of(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                                  const world::Walls<D>& walls, const Candidates<D>& candidates,
                                  const ShiftToWall<D>& shift, const world::WallLoads<D>& none,
                                  const std::vector<bool>& without) {
  const ContactSnapshot& contacts = evaluated.contacts;
  const ForceRecords& forces = evaluated.forces;
  const std::size_t first = candidates.first_wall_batch();
  // However threads share the batches, sums of whole numbers come out the same.
  std::vector<world::WallLoads<D>> by_worker(static_cast<std::size_t>(threads()), none);
  parallel_for(candidates.batches().size() - first, 8, [&](std::size_t begin, std::size_t end) {
    world::WallLoads<D>& loads = by_worker[static_cast<std::size_t>(worker_index())];
    for (std::size_t b = first + begin; b < first + end; ++b)
      contacts.for_each_touching(candidates.batches()[b], b, [&](const SnapshotContact& contact) {
        const Slot body = candidates.first()[contact.entry];
        if (!without.empty() && without[body]) return;
        Vec<D> place = bodies.motion[body].position;
        if (shift) place += shift(candidates.batches()[b], contact.entry);
        loads.add(walls.facets[candidates.second()[contact.entry]].wall, place, forces.of(contact.number),
                  forces.width);
      });
  });
  for (std::size_t worker = 1; worker < by_worker.size(); ++worker) by_worker[0].add(by_worker[worker]);
  return std::move(by_worker[0]);
}

template <int D>
double force_across_of(const EvaluatedContacts& evaluated, const world::Bodies<D>& bodies,
                       const PeriodicBox<D>& box, const Candidates<D>& candidates, double force_quantum,
                       const std::vector<bool>& without) {
  const ContactSnapshot& contacts = evaluated.contacts;
  const ForceRecords& forces = evaluated.forces;
  const std::size_t count = candidates.first_wall_batch();
  std::vector<ExactSum> sums(count);
  const auto counts = [&](Slot slot) { return without.empty() || !without[slot]; };
  parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      contacts.for_each_touching(candidates.batches()[b], b, [&](const SnapshotContact& contact) {
        const Slot first = candidates.first()[contact.entry], second = candidates.second()[contact.entry];
        const double copies =
            box.copies_above(bodies.motion[first].position - bodies.motion[second].position);
        if (copies == 0 || !counts(first) || !counts(second)) return;
        sums[b].add(to_quanta(copies * forces.of(contact.number)[box.shear.flow], force_quantum));
      });
  });
  ExactSum total;
  for (const ExactSum& sum : sums) total.add(sum);
  return total.value(force_quantum);
}

#define SCREE_INSTANTIATE_SUMS(D)                                                                           \
  template Touches<D> touches_on_sleepers(const EvaluatedContacts&, const world::Bodies<D>&,                \
                                          const world::Walls<D>&, const Candidates<D>&);                    \
  template world::WallLoads<D> wall_loads_of(                                                               \
      const EvaluatedContacts&, const world::Bodies<D>&, const world::Walls<D>&, const Candidates<D>&,      \
      const ShiftToWall<D>&, const world::WallLoads<D>&, const std::vector<bool>&);                         \
  template double force_across_of(const EvaluatedContacts&, const world::Bodies<D>&, const PeriodicBox<D>&, \
                                  const Candidates<D>&, double, const std::vector<bool>&)
SCREE_INSTANTIATE_SUMS(2);
SCREE_INSTANTIATE_SUMS(3);
#undef SCREE_INSTANTIATE_SUMS

}  // namespace scree::step
