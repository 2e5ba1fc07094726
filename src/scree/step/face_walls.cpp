// Triangulated bodies at walls: a contact for each patch of a body that a surface of a wall presses on.
#include "scree/contact/sphere_wall.h"
#include "scree/step/face_source.h"
#include "scree/step/sources.h"
#include "scree/step/wall_faces.h"

namespace scree::step {
namespace {

class FaceWallSource final : public FaceSource {
 public:
  explicit FaceWallSource(const SourceSettings<3>& settings)
      : FaceSource(settings), walls_(settings.walls, settings.periodic) {}

  void prepare(const world::Bodies<3>& bodies, const Candidates<3>& candidates) override {
    FaceSource::prepare(bodies, candidates);
    if (bodies.any_shaped()) walls_.update(bodies);
  }

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
      if (is_near(look, batch.begin + k))
        now.groups[k / 8].touches = static_cast<std::uint8_t>(now.groups[k / 8].touches | 1u << (k % 8));
    }
  }
  /// What has no end is near or not; lists of near faces tell of the rest.
  bool is_near(const Look<3>& look, std::uint32_t entry) const {
    const world::Facet<3>& wall = facet(look, entry);
    if (!std::holds_alternative<shape::Plane<3>>(wall.surface)) return true;
    const Motion<3>& motion = look.motion[look.candidates.first()[entry]];
    return contact::nearest(wall, settings().walls.states[wall.wall].pose, motion.position).distance <=
           motion.radius;
  }
  FaceMeeting meeting(const Look<3>& look, std::uint32_t entry) const override {
    const Slot body = look.candidates.first()[entry];
    return {shapes().party(look, body), walls_.party(look.candidates.second()[entry]),
            shapes().sizes(look, body), std::nullopt};
  }

  WallFaces walls_;
};

}  // namespace

std::unique_ptr<ContactSource<3>> make_face_walls(const SourceSettings<3>& settings) {
  return std::make_unique<FaceWallSource>(settings);
}

}  // namespace scree::step
