#include "scree/contact/hard_shape.h"

#include <algorithm>
#include <array>

#include "scree/contact/hard_walls.h"

namespace scree::contact {
namespace {

/// Convex bodies with at most so many corners are one piece: all of their corners are looked at.
constexpr std::size_t most_corners = 24;

template <class Surface>
inline constexpr bool is_plane = false;
template <int D>
inline constexpr bool is_plane<shape::Plane<D>> = true;
template <class Surface>
inline constexpr bool is_block = false;
template <int D>
inline constexpr bool is_block<shape::Block<D>> = true;

/// Stretches of a polygon's rim whose ends are at nearly the same place have one corner there.
Faces<2> welded(const std::vector<std::array<Vec2, 2>>& stretches, double near) {
  Faces<2> result;
  result.is_closed = true;
  const auto number_of = [&](const Vec2& place) {
    for (std::uint32_t k = 0; k < result.places.size(); ++k)
      if (norm(result.places[k] - place) <= near) return k;
    result.places.push_back(place);
    return static_cast<std::uint32_t>(result.places.size() - 1);
  };
  for (const auto& [from, to] : stretches) {
    const std::uint32_t a = number_of(from), b = number_of(to);
    if (a != b) result.faces.push_back({a, b});
  }
  return result;
}

}  // namespace

template <int D>
void HardShape<D>::set_pieces(std::vector<Vec<D>> corners, std::vector<std::uint32_t> first) {
  pieces_ = std::make_shared<const PieceTree<D>>(std::move(corners), std::move(first));
  radius_ = pieces_->radius() + round_;
}

template <int D>
void HardShape<D>::set_faces(std::vector<Vec<D>> places, std::vector<typename Features<D>::Corners> faces,
                             bool is_closed) {
  features_ = std::make_shared<const Features<D>>(places, faces, is_closed);
  const auto tree_over = [&](auto&& list, auto&& corners_of) {
    std::vector<Vec<D>> corners;
    std::vector<std::uint32_t> first{0};
    for (const auto& face : list) {
      for (const std::uint32_t corner : corners_of(face)) corners.push_back(places[corner]);
      first.push_back(static_cast<std::uint32_t>(corners.size()));
    }
    return std::make_shared<const PieceTree<D>>(std::move(corners), std::move(first));
  };
  faces_ = tree_over(
      features_->faces(), [](const auto& face) -> const auto& { return face.corner; });
  if (features_->is_convex() && places.size() <= most_corners) {
    set_pieces(places, {0, static_cast<std::uint32_t>(places.size())});
    return;
  }
  // Needles have no normal, but nothing may pass through them.
  pieces_ = features_->faces().size() == faces.size()
                ? faces_
                : tree_over(
                      faces, [](const auto& face) -> const auto& { return face; });
  radius_ = pieces_->radius();
}

template <int D>
HardShape<D> HardShape<D>::ball() {
  HardShape result;
  result.round_ = 1;
  result.set_pieces({Vec<D>{}}, {0, 1});
  return result;
}

template <int D>
HardShape<D> HardShape<D>::of_polygon(const shape::RigidPolygon& polygon) {
  HardShape result;
  if constexpr (D == 2) {
    if (polygon.parts().size() == 1) {
      const shape::ConvexPolygon& ring = polygon.part(0).polygon;
      std::vector<Vec2> places;
      std::vector<Features<2>::Corners> faces;
      for (std::uint32_t k = 0; k < ring.size(); ++k) {
        places.push_back(polygon.part(0).offset + ring[k].point);
        faces.push_back({k, ring.next(k)});
      }
      result.set_faces(std::move(places), std::move(faces), true);
      return result;
    }
    const Faces<2> rim = welded(polygon.rim(), 1e-6 * polygon.radius());
    result.set_faces(rim.places, rim.faces, true);
    std::vector<Vec2> corners;
    std::vector<std::uint32_t> first{0};
    for (const shape::RigidPolygon::Part& part : polygon.parts()) {
      for (std::uint32_t k = 0; k < part.polygon.size(); ++k)
        corners.push_back(part.offset + part.polygon[k].point);
      first.push_back(static_cast<std::uint32_t>(corners.size()));
    }
    result.set_pieces(std::move(corners), std::move(first));
  }
  return result;
}

template <int D>
HardShape<D> HardShape<D>::of_mesh(const shape::RigidMesh& mesh) {
  HardShape result;
  if constexpr (D == 3)
    result.set_faces({mesh.vertices().begin(), mesh.vertices().end()},
                     {mesh.triangles().begin(), mesh.triangles().end()}, true);
  return result;
}

template <int D>
HardShape<D> HardShape<D>::of_facet(const world::Walls<D>& walls, std::size_t facet) {
  HardShape result;
  const auto take = [&](const Faces<D>& faces) {
    result.set_faces(faces.places, faces.faces, faces.is_closed);
  };
  std::visit(
      [&](const auto& surface) {
        using Surface = std::decay_t<decltype(surface)>;
        if constexpr (std::is_same_v<Surface, world::Patch>) {
          const shape::Mesh<D>& mesh = *walls.meshes[walls.facets[facet].wall];
          take({mesh.vertices(), mesh.pieces(), false});
        } else if constexpr (is_plane<Surface>) {
          result.plane_ = surface;
        } else if constexpr (is_block<Surface>) {
          take(faces_of(surface));
        } else if constexpr (std::is_same_v<Surface, shape::Circle>) {
          // The far side of a hole is its near side to whatever touches it.
          if (!surface.solid) result.surface_ = surface;
          result.round_ = surface.radius;
          result.set_pieces({surface.centre}, {0, 1});
        } else {
          if constexpr (std::is_same_v<Surface, shape::Shell>) {
            if (!surface.far) take(faces_of(surface));
          } else {
            take(faces_of(surface));
          }
          result.surface_ = surface;
        }
      },
      walls.facets[facet].surface);
  return result;
}

template <int D>
HardShapes<D>::HardShapes(const world::Bodies<D>& bodies, const world::Walls<D>& walls) {
  shapes_.push_back(HardShape<D>::ball());
  for (std::size_t k = 0; k < bodies.shape_count(); ++k)
    if constexpr (D == 2)
      shapes_.push_back(HardShape<2>::of_polygon((*bodies.polygons)[k]));
    else
      shapes_.push_back(HardShape<3>::of_mesh(*(*bodies.meshes)[k].mesh));
  for (std::size_t facet = 0; facet < walls.facets.size(); ++facet) {
    const bool stands_for_others = !std::holds_alternative<world::Patch>(walls.facets[facet].surface) ||
                                   walls.facets[facet].feature == 0;
    facets_.push_back(stands_for_others
                          ? std::make_unique<const HardShape<D>>(HardShape<D>::of_facet(walls, facet))
                          : nullptr);
  }
}

template class HardShape<2>;
template class HardShape<3>;
template class HardShapes<2>;
template class HardShapes<3>;

}  // namespace scree::contact
