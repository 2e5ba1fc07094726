// Triangulated bodies with each other: a contact for each patch in which their faces press on each other.
#include "scree/step/face_source.h"
#include "scree/step/sources.h"

namespace scree::step {
namespace {

class FacePairs final : public FaceSource {
 public:
  using FaceSource::FaceSource;

 private:
  SourceKind kind() const override { return SourceKind::face_pairs; }
  void mark_near(const Look<3>& look, const kernel::TouchSearch<3>& search, std::size_t b,
                 const ConstBatchContacts& earlier, const BatchContacts& now) const override {
    // Spheres around the halos.
    settings().kernels.find_touching(search, look.candidates.batch_for_kernel(b, earlier.groups, now.groups));
  }
  FaceMeeting meeting(const Look<3>& look, std::uint32_t entry) const override {
    const Slot first = look.candidates.first()[entry], second = look.candidates.second()[entry];
    FaceMeeting meeting{shapes().party(look, first), shapes().party(look, second),
                        shapes().sizes(look, first), shapes().sizes(look, second)};
    if (const PeriodicBox<3>* const box = settings().periodic; box != nullptr) {
      const Vec3 here = meeting.first.pose.offset;
      meeting.second.pose.offset = here + box->nearest(meeting.second.pose.offset - here);
    }
    return meeting;
  }
};

}  // namespace

std::unique_ptr<ContactSource<3>> make_face_pairs(const SourceSettings<3>& settings) {
  return std::make_unique<FacePairs>(settings);
}

}  // namespace scree::step
