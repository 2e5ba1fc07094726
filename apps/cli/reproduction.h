// Tables and figures of the papers, made again: one line per reproduction in reproductions.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/show/plot.h"

namespace scree::cli {

/// What the paper says, what we found, and whether the two agree.
struct Claim {
  std::string says, found;
  bool holds;
};

/// A picture beside the page.
struct OutcomePicture {
  std::string name, caption;
  std::vector<std::byte> png;
};

struct Outcome {
  std::string setting;  ///< what was done, and where it differs from the paper
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  show::LogPlot plot;  ///< without curves: none is drawn
  std::vector<Claim> claims;
  std::vector<OutcomePicture> pictures{};
};

struct ReproductionSettings {
  double scale = 1;  ///< of the numbers of items and of steps; 1: as in the paper
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// At least `least`.
  std::size_t scaled(std::size_t number, std::size_t least = 1) const;
};

struct Reproduction {
  std::string_view name, summary, source;
  Outcome (*run)(const ReproductionSettings& settings);
};

std::span<const Reproduction> reproductions();

Outcome reproduce_perkins_figure_10(const ReproductionSettings& settings);
Outcome reproduce_perkins_figure_12(const ReproductionSettings& settings);
Outcome reproduce_perkins_figure_13(const ReproductionSettings& settings);
Outcome reproduce_poirrier_table_1(const ReproductionSettings& settings);
Outcome reproduce_poirrier_table_2(const ReproductionSettings& settings);
Outcome reproduce_poirrier_table_3(const ReproductionSettings& settings);
Outcome reproduce_ogarko_figure_4(const ReproductionSettings& settings);
Outcome reproduce_ogarko_figure_5(const ReproductionSettings& settings);
Outcome reproduce_schinner_figure_1(const ReproductionSettings& settings);
Outcome reproduce_schinner_figure_11(const ReproductionSettings& settings);
Outcome reproduce_schinner_threads(const ReproductionSettings& settings);
Outcome reproduce_schinner_update(const ReproductionSettings& settings);

/// The exponent of the straight line through the points in a log-log plot; 0 for less than two points.
double log_log_slope(std::span<const Vec2> points);

}  // namespace scree::cli
