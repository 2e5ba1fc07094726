// Contact points of two shapes with corners, or of a ball and one: by pairs of features, each point with the
// axis of the distance that its features have. A corner over a face has the face's normal; two edges that
// cross have their common normal; corners and edges that look past each other the line between them, where it
// is a minimum of the distance. Corners over faces and crossing edges count as far as they are in reach, also
// where another one is nearer: they are the corners of what two faces share.
#pragma once

#include <vector>

#include "scree/contact/hard_shape.h"
#include "scree/contact/turn.h"

namespace scree::contact {

template <int D>
struct HardPoint;

/// One of the two shapes in the frame of the first.
template <int D>
struct Side {
  const HardShape<D>* shape = nullptr;
  double scale = 1;
  Turn<D> turn;
  Vec<D> shift;

  Vec<D> at(const Vec<D>& own) const { return turn(scale * own) + shift; }
  Vec<D> vertex(std::uint32_t k) const { return at(shape->features()->vertices()[k].place); }
  Vec<D> normal(std::uint32_t face) const { return turn(shape->features()->faces()[face].normal); }
  Vec<D> centre() const { return at(shape->pieces()->corners()[0]); }  // of a ball
  double round() const { return scale * shape->round(); }
};

enum class FeatureKind : std::uint8_t { corner, edge, face };
/// How features are numbered for keys.
template <int D>
constexpr std::uint32_t feature_number(FeatureKind kind, std::uint32_t k) {
  if (D == 2) return 2 * k + (kind == FeatureKind::face ? 1 : 0);
  return 3 * k + static_cast<std::uint32_t>(kind);
}

/// Whether what lies around a vertex faces the way from it along -normal: it may be felt from there.
template <int D>
bool is_exposed(const Side<D>& side, std::uint32_t vertex, const Vec<D>& normal);

/// In the frame of the first; points are not in order. `size` [m]: of the smaller shape, for rounding.
template <int D>
void find_feature_points(const Side<D>& first, const Side<D>& second, double reach, double size,
                         std::vector<HardPoint<D>>& points);

extern template bool is_exposed<2>(const Side<2>&, std::uint32_t, const Vec2&);
extern template bool is_exposed<3>(const Side<3>&, std::uint32_t, const Vec3&);
extern template void find_feature_points<2>(const Side<2>&, const Side<2>&, double, double,
                                            std::vector<HardPoint<2>>&);
extern template void find_feature_points<3>(const Side<3>&, const Side<3>&, double, double,
                                            std::vector<HardPoint<3>>&);

}  // namespace scree::contact
