// Poirrier's benchmark: methods timed on spheres that fall and are packed more and more.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reproduction.h"

namespace scree::cli {

/// The numbers of spheres that figures are printed for.
inline constexpr std::array<std::size_t, 5> printed_counts{50'000, 100'000, 500'000, 1'000'000, 5'000'000};
/// Printed, one for each of these; 0: none.
using PrintedFigures = std::array<double, printed_counts.size()>;
inline constexpr int steps_per_window = 11;

struct FallingMethod {
  std::string name;           ///< of the catalogue, or "delaunay"
  double first_exponent = 1;  ///< of time in N, until two sizes have been measured
  PrintedFigures milliseconds{}, candidates{}, megabytes{};
};

struct FallingFigures {
  std::size_t count = 0, pairs = 0;  ///< spheres, and pairs that overlap at the end of the window
  double seconds = 0;                ///< mean per search; 0: not run
  double bytes = 0;
  double missed = 0;  ///< share of the pairs that the edges of a triangulation lack
  /// Pairs that the method would hand to an exact test at the end of the window; 0: not known.
  double candidates = 0;
  /// Searches that were timed and, for a method that mends what it keeps, how many of them made all anew.
  std::size_t searches = 0;
  std::optional<std::size_t> fresh_starts{};
  bool is_missing = false;  ///< the program is not there

  bool was_run() const { return seconds > 0; }
  bool was_mostly_made_anew() const { return fresh_starts && 2 * *fresh_starts > searches; }
};

/// figures[window][method][size]. A window is `steps_per_window` steps from the given one on, with a search
/// after each. Before it every method of ours searches once untimed, for what is kept from step to step.
using FallingTable = std::vector<std::vector<std::vector<FallingFigures>>>;
FallingTable race_on_falling_spheres(const ReproductionSettings& settings,
                                     const std::vector<FallingMethod>& methods,
                                     const std::vector<int>& windows);

}  // namespace scree::cli
