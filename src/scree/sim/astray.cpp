#include "scree/sim/astray.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scree/shape/enclosure.h"
#include "scree/shape/frustum.h"
#include "scree/sim/build_world.h"
#include "scree/sim/descriptions.h"
#include "scree/sim/in_id_order.h"

namespace scree::sim {
namespace {

/// A wall that can have bodies within it.
template <int D>
struct Holder {
  enum class Side { none, inside, beside };
  std::string name;
  std::function<Side(const Vec<D>&)> side_of;
  bool holds_whatever = false;  // is no body to go around
};

template <int D>
using Places = std::vector<Vec<D>>;

template <int D>
void add_mesh(std::vector<Holder<D>>& holders, const std::string& name, const shape::MeshData<D>& data,
              const Places<D>& bodies) {
  using Side = typename Holder<D>::Side;
  try {
    const shape::Mesh<D> mesh(data);
    auto enclosure =
        std::make_shared<const shape::Enclosure<D>>(shape::MeshData<D>{mesh.vertices(), mesh.pieces()});
    typename shape::Enclosure<D>::Holding holding = enclosure->holding(bodies);
    const bool is_open = !mesh.health().closed();
    if (holding.share == 0)
      holding = enclosure->holding({enclosure->bounds().lo + 0.5 * enclosure->bounds().size()});
    if (holding.share == 0) return;
    holders.push_back({name,
                       [enclosure, axis = holding.axis](const Vec<D>& place) {
                         if (!enclosure->is_level_with(place, axis)) return Side::none;
                         return enclosure->encloses(place, axis) ? Side::inside : Side::beside;
                       },
                       is_open});
  } catch (const std::invalid_argument&) {
    return;  // whoever builds the wall says what is wrong with it
  }
}

template <int D>
std::vector<Holder<D>> holders_of(const scene::SceneDescription& scene, const Places<D>& bodies,
                                  const std::function<bool(const std::string&)>& is_there) {
  using Side = typename Holder<D>::Side;
  std::vector<Holder<D>> holders;
  for (const scene::Wall& wall : scene.walls) {
    if (!is_there(wall.name)) continue;
    if constexpr (D == 2) {
      if (const auto* chain = std::get_if<scene::ChainSurface>(&wall.surface))
        add_mesh<2>(holders, wall.name, chain->mesh, bodies);
    } else {
      if (const auto* mesh = std::get_if<scene::MeshSurface>(&wall.surface))
        add_mesh<3>(holders, wall.name, mesh->mesh, bodies);
      const auto* cone = std::get_if<scene::ConeSurface>(&wall.surface);
      if (cone == nullptr || !cone->inside) continue;
      const Vec3 start = vec_of<3>(cone->start), way = vec_of<3>(cone->end) - start;
      const shape::ConeAxis axis{start, way / norm(way), norm(way), cone->start_radius, cone->end_radius};
      holders.push_back({wall.name,
                         [axis](const Vec3& place) {
                           if (!shape::is_beside(axis, place)) return Side::none;
                           return shape::is_inside(axis, place) ? Side::inside : Side::beside;
                         },
                         true});
    }
  }
  return holders;
}

/// Walls that bodies beside a hopper may come to rest on.
bool has_floor(const scene::SceneDescription& scene) {
  return std::any_of(scene.walls.begin(), scene.walls.end(), [](const scene::Wall& wall) {
    return std::holds_alternative<scene::Plane>(wall.surface) ||
           std::holds_alternative<scene::BoxSurface>(wall.surface);
  });
}

}  // namespace

template <int D>
std::string astray_text(const scene::SceneDescription& scene, const world::Bodies<D>& bodies,
                        std::span<const std::string> names,
                        const std::function<bool(const std::string& wall)>& is_there) {
  using Side = typename Holder<D>::Side;
  Places<D> places;
  std::vector<Id> ids;
  for_each_body(bodies, [&](Id id, Slot slot) {
    if (is_fixed(bodies.motion[slot])) return;
    ids.push_back(id);
    places.push_back(bodies.motion[slot].position);
  });
  const std::vector<Holder<D>> holders = holders_of<D>(scene, places, is_there);
  if (holders.empty()) return "";
  std::vector<char> is_held(places.size(), 0);
  std::vector<std::vector<std::size_t>> beside(holders.size());
  std::vector<std::size_t> inside(holders.size(), 0);
  for (std::size_t h = 0; h < holders.size(); ++h)
    for (std::size_t k = 0; k < places.size(); ++k) {
      const Side side = holders[h].side_of(places[k]);
      if (side == Side::beside) beside[h].push_back(k);
      if (side != Side::inside) continue;
      ++inside[h];
      is_held[k] = 1;
    }
  const bool would_fall = norm(vec_of<D>(scene.gravity)) > 0 && !has_floor(scene);
  for (std::size_t h = 0; h < holders.size(); ++h) {
    if (inside[h] <= beside[h].size() && !(would_fall && holders[h].holds_whatever)) continue;
    std::erase_if(beside[h], [&](std::size_t k) { return is_held[k] != 0; });
    if (beside[h].empty()) continue;
    const std::size_t first = beside[h].front();
    return fmt::format(
        "{} outside of wall '{}', and no other wall is around {}: {} at {}{}",
        beside[h].size() == 1 ? "1 body starts" : fmt::format("{} bodies start", beside[h].size()),
        holders[h].name, beside[h].size() == 1 ? "it" : "them", body_text(ids[first], names),
        place_text(places[first]), beside[h].size() == 1 ? "" : " is the first");
  }
  return "";
}

template std::string astray_text(const scene::SceneDescription&, const world::Bodies<2>&,
                                 std::span<const std::string>,
                                 const std::function<bool(const std::string&)>&);
template std::string astray_text(const scene::SceneDescription&, const world::Bodies<3>&,
                                 std::span<const std::string>,
                                 const std::function<bool(const std::string&)>&);

}  // namespace scree::sim
