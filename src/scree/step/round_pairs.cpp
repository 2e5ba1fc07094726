// Discs with discs, spheres with spheres. Most candidates are decided by coarse copies of their places; all
// that a law needs follows from the motion of the two bodies, so that contacts are a bit each and nothing
// more. Cost: a few instructions per candidate, eight at a time.
#include "scree/step/sources.h"

namespace scree::step {
namespace {

template <int D>
class RoundPairs final : public ContactSource<D> {
 public:
  using ContactSource<D>::ContactSource;

  std::size_t find(const Look<D>& look, const kernel::TouchSearch<D>& search, std::size_t batch,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    const kernel::Kernels<D>& kernels = this->settings().kernels;
    const kernel::CandidateBatch input = look.candidates.batch_for_kernel(batch, earlier.groups, now.groups);
    const std::size_t contacts = kernels.find_touching(search, input);
    const law::Choice& law = this->law_of(look, batch);
    if (law.reaches()) kernels.laws[law.kind()][0].keep_bonds(search, law.constants(), input);
    return contacts;
  }
  ContactGeometry<D> geometry(const Look<D>& look, std::size_t, std::uint32_t entry,
                              std::size_t) const override {
    const Motion<D>& first = look.motion[look.candidates.first()[entry]];
    const Motion<D>& second = look.motion[look.candidates.second()[entry]];
    ContactGeometry<D> result;
    result.branch = second.position - first.position;
    if (const PeriodicBox<D>* const periodic = this->settings().periodic)
      result.branch = periodic->nearest(result.branch);
    const double distance = norm(result.branch);
    result.overlap = first.radius + second.radius - distance;
    result.point = first.position + ((first.radius - 0.5 * result.overlap) / distance) * result.branch;
    return result;
  }
  const kernel::ContactLoops<D>& loops(const kernel::LawKernels<D>& law) const override { return law.pairs; }
};

}  // namespace

template <int D>
std::unique_ptr<ContactSource<D>> make_round_pairs(const SourceSettings<D>& settings) {
  return std::make_unique<RoundPairs<D>>(settings);
}
template std::unique_ptr<ContactSource<2>> make_round_pairs(const SourceSettings<2>&);
template std::unique_ptr<ContactSource<3>> make_round_pairs(const SourceSettings<3>&);

}  // namespace scree::step
