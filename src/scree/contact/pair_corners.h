// The corners and edges of a pair of polygons, two doubles to a register.
#pragma once

#include "scree/contact/lane2.h"
#include "scree/contact/polygon_pair.h"

namespace scree::contact {

/// The corners of a pair in the first one's frame.
class PairCorners {
 public:
  explicit PairCorners(const PolygonPair& pair)
      : first_(pair.first_corners()),
        second_(pair.second_corners()),
        first_scale_(both(pair.first().scale)),
        second_scale_(both(pair.second().scale)),
        cosine_(both(pair.turn().c)),
        sine_{-pair.turn().s, pair.turn().s},
        apart_(lanes_of(pair.apart())) {}

  Lane2 first(std::uint32_t k) const { return first_scale_ * lanes_of(first_[k].point); }
  Lane2 first_edge(std::uint32_t k) const { return lanes_of(first_[k].along); }
  Lane2 second(std::uint32_t k) const { return turned(second_scale_ * lanes_of(second_[k].point)) + apart_; }
  Lane2 second_edge(std::uint32_t k) const { return turned(lanes_of(second_[k].along)); }
  const Lane2& apart() const { return apart_; }

 private:
  Lane2 turned(const Lane2& own) const { return cosine_ * own + sine_ * swapped(own); }

  const shape::ConvexPolygon::Corner *first_, *second_;
  Lane2 first_scale_, second_scale_, cosine_, sine_, apart_;
};

}  // namespace scree::contact
