#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduction.h"

namespace scree::cli {
namespace {

constexpr Reproduction all[] = {
    {"perkins-fig10", "search time against N for a square of discs in motion, all methods",
     "Perkins 1999, figures 10 and 11", reproduce_perkins_figure_10},
    {"perkins-fig12", "the same for 800 discs of size ratios 1, 2 and 4", "Perkins 1999, figure 12",
     reproduce_perkins_figure_12},
    {"perkins-fig13", "DESS2 against N for size ratios 1 to 32", "Perkins 1999, figure 13",
     reproduce_perkins_figure_13},
    {"poirrier-table1", "what cutting items is good for in a kd tree", "Poirrier 2009, table 1",
     reproduce_poirrier_table_1},
    {"poirrier-table2", "search time for falling spheres, steps 50 to 60, up to 5,000,000",
     "Poirrier 2009, table 2", reproduce_poirrier_table_2},
    {"poirrier-table3", "the same at steps 0 to 10 too, and memory", "Poirrier 2009, table 3 and figure 11",
     reproduce_poirrier_table_3},
    {"ogarko-fig4", "slowdown of the hierarchical grid against its number of levels",
     "Ogarko and Luding 2012, figure 4", reproduce_ogarko_figure_4},
    {"ogarko-fig5", "cost of wide size distributions relative to one size",
     "Ogarko and Luding 2012, figure 5", reproduce_ogarko_figure_5},
    {"schinner-fig1", "pictures of polygons at rest and in motion", "Schinner 1999, figure 1",
     reproduce_schinner_figure_1, false},
    {"schinner-fig11", "time per call of the distance of two polygons against their corners",
     "Schinner 1999, figure 11", reproduce_schinner_figure_11},
    {"schinner-threads", "polygons falling into a container, one thread and two", "Schinner 1999, section 5",
     reproduce_schinner_threads},
    {"schinner-update", "cost of sort and update against the share of items that move",
     "Schinner 1999, section 3", reproduce_schinner_update},
    {"noble-table61", "surrogate triangles of stretched spheres", "Noble 2024, table 6.1",
     reproduce_noble_table_61},
    {"noble-table62", "distances of all pairs of triangles: comparison and hybrid",
     "Noble 2024, tables 6.2 and 6.3", reproduce_noble_table_62},
};

}  // namespace

std::span<const Reproduction> reproductions() { return all; }

std::string Range::text() const {
  if (std::isinf(most)) return fmt::format("at least {:g}", least);
  if (least == most) return fmt::format("{:g}", least);
  return least > 0 ? fmt::format("from {:g} to {:g}", least, most) : fmt::format("at most {:g}", most);
}

Claim judged(std::string says, std::string found, std::string_view figure, double value, const Range& range) {
  return judged(std::move(says), std::move(found), figure, {value, value}, range);
}
Claim judged(std::string says, std::string found, std::string_view figure, const Range& value,
             const Range& range) {
  return {std::move(says), std::move(found), fmt::format("{} is {}", figure, range.text()),
          range.holds(value.least) && range.holds(value.most)};
}
Claim not_judged_at_this_scale(std::string says, const std::string& why, std::string accepted) {
  return {std::move(says), "not judged at this scale: " + why, std::move(accepted), std::nullopt};
}

std::size_t ReproductionSettings::scaled(std::size_t number, std::size_t least) const {
  return std::max(least, static_cast<std::size_t>(std::lround(scale * static_cast<double>(number))));
}
std::vector<std::size_t> ReproductionSettings::scaled(std::span<const std::size_t> numbers,
                                                      std::size_t least) const {
  std::vector<std::size_t> result;
  for (const std::size_t number : numbers) result.push_back(scaled(number, least));
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}
std::vector<std::size_t> ReproductionSettings::scaled_sides(std::span<const std::size_t> sides,
                                                            std::size_t least) const {
  ReproductionSettings of_sides;
  of_sides.scale = std::sqrt(scale);
  return of_sides.scaled(sides, least);
}

std::optional<double> log_log_slope(std::span<const Vec2> points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Vec2& point : points) {
    const double u = std::log(point[0]), v = std::log(point[1]);
    n += 1;
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
  }
  const double spread = n * xx - x * x;
  if (points.size() < 2 || !(spread > 0)) return std::nullopt;
  return (n * xy - x * y) / spread;
}

}  // namespace scree::cli
