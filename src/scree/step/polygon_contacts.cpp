#include "scree/step/polygon_contacts.h"

#include <algorithm>

namespace scree::step {
namespace {

constexpr std::uint32_t no_block = 0xffff'ffffu;

contact::ScaledPolygon polygon_of(const world::Bodies<2>& bodies, Slot slot) {
  return {&bodies.polygon_of(slot), bodies.motion[slot].radius};
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
                                           kernel::ContactGroup* now, bool are_filtered) {
  const Batch& batch = candidates.batches()[b];
  AlignedVector<kernel::GivenPoint>& points = points_[b];
  points.clear();
  contact::ClipSpace space;
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group) {
    const std::uint32_t left = batch.count - 8 * group;
    const unsigned all = left < 8 ? (1u << left) - 1 : 0xffu;
    const unsigned known = earlier[group].touches, near = are_filtered ? now[group].touches : all;
    unsigned touches = 0;
    for_each_marked(batch, group, near | known, [&](std::uint32_t entry) {
      const unsigned bit = 1u << (entry % 8);
      kernel::GivenPoint point;
      const bool is_known = (known & bit) != 0;
      if (look(bodies, candidates, batch, entry, is_known, point, space)) touches |= bit;
      if ((touches & bit) != 0 || is_known) points.push_back(point);
    });
    now[group].touches = static_cast<std::uint8_t>(touches);
    now[group].evaluated = static_cast<std::uint8_t>(touches | known);
  }
  return points.size();
}

void PolygonContacts::locate(const world::Bodies<2>& bodies, const Candidates<2>& candidates, std::size_t b,
                             const kernel::ContactGroup* groups) {
  const Batch& batch = candidates.batches()[b];
  points_[b].clear();
  contact::ClipSpace space;
  for (std::uint32_t group = 0; 8 * group < batch.count; ++group)
    for_each_marked(batch, group, groups[group].evaluated, [&](std::uint32_t entry) {
      points_[b].emplace_back();
      look(bodies, candidates, batch, entry, true, points_[b].back(), space);
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
  throw InternalError("a wall that polygons can touch", __FILE__, __LINE__);
}

bool PolygonContacts::look(const world::Bodies<2>& bodies, const Candidates<2>& candidates,
                           const Batch& batch, std::uint32_t entry, bool is_wanted, kernel::GivenPoint& point,
                           contact::ClipSpace& space) {
  const Slot first = candidates.first()[entry];
  const std::uint32_t second = candidates.second()[entry];
  const Motion<2>& motion = bodies.motion[first];
  Hint& hint = hints_[entry];
  const Rotation<2>& turn = bodies.orientation[first];
  const bool on_line = interactions_.law(batch.interaction).acts_on_line();
  contact::PolygonTouch touch;
  Rotation<2> frame = turn;  // in which the touch is given
  double sign = 1;           // of its normal
  Vec2 to_frame, apart;      // from the first's centre to that of the frame, and to the second's
  std::uint32_t nearest_edge = hint.first_feature;
  if (batch.wall) {
    touch = touch_facet(walls_.facets[second], polygon_of(bodies, first), {turn, motion.position}, hint,
                        is_wanted, space);
    point.length = 2 * motion.radius;
  } else {
    const Motion<2>& other = bodies.motion[second];
    const Vec2 back = motion.position - other.position;
    apart = periodic_ != nullptr ? -periodic_->nearest(back) : -back;
    point.length = 2 * std::min(motion.radius, other.radius);
    point.is_pair = 1;
    if (bodies.is_polygon(first) && bodies.is_polygon(second)) {
      const contact::PolygonPair pair(polygon_of(bodies, first), turn, polygon_of(bodies, second),
                                      bodies.orientation[second], apart);
      touch = touch_polygons(pair, hint, is_wanted, space);
    } else if (bodies.is_polygon(first)) {
      touch = contact::touch_disc(polygon_of(bodies, first), rotate(inverse(turn), apart), other.radius,
                                  nearest_edge);
      hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
    } else {
      frame = bodies.orientation[second];
      sign = -1;
      to_frame = apart;
      touch = contact::touch_disc(polygon_of(bodies, second), rotate(inverse(frame), -apart), motion.radius,
                                  nearest_edge);
      hint.first_feature = static_cast<std::uint16_t>(nearest_edge);
    }
  }
  const bool touches = touch.depth > 0;
  point.normal = sign * rotate(frame, touch.normal);
  point.overlap = touches ? touch.depth : 0;
  point.area = touches ? touch.area : 0;
  point.line = touches ? touch.line : 0;
  point.first_arm = to_frame + rotate(frame, on_line ? touch.middle : touch.centroid);
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
