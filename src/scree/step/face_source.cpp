#include "scree/step/face_source.h"

#include "scree/base/error.h"

namespace scree::step {
namespace {

const law::HaloFaces& law_of(const Interactions& interactions, const Batch& batch) {
  const law::Choice& law = interactions.law(batch.interaction);
  SCREE_ASSERT(law.of_faces());
  return *static_cast<const law::HaloFaces*>(law.constants());
}

}  // namespace

FaceSource::PairKey FaceSource::key_of(const world::Bodies<3>& bodies, const Candidates<3>& candidates,
                                       const Batch& batch, std::uint32_t entry) const {
  const std::uint32_t second = candidates.second()[entry];
  return {bodies.id[candidates.first()[entry]], batch.wall ? second : bodies.id[second]};
}

void FaceSource::prepare(const world::Bodies<3>& bodies, const Candidates<3>& candidates) {
  if (!bodies.any_shaped()) return;
  shapes_.update(bodies);
  // Lists of near faces live on: making them is most of the cost of a new candidate list.
  std::map<PairKey, contact::NearTriangles> known;
  for (std::size_t b = 0; b < of_batch_.size(); ++b)
    for (std::size_t k = 0; k < keys_[b].size(); ++k)
      known.emplace(keys_[b][k], std::move(of_batch_[b].lists()[k]));
  const std::vector<Batch>& batches = candidates.batches();
  of_batch_.resize(batches.size());
  keys_.assign(batches.size(), {});
  for (std::size_t b = 0; b < batches.size(); ++b) {
    std::vector<contact::NearTriangles> lists;
    if (batches[b].source == kind()) {
      lists.resize(batches[b].count);
      for (std::uint32_t k = 0; k < batches[b].count; ++k) {
        keys_[b].push_back(key_of(bodies, candidates, batches[b], batches[b].begin + k));
        if (const auto found = known.find(keys_[b].back()); found != known.end())
          lists[k] = std::move(found->second);
      }
    }
    of_batch_[b].set_lists(std::move(lists));
  }
}

void FaceSource::add(const Look<3>& look, std::size_t b, std::uint32_t entry,
                     const ConstBatchContacts& contacts, const RowsByCandidate& rows) {
  const std::span<const RowContact> own{contacts.rows->data() + rows.begin(), rows.end() - rows.begin()};
  of_batch_[b].add(meeting(look, entry), entry, entry - look.candidates.batches()[b].begin, own, rows.begin(),
                   contacts.memory + rows.begin() * contacts.memory_width, contacts.memory_width);
}

std::size_t FaceSource::find(const Look<3>& look, const kernel::TouchSearch<3>& search, std::size_t b,
                             const ConstBatchContacts& earlier, const BatchContacts& now) {
  mark_near(look, search, b, earlier, now);
  const Batch& batch = look.candidates.batches()[b];
  FaceContacts& contacts = of_batch_[b];
  contacts.begin(step::law_of(settings().interactions, batch));
  RowsByCandidate rows(*earlier.rows);
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group)
    for (unsigned rest = now.groups[group].touches | earlier.groups[group].touches; rest != 0;
         rest &= rest - 1) {
      const std::uint32_t entry = batch.begin + 8 * group + static_cast<std::uint32_t>(__builtin_ctz(rest));
      if (entry >= batch.begin + batch.count) continue;
      rows.seek(entry);
      add(look, b, entry, earlier, rows);
    }
  now.rows->clear();
  contacts.find(settings().kernels.triangles(), now.rows);
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group) now.groups[group].touches = 0;
  for (const RowContact& row : *now.rows) {
    if (!row.touches) continue;
    kernel::ContactGroup& group = now.groups[(row.entry - batch.begin) / 8];
    group.touches = static_cast<std::uint8_t>(group.touches | 1u << (row.entry % 8));
  }
  return now.rows->size();
}

void FaceSource::locate(const Look<3>& look, std::size_t b, const ConstBatchContacts& contacts) {
  FaceContacts& own = of_batch_[b];
  own.begin(step::law_of(settings().interactions, look.candidates.batches()[b]));
  RowsByCandidate rows(*contacts.rows);
  for (std::size_t k = 0; k < contacts.rows->size(); ++k) {
    const std::uint32_t entry = (*contacts.rows)[k].entry;
    if (k > 0 && (*contacts.rows)[k - 1].entry == entry) continue;
    rows.seek(entry);
    add(look, b, entry, contacts, rows);
  }
  own.find(settings().kernels.triangles(), nullptr);
}

kernel::BatchSums FaceSource::account(std::size_t, const law::Choice&, const kernel::ContactBatch<3>&) {
  // Integrators that book losses apart do not turn triangulated bodies.
  SCREE_ASSERT(false);
  return {};
}

Quanta FaceSource::stored(std::size_t b, const law::Choice&, const kernel::ContactBatch<3>& input) {
  double energy = of_batch_[b].energy();
  for (std::size_t k = 0; k < input.count; ++k)
    energy += FaceContacts::spring_energy(input.memory_after + k * input.memory_width);
  return to_quanta(energy * input.per_quantum, 1);
}

}  // namespace scree::step
