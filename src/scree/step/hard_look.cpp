#include <algorithm>

#include "scree/step/hard_island.h"

namespace scree::step {
namespace {

/// Points that stay this share of the halos above contact, as bodies move now, are left out.
constexpr double spare_share = 0.5;

/// [m] that points of a pair may go against each other in the time.
template <int D>
double farthest(const HardScene<D>& scene, const HardPair<D>& pair, const PairMotion<D>& motion,
                double time) {
  double speed = norm(motion.first_velocity - motion.second_velocity);
  if (!scene.is_round(pair.first))
    speed += scene.extent(pair.first) * std::sqrt(dot(motion.first_spin, motion.first_spin));
  if (pair.is_with_wall()) {
    // Of a wall that turns, where the body is.
    const double arm = norm(motion.first.offset - motion.second.offset) + scene.extent(pair.first);
    speed += arm * std::sqrt(dot(motion.second_spin, motion.second_spin));
  } else if (!scene.is_round(pair.second)) {
    speed += scene.extent(pair.second) * std::sqrt(dot(motion.second_spin, motion.second_spin));
  }
  return time * (speed + time * norm(scene.state().gravity)) + motion.extra;
}

}  // namespace

template <int D>
bool look(const HardScene<D>& scene, const HardPair<D>& pair, const PairMotion<D>& motion, double time,
          contact::PointFinder<D>& finder, NearPoints<D>& near) {
  near.points.clear();
  near.reach = near.least_gap = scene.halo(pair) + farthest(scene, pair, motion, time);
  contact::Placed<D> first = scene.first_of(pair), second = scene.second_of(pair);
  if (!pair.is_with_wall()) {
    const double apart = norm(motion.first.offset - motion.second.offset) - scene.extent(pair.first) -
                         scene.extent(pair.second);
    if (apart > near.reach) return false;
  }
  first.pose = motion.first;
  second.pose = motion.second;
  finder.find(first, second, near.reach, near.points);
  for (const contact::HardPoint<D>& point : near.points) near.least_gap = std::min(near.least_gap, point.gap);
  return !near.points.empty();
}

template <int D>
bool may_touch(const HardScene<D>& scene, const HardPair<D>& pair, const PairMotion<D>& motion, double time,
               const contact::HardPoint<D>& point) {
  const double halo = scene.halo(pair);
  double speed = dot(motion.velocity_at(point.place), point.normal);
  // Two bodies fall alike; what stands does not.
  const world::Bodies<D>& bodies = scene.state().bodies;
  const bool second_stands = pair.is_with_wall() || is_fixed(bodies.motion[pair.second]);
  const bool first_stands = is_fixed(bodies.motion[pair.first]);
  if (first_stands != second_stands) {
    const double fall = dot(scene.state().gravity, point.normal);
    speed += time * (second_stands ? fall : -fall);
  }
  return point.gap - rest_share * halo + time * std::min(0.0, speed) - motion.extra <= spare_share * halo;
}

template <int D>
SeenHardContact<D> seen_contact(const HardScene<D>& scene, const HardPair<D>& pair,
                                const PairMotion<D>& motion, const contact::HardPoint<D>& point) {
  SeenHardContact<D> seen;
  seen.record.key = scene.key_of(pair, point);
  seen.place = point.place;
  seen.branch = (pair.is_with_wall() ? point.place : motion.second.offset) - motion.first.offset;
  seen.gap = point.gap;
  double radius = scene.extent(pair.first);
  if (!pair.is_with_wall()) radius = std::min(radius, scene.extent(pair.second));
  seen.gap_ratio = point.gap / radius;
  return seen;
}

#define SCREE_INSTANTIATE(D)                                                                              \
  template bool look(const HardScene<D>&, const HardPair<D>&, const PairMotion<D>&, double,               \
                     contact::PointFinder<D>&, NearPoints<D>&);                                           \
  template bool may_touch(const HardScene<D>&, const HardPair<D>&, const PairMotion<D>&, double,          \
                          const contact::HardPoint<D>&);                                                  \
  template SeenHardContact<D> seen_contact(const HardScene<D>&, const HardPair<D>&, const PairMotion<D>&, \
                                           const contact::HardPoint<D>&)
SCREE_INSTANTIATE(2);
SCREE_INSTANTIATE(3);
#undef SCREE_INSTANTIATE

}  // namespace scree::step
