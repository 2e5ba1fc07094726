// Curves over time, or over decades. Takes the totals and measurements of a run, gives an SVG or PNG made by
// gnuplot.
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
  std::vector<double> values;   ///< one per time; what is not finite leaves a gap
  std::vector<double> times{};  ///< [s] of its own; empty: those of the plot
};

struct Plot {
  std::string title;
  std::string unit;           ///< of all curves; empty: a plain number
  std::vector<double> times;  ///< [s]
  std::vector<Curve> curves;
};

/// The unit of a total, or of a column of a measurement, by its name: "J" for energies, "" for numbers.
std::string unit_of_column(const std::string& name);

/// Every energy that is not zero throughout.
Plot energy_plot(const record::RunReader& run);

/// The named totals, and columns of measurements as `measure.column`. Throws SceneError, saying what there
/// is, when one is missing, and when their units differ.
Plot plot_of(const record::RunReader& run, std::span<const std::string> names);

/// Throws RunError when gnuplot is missing, with the line to type.
std::vector<std::byte> draw_plot(const Plot& plot, picture::Format format,
                                 const picture::Size& size = {900, 520});

/// Both axes are logarithmic: how figures that span decades are shown.
struct LogCurve {
  std::string name;
  std::vector<Vec2> points;  ///< what is not positive is left out
};
struct LogPlot {
  std::string title, x_label, y_label;
  std::vector<LogCurve> curves;
};
std::vector<std::byte> draw_plot(const LogPlot& plot, picture::Format format,
                                 const picture::Size& size = {1200, 720});

}  // namespace scree::show
