// Polygons with each other and with discs, part by part: one contact for each pair of convex parts, at the
// area that they share. Where two parts touched a step ago is where they are looked at first (Schinner 1999).
#include <algorithm>

#include "scree/step/polygon_parts.h"
#include "scree/step/sources.h"

namespace scree::step {
namespace {

class PolygonPairs final : public ContactSource<2> {
 public:
  using ContactSource<2>::ContactSource;

  void prepare(const world::Bodies<2>& bodies, const Candidates<2>& candidates) override {
    points_.resize(candidates.batches().size());
    if (bodies.any_shaped()) hints_.assign(candidates.first_wall_entry(), {});
  }

  std::size_t find(const Look<2>& look, const kernel::TouchSearch<2>& search, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    // Circles around the bodies first.
    settings().kernels.find_touching(search, look.candidates.batch_for_kernel(b, earlier.groups, now.groups));
    const Batch& batch = look.candidates.batches()[b];
    AlignedVector<kernel::GivenPoint>& points = points_[b];
    points.clear();
    now.rows->clear();
    RowsByCandidate rows(*earlier.rows);
    Scratch scratch;
    scratch.on_line = settings().interactions.law(batch.interaction).acts_on_line();
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) {
      const unsigned known = earlier.groups[group].touches;
      unsigned touching = 0;
      for (unsigned rest = now.groups[group].touches | known; rest != 0; rest &= rest - 1) {
        const std::uint32_t entry = batch.begin + 8 * group + static_cast<std::uint32_t>(__builtin_ctz(rest));
        const unsigned bit = 1u << (entry % 8);
        const bool is_known = (known & bit) != 0;
        kernel::GivenPoint point;
        const bool touches = look_at(look, entry, is_known, scratch, point);
        if (!touches && !is_known) continue;
        if (touches) touching |= bit;
        if (is_known) rows.seek(entry);
        points.push_back(point);
        now.rows->push_back({entry, 0, 0, is_known ? rows.begin() + 1 : 0, touches});
      }
      now.groups[group].touches = static_cast<std::uint8_t>(touching);
    }
    return points.size();
  }

  void locate(const Look<2>& look, std::size_t b, const ConstBatchContacts& contacts) override {
    points_[b].clear();
    Scratch scratch;
    scratch.on_line = settings().interactions.law(look.candidates.batches()[b].interaction).acts_on_line();
    for (const RowContact& row : *contacts.rows) {
      points_[b].emplace_back();
      look_at(look, row.entry, true, scratch, points_[b].back());
    }
  }

  void describe(const Look<2>&, std::size_t b, const ConstBatchContacts&,
                AlignedVector<kernel::SurfacePoint<2>>&, kernel::ContactBatch<2>& input) const override {
    input.given = points_[b].data();
  }
  ContactGeometry<2> geometry(const Look<2>& look, std::size_t b, std::uint32_t entry,
                              std::size_t index) const override {
    const kernel::GivenPoint& given = points_[b][index];
    return {look.motion[look.candidates.first()[entry]].position + given.first_arm,
            given.first_arm - given.second_arm, given.overlap};
  }
  const kernel::ContactLoops<2>& loops(const kernel::LawKernels<2>& law) const override { return law.given; }

 private:
  struct Scratch {
    bool on_line = false;  // where the batch's law wants its force
    contact::ClipSpace space;
  };

  /// Returns whether the two touch; if so, or if the point is wanted in any case, it is filled in.
  bool look_at(const Look<2>& look, std::uint32_t entry, bool is_wanted, Scratch& scratch,
               kernel::GivenPoint& point) {
    const Slot first = look.candidates.first()[entry], second = look.candidates.second()[entry];
    const Vec2 back = look.motion[first].position - look.motion[second].position;
    const PeriodicBox<2>* const periodic = settings().periodic;
    const Vec2 apart = periodic != nullptr ? -periodic->nearest(back) : -back;
    FramedTouch found;
    if (!look.bodies.is_polygon(first))
      found = touch_of_disc(look, entry, second, first, apart);
    else if (!look.bodies.is_polygon(second))
      found = touch_of_disc(look, entry, first, second, apart);
    else if (!touch_of_polygons(look, entry, apart, is_wanted, scratch, found))
      return false;
    const bool touches = found.touch.depth > 0;
    if (!touches && !is_wanted) return false;
    point = point_of(found, scratch.on_line);
    point.is_pair = 1;
    if (periodic != nullptr && periodic->is_sheared)
      point.velocity = periodic->copies_above(back) * periodic->shear.velocity;
    point.length = std::min(length_of(look.bodies, first, scratch.on_line),
                            length_of(look.bodies, second, scratch.on_line));
    point.second_arm = point.first_arm - apart;
    return touches;
  }

  /// False: they are too far apart to be looked at.
  bool touch_of_polygons(const Look<2>& look, std::uint32_t entry, const Vec2& apart, bool is_wanted,
                         Scratch& scratch, FramedTouch& found) {
    const Slot first = look.candidates.first()[entry], second = look.candidates.second()[entry];
    const std::uint32_t parts = look.candidates.parts(entry);
    const PlacedPart own = part_of(look, first, parts & 0xffff), its = part_of(look, second, parts >> 16);
    const Vec2 between = apart + (its.offset - own.offset);
    const double reach = own.polygon.radius() + its.polygon.radius();
    if (!is_wanted && dot(between, between) > reach * reach) return false;
    const contact::PolygonPair pair(own.polygon, look.orientation[first], its.polygon,
                                    look.orientation[second], between);
    found = {contact::touch_polygons(pair, hints_[entry], is_wanted, scratch.space), look.orientation[first],
             own.offset};
    return true;
  }

  /// Seen from the polygon; `apart` is the way from the first of the two to the second.
  FramedTouch touch_of_disc(const Look<2>& look, std::uint32_t entry, Slot polygon, Slot disc,
                            const Vec2& apart) {
    const bool is_first = polygon == look.candidates.first()[entry];
    const std::uint32_t parts = look.candidates.parts(entry), part = is_first ? parts & 0xffff : parts >> 16;
    const PlacedPart own = part_of(look, polygon, part);
    const Rotation<2>& turn = look.orientation[polygon];
    FramedTouch found;
    found.frame = turn;
    found.sign = is_first ? 1 : -1;
    found.to_frame = is_first ? own.offset : apart + own.offset;
    const Vec2 to_disc = is_first ? apart - own.offset : -found.to_frame;
    std::uint32_t nearest_edge = hints_[entry].first_feature;
    found.touch = contact::touch_disc(own.polygon, rotate(inverse(turn), to_disc), look.motion[disc].radius,
                                      nearest_edge);
    hints_[entry].first_feature = static_cast<std::uint16_t>(nearest_edge);
    if (found.touch.depth > 0 &&
        is_felt_by_another(look.bodies.polygon_of(polygon), look.motion[polygon].radius, part,
                           rotate(inverse(turn), is_first ? apart : -apart)))
      found.touch.depth = 0;
    return found;
  }

  AlignedVector<contact::PolygonHint> hints_;  // by entry
  GivenPoints points_;
};

}  // namespace

std::unique_ptr<ContactSource<2>> make_polygon_pairs(const SourceSettings<2>& settings) {
  return std::make_unique<PolygonPairs>(settings);
}

}  // namespace scree::step
