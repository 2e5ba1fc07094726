// Round bodies at walls of triangles or segments: a contact for each place of a patch where the distance has
// a minimum (see shape/mesh.h), as many as there are. What a body looks at follows it: a large mesh costs no
// more than a small one (see close_pieces.h).
#include <limits>

#include "scree/contact/sphere_wall.h"
#include "scree/step/close_pieces.h"
#include "scree/step/patch_rows.h"
#include "scree/step/sources.h"
#include "scree/step/wall_images.h"

namespace scree::step {
namespace {

constexpr double out_of_reach = std::numeric_limits<double>::infinity();

template <int D>
class RoundMeshes final : public ContactSource<D> {
 public:
  explicit RoundMeshes(const SourceSettings<D>& settings)
      : ContactSource<D>(settings), images_(settings.walls, settings.periodic) {}

  void see_walls() override { images_.update(); }

  void prepare(const world::Bodies<D>&, const Candidates<D>& candidates) override {
    const std::vector<Batch>& batches = candidates.batches();
    of_batch_.assign(batches.size(), {});
    for (std::size_t b = candidates.first_wall_batch(); b < batches.size(); ++b) {
      if (batches[b].source != SourceKind::round_meshes) continue;
      std::vector<Meeting>& meetings = of_batch_[b].meetings;
      for (std::uint32_t entry = batches[b].begin; entry < batches[b].begin + batches[b].count; ++entry) {
        const Slot body = candidates.first()[entry];
        const std::uint32_t wall = walls().facets[candidates.second()[entry]].wall;
        if (!meetings.empty() && meetings.back().body == body && meetings.back().wall == wall)
          meetings.back().end = entry + 1;
        else
          meetings.push_back({entry, entry + 1, body, wall, {}, {}});
      }
    }
  }

  std::size_t find(const Look<D>& look, const kernel::TouchSearch<D>&, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    const Batch& batch = look.candidates.batches()[b];
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) now.groups[group] = {};
    now.rows->clear();
    of_batch_[b].points.clear();
    Scratch scratch;
    RowsByCandidate rows(*earlier.rows);
    const law::Choice& law = this->law_of(look, b);
    for (Meeting& meeting : of_batch_[b].meetings)
      meet(look, law, meeting, scratch, [&](std::uint32_t entry, const Vec<D>& own) {
        rows.seek(entry);
        const std::size_t first = now.rows->size();
        scratch.numbers.clear();
        scratch.rows.append(mesh_of(meeting), own, scratch.of_patch,
                            {*earlier.rows, rows.begin(), rows.end()}, entry, *now.rows, scratch.numbers,
                            {law.reaches() ? &law : nullptr, look.motion[meeting.body].radius});
        for (std::size_t k = 0; k < scratch.numbers.size(); ++k) {
          const RowContact& row = (*now.rows)[first + k];
          add_point(look, b, meeting, row, scratch.numbers[k], own, scratch);
          if (!row.touches) continue;
          kernel::ContactGroup& group = now.groups[(entry - batch.begin) / 8];
          group.touches = static_cast<std::uint8_t>(group.touches | 1u << (entry % 8));
        }
      });
    return now.rows->size();
  }

  void locate(const Look<D>& look, std::size_t b, const ConstBatchContacts& contacts) override {
    of_batch_[b].points.clear();
    Scratch scratch;
    RowsByCandidate rows(*contacts.rows);
    for (Meeting& meeting : of_batch_[b].meetings)
      meet(look, this->law_of(look, b), meeting, scratch, [&](std::uint32_t entry, const Vec<D>& own) {
        rows.seek(entry);
        scratch.numbers.clear();
        scratch.rows.find_again(mesh_of(meeting), own, scratch.of_patch,
                                {*contacts.rows, rows.begin(), rows.end()}, scratch.numbers);
        for (std::uint32_t k = rows.begin(); k < rows.end(); ++k)
          add_point(look, b, meeting, (*contacts.rows)[k], scratch.numbers[k - rows.begin()], own, scratch);
      });
  }

  void describe(const Look<D>&, std::size_t b, const ConstBatchContacts&,
                AlignedVector<kernel::SurfacePoint<D>>&, kernel::ContactBatch<D>& input) const override {
    input.surface = of_batch_[b].points.data();
  }
  ContactGeometry<D> geometry(const Look<D>& look, std::size_t b, std::uint32_t entry,
                              std::size_t index) const override {
    return geometry_of(of_batch_[b].points[index], look.motion[look.candidates.first()[entry]]);
  }
  Vec<D> shift_to_wall(const Look<D>& look, std::uint32_t entry) const override {
    for (const OfBatch& batch : of_batch_) {
      const auto after =
          std::upper_bound(batch.meetings.begin(), batch.meetings.end(), entry,
                           [](std::uint32_t value, const Meeting& meeting) { return value < meeting.end; });
      if (after != batch.meetings.end() && after->begin <= entry) return after->shift;
    }
    static_cast<void>(look);
    return {};
  }
  const kernel::ContactLoops<D>& loops(const kernel::LawKernels<D>& law) const override { return law.walls; }

 private:
  /// A body with a wall: all its candidates, one per patch.
  struct Meeting {
    std::uint32_t begin, end;  // entries
    Slot body;
    std::uint32_t wall;
    ClosePieces<D> close;
    Vec<D> shift;  // to the copy of the wall that it was found to touch
  };
  struct OfBatch {
    std::vector<Meeting> meetings;
    AlignedVector<kernel::SurfacePoint<D>> points;  // by row
  };
  struct Scratch {
    typename ClosePieces<D>::Scratch close;
    std::vector<shape::MeshContact<D>> found, contacts, of_patch;
    typename shape::Mesh<D>::Workspace workspace;
    PatchRows<D> rows;
    std::vector<int> numbers;  // of contacts in of_patch, by row
  };

  const world::Walls<D>& walls() const { return this->settings().walls; }
  const shape::Mesh<D>& mesh_of(const Meeting& meeting) const { return *walls().meshes[meeting.wall]; }

  /// Finds the contacts of a body with a mesh, and where a law reaches beyond touching also the places that
  /// may go on as contacts. Calls visit(entry, place of the body in the mesh's frame) for each patch, with
  /// its contacts in scratch.of_patch.
  template <class Visit>
  void meet(const Look<D>& look, const law::Choice& law, Meeting& meeting, Scratch& scratch,
            Visit&& visit) const {
    const shape::Mesh<D>& mesh = mesh_of(meeting);
    const Motion<D>& motion = look.motion[meeting.body];
    const double ball =
        motion.radius + (law.reaches() ? this->settings().interactions.reach(motion.radius) : 0);
    Vec<D> own;
    double nearest = out_of_reach;
    scratch.contacts.clear();
    images_.for_each_shift(meeting.wall, motion.position, ball, [&](const Vec<D>& shift) {
      const Vec<D> place = to_own(walls().states[meeting.wall].pose, motion.position + shift);
      const auto find = [&](double reach, std::vector<std::uint32_t>& pieces) {
        if (!look.candidates.near_pieces(meeting.wall).find(meeting.body, place, reach, pieces))
          mesh.find_near(place, reach, pieces);
      };
      mesh.find_contacts(place, ball, meeting.close.due(mesh, place, ball, find, scratch.close),
                         scratch.workspace, scratch.found);
      meeting.close.note(scratch.workspace.looked_at(), place, ball, scratch.close);
      const double here = scratch.found.empty() ? out_of_reach : scratch.found.front().distance;
      if (shift != Vec<D>{} && !(here < nearest)) return;
      nearest = here;
      own = place;
      meeting.shift = shift;
      std::swap(scratch.contacts, scratch.found);
    });
    for (std::uint32_t entry = meeting.begin; entry < meeting.end; ++entry) {
      const std::uint32_t patch = walls().facets[look.candidates.second()[entry]].feature;
      scratch.of_patch.clear();
      for (const shape::MeshContact<D>& contact : scratch.contacts)
        if (contact.patch == patch) scratch.of_patch.push_back(contact);
      visit(entry, own);
    }
  }
  /// A contact that has just ended still needs the direction in which it was.
  void add_point(const Look<D>& look, std::size_t b, const Meeting& meeting, const RowContact& row,
                 int number, const Vec<D>& own, const Scratch& scratch) {
    const world::WallState<D>& wall = walls().states[meeting.wall];
    const Motion<D>& motion = look.motion[meeting.body];
    const shape::MeshContact<D> contact = number >= 0 ? scratch.of_patch[static_cast<std::size_t>(number)]
                                                      : mesh_of(meeting).nearest(row.piece, own);
    const double distance = row.touches ? contact.distance : out_of_reach;
    of_batch_[b].points.push_back(
        contact::surface_point<D>({rotate(wall.pose.rotation, contact.normal), distance}, wall.velocity,
                                  motion.position + meeting.shift, motion.radius));
  }

  WallImages<D> images_;
  std::vector<OfBatch> of_batch_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSource<D>> make_round_meshes(const SourceSettings<D>& settings) {
  return std::make_unique<RoundMeshes<D>>(settings);
}
template std::unique_ptr<ContactSource<2>> make_round_meshes(const SourceSettings<2>&);
template std::unique_ptr<ContactSource<3>> make_round_meshes(const SourceSettings<3>&);

}  // namespace scree::step
