// Round bodies and triangulated ones: a contact for each place of the surface where the distance has a
// minimum, as at a mesh of a wall (round_meshes.cpp), but the surface is that of a body that moves and is
// moved. The law is that of round bodies; halos are not felt.
//
// Laws see a ball at a wall with the velocity of the other body's surface. The ball that they see weighs what
// both bodies weigh together against an impulse along the normal, so that dampings are right for blows beside
// the centre, too.
#include "scree/base/inertia.h"
#include "scree/step/patch_rows.h"
#include "scree/step/sources.h"

namespace scree::step {
namespace {

class RoundFaces final : public ContactSource<3> {
 public:
  using ContactSource<3>::ContactSource;

  void prepare(const world::Bodies<3>& bodies, const Candidates<3>& candidates) override {
    of_batch_.resize(candidates.batches().size());
    for (std::size_t k = meshes_.size(); k < bodies.shape_count(); ++k) {
      const shape::RigidMesh& one = *(*bodies.meshes)[k].mesh;
      meshes_.emplace_back(shape::MeshData<3>{{one.vertices().begin(), one.vertices().end()},
                                              {one.triangles().begin(), one.triangles().end()}});
    }
  }

  std::size_t find(const Look<3>& look, const kernel::TouchSearch<3>& search, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    // Spheres around the bodies first.
    settings().kernels.find_touching(search, look.candidates.batch_for_kernel(b, earlier.groups, now.groups));
    const Batch& batch = look.candidates.batches()[b];
    of_batch_[b].clear();
    now.rows->clear();
    RowsByCandidate rows(*earlier.rows);
    Scratch scratch;
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) {
      unsigned touching = 0;
      for (unsigned rest = now.groups[group].touches | earlier.groups[group].touches; rest != 0;
           rest &= rest - 1) {
        const std::uint32_t entry = batch.begin + 8 * group + static_cast<std::uint32_t>(__builtin_ctz(rest));
        if (entry >= batch.begin + batch.count) continue;
        rows.seek(entry);
        const Meeting meeting = meet(look, entry, scratch);
        const std::size_t first = now.rows->size();
        scratch.numbers.clear();
        scratch.rows.append(*meeting.mesh, meeting.own, scratch.contacts,
                            {*earlier.rows, rows.begin(), rows.end()}, entry, *now.rows, scratch.numbers);
        for (std::size_t k = 0; k < scratch.numbers.size(); ++k) {
          const RowContact& row = (*now.rows)[first + k];
          add_point(look, b, meeting, row, scratch.numbers[k], scratch);
          if (row.touches) touching |= 1u << (entry % 8);
        }
      }
      now.groups[group].touches = static_cast<std::uint8_t>(touching);
    }
    of_batch_[b].pad();
    return now.rows->size();
  }

  void locate(const Look<3>& look, std::size_t b, const ConstBatchContacts& contacts) override {
    of_batch_[b].clear();
    Scratch scratch;
    const ContactRows& rows = *contacts.rows;
    for (std::uint32_t begin = 0, end = 0; begin < rows.size(); begin = end) {
      const std::uint32_t entry = rows[begin].entry;
      for (end = begin; end < rows.size() && rows[end].entry == entry;) ++end;
      const Meeting meeting = meet(look, entry, scratch);
      scratch.numbers.clear();
      scratch.rows.find_again(*meeting.mesh, meeting.own, scratch.contacts, {rows, begin, end},
                              scratch.numbers);
      for (std::uint32_t k = begin; k < end; ++k)
        add_point(look, b, meeting, rows[k], scratch.numbers[k - begin], scratch);
    }
    of_batch_[b].pad();
  }

  kernel::BatchSums evaluate(std::size_t b, const law::Choice& law,
                             const kernel::ContactBatch<3>& input) override {
    const kernel::BatchSums sums = ContactSource<3>::evaluate(b, law, as_balls(b, input));
    for (std::size_t k = 0; k < input.count; ++k)
      share_between_bodies(of_batch_[b].sides[k], of_batch_[b].points[k], input.force + k * input.force_width,
                           input.force_width);
    return sums;
  }
  Quanta stored(std::size_t b, const law::Choice& law, const kernel::ContactBatch<3>& input) override {
    return ContactSource<3>::stored(b, law, as_balls(b, input));
  }
  ContactGeometry<3> geometry(const Look<3>& look, std::size_t b, std::uint32_t entry,
                              std::size_t index) const override {
    const Side& side = of_batch_[b].sides[index];
    const kernel::SurfacePoint<3>& surface = of_batch_[b].points[index];
    const Motion<3>& ball = look.motion[side.ball];
    ContactGeometry<3> result;
    result.overlap = ball.radius - surface.distance;
    result.branch = side.ball_is_first ? side.to_body : -side.to_body;
    // Beside the first body, which may be a copy of where the ball was looked at.
    const Vec3 from_ball = -surface.distance * surface.normal;
    result.point = look.motion[look.candidates.first()[entry]].position +
                   (side.ball_is_first ? from_ball : from_ball - side.to_body);
    return result;
  }
  const kernel::ContactLoops<3>& loops(const kernel::LawKernels<3>& law) const override { return law.walls; }

 private:
  struct Scratch {
    std::vector<std::uint32_t> near;
    std::vector<shape::MeshContact<3>> contacts;
    shape::Mesh<3>::Workspace workspace;
    PatchRows<3> rows;
    std::vector<int> numbers;  // of contacts, by row
  };
  struct Meeting {
    Slot ball, body;
    bool ball_is_first;
    const shape::Mesh<3>* mesh;
    Vec3 to_body;  // [m] from the ball's centre to the body's
    Vec3 own;      // the ball's centre in the body's frame
  };
  struct Side {
    Slot ball;
    bool ball_is_first;
    Vec3 to_body;
  };
  struct OfBatch {
    AlignedVector<kernel::SurfacePoint<3>> points;
    AlignedVector<Motion<3>> balls;  // as laws see them
    std::vector<Side> sides;
    std::vector<kernel::BodyOffset> offsets;  // of the balls, up to the next multiple of eight

    void clear() {
      points.clear();
      balls.clear();
      sides.clear();
    }
    void pad() {
      offsets.clear();
      if (balls.empty()) return;
      const auto last = static_cast<kernel::BodyOffset>(balls.size() - 1);
      for (kernel::BodyOffset k = 0; k < (last + 8) / 8 * 8 + 8; ++k)
        offsets.push_back(std::min(k, last) * kernel::doubles_per_body<3>);
    }
  };

  /// Leaves the contacts in the scratch.
  Meeting meet(const Look<3>& look, std::uint32_t entry, Scratch& scratch) const {
    const Slot first = look.candidates.first()[entry], second = look.candidates.second()[entry];
    Meeting meeting;
    meeting.ball_is_first = !look.bodies.is_mesh(first);
    meeting.ball = meeting.ball_is_first ? first : second;
    meeting.body = meeting.ball_is_first ? second : first;
    meeting.mesh = &meshes_[look.bodies.shape[meeting.body] - 1];
    const Motion<3>& ball = look.motion[meeting.ball];
    // One orientation, so that a swap of storage changes no bit.
    Vec3 between = look.motion[second].position - look.motion[first].position;
    if (const PeriodicBox<3>* const box = settings().periodic; box != nullptr)
      between = box->nearest(between);
    meeting.to_body = meeting.ball_is_first ? between : -between;
    meeting.own = rotate(inverse(look.orientation[meeting.body]), -meeting.to_body);
    scratch.near.clear();
    meeting.mesh->find_near(meeting.own, ball.radius, scratch.near);
    meeting.mesh->find_contacts(meeting.own, ball.radius, scratch.near, scratch.workspace, scratch.contacts);
    return meeting;
  }

  /// A contact that has just ended still needs the direction in which it was.
  void add_point(const Look<3>& look, std::size_t b, const Meeting& meeting, const RowContact& row,
                 int number, const Scratch& scratch) {
    const Motion<3>&ball = look.motion[meeting.ball], &body = look.motion[meeting.body];
    const shape::MeshContact<3> contact = number >= 0 ? scratch.contacts[static_cast<std::size_t>(number)]
                                                      : meeting.mesh->nearest(row.piece, meeting.own);
    kernel::SurfacePoint<3> point;
    point.normal = rotate(look.orientation[meeting.body], contact.normal);
    point.distance = row.touches ? contact.distance : std::numeric_limits<double>::infinity();
    const Vec3 arm = -ball.radius * point.normal - meeting.to_body;  // of the body
    point.velocity = body.velocity + cross(body.spin, arm);
    point.spin = body.spin;
    Motion<3> seen = ball;
    if (!is_fixed(body)) {
      const Vec3 lever = cross(arm, point.normal);
      const Vec3 turned =
          spin_of(look.bodies.inertia_of(meeting.body), look.orientation[meeting.body], lever);
      seen.inverse_mass += body.inverse_mass + dot(lever, turned);
    }
    of_batch_[b].points.push_back(point);
    of_batch_[b].balls.push_back(seen);
    of_batch_[b].sides.push_back({meeting.ball, meeting.ball_is_first, meeting.to_body});
  }

  kernel::ContactBatch<3> as_balls(std::size_t b, const kernel::ContactBatch<3>& input) const {
    kernel::ContactBatch<3> balls = input;
    balls.motion = of_batch_[b].balls.data();
    balls.first = balls.second = of_batch_[b].offsets.data();
    balls.surface = of_batch_[b].points.data();
    balls.periodic = nullptr;
    return balls;
  }

  /// From the force on a ball at a wall to that on two bodies: torques that have nothing to do with each
  /// other are kept as their mean and half their difference.
  static void share_between_bodies(const Side& side, const kernel::SurfacePoint<3>& point, double* record,
                                   std::size_t width) {
    SCREE_ASSERT(width > 8);
    const Vec3 force{record[0], record[1], record[2]};
    const double radius = record[3];
    const Vec3 rolling{record[8], record[9], record[10]};
    const Vec3 on_ball = radius * Vec3{record[4], record[5], record[6]} + rolling;
    const Vec3 arm = -radius * point.normal - side.to_body;
    const Vec3 on_body = -cross(arm, force) - rolling;
    const double sign = side.ball_is_first ? 1 : -1;
    for (int k = 0; k < 3; ++k) {
      record[k] = sign * force[k];
      record[4 + k] = 0.5 * (on_ball[k] + on_body[k]);
      record[8 + k] = 0.5 * sign * (on_ball[k] - on_body[k]);
    }
    record[3] = record[7] = 1;
  }

  std::vector<shape::Mesh<3>> meshes_;  // by number of shape from 0
  std::vector<OfBatch> of_batch_;
};

}  // namespace

std::unique_ptr<ContactSource<3>> make_round_faces(const SourceSettings<3>& settings) {
  return std::make_unique<RoundFaces>(settings);
}

}  // namespace scree::step
