// The members of the family of contact sources. See source_table.h for which pairs of shapes they serve.
#pragma once

#include <memory>

#include "scree/step/contact_source.h"

namespace scree::step {

template <int D>
std::unique_ptr<ContactSource<D>> make_round_pairs(const SourceSettings<D>& settings);
template <int D>
std::unique_ptr<ContactSource<D>> make_round_walls(const SourceSettings<D>& settings);
template <int D>
std::unique_ptr<ContactSource<D>> make_round_meshes(const SourceSettings<D>& settings);
std::unique_ptr<ContactSource<2>> make_polygon_pairs(const SourceSettings<2>& settings);
std::unique_ptr<ContactSource<2>> make_polygon_walls(const SourceSettings<2>& settings);
std::unique_ptr<ContactSource<3>> make_face_pairs(const SourceSettings<3>& settings);
std::unique_ptr<ContactSource<3>> make_face_walls(const SourceSettings<3>& settings);
std::unique_ptr<ContactSource<3>> make_round_faces(const SourceSettings<3>& settings);

/// Where a round body meets a surface.
template <int D>
ContactGeometry<D> geometry_of(const kernel::SurfacePoint<D>& surface, const Motion<D>& body) {
  ContactGeometry<D> result;
  result.overlap = body.radius - surface.distance;
  result.branch = -surface.distance * surface.normal;
  result.point = body.position - surface.distance * surface.normal;
  return result;
}

}  // namespace scree::step
