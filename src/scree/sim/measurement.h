// Measurements: takes a moment of a simulation, gives rows of numbers. Sums run in id or key order, so that a
// row has the same bits for any number of threads and after any restart.
#pragma once

#include "scree/record/measure_table.h"
#include "scree/scene/description.h"
#include "scree/sim/simulation.h"
#include "scree/sim/solid.h"
#include "scree/step/stepper.h"

namespace scree::sim {

/// What measurements look at.
template <int D>
struct Moment {
  std::vector<Id> ids;                          // ascending
  std::vector<Motion<D>> bodies;                // likewise
  std::vector<Solid<D>> solids;                 // likewise
  std::vector<std::uint32_t> materials;         // likewise
  std::vector<world::ContactView<D>> contacts;  // in key order
  std::vector<std::string> wall_names, body_names;
  Energies energies;
  std::vector<double> momentum, angular_momentum;
  double thickness = 1;  // [m], 2D only
  PeriodicBox<D> box{};

  /// In the order of ids.
  void add(Id id, const Motion<D>& motion, std::uint32_t material = 0,
           const shape::RigidPolygon* polygon = nullptr, const Rotation<2>& orientation = {});
  const Motion<D>* find(Id id) const;
};

/// Columns and, row by row, values.
struct Rows {
  std::vector<std::string> columns;
  std::vector<double> values;

  void add_row(std::initializer_list<double> row) { values.insert(values.end(), row); }
};

/// Kinds that need nothing but the moment: all but flow.
template <int D>
Rows measure(const scene::Measure& measure, const Moment<D>& moment);

/// Density, velocity and stress at the points of a grid.
template <int D>
Rows measure_field(const scene::Measure& measure, const Moment<D>& moment);

/// How mixed two kinds of bodies are, how steep the surface is, how far the bodies reach, which way polygons
/// lie.
template <int D>
Rows measure_mixing(const scene::Measure& measure, const Moment<D>& moment);
template <int D>
Rows measure_slope(const scene::Measure& measure, const Moment<D>& moment);
template <int D>
Rows measure_front(const scene::Measure& measure, const Moment<D>& moment);
template <int D>
Rows measure_orientation(const scene::Measure& measure, const Moment<D>& moment);

/// "_x", "_y", ... after a name, and "_xx", "_xy", ... for tensors.
template <int D>
void add_vector_columns(std::vector<std::string>& columns, const std::string& name);
template <int D>
void add_tensor_columns(std::vector<std::string>& columns, const std::string& name);

/// Stress and pressure are positive in compression [Pa].
template <int D>
struct Tensor {
  double entry[D][D] = {};
  void add(double factor, const Vec<D>& a, const Vec<D>& b) {
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) entry[i][j] += factor * a[i] * b[j];
  }
};

}  // namespace scree::sim
