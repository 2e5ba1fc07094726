// Curves over time. Takes the totals of a run, gives an SVG or PNG made by gnuplot.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scree/picture/format.h"
#include "scree/picture/subject.h"
#include "scree/record/run_reader.h"

namespace scree::show {

struct Curve {
  std::string name;
  std::vector<double> values;  ///< as many as there are times; what is not finite leaves a gap
};

struct Plot {
  std::string title;
  std::string unit;           ///< of all curves; empty: a plain number
  std::vector<double> times;  ///< [s]
  std::vector<Curve> curves;
};

/// The unit of a total by its name: joules for energies.
std::string unit_of_total(const std::string& name);

/// Every energy that is not zero throughout.
Plot energy_plot(const record::RunReader& run);

/// The named totals. Throws SceneError, saying what there is, when one is missing, and when their units
/// differ.
Plot plot_of(const record::RunReader& run, std::span<const std::string> names);

/// Throws RunError when gnuplot is missing, with the line to type.
std::vector<std::byte> draw_plot(const Plot& plot, picture::Format format,
                                 const picture::Size& size = {900, 520});

}  // namespace scree::show
