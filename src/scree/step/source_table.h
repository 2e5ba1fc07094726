// Which source finds the contacts of which pair of shapes. A pair of shapes without an entry here does not
// compile: the tables at the end ask for all of them.
#pragma once

#include <array>
#include <utility>
#include <variant>

#include "scree/world/shape_kind.h"
#include "scree/world/walls.h"

namespace scree::step {

enum class SourceKind : std::uint8_t {
  round_pairs,
  round_walls,
  round_meshes,
  polygon_pairs,
  polygon_walls,
  face_pairs,
  face_walls,
  round_faces
};
inline constexpr std::size_t source_kind_count = 8;

/// Seats: forces of so many contacts of a candidate are added to a body one by one, in the order of their
/// ordinals; those of all further ones are added up first. Part of what decides bits, so that it never
/// changes.
constexpr std::uint32_t seats_per_candidate(SourceKind kind) {
  return kind == SourceKind::round_meshes || kind == SourceKind::polygon_walls ? 4 : 1;
}
/// Whether a candidate may have several contacts, which are then listed in rows (see ContactRows); else a bit
/// says whether it is one.
constexpr bool has_rows(SourceKind kind) {
  return kind != SourceKind::round_pairs && kind != SourceKind::round_walls;
}

/// Two bodies.
template <world::ShapeKind first, world::ShapeKind second>
struct PairSource;
template <>
struct PairSource<world::ShapeKind::round, world::ShapeKind::round> {
  static constexpr SourceKind kind = SourceKind::round_pairs;
};
template <>
struct PairSource<world::ShapeKind::round, world::ShapeKind::polygon> {
  static constexpr SourceKind kind = SourceKind::polygon_pairs;
};
template <>
struct PairSource<world::ShapeKind::polygon, world::ShapeKind::round> {
  static constexpr SourceKind kind = SourceKind::polygon_pairs;
};
template <>
struct PairSource<world::ShapeKind::polygon, world::ShapeKind::polygon> {
  static constexpr SourceKind kind = SourceKind::polygon_pairs;
};
template <>
struct PairSource<world::ShapeKind::mesh, world::ShapeKind::mesh> {
  static constexpr SourceKind kind = SourceKind::face_pairs;
};
template <>
struct PairSource<world::ShapeKind::round, world::ShapeKind::mesh> {
  static constexpr SourceKind kind = SourceKind::round_faces;
};
template <>
struct PairSource<world::ShapeKind::mesh, world::ShapeKind::round> {
  static constexpr SourceKind kind = SourceKind::round_faces;
};

/// A body and a facet of a wall.
template <world::ShapeKind body, class Surface>
struct WallSource;
template <class Surface>
struct WallSource<world::ShapeKind::round, Surface> {
  static constexpr SourceKind kind = SourceKind::round_walls;
};
template <>
struct WallSource<world::ShapeKind::round, world::Patch> {
  static constexpr SourceKind kind = SourceKind::round_meshes;
};
template <class Surface>
struct WallSource<world::ShapeKind::polygon, Surface> {
  static constexpr SourceKind kind = SourceKind::polygon_walls;
};
template <class Surface>
struct WallSource<world::ShapeKind::mesh, Surface> {
  static constexpr SourceKind kind = SourceKind::face_walls;
};

namespace detail {
using Kinds = std::make_index_sequence<world::shape_kind_count>;

template <std::size_t size>
using Row = std::array<SourceKind, size>;
template <std::size_t rows, std::size_t size>
using Table = std::array<Row<size>, rows>;

/// What no body in D dimensions is gets any entry: nothing asks for it.
template <int D, world::ShapeKind first, world::ShapeKind second>
constexpr SourceKind pair_source() {
  if constexpr (world::exists<D>(first) && world::exists<D>(second))
    return PairSource<first, second>::kind;
  else
    return SourceKind::round_pairs;
}
template <int D, std::size_t first, std::size_t... second>
constexpr Row<sizeof...(second)> pair_row(std::index_sequence<second...>) {
  return {pair_source<D, static_cast<world::ShapeKind>(first), static_cast<world::ShapeKind>(second)>()...};
}
template <int D, std::size_t... first>
constexpr Table<sizeof...(first), sizeof...(first)> pair_table(std::index_sequence<first...>) {
  return {pair_row<D, first>(Kinds())...};
}

template <int D, world::ShapeKind body, class Surface>
constexpr SourceKind wall_source() {
  if constexpr (world::exists<D>(body))
    return WallSource<body, Surface>::kind;
  else
    return SourceKind::round_walls;
}
template <int D, std::size_t body, class... Surface>
constexpr Row<sizeof...(Surface)> wall_row(const std::variant<Surface...>*) {
  return {wall_source<D, static_cast<world::ShapeKind>(body), Surface>()...};
}
template <int D, std::size_t... body>
constexpr Table<sizeof...(body), std::variant_size_v<world::Surface<D>>> wall_table(
    std::index_sequence<body...>) {
  return {wall_row<D, body>(static_cast<const world::Surface<D>*>(nullptr))...};
}
}  // namespace detail

template <int D>
constexpr SourceKind source_of(world::ShapeKind first, world::ShapeKind second) {
  constexpr auto table = detail::pair_table<D>(detail::Kinds());
  return table[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
}
template <int D>
constexpr SourceKind source_of(world::ShapeKind body, const world::Surface<D>& surface) {
  constexpr auto table = detail::wall_table<D>(detail::Kinds());
  return table[static_cast<std::size_t>(body)][surface.index()];
}

}  // namespace scree::step
