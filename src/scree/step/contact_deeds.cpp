// What each contact did in the last step, for those who look for the one that an energy comes from. Kernels
// sum over batches, so every contact is a batch of its own here: slow, and never part of a step.
#include <array>

#include "scree/step/contact_set.h"

namespace scree::step {
namespace {

/// One contact of a batch. Kernels read eight at a time: it stands there eight times.
template <int D>
class SingleContact {
 public:
  SingleContact(const kernel::ContactBatch<D>& all, std::size_t k) : batch_(all) {
    batch_.count = 1;
    repeat(batch_.first, k, first_);
    repeat(batch_.second, k, second_);
    repeat(batch_.memory_index, k, memory_index_);
    repeat(batch_.surface, k, surface_);
    repeat(batch_.given, k, given_);
    batch_.memory_after += k * batch_.memory_width;
  }
  SingleContact(const SingleContact&) = delete;
  const kernel::ContactBatch<D>& batch() const { return batch_; }

 private:
  template <class One>
  static void repeat(const One*& all, std::size_t k, std::array<One, kernel::written_at_once>& room) {
    if (all == nullptr) return;
    room.fill(all[k]);
    all = room.data();
  }

  kernel::ContactBatch<D> batch_;
  std::array<kernel::BodyOffset, kernel::written_at_once> first_{}, second_{};
  std::array<std::uint32_t, kernel::written_at_once> memory_index_{};
  std::array<kernel::SurfacePoint<D>, kernel::written_at_once> surface_{};
  std::array<kernel::GivenPoint, kernel::written_at_once> given_{};
};

}  // namespace

template <int D>
std::vector<ContactDeed<D>> ContactSet<D>::deeds(const world::Bodies<D>& bodies,
                                                 std::span<const Motion<D>> mean_motion,
                                                 const Candidates<D>& candidates, double dt, double quantum) {
  SCREE_ASSERT(forces_are_known_);
  std::vector<ContactDeed<D>> result;
  const std::vector<Batch>& batches = candidates.batches();
  const ForceRecords forces = force_records();
  Scratch& scratch = scratch_.front();
  const auto in_joules = [quantum](std::initializer_list<Quanta> some) {
    ExactSum sum;
    for (const Quanta& quanta : some) sum.add(quanta);
    return sum.value(quantum);
  };
  const Look<D> now = Look<D>::at(bodies, candidates);
  locate(now, before_);
  for (std::size_t b = 0; b < batches.size(); ++b) {
    if (before_.numbers[b].count == 0 || law_of(batches[b]).of_faces()) continue;
    before_.for_each_evaluated(batches[b], b, [&](const SnapshotContact& contact) {
      const double* const force = forces.of(contact.number);
      ContactDeed<D> deed;
      deed.key = key_of(contact, batches[b].wall, bodies, walls_, candidates);
      deed.on_first = world::load_of<D>(force, force_width_, false);
      if (!batches[b].wall) deed.on_second = world::load_of<D>(force, force_width_, true);
      result.push_back(deed);
    });
    const std::size_t first = result.size() - before_.numbers[b].count;
    // Since the commit of the step, the memory before it is that of the other snapshot.
    kernel::ContactBatch<D> input = list_batch(now, b, before_, &after_, scratch);
    input.dt = dt;
    input.per_quantum = 1 / quantum;
    input.memory_before = after_.memory.data();
    input.memory_after = before_.memory.data() + (before_.numbers[b].first + 1) * memory_width_;
    for (std::size_t k = 0; k < input.count; ++k) {
      const SingleContact<D> one(input, k);
      result[first + k].stored =
          in_joules({source_of(batches[b]).stored(b, law_of(batches[b]), one.batch())});
    }
    const Look<D> mean{bodies, mean_motion.data(), bodies.orientation.data(), candidates};
    source_of(batches[b]).locate(mean, b, before_.of(batches[b], b, memory_width_));
    input.motion = mean_motion.data();
    const ContactSnapshot& contacts = before_;
    source_of(batches[b])
        .describe(mean, b, contacts.of(batches[b], b, memory_width_), scratch.surface, input);
    for (std::size_t k = 0; k < input.count; ++k) {
      const SingleContact<D> one(input, k);
      const kernel::BatchSums sums = source_of(batches[b]).account(b, law_of(batches[b]), one.batch());
      result[first + k].lost = in_joules({sums.damping, sums.friction, sums.rolling, sums.model});
    }
  }
  return result;
}

template std::vector<ContactDeed<2>> ContactSet<2>::deeds(const world::Bodies<2>&, std::span<const Motion<2>>,
                                                          const Candidates<2>&, double, double);
template std::vector<ContactDeed<3>> ContactSet<3>::deeds(const world::Bodies<3>&, std::span<const Motion<3>>,
                                                          const Candidates<3>&, double, double);

}  // namespace scree::step
