#include "scree/contact/polygon_hint.h"

#include "scree/contact/polygon_distance.h"

namespace scree::contact {
namespace {

void keep(const Crossings& at, PolygonHint& hint) {
  hint.first_in = static_cast<std::uint16_t>(at.first_in);
  hint.second_in = static_cast<std::uint16_t>(at.second_in);
  hint.first_out = static_cast<std::uint16_t>(at.first_out);
  hint.second_out = static_cast<std::uint16_t>(at.second_out);
  hint.state = PolygonHint::State::overlapping;
}

void keep(const FeaturePair& features, PolygonHint& hint) {
  hint.first_feature = static_cast<std::uint16_t>(features.first);
  hint.second_feature = static_cast<std::uint16_t>(features.second);
}

}  // namespace

PolygonTouch touch_polygons(const PolygonPair& pair, PolygonHint& hint, bool is_wanted, ClipSpace& space) {
  SharedArea shared;
  if (hint.state == PolygonHint::State::overlapping) {
    Crossings crossings{hint.first_in, hint.second_in, hint.first_out, hint.second_out};
    if (follow_crossings(pair, crossings, shared)) {
      keep(crossings, hint);
      return touch_of(pair, shared);
    }
  }
  FeaturePair features = hint.state == PolygonHint::State::unknown
                             ? facing_features(pair)
                             : FeaturePair{hint.first_feature, hint.second_feature};
  if (!walk_to_closest(pair, features)) {
    Crossings crossings = crossings_near(pair, features);
    keep(features, hint);
    shared = shared_area(pair, crossings, space);
    if (shared.area > 0) {
      keep(crossings, hint);
      return touch_of(pair, shared);
    }
    features = facing_features(pair);
    closest_points(pair, features);
  }
  hint.state = PolygonHint::State::apart;
  const PolygonTouch result = is_wanted ? parted(pair, features) : PolygonTouch{};
  keep(features, hint);
  return result;
}

}  // namespace scree::contact
