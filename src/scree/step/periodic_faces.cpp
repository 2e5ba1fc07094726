// Periodic faces in a step: bodies that come back over them, and what sheared copies do.
#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/step/dynamics.h"

namespace scree::step {

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

template <int D>
double Dynamics<D>::force_across(const std::vector<bool>& without) const {
  return contacts_.force_across(bodies_, candidates_, settings_.force_quantum, without);
}

template <int D>
void Dynamics<D>::place_copies(double ahead) {
  if (!box_.is_sheared) return;
  shear_.place(ahead);
}

template <int D>
void Dynamics<D>::wrap() {
  if (!box_.any()) return;
  parallel_for(block_count(bodies_.awake(), kernel::gathered_at_once), 8,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t block = begin; block < end; ++block) wrap_block(block);
               });
  coarse_.bodies_have_moved(0);
  book_wrapped();
  // What acts across the face in the next step acts on those who are there now.
  if (box_.is_sheared && contacts_.forces_are_known()) shear_.set_force(force_across());
}

template <int D>
void Dynamics<D>::wrap_block(std::size_t block, double kick_to_come) {
  const std::size_t begin = block * kernel::gathered_at_once;
  const std::size_t end = std::min(begin + kernel::gathered_at_once, bodies_.awake());
  for (std::size_t slot = begin; slot < end; ++slot) {
    Motion<D>& motion = bodies_.motion[slot];
    const Vec<D> way = box_.way_back(motion.position);
    if (way == Vec<D>{} || is_fixed(motion)) continue;
    motion.position += way;
    built_at_[slot] += way;
    Wrapped<D> wrapped{bodies_.id[slot], way, box_.change_of_velocity(way), 0};
    if (box_.is_sheared) {
      const Vec<D> before = motion.velocity;
      motion.velocity += wrapped.jump;
      // Contacts across the face are booked as they are afterwards, gravity was at work on the old velocity.
      wrapped.energy = 0.5 * dot(motion.velocity - before, motion.velocity + before) / motion.inverse_mass;
      wrapped.energy += kick_to_come * dot(gravity_, wrapped.jump) / motion.inverse_mass;
    }
    wrapped_[block].push_back(wrapped);
  }
}

template <int D>
void Dynamics<D>::book_wrapped() {
  std::vector<Wrapped<D>> all;
  for (std::vector<Wrapped<D>>& some : wrapped_) {
    all.insert(all.end(), some.begin(), some.end());
    some.clear();
  }
  // What is booked is summed in this order.
  std::sort(all.begin(), all.end(), [](const Wrapped<D>& a, const Wrapped<D>& b) { return a.id < b.id; });
  Moments<D> gained;
  bool any_jumped = false;
  for (const Wrapped<D>& body : all) {
    const double inverse_mass = bodies_.motion[bodies_.slot_of(body.id)].inverse_mass;
    ledger_.added -= dot(gravity_, body.way) / inverse_mass;
    ledger_.wall_work += body.energy;
    gained.momentum += (1 / inverse_mass) * body.jump;
    any_jumped = any_jumped || !(body.jump == Vec<D>{});
  }
  if (any_jumped) ledger_.momentum.add(gained);
}

#define SCREE_INSTANTIATE_FACES(D)                                                                   \
  template double ContactSet<D>::force_across(const world::Bodies<D>&, const Candidates<D>&, double, \
                                              const std::vector<bool>&) const;                       \
  template double Dynamics<D>::force_across(const std::vector<bool>&) const;                         \
  template void Dynamics<D>::place_copies(double);                                                   \
  template void Dynamics<D>::wrap();                                                                 \
  template void Dynamics<D>::wrap_block(std::size_t, double);                                        \
  template void Dynamics<D>::book_wrapped()
SCREE_INSTANTIATE_FACES(2);
SCREE_INSTANTIATE_FACES(3);
#undef SCREE_INSTANTIATE_FACES

}  // namespace scree::step
