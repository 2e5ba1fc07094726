#include "scree/step/sources.h"

namespace scree::step {

template <int D>
std::array<std::unique_ptr<ContactSource<D>>, source_kind_count> make_sources(
    const SourceSettings<D>& settings) {
  std::array<std::unique_ptr<ContactSource<D>>, source_kind_count> sources;
  const auto put = [&](SourceKind kind, std::unique_ptr<ContactSource<D>> source) {
    sources[static_cast<std::size_t>(kind)] = std::move(source);
  };
  put(SourceKind::round_pairs, make_round_pairs(settings));
  put(SourceKind::round_walls, make_round_walls(settings));
  put(SourceKind::round_meshes, make_round_meshes(settings));
  if constexpr (D == 2) {
    put(SourceKind::polygon_pairs, make_polygon_pairs(settings));
    put(SourceKind::polygon_walls, make_polygon_walls(settings));
  } else {
    put(SourceKind::face_pairs, make_face_pairs(settings));
    put(SourceKind::face_walls, make_face_walls(settings));
    put(SourceKind::round_faces, make_round_faces(settings));
  }
  return sources;
}

template std::array<std::unique_ptr<ContactSource<2>>, source_kind_count> make_sources(
    const SourceSettings<2>&);
template std::array<std::unique_ptr<ContactSource<3>>, source_kind_count> make_sources(
    const SourceSettings<3>&);

}  // namespace scree::step
