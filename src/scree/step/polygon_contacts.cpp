#include "scree/step/polygon_contacts.h"

#include <algorithm>
#include <array>

#include "scree/base/contact_width.h"
#include "scree/contact/sphere_mesh.h"

namespace scree::step {
namespace {

constexpr std::uint32_t no_block = 0xffff'ffffu;

/// A convex part of a body where it is now.
struct PlacedPart {
  contact::ScaledPolygon polygon;
  Vec2 offset;  // [m] from the body's centre
};
PlacedPart part_of(const world::Bodies<2>& bodies, Slot slot, std::uint32_t number) {
  const shape::RigidPolygon::Part& part = bodies.polygon_of(slot).part(number);
  const double scale = bodies.motion[slot].radius;
  return {{&part.polygon, scale}, rotate(bodies.orientation[slot], scale * part.offset)};
}

/// Whether a disc that touches this part is to be felt by another one of the body: the nearest point is on a
/// seam, and the other part is nearer. Then a disc on a seam is felt once. `centre` is the disc's, in the
/// body's frame.
bool is_felt_by_another(const shape::RigidPolygon& body, double scale, std::uint32_t number,
                        const Vec2& centre) {
  if (body.parts().size() == 1) return false;
  const auto nearest = [&](std::uint32_t part, const Vec2& place) {
    std::uint32_t hint = 0;
    const shape::RigidPolygon::Part& one = body.part(part);
    return contact::nearest_on({&one.polygon, scale}, place - scale * one.offset, hint);
  };
  const contact::NearestOnPolygon own = nearest(number, centre);
  const Vec2 point = own.point + scale * body.part(number).offset;
  for (std::uint32_t other = 0; other < body.parts().size(); ++other) {
    if (other == number || nearest(other, point).distance > 1e-9 * scale) continue;
    const double distance = nearest(other, centre).distance;
    if (distance < own.distance || (distance == own.distance && other < number)) return true;
  }
  return false;
}

/// The length scale of a body's contacts [m].
double length_of(const world::Bodies<2>& bodies, Slot slot, bool is_width) {
  const double radius = bodies.motion[slot].radius;
  if (!is_width) return 2 * radius;
  return radius * (bodies.is_polygon(slot) ? bodies.polygon_of(slot).contact_width() : contact_width_of_disc);
}

/// Calls visit(entry) for the marked entries of a batch, in order.
template <class Visit>
void for_each_marked(const Batch& batch, std::uint32_t group, unsigned mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1)
    visit(batch.begin + 8 * group + static_cast<std::uint32_t>(__builtin_ctz(mask)));
}

}  // namespace

void PolygonContacts::prepare(const world::Bodies<2>& bodies, const Candidates<2>& candidates) {
  points_.resize(candidates.batches().size());
  if (!bodies.any_polygons()) return;
  hints_.assign(candidates.entry_count(), {});
  if (block_of_.size() == walls_.facets.size()) return;
  block_of_.assign(walls_.facets.size(), no_block);
  for (std::size_t k = 0; k < walls_.facets.size(); ++k)
    if (const auto* const block = std::get_if<shape::Block<2>>(&walls_.facets[k].surface)) {
      block_of_[k] = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back(shape::ConvexPolygon::box(block->box.size()[0], block->box.size()[1]));
    }
}

std::size_t PolygonContacts::find_touching(const world::Bodies<2>& bodies, const Candidates<2>& candidates,
                                           std::size_t b, const kernel::ContactGroup* earlier,
                                           kernel::ContactGroup* now, bool are_filtered,
                                           const Pieces& pieces) {
  const Batch& batch = candidates.batches()[b];
  AlignedVector<kernel::GivenPoint>& points = points_[b];
  points.clear();
  Scratch scratch;
  scratch.on_line = interactions_.law(batch.interaction).acts_on_line();
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group) {
    const std::uint32_t left = batch.count - 8 * group;
    const unsigned all = left < 8 ? (1u << left) - 1 : 0xffu;
    const unsigned known = earlier[group].touches, near = are_filtered ? now[group].touches : all;
    unsigned touches = 0;
    for_each_marked(batch, group, near | known, [&](std::uint32_t entry) {
      const unsigned bit = 1u << (entry % 8);
      kernel::GivenPoint point;
      const bool is_known = (known & bit) != 0;
      if (look(bodies, candidates, batch, entry, is_known, point, pieces, scratch)) touches |= bit;
      if ((touches & bit) != 0 || is_known) points.push_back(point);
    });
    now[group].touches = static_cast<std::uint8_t>(touches);
    now[group].evaluated = static_cast<std::uint8_t>(touches | known);
  }
  return points.size();
}

void PolygonContacts::locate(const world::Bodies<2>& bodies, const Candidates<2>& candidates, std::size_t b,
                             const kernel::ContactGroup* groups, const Pieces& pieces) {
  const Batch& batch = candidates.batches()[b];
  points_[b].clear();
  Scratch scratch;
  scratch.on_line = interactions_.law(batch.interaction).acts_on_line();
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group)
    for_each_marked(batch, group, groups[group].evaluated, [&](std::uint32_t entry) {
      points_[b].emplace_back();
      look(bodies, candidates, batch, entry, true, points_[b].back(), pieces, scratch);
    });
}

contact::PolygonTouch PolygonContacts::touch_polygons(const contact::PolygonPair& pair, Hint& hint,
                                                      bool is_wanted, contact::ClipSpace& space) const {
  const auto keep = [&](const contact::Crossings& at) {
    hint.first_in = static_cast<std::uint16_t>(at.first_in);
    hint.second_in = static_cast<std::uint16_t>(at.second_in);
    hint.first_out = static_cast<std::uint16_t>(at.first_out);
    hint.second_out = static_cast<std::uint16_t>(at.second_out);
    hint.state = Hint::State::overlapping;
  };
  const auto keep_features = [&](const contact::FeaturePair& features) {
    hint.first_feature = static_cast<std::uint16_t>(features.first);
    hint.second_feature = static_cast<std::uint16_t>(features.second);
  };
  contact::SharedArea shared;
  if (hint.state == Hint::State::overlapping) {
    contact::Crossings crossings{hint.first_in, hint.second_in, hint.first_out, hint.second_out};
    if (contact::follow_crossings(pair, crossings, shared)) {
      keep(crossings);
      return contact::touch_of(pair, shared);
    }
  }
  contact::FeaturePair features = hint.state == Hint::State::unknown
                                      ? contact::facing_features(pair)
                                      : contact::FeaturePair{hint.first_feature, hint.second_feature};
  if (!contact::walk_to_closest(pair, features)) {
    contact::Crossings crossings = contact::crossings_near(pair, features);
    keep_features(features);
    shared = contact::shared_area(pair, crossings, space);
    if (shared.area > 0) {
      keep(crossings);
      return contact::touch_of(pair, shared);
    }
    features = contact::facing_features(pair);
    contact::closest_points(pair, features);
  }
  hint.state = Hint::State::apart;
  const contact::PolygonTouch result = is_wanted ? contact::parted(pair, features) : contact::PolygonTouch{};
  keep_features(features);
  return result;
}

contact::PolygonTouch PolygonContacts::touch_facet(const world::Facet<2>& facet,
                                                   const contact::ScaledPolygon& polygon, const Pose<2>& pose,
                                                   Hint& hint, bool is_wanted,
                                                   contact::ClipSpace& space) const {
  const world::WallState<2>& wall = walls_.states[facet.wall];
  if (const auto* const plane = std::get_if<shape::Plane<2>>(&facet.surface)) {
    const Vec2 normal = rotate(wall.pose.rotation, plane->normal);
    const double height = dot(pose.offset - to_scene(wall.pose, plane->point), normal);
    return contact::touch_plane(polygon, rotate(inverse(pose.rotation), normal), height);
  }
  if (const auto* const block = std::get_if<shape::Block<2>>(&facet.surface)) {
    const std::size_t number = static_cast<std::size_t>(&facet - walls_.facets.data());
    const Vec2 centre = to_scene(wall.pose, 0.5 * (block->box.lo + block->box.hi));
    const contact::PolygonPair pair(polygon, pose.rotation, {&blocks_[block_of_[number]], 1},
                                    wall.pose.rotation, centre - pose.offset);
    return touch_polygons(pair, hint, is_wanted, space);
  }
  const auto& circle = std::get<shape::Circle>(facet.surface);
  const Vec2 centre = rotate(inverse(pose.rotation), to_scene(wall.pose, circle.centre) - pose.offset);
  if (!circle.solid) return contact::touch_rim(polygon, centre, circle.radius, circle.far);
  std::uint32_t nearest_edge = hint.first_feature;
  const contact::PolygonTouch touch = contact::touch_disc(polygon, centre, circle.radius, nearest_edge);
  hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
  return touch;
}

void PolygonContacts::meet_chain(const world::Bodies<2>& bodies, const Candidates<2>& candidates,
                                 const Batch& batch, std::uint32_t entry, const Pieces& pieces,
                                 Scratch& scratch) const {
  constexpr std::uint32_t slots = world::Walls<2>::slots_per_patch;
  const Slot body = candidates.first()[entry];
  const std::uint32_t part = candidates.parts(entry);
  const auto facet_of = [&](std::uint32_t at) -> const world::Facet<2>& {
    return walls_.facets[candidates.second()[at]];
  };
  const std::uint32_t wall = facet_of(entry).wall;
  const auto belongs = [&](std::uint32_t at) {
    return candidates.first()[at] == body && facet_of(at).wall == wall && candidates.parts(at) == part;
  };
  scratch.chain_begin = entry;
  while (scratch.chain_begin > batch.begin && belongs(scratch.chain_begin - 1)) --scratch.chain_begin;
  scratch.chain_end = entry + 1;
  while (scratch.chain_end < batch.begin + batch.count && belongs(scratch.chain_end)) ++scratch.chain_end;

  const shape::Mesh<2>& chain = *walls_.meshes[wall];
  const Motion<2>& motion = bodies.motion[body];
  const Pose<2>& pose = walls_.states[wall].pose;
  const PlacedPart placed = part_of(bodies, body, part);
  const Pose<2> body_pose{bodies.orientation[body], motion.position + placed.offset};
  const Vec2 own = to_own(pose, body_pose.offset);
  scratch.near.clear();
  if (!candidates.near_pieces(wall).find(body, to_own(pose, motion.position), motion.radius, scratch.near))
    chain.find_near(own, placed.polygon.radius(), scratch.near);
  const Pose<2> seen{compose(inverse(body_pose.rotation), pose.rotation), to_own(body_pose, pose.offset)};
  contact::touch_chain(placed.polygon, chain, seen, scratch.near, scratch.touches);

  const std::uint32_t first_wall_entry = candidates.first_wall_entry();
  scratch.assigned.assign(scratch.chain_end - scratch.chain_begin, -1);
  for (std::uint32_t at = scratch.chain_begin; at < scratch.chain_end;) {
    const std::uint32_t patch = facet_of(at).feature / slots;
    std::uint32_t end = at;
    std::array<std::uint32_t, slots> earlier;
    for (; end < scratch.chain_end && facet_of(end).feature / slots == patch; ++end)
      earlier[end - at] = pieces.before.empty() ? contact::no_piece : pieces.before[end - first_wall_entry];
    std::array<int, slots> number;  // of those that match() sees
    std::vector<shape::MeshContact<2>> of_patch;
    for (std::size_t k = 0; k < scratch.touches.size() && of_patch.size() < slots; ++k) {
      const contact::ChainTouch& touch = scratch.touches[k];
      if (touch.patch != patch) continue;
      number[of_patch.size()] = static_cast<int>(k);
      of_patch.push_back({touch.piece, patch, rotate(inverse(seen.rotation), touch.touch.normal), 0});
    }
    std::array<int, slots> found;
    contact::match<2>(chain, own, of_patch, {earlier.data(), end - at}, {found.data(), end - at});
    for (std::uint32_t k = at; k < end; ++k) {
      const int here = found[k - at] >= 0 ? number[static_cast<std::size_t>(found[k - at])] : -1;
      scratch.assigned[k - scratch.chain_begin] = here;
      pieces.after[k - first_wall_entry] =
          here >= 0 ? scratch.touches[static_cast<std::size_t>(here)].piece : contact::no_piece;
    }
    at = end;
  }
}

contact::PolygonTouch PolygonContacts::touch_chain(const world::Facet<2>& facet, const Pose<2>& pose,
                                                   std::uint32_t entry, std::uint32_t piece_before,
                                                   const Scratch& scratch) const {
  const int here = scratch.assigned[entry - scratch.chain_begin];
  if (here >= 0) return scratch.touches[static_cast<std::size_t>(here)].touch;
  // A contact that has just ended still needs the direction in which it was.
  contact::PolygonTouch ended;
  ended.normal = {1, 0};
  if (piece_before == contact::no_piece) return ended;
  const Pose<2>& wall = walls_.states[facet.wall].pose;
  const auto nearest = walls_.meshes[facet.wall]->nearest(piece_before, to_own(wall, pose.offset));
  ended.normal = rotate(inverse(pose.rotation), rotate(wall.rotation, nearest.normal));
  ended.centroid = ended.middle = -nearest.distance * ended.normal;
  return ended;
}

bool PolygonContacts::look(const world::Bodies<2>& bodies, const Candidates<2>& candidates,
                           const Batch& batch, std::uint32_t entry, bool is_wanted, kernel::GivenPoint& point,
                           const Pieces& pieces, Scratch& scratch) {
  const Slot first = candidates.first()[entry];
  const std::uint32_t second = candidates.second()[entry];
  const Motion<2>& motion = bodies.motion[first];
  Hint& hint = hints_[entry];
  const Rotation<2>& turn = bodies.orientation[first];
  contact::PolygonTouch touch;
  Rotation<2> frame = turn;  // in which the touch is given
  double sign = 1;           // of its normal
  Vec2 to_frame, apart;      // from the first's centre to that of the frame, and to the second's
  std::uint32_t nearest_edge = hint.first_feature;
  const std::uint32_t parts = candidates.parts(entry), first_part = parts & 0xffff, second_part = parts >> 16;
  if (batch.wall) {
    const world::Facet<2>& facet = walls_.facets[second];
    const PlacedPart own = part_of(bodies, first, first_part);
    const Pose<2> pose{turn, motion.position + own.offset};
    to_frame = own.offset;
    if (walls_.meshes[facet.wall]) {
      if (entry < scratch.chain_begin || entry >= scratch.chain_end)
        meet_chain(bodies, candidates, batch, entry, pieces, scratch);
      const std::uint32_t before =
          pieces.before.empty() ? contact::no_piece : pieces.before[entry - candidates.first_wall_entry()];
      touch = touch_chain(facet, pose, entry, before, scratch);
    } else {
      touch = touch_facet(facet, own.polygon, pose, hint, is_wanted, scratch.space);
      const auto* const post = std::get_if<shape::Circle>(&facet.surface);
      if (touch.depth > 0 && post != nullptr && post->solid &&
          is_felt_by_another(bodies.polygon_of(first), motion.radius, first_part,
                             rotate(inverse(turn), to_scene(walls_.states[facet.wall].pose, post->centre) -
                                                       motion.position)))
        touch.depth = 0;
    }
  } else {
    const Motion<2>& other = bodies.motion[second];
    const Vec2 back = motion.position - other.position;
    apart = periodic_ != nullptr ? -periodic_->nearest(back) : -back;
    if (periodic_ != nullptr && periodic_->is_sheared)
      point.velocity = periodic_->copies_above(back) * periodic_->shear.velocity;
    point.is_pair = 1;
    if (bodies.is_polygon(first) && bodies.is_polygon(second)) {
      const PlacedPart own = part_of(bodies, first, first_part), its = part_of(bodies, second, second_part);
      const Vec2 between = apart + (its.offset - own.offset);
      const double reach = own.polygon.radius() + its.polygon.radius();
      if (!is_wanted && dot(between, between) > reach * reach) return false;
      to_frame = own.offset;
      const contact::PolygonPair pair(own.polygon, turn, its.polygon, bodies.orientation[second], between);
      touch = touch_polygons(pair, hint, is_wanted, scratch.space);
    } else if (bodies.is_polygon(first)) {
      const PlacedPart own = part_of(bodies, first, first_part);
      to_frame = own.offset;
      touch = contact::touch_disc(own.polygon, rotate(inverse(turn), apart - own.offset), other.radius,
                                  nearest_edge);
      hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
      if (touch.depth > 0 && is_felt_by_another(bodies.polygon_of(first), motion.radius, first_part,
                                                rotate(inverse(turn), apart)))
        touch.depth = 0;
    } else {
      const PlacedPart its = part_of(bodies, second, second_part);
      frame = bodies.orientation[second];
      sign = -1;
      to_frame = apart + its.offset;
      touch =
          contact::touch_disc(its.polygon, rotate(inverse(frame), -to_frame), motion.radius, nearest_edge);
      hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
      if (touch.depth > 0 && is_felt_by_another(bodies.polygon_of(second), other.radius, second_part,
                                                rotate(inverse(frame), -apart)))
        touch.depth = 0;
    }
  }
  const bool touches = touch.depth > 0;
  if (!touches && !is_wanted) return false;
  point.normal = sign * rotate(frame, touch.normal);
  point.overlap = touches ? touch.depth : 0;
  point.length = length_of(bodies, first, scratch.on_line);
  if (!batch.wall) point.length = std::min(point.length, length_of(bodies, second, scratch.on_line));
  point.area = touches ? touch.area : 0;
  point.line = touches ? touch.line : 0;
  point.first_arm = to_frame + rotate(frame, scratch.on_line ? touch.middle : touch.centroid);
  if (batch.wall) {
    const world::WallVelocity<2>& wall = walls_.states[walls_.facets[second].wall].velocity;
    point.velocity = wall.at(motion.position + point.first_arm);
    point.spin = wall.spin;
  } else {
    point.second_arm = point.first_arm - apart;
  }
  return touches;
}

}  // namespace scree::step
