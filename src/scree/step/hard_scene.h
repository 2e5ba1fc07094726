// What holds for hard contacts of a world: shapes, halos, the law of each pair of materials. Takes bodies and
// walls of the state, gives steppers with impulses placed shapes and the points where two of them are near.
//
// Two bodies rest at half the sum of their halos, the wall having the halo of the body that it meets. Round
// bodies are looked at smaller by their share of that, so that they rest where their true surfaces touch.
#pragma once

#include <vector>

#include "scree/contact/contact_points.h"
#include "scree/step/interactions.h"
#include "scree/step/settings.h"
#include "scree/world/state.h"

namespace scree::step {

/// How far apart bodies rest, are lifted to, and are lifted from, over the sum of their halos.
inline constexpr double rest_share = 0.5, lifted_share = 0.4, low_share = 0.25;

/// Two bodies, or a body and a facet of a wall, that may meet. The first has the smaller id.
template <int D>
struct HardPair {
  static constexpr Slot no_slot = world::Bodies<D>::no_slot;
  Slot first = 0, second = no_slot;
  std::uint32_t facet = 0;  // if there is no second
  std::uint16_t interaction = 0;

  bool is_with_wall() const { return second == no_slot; }
};

template <int D>
class HardScene {
 public:
  HardScene(const world::State<D>& state, const Interactions& interactions, const HardSettings& settings);

  /// To be called when shapes, walls or laws are others than before.
  void renew(const Interactions& interactions);
  /// Walls move so in the step that begins at `begin` [s] and lasts dt [s].
  void place_walls(double begin, double dt);

  const HardSettings& settings() const { return settings_; }
  const world::State<D>& state() const { return state_; }
  const law::Hard& law(std::uint16_t interaction) const { return laws_[interaction]; }
  const Interactions& interactions() const { return interactions_; }

  double halo(Slot slot) const {  // [m]
    if constexpr (D == 3)
      if (state_.bodies.is_mesh(slot)) return state_.bodies.mesh_of(slot).halo;
    return settings_.halo_length > 0 ? settings_.halo_length
                                     : 2 * settings_.halo_share * state_.bodies.motion[slot].radius;
  }
  /// The sum of both halos [m].
  double halo(const HardPair<D>& pair) const {
    return halo(pair.first) + halo(pair.is_with_wall() ? pair.first : pair.second);
  }
  /// [m] of the sphere around a body in which its surface is.
  double extent(Slot slot) const { return state_.bodies.motion[slot].radius; }
  /// Whether its turning moves its surface.
  bool is_round(Slot slot) const { return state_.bodies.is_round(slot); }

  /// The shape of the first or the second of a pair, as it is looked at for that pair.
  contact::Placed<D> first_of(const HardPair<D>& pair) const { return placed(pair.first, pair); }
  contact::Placed<D> second_of(const HardPair<D>& pair) const {
    if (!pair.is_with_wall()) return placed(pair.second, pair);
    contact::Placed<D> wall;
    wall.shape = shapes_.of_facet(pair.facet);
    wall.pose = curve_of_wall(pair.facet).start;
    return wall;
  }
  /// Whether a facet is looked at at all: some stand for others.
  bool is_looked_at(std::uint32_t facet) const { return shapes_.of_facet(facet) != nullptr; }
  const Curve<D>& curve_of_wall(std::uint32_t facet) const {
    return wall_curves_[state_.walls.facets[facet].wall];
  }

  world::ContactKey key_of(const HardPair<D>& pair, const contact::HardPoint<D>& point) const;

 private:
  contact::Placed<D> placed(Slot slot, const HardPair<D>& pair) const {
    const world::Bodies<D>& bodies = state_.bodies;
    contact::Placed<D> result;
    result.shape = &shapes_.of_body(bodies.any_shaped() ? bodies.shape[slot] : 0);
    if (bodies.is_round(slot))
      result.scale = bodies.motion[slot].radius - rest_share * (pair.is_with_wall() ? 2 : 1) * halo(slot);
    else
      result.scale = D == 2 ? bodies.motion[slot].radius : 1;
    return result;
  }

  const world::State<D>& state_;
  HardSettings settings_;
  Interactions interactions_;
  std::vector<law::Hard> laws_;
  contact::HardShapes<D> shapes_;
  std::vector<Curve<D>> wall_curves_;
};

extern template class HardScene<2>;
extern template class HardScene<3>;

}  // namespace scree::step
