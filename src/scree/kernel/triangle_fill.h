// Gathers pairs of triangles into lanes: the second triangle is brought into the frame of the first, and both
// are seen from the first corner of the first, in doubles; floats are rounded last. Compiled per target.
#pragma once

#include "scree/kernel/rows.h"
#include "scree/kernel/triangle_batch.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// Some pairs as records of four numbers, before they are transposed: so many that their stores are done when
/// they are loaded again as longer vectors.
template <class T>
struct CornerRows {
  static constexpr std::size_t pairs = 64, step = 16;
  alignas(64) T row[5][pairs][4];
};

inline void store_row(const Row& row, double* place) { row.store(place); }
inline void store_row(const Row& row, float* place) {
#if HWY_TARGET == HWY_SCALAR
  for (int k = 0; k < row_parts; ++k) place[k] = static_cast<float>(hn::GetLane(row.part[k]));
#else
  const hn::Rebind<float, RowTag> floats;
  for (int k = 0; k < row_parts; ++k)
    hn::Store(hn::DemoteTo(floats, row.part[k]), floats, place + k * row_lanes);
#endif
}

template <class T>
inline void load_pair(const BodyPair& bodies, const TriangleEntry& entry, std::size_t at,
                      CornerRows<T>& rows) {
  const std::uint32_t* const a = bodies.first.corners + 3 * std::size_t{entry.first};
  const std::uint32_t* const b = bodies.second.corners + 3 * std::size_t{entry.second};
  const Row origin = Row::at(bodies.first.vertices + 4 * std::size_t{a[0]});
  const Row shift = Row::at(bodies.pose.column[3]) - origin;
  const auto put = [&](int corner, const Row& row) {
    if constexpr (sizeof(T) == sizeof(float))
      store_row(row * Row::filled_with(bodies.inverse_scale), rows.row[corner][at]);
    else
      store_row(row, rows.row[corner][at]);
  };
  put(0, Row::at(bodies.first.vertices + 4 * std::size_t{a[1]}) - origin);
  put(1, Row::at(bodies.first.vertices + 4 * std::size_t{a[2]}) - origin);
  for (int k = 0; k < 3; ++k) {
    const double* const vertex = bodies.second.vertices + 4 * std::size_t{b[k]};
    const Row turned = Row::filled_with(vertex[0]) * Row::at(bodies.pose.column[0]) +
                       Row::filled_with(vertex[1]) * Row::at(bodies.pose.column[1]) +
                       Row::filled_with(vertex[2]) * Row::at(bodies.pose.column[2]);
    put(2 + k, turned + shift);
  }
}

/// `count` is at most triangle_chunk. Lanes after the last pair hold copies of it.
template <class T>
SCREE_KERNEL_FLATTEN void fill_lanes(const BodyPair* bodies, const TriangleEntry* entries, std::size_t count,
                                     TriangleLanes<T>& lanes) {
  using N = hn::ScalableTag<T>;
  constexpr std::size_t width = hn::MaxLanes(N());
  CornerRows<T> rows;
  for (std::size_t base = 0; base < count; base += CornerRows<T>::pairs) {
    const std::size_t here = count - base < CornerRows<T>::pairs ? count - base : CornerRows<T>::pairs;
    for (std::size_t k = 0; k < here; ++k) {
      const TriangleEntry& entry = entries[base + k];
      const BodyPair& pair = bodies[entry.bodies];
      load_pair(pair, entry, k, rows);
      if constexpr (sizeof(T) == sizeof(float))
        lanes.reach[base + k] = entry.reach * static_cast<float>(pair.inverse_scale) + float_margin;
    }
    // Whole vectors are written below.
    const std::size_t whole = (here + CornerRows<T>::step - 1) / CornerRows<T>::step * CornerRows<T>::step;
    for (std::size_t k = here; k < whole; ++k) {
      for (int row = 0; row < 5; ++row)
        for (int axis = 0; axis < 4; ++axis) rows.row[row][k][axis] = rows.row[row][here - 1][axis];
      lanes.reach[base + k] = lanes.reach[base + here - 1];
    }
    for (int row = 0; row < 5; ++row)
      for (std::size_t k = 0; k < whole; k += width) {
        hn::Vec<N> x, y, z, rest;
        hn::LoadInterleaved4(N(), &rows.row[row][k][0], x, y, z, rest);
        hn::StoreU(x, N(), &lanes.corner[3 * row][base + k]);
        hn::StoreU(y, N(), &lanes.corner[3 * row + 1][base + k]);
        hn::StoreU(z, N(), &lanes.corner[3 * row + 2][base + k]);
      }
  }
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
