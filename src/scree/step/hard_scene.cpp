#include "scree/step/hard_scene.h"

namespace scree::step {

template <int D>
HardScene<D>::HardScene(const world::State<D>& state, const Interactions& interactions,
                        const HardSettings& settings)
    : state_(state), settings_(settings), interactions_(interactions), shapes_(state.bodies, state.walls) {
  renew(interactions);
}

template <int D>
void HardScene<D>::renew(const Interactions& interactions) {
  interactions_ = interactions;
  laws_.clear();
  for (std::size_t k = 0; k < interactions.size(); ++k)
    laws_.push_back(interactions.law(static_cast<std::uint16_t>(k)).as_hard());
  shapes_ = contact::HardShapes<D>(state_.bodies, state_.walls);
  wall_curves_.resize(state_.walls.size());
  for (std::size_t wall = 0; wall < wall_curves_.size(); ++wall)
    wall_curves_[wall].start = state_.walls.states[wall].pose;
}

template <int D>
void HardScene<D>::place_walls(double begin, double dt) {
  for (std::size_t wall = 0; wall < wall_curves_.size(); ++wall) {
    const world::WallState<D>& now = state_.walls.states[wall];
    Curve<D>& curve = wall_curves_[wall];
    curve = {};
    curve.start = now.pose;
    if (now.motion.rests()) continue;
    // Straight from where it is to where it will be.
    const Pose<D> next = world::pose_at(now, begin + dt, dt);
    curve.velocity = (next.offset - now.pose.offset) / dt;
    curve.spin = now.motion.spin;
  }
}

template <int D>
world::ContactKey HardScene<D>::key_of(const HardPair<D>& pair, const contact::HardPoint<D>& point) const {
  world::ContactKey key;
  key.first = state_.bodies.id[pair.first];
  key.first_feature = point.first_feature;
  if (pair.is_with_wall()) {
    const world::Facet<D>& facet = state_.walls.facets[pair.facet];
    key.second = wall_id(facet.wall);
    key.second_feature = facet.feature;
    // A mesh has more pieces than there are ordinals; walls have no parts.
    key.ordinal = point.second_feature % world::ContactKey::most_ordinals;
    key.parts = point.second_feature / world::ContactKey::most_ordinals << 16;
  } else {
    key.second = state_.bodies.id[pair.second];
    key.second_feature = point.second_feature;
  }
  return key;
}

template class HardScene<2>;
template class HardScene<3>;

}  // namespace scree::step
