// Noble 2024, chapter 6: surrogates of stretched spheres, and the hybrid distance of triangles.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/noble_bench.h"
#include "reproduction.h"

namespace scree::cli {

Outcome reproduce_noble_table_61(const ReproductionSettings& settings) {
  Outcome outcome;
  outcome.setting =
      "Spheres of radius 0.5 m and 80, 320 and 1,280 triangles, stretched along one axis; the coarsest "
      "surrogate is one triangle with a "
      "halo. Ours makes the volume of triangle and halo small and takes the largest distance of a vertex as "
      "eps, which holds "
      "the body exactly; the thesis has a penalty of its own and random starts. d: longest edge [m], eps: "
      "halo [m].";
  outcome.columns = {"eta",
                     "triangles",
                     "d",
                     "d (thesis)",
                     "eps",
                     "eps (thesis)",
                     "sphere around",
                     "volume over the sphere's [%]"};
  outcome.plot = {"Noble 2024, table 6.1", "eta", "volume over that of the sphere around", {}};
  struct Printed {
    double eta;
    double edge[3], eps[3];
  };
  constexpr Printed thesis[] = {{1.0, {0.09, 0.09, 0.08}, {0.49, 0.50, 0.52}},
                                {1.2, {0.10, 0.10, 0.10}, {0.55, 0.56, 0.56}},
                                {1.4, {0.34, 0.12, 0.11}, {0.54, 0.65, 0.66}},
                                {1.8, {0.14, 0.89, 1.35}, {0.84, 0.53, 0.51}},
                                {2.6, {1.54, 2.24, 2.36}, {0.58, 0.51, 0.52}}};
  constexpr std::size_t triangles[] = {80, 320, 1280};
  for (const std::size_t count : triangles)
    outcome.plot.curves.push_back({fmt::format("{} triangles", count), {}});
  double most_volume = 0, least_volume = 1, largest_eps = 0, most_over = 0;
  const int finest = settings.scale < 0.5 ? 2 : 3;
  for (const Printed& printed : thesis)
    for (std::size_t k = 0; k < static_cast<std::size_t>(finest); ++k) {
      settings.progress(fmt::format("eta {}, {} triangles", printed.eta, triangles[k]));
      const bench::SurrogateFigures found = bench::fit_stretched_sphere(static_cast<int>(k) + 1, printed.eta);
      outcome.rows.push_back(
          {fmt::format("{}", printed.eta), std::to_string(triangles[k]),
           fmt::format("{:.2f}", found.longest_edge), fmt::format("{:.2f}", printed.edge[k]),
           fmt::format("{:.3f}", found.eps), fmt::format("{:.2f}", printed.eps[k]),
           fmt::format("{:.2f}", found.sphere_radius), fmt::format("{:.0f}", 100 * found.volume_share)});
      outcome.plot.curves[k].points.push_back({printed.eta, found.volume_share});
      most_volume = std::max(most_volume, found.volume_share);
      if (printed.eta == 2.6) least_volume = std::min(least_volume, found.volume_share);
      largest_eps = std::max(largest_eps, found.eps);
      most_over = std::max(most_over, found.eps / printed.eps[k]);
    }
  outcome.claims.push_back(judged("the surrogate's volume never exceeds 135 % of that of the sphere around",
                                  fmt::format("at most {:.0f} %", 100 * most_volume), "the largest share",
                                  most_volume, {0, 1.35}));
  outcome.claims.push_back(judged("with eta 2.6 it is as little as 37 %",
                                  fmt::format("as little as {:.0f} %", 100 * least_volume), "the least share",
                                  least_volume, {0, 0.37}));
  outcome.claims.push_back(
      judged("the halo remains of the order of the radius of the unstretched sphere, 0.5",
             fmt::format("at most {:.3f}", largest_eps), "the largest eps", largest_eps, {0.4, 0.6}));
  outcome.claims.push_back(judged("its halos, row by row",
                                  fmt::format("ours are at most {:.2f} times as wide", most_over),
                                  "the largest ratio", most_over, {0, 1.05}));
  return outcome;
}

Outcome reproduce_noble_table_62(const ReproductionSettings& settings) {
  Outcome outcome;
  outcome.setting =
      "All pairs of triangles of two unit spheres, and of a sphere and a plane of two triangles, mean of "
      "four random turns, at a gap of "
      "0.01 m; contacts closer than "
      "0.02 m. One pass: floats reject by a certificate, doubles decide on the rest, so all methods find the "
      "same contacts. "
      "The hybrid runs four sweeps of descent; what is neither surely apart nor converged falls back to the "
      "comparison. The thesis does not "
      "say how far its spheres are apart, accepts points that moved little without a proof, and runs 4 "
      "(comparison) or 8 lanes (hybrid) on a "
      "Broadwell, so times are not comparable, ratios and shares are.";
  outcome.columns = {
      "set-up",   "triangles",     "pairs",         "contacts",     "comparison [s]",       "hybrid [s]",
      "axes [s]", "hybrid's gain", "gain (thesis)", "fallback [%]", "fallback (thesis) [%]"};
  outcome.plot = {"Noble 2024, tables 6.2 and 6.3", "pairs of triangles", "s per pass", {}};
  for (const char* const name : {"comparison", "hybrid", "axes"}) outcome.plot.curves.push_back({name, {}});
  struct Printed {
    unsigned segments, rings;
    double gain[2], fallback[2];  // sphere, plane
  };
  constexpr Printed thesis[] = {{3, 3, {6.59 / 4.99, 2.60 / 2.80}, {7.7, 6.3}},
                                {6, 4, {5.17 / 2.76, 6.50 / 6.70}, {4.5, 5.1}},
                                {10, 8, {3.80 / 1.83, 1.84 / 1.79}, {1.2, 4.8}},
                                {36, 18, {43.5 / 19.9, 1.98 / 1.85}, {0.028, 3.6}}};
  const char* const names[] = {"comparison", "hybrid", "axes"};
  double last_gain[2] = {}, first_share[2] = {}, last_share[2] = {}, axes_gain = 0;
  bool same = true;
  for (const int setup : {0, 1})
    for (const Printed& printed : thesis) {
      const std::size_t triangles = 2 * std::size_t{printed.segments} * (printed.rings - 1);
      if (triangles > settings.scaled(1224, 140)) continue;
      settings.progress(
          fmt::format("{} triangles against {}", triangles, setup == 0 ? "as many" : "a plane"));
      bench::AllPairsFigures found[3];
      // They take turns, and of each the best counts.
      for (int round = 0; round < 3; ++round)
        for (int k = 0; k < 3; ++k) {
          const double before = round > 0 ? found[k].seconds : std::numeric_limits<double>::infinity();
          found[k] = bench::compare_all_pairs(
              printed.segments, printed.rings,
              setup == 0 ? bench::AgainstWhat::sphere : bench::AgainstWhat::plane, names[k]);
          found[k].seconds = std::min(found[k].seconds, before);
        }
      same = same && found[0].contacts == found[1].contacts && found[0].contacts == found[2].contacts;
      const double gain = found[0].seconds / found[1].seconds;
      outcome.rows.push_back(
          {setup == 0 ? "two spheres" : "sphere on plane", std::to_string(triangles),
           std::to_string(found[0].pairs), fmt::format("{:.1f}", found[0].contacts),
           fmt::format("{:.3g}", found[0].seconds), fmt::format("{:.3g}", found[1].seconds),
           fmt::format("{:.3g}", found[2].seconds), fmt::format("{:.2f}", gain),
           fmt::format("{:.2f}", printed.gain[setup]), fmt::format("{:.3g}", 100 * found[1].unsettled),
           fmt::format("{}", printed.fallback[setup])});
      if (setup == 0)
        for (std::size_t k = 0; k < 3; ++k)
          outcome.plot.curves[k].points.push_back({static_cast<double>(found[k].pairs), found[k].seconds});
      if (triangles == 12) first_share[setup] = found[1].unsettled;
      last_share[setup] = found[1].unsettled;
      last_gain[setup] = gain;
      if (setup == 0) axes_gain = found[1].seconds / found[2].seconds;
    }
  outcome.claims.push_back(judged(
      "hybrid outperforms comparison for equal numbers of triangles (2.19 times at 1,224)",
      fmt::format("{:.2f} times, with the most triangles", last_gain[0]), "the gain", last_gain[0], {1}));
  outcome.claims.push_back(judged("for a sphere on a plane it gains next to nothing (1.07 times)",
                                  fmt::format("{:.2f} times", last_gain[1]), "the gain", last_gain[1],
                                  {0, 1.5}));
  outcome.claims.push_back(
      judged("the share of fallbacks falls with more triangles, from 7.7 % to 0.028 %",
             fmt::format("from {:.3g} % to {:.3g} %", 100 * first_share[0], 100 * last_share[0]),
             "the last over the first", last_share[0] / first_share[0], {0, 0.1}));
  outcome.claims.push_back(
      judged("on a plane it falls less, from 6.3 % to 3.6 %",
             fmt::format("from {:.3g} % to {:.3g} %", 100 * first_share[1], 100 * last_share[1]),
             "the last share", last_share[1], {last_share[0]}));
  outcome.claims.push_back(judged("(ours) three axes first are faster than the hybrid",
                                  fmt::format("{:.2f} times", axes_gain), "the gain", axes_gain, {1}));
  outcome.claims.push_back({"(ours) no method changes what is found",
                            same ? "the same contacts" : "different contacts", "all find the same number",
                            same});
  return outcome;
}

}  // namespace scree::cli
