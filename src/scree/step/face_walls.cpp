// Triangulated bodies at walls made of planes: a contact for each patch of a body that a plane presses on.
#include "scree/contact/sphere_wall.h"
#include "scree/step/face_source.h"
#include "scree/step/sources.h"

namespace scree::step {
namespace {

class FaceWallSource final : public FaceSource {
 public:
  explicit FaceWallSource(const SourceSettings<3>& settings) : FaceSource(settings), walls_(settings.walls) {}

 private:
  SourceKind kind() const override { return SourceKind::face_walls; }
  const world::Facet<3>& facet(const Look<3>& look, std::uint32_t entry) const {
    return settings().walls.facets[look.candidates.second()[entry]];
  }
  void mark_near(const Look<3>& look, const kernel::TouchSearch<3>&, std::size_t b, const ConstBatchContacts&,
                 const BatchContacts& now) const override {
    const Batch& batch = look.candidates.batches()[b];
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) now.groups[group] = {};
    for (std::uint32_t k = 0; k < batch.count; ++k) {
      const Motion<3>& motion = look.motion[look.candidates.first()[batch.begin + k]];
      const world::Facet<3>& wall = facet(look, batch.begin + k);
      const double distance =
          contact::nearest(wall, settings().walls.states[wall.wall].pose, motion.position).distance;
      if (distance <= motion.radius)
        now.groups[k / 8].touches = static_cast<std::uint8_t>(now.groups[k / 8].touches | 1u << (k % 8));
    }
  }
  FaceMeeting meeting(const Look<3>& look, std::uint32_t entry) const override {
    const Slot body = look.candidates.first()[entry];
    return {shapes().party(look, body), walls_.party(facet(look, entry)), shapes().sizes(look, body),
            std::nullopt};
  }

  FaceWalls walls_;
};

}  // namespace

std::unique_ptr<ContactSource<3>> make_face_walls(const SourceSettings<3>& settings) {
  return std::make_unique<FaceWallSource>(settings);
}

}  // namespace scree::step
