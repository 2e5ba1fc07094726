// Tables and figures of the papers, made again: one line per reproduction in reproductions.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/show/plot.h"

namespace scree::cli {

/// What the paper says, what we found, and whether the two agree.
struct Claim {
  std::string says, found;
  std::string accepted;       ///< what counts as yes
  std::optional<bool> holds;  ///< none: could not be judged; `found` says why
};

/// What a figure must lie in; both ends count as inside.
struct Range {
  double least = 0, most = std::numeric_limits<double>::infinity();
  bool holds(double figure) const { return least <= figure && figure <= most; }
  /// "from 1 to 2", "at most 2".
  std::string text() const;
};
/// A claim that is judged by one figure, say "the slope".
Claim judged(std::string says, std::string found, std::string_view figure, double value, const Range& range);
/// A claim that is judged by all figures from `value.least` to `value.most`.
Claim judged(std::string says, std::string found, std::string_view figure, const Range& value,
             const Range& range);
/// Too few or too small for what the claim speaks of.
Claim not_judged_at_this_scale(std::string says, const std::string& why, std::string accepted);

/// A picture beside the page.
struct OutcomePicture {
  std::string name, caption;
  std::vector<std::byte> png;
};

struct Outcome {
  std::string setting;  ///< what was done, and where it differs from the paper
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  show::LogPlot plot;  ///< curves without points are left out
  std::vector<Claim> claims;
  std::vector<OutcomePicture> pictures{};
};

struct ReproductionSettings {
  double scale = 1;  ///< of the numbers of items and of steps; 1: as in the paper
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// At least `least`.
  std::size_t scaled(std::size_t number, std::size_t least = 1) const;
  /// All of them, each number once.
  std::vector<std::size_t> scaled(std::span<const std::size_t> numbers, std::size_t least) const;
  /// The sides of squares whose numbers of items are scaled, each once.
  std::vector<std::size_t> scaled_sides(std::span<const std::size_t> sides, std::size_t least) const;
};

struct Reproduction {
  std::string_view name, summary, source;
  Outcome (*run)(const ReproductionSettings& settings);
  bool has_plot = true;
};

std::span<const Reproduction> reproductions();

Outcome reproduce_noble_table_61(const ReproductionSettings& settings);
Outcome reproduce_noble_table_62(const ReproductionSettings& settings);
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

/// The exponent of the straight line through the points in a log-log plot; none for less than two points.
std::optional<double> log_log_slope(std::span<const Vec2> points);

}  // namespace scree::cli
