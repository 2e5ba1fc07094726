// Polygons at walls, part by part: one contact with a plane, a box or a post, as many as corners stick out
// with a round hole, as many as there are stretches inside with a chain of segments.
#include <limits>

#include "scree/contact/polygon_chain.h"
#include "scree/contact/sphere_wall.h"
#include "scree/step/patch_rows.h"
#include "scree/step/polygon_parts.h"
#include "scree/step/sources.h"
#include "scree/step/wall_images.h"

namespace scree::step {
namespace {

constexpr std::uint32_t no_block = 0xffff'ffffu;

class PolygonWalls final : public ContactSource<2> {
 public:
  explicit PolygonWalls(const SourceSettings<2>& settings)
      : ContactSource<2>(settings), images_(settings.walls, settings.periodic) {}

  void see_walls() override { images_.update(); }

  void prepare(const world::Bodies<2>& bodies, const Candidates<2>& candidates) override {
    points_.resize(candidates.batches().size());
    if (!bodies.any_shaped()) return;
    first_entry_ = candidates.first_wall_entry();
    hints_.assign(candidates.entry_count() - first_entry_, {});
    shifts_.assign(settings().periodic != nullptr ? hints_.size() : 0, {});
    if (block_of_.size() == walls().facets.size()) return;
    block_of_.assign(walls().facets.size(), no_block);
    for (std::size_t k = 0; k < walls().facets.size(); ++k)
      if (const auto* const block = std::get_if<shape::Block<2>>(&walls().facets[k].surface)) {
        block_of_[k] = static_cast<std::uint32_t>(blocks_.size());
        blocks_.push_back(shape::ConvexPolygon::box(block->box.size()[0], block->box.size()[1]));
      }
  }

  std::size_t find(const Look<2>& look, const kernel::TouchSearch<2>&, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    const Batch& batch = look.candidates.batches()[b];
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) now.groups[group] = {};
    now.rows->clear();
    points_[b].clear();
    Scratch scratch(settings().interactions.law(batch.interaction).acts_on_line());
    RowsByCandidate rows(*earlier.rows);
    for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.count; ++entry) {
      rows.seek(entry);
      choose_image(look, entry);
      const std::size_t first = now.rows->size();
      const EarlierRows known{*earlier.rows, rows.begin(), rows.end()};
      if (is_patch(look, entry))
        meet_patch(look, entry, known, scratch, *now.rows, points_[b]);
      else
        meet_facet(look, entry, known, scratch, *now.rows, points_[b]);
      for (std::size_t k = first; k < now.rows->size(); ++k) {
        if (!(*now.rows)[k].touches) continue;
        kernel::ContactGroup& group = now.groups[(entry - batch.begin) / 8];
        group.touches = static_cast<std::uint8_t>(group.touches | 1u << (entry % 8));
      }
    }
    return points_[b].size();
  }

  void locate(const Look<2>& look, std::size_t b, const ConstBatchContacts& contacts) override {
    const Batch& batch = look.candidates.batches()[b];
    AlignedVector<kernel::GivenPoint>& points = points_[b];
    points.clear();
    Scratch scratch(settings().interactions.law(batch.interaction).acts_on_line());
    const ContactRows& rows = *contacts.rows;
    for (std::uint32_t begin = 0, end = 0; begin < rows.size(); begin = end) {
      const std::uint32_t entry = rows[begin].entry;
      for (end = begin; end < rows.size() && rows[end].entry == entry;) ++end;
      choose_image(look, entry);
      if (is_patch(look, entry)) {
        const Patch patch = look_at_patch(look, entry, scratch);
        scratch.numbers.clear();
        scratch.rows.find_again(*patch.chain, patch.own, scratch.of_patch, {rows, begin, end},
                                scratch.numbers);
        for (std::uint32_t k = begin; k < end; ++k)
          points.push_back(point_on_chain(look, entry, rows[k], scratch.numbers[k - begin], patch, scratch));
      } else {
        look_at_facet(look, entry, true, scratch);
        for (std::uint32_t k = begin; k < end; ++k)
          points.push_back(
              point_at(look, entry, touch_number(rows[k].ordinal, rows[k].touches, scratch), scratch));
      }
    }
  }

  void describe(const Look<2>&, std::size_t b, const ConstBatchContacts&,
                AlignedVector<kernel::SurfacePoint<2>>&, kernel::ContactBatch<2>& input) const override {
    input.given = points_[b].data();
  }
  ContactGeometry<2> geometry(const Look<2>& look, std::size_t b, std::uint32_t entry,
                              std::size_t index) const override {
    const kernel::GivenPoint& given = points_[b][index];
    return {look.motion[look.candidates.first()[entry]].position + given.first_arm, given.first_arm,
            given.overlap};
  }
  Vec2 shift_to_wall(const Look<2>&, std::uint32_t entry) const override { return shift_at(entry); }
  const kernel::ContactLoops<2>& loops(const kernel::LawKernels<2>& law) const override { return law.given; }

 private:
  struct Scratch {
    explicit Scratch(bool on_line_wanted) : on_line(on_line_wanted) {}

    bool on_line;  // where the batch's law wants its force
    contact::ClipSpace space;
    std::vector<contact::PolygonTouch> touches;  // with a plain facet, by ordinal
    // Of the part of a body and the chain that were looked at last.
    Slot body = world::Bodies<2>::no_slot;
    std::uint32_t part = 0, wall = 0;
    std::vector<std::uint32_t> near;
    std::vector<contact::ChainTouch> chain_touches;
    std::vector<std::size_t> of_patch_number;  // in chain_touches
    std::vector<shape::MeshContact<2>> of_patch;
    PatchRows<2> rows;
    std::vector<int> numbers;  // of contacts in of_patch, by row
  };
  /// A part of a body at a patch of a chain.
  struct Patch {
    const shape::Mesh<2>* chain;
    Vec2 own;  // the part's centre in the chain's frame
  };

  const world::Walls<2>& walls() const { return settings().walls; }
  const world::Facet<2>& facet_at(const Look<2>& look, std::uint32_t entry) const {
    return walls().facets[look.candidates.second()[entry]];
  }
  bool is_patch(const Look<2>& look, std::uint32_t entry) const {
    return std::holds_alternative<world::Patch>(facet_at(look, entry).surface);
  }
  PlacedPart part_at(const Look<2>& look, std::uint32_t entry) const {
    return part_of(look, look.candidates.first()[entry], look.candidates.parts(entry));
  }
  /// Where the body is, seen from the copy of the wall that it meets.
  Vec2 place_of(const Look<2>& look, std::uint32_t entry) const {
    return look.motion[look.candidates.first()[entry]].position + shift_at(entry);
  }
  Vec2 shift_at(std::uint32_t entry) const {
    return shifts_.empty() ? Vec2{} : shifts_[entry - first_entry_];
  }
  /// The frame of the part.
  Pose<2> pose_of(const Look<2>& look, std::uint32_t entry, const PlacedPart& part) const {
    return {look.orientation[look.candidates.first()[entry]], place_of(look, entry) + part.offset};
  }
  /// Of the wall and its copies a body meets the one whose surface is nearest to its centre.
  void choose_image(const Look<2>& look, std::uint32_t entry) {
    if (shifts_.empty()) return;
    const world::Facet<2>& facet = facet_at(look, entry);
    const Motion<2>& motion = look.motion[look.candidates.first()[entry]];
    const Pose<2>& pose = walls().states[facet.wall].pose;
    double nearest = std::numeric_limits<double>::infinity();
    images_.for_each_shift(facet.wall, motion.position, motion.radius, [&](const Vec2& shift) {
      double here = std::numeric_limits<double>::infinity();
      if (const shape::Mesh<2>* const chain = walls().meshes[facet.wall].get())
        chain->visit_near(to_own(pose, motion.position + shift), motion.radius,
                          [&](std::uint32_t, double distance) { here = std::min(here, distance); });
      else
        here = contact::nearest(facet, pose, motion.position + shift).distance;
      if (shift != Vec2{} && !(here < nearest)) return;
      nearest = here;
      shifts_[entry - first_entry_] = shift;
    });
  }

  kernel::GivenPoint point_at(const Look<2>& look, std::uint32_t entry, const contact::PolygonTouch& touch,
                              const Scratch& scratch) const {
    const Slot body = look.candidates.first()[entry];
    kernel::GivenPoint point =
        point_of({touch, look.orientation[body], part_at(look, entry).offset}, scratch.on_line);
    point.length = length_of(look.bodies, body, scratch.on_line);
    const world::WallVelocity<2>& wall = walls().states[facet_at(look, entry).wall].velocity;
    point.velocity = wall.at(place_of(look, entry) + point.first_arm);
    point.spin = wall.spin;
    return point;
  }

  /// Of a plain facet; one that has ended has the direction of any other.
  static contact::PolygonTouch touch_number(std::uint32_t ordinal, bool touches, const Scratch& scratch) {
    contact::PolygonTouch touch = scratch.touches[ordinal < scratch.touches.size() ? ordinal : 0];
    if (!touches) touch.depth = 0;
    return touch;
  }

  void meet_facet(const Look<2>& look, std::uint32_t entry, const EarlierRows& earlier, Scratch& scratch,
                  ContactRows& rows, AlignedVector<kernel::GivenPoint>& points) {
    bool any_known = false;
    for (std::uint32_t k = earlier.begin; k < earlier.end; ++k) any_known |= earlier.rows[k].touches;
    look_at_facet(look, entry, any_known, scratch);
    std::uint32_t known = earlier.begin;
    for (std::uint32_t ordinal = 0; ordinal < scratch.touches.size() || known < earlier.end; ++ordinal) {
      std::uint32_t before = 0;
      if (known < earlier.end && earlier.rows[known].ordinal == ordinal) {
        if (earlier.rows[known].touches) before = known + 1;
        ++known;
      }
      const bool touches = ordinal < scratch.touches.size() && scratch.touches[ordinal].depth > 0;
      if (!touches && before == 0) continue;
      rows.push_back({entry, ordinal, 0, before, touches});
      points.push_back(point_at(look, entry, touch_number(ordinal, touches, scratch), scratch));
    }
  }

  /// Fills scratch.touches, in the frame of the part. With `is_wanted`, also the direction of one that has
  /// ended.
  void look_at_facet(const Look<2>& look, std::uint32_t entry, bool is_wanted, Scratch& scratch) {
    const world::Facet<2>& facet = facet_at(look, entry);
    const PlacedPart part = part_at(look, entry);
    const Pose<2> pose = pose_of(look, entry, part);
    const world::WallState<2>& wall = walls().states[facet.wall];
    contact::PolygonHint& hint = hints_[entry - first_entry_];
    scratch.touches.resize(1);
    contact::PolygonTouch& touch = scratch.touches[0];
    if (const auto* const plane = std::get_if<shape::Plane<2>>(&facet.surface)) {
      const Vec2 normal = rotate(wall.pose.rotation, plane->normal);
      const double height = dot(pose.offset - to_scene(wall.pose, plane->point), normal);
      touch = contact::touch_plane(part.polygon, rotate(inverse(pose.rotation), normal), height);
    } else if (const auto* const block = std::get_if<shape::Block<2>>(&facet.surface)) {
      const Vec2 centre = to_scene(wall.pose, 0.5 * (block->box.lo + block->box.hi));
      const contact::PolygonPair pair(part.polygon, pose.rotation,
                                      {&blocks_[block_of_[look.candidates.second()[entry]]], 1},
                                      wall.pose.rotation, centre - pose.offset);
      touch = contact::touch_polygons(pair, hint, is_wanted, scratch.space);
    } else {
      look_at_circle(look, entry, std::get<shape::Circle>(facet.surface), part, pose, scratch);
    }
  }
  void look_at_circle(const Look<2>& look, std::uint32_t entry, const shape::Circle& circle,
                      const PlacedPart& part, const Pose<2>& pose, Scratch& scratch) {
    const Vec2 centre = to_scene(walls().states[facet_at(look, entry).wall].pose, circle.centre);
    const Vec2 own = rotate(inverse(pose.rotation), centre - pose.offset);
    if (!circle.solid) {
      contact::touch_rim(part.polygon, own, circle.radius, scratch.touches);
      return;
    }
    contact::PolygonHint& hint = hints_[entry - first_entry_];
    std::uint32_t nearest_edge = hint.first_feature;
    contact::PolygonTouch& touch = scratch.touches[0];
    touch = contact::touch_disc(part.polygon, own, circle.radius, nearest_edge);
    hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
    const Slot body = look.candidates.first()[entry];
    if (touch.depth > 0 && is_felt_by_another(look.bodies.polygon_of(body), look.motion[body].radius,
                                              look.candidates.parts(entry),
                                              rotate(inverse(pose.rotation), centre - place_of(look, entry))))
      touch.depth = 0;
  }

  void meet_patch(const Look<2>& look, std::uint32_t entry, const EarlierRows& earlier, Scratch& scratch,
                  ContactRows& rows, AlignedVector<kernel::GivenPoint>& points) {
    const Patch patch = look_at_patch(look, entry, scratch);
    const std::size_t first = rows.size();
    scratch.numbers.clear();
    scratch.rows.append(*patch.chain, patch.own, scratch.of_patch, earlier, entry, rows, scratch.numbers);
    for (std::size_t k = 0; k < scratch.numbers.size(); ++k)
      points.push_back(point_on_chain(look, entry, rows[first + k], scratch.numbers[k], patch, scratch));
  }

  /// Fills scratch.of_patch. The chain is cut once for all its patches that a part has as candidates.
  Patch look_at_patch(const Look<2>& look, std::uint32_t entry, Scratch& scratch) const {
    const world::Facet<2>& facet = facet_at(look, entry);
    const Slot body = look.candidates.first()[entry];
    const PlacedPart part = part_at(look, entry);
    const Pose<2> body_pose = pose_of(look, entry, part);
    const Pose<2>& pose = walls().states[facet.wall].pose;
    const Patch patch{walls().meshes[facet.wall].get(), to_own(pose, body_pose.offset)};
    const Pose<2> seen{compose(inverse(body_pose.rotation), pose.rotation), to_own(body_pose, pose.offset)};
    if (body != scratch.body || look.candidates.parts(entry) != scratch.part || facet.wall != scratch.wall) {
      scratch.body = body;
      scratch.part = look.candidates.parts(entry);
      scratch.wall = facet.wall;
      scratch.near.clear();
      if (!look.candidates.near_pieces(facet.wall)
               .find(body, to_own(pose, place_of(look, entry)), look.motion[body].radius, scratch.near))
        patch.chain->find_near(patch.own, part.polygon.radius(), scratch.near);
      contact::touch_chain(part.polygon, *patch.chain, seen, scratch.near, scratch.chain_touches);
    }
    scratch.of_patch.clear();
    scratch.of_patch_number.clear();
    for (std::size_t k = 0; k < scratch.chain_touches.size(); ++k) {
      const contact::ChainTouch& touch = scratch.chain_touches[k];
      if (touch.patch != facet.feature) continue;
      scratch.of_patch_number.push_back(k);
      scratch.of_patch.push_back(
          {touch.piece, touch.patch, rotate(inverse(seen.rotation), touch.touch.normal), 0});
    }
    return patch;
  }

  kernel::GivenPoint point_on_chain(const Look<2>& look, std::uint32_t entry, const RowContact& row,
                                    int number, const Patch& patch, const Scratch& scratch) const {
    if (number >= 0)
      return point_at(look, entry,
                      scratch.chain_touches[scratch.of_patch_number[static_cast<std::size_t>(number)]].touch,
                      scratch);
    // A contact that has just ended still needs the direction in which it was.
    contact::PolygonTouch ended;
    const Pose<2>& wall = walls().states[facet_at(look, entry).wall].pose;
    const auto nearest = patch.chain->nearest(row.piece, patch.own);
    const Rotation<2>& turn = look.orientation[look.candidates.first()[entry]];
    ended.normal = rotate(inverse(turn), rotate(wall.rotation, nearest.normal));
    ended.centroid = ended.middle = -nearest.distance * ended.normal;
    return point_at(look, entry, ended, scratch);
  }

  WallImages<2> images_;
  std::uint32_t first_entry_ = 0;
  std::vector<Vec2> shifts_;                   // by wall entry, to the copy that is met; in periodic boxes
  std::vector<shape::ConvexPolygon> blocks_;   // of solid boxes
  std::vector<std::uint32_t> block_of_;        // by facet
  AlignedVector<contact::PolygonHint> hints_;  // by wall entry
  GivenPoints points_;
};

}  // namespace

std::unique_ptr<ContactSource<2>> make_polygon_walls(const SourceSettings<2>& settings) {
  return std::make_unique<PolygonWalls>(settings);
}

}  // namespace scree::step
