#include "scree/picture/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::picture {
namespace {

struct Prefix {
  double factor;
  std::string_view text;
};
constexpr std::array<Prefix, 8> prefixes{
    {{1e-9, "n"}, {1e-6, "µ"}, {1e-3, "m"}, {1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}}};

/// The largest prefix that leaves at least one before the point; metres keep to at most one.
Prefix prefix_for(double size, std::string_view unit) {
  Prefix chosen = prefixes.front();
  for (const Prefix& prefix : prefixes)
    if (size >= prefix.factor * (1 - 1e-9) && (prefix.factor <= 1 || unit.front() != 'm')) chosen = prefix;
  return size > 0 ? chosen : Prefix{1, ""};
}

/// 1, 2 or 5 times a power of ten: the least of them that cuts the range into at most `most_pieces`.
double tick_step(double extent, int most_pieces) {
  const double power = std::pow(10.0, std::floor(std::log10(extent / most_pieces)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (extent / (factor * power) <= most_pieces * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

/// As few digits as tell neighbouring ticks apart.
std::string tick_label(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  const double size = std::max(std::abs(value), step);
  if (size >= 1e6 || size < 1e-3) return fmt::format("{:.6g}", value);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return fmt::format("{:.{}f}", value, decimals);
}

constexpr int tick_pieces = 6;

}  // namespace

double Range::fraction(double value) const {
  return most > least ? std::clamp((value - least) / (most - least), 0.0, 1.0) : 0.5;
}

Range rounded(const Range& range) {
  if (!(range.most > range.least)) {
    const double size = std::max(std::abs(range.least), 1e-300);
    return {range.least - 0.5 * size, range.most + 0.5 * size};
  }
  const double step = tick_step(range.most - range.least, tick_pieces);
  return {std::floor(range.least / step + 1e-9) * step, std::ceil(range.most / step - 1e-9) * step};
}

Legend scale_legend(std::string_view title, std::string_view unit, bool takes_prefix, const Range& range) {
  Legend legend;
  const double size = std::max(std::abs(range.least), std::abs(range.most));
  const Prefix prefix = takes_prefix && !unit.empty() ? prefix_for(size, unit) : Prefix{1, ""};
  legend.title = unit.empty() ? std::string(title) : fmt::format("{} [{}{}]", title, prefix.text, unit);
  const double least = range.least / prefix.factor, most = range.most / prefix.factor;
  if (!(most > least)) {
    legend.ticks.push_back({0.5, tick_label(least, std::max(std::abs(least), 1e-3))});
    return legend;
  }
  const double step = tick_step(most - least, tick_pieces);
  for (double k = std::ceil(least / step - 1e-6); k * step <= most + 1e-6 * step; ++k)
    legend.ticks.push_back(
        {std::clamp((k * step - least) / (most - least), 0.0, 1.0), tick_label(k * step, step)});
  return legend;
}

double round_length(double longest) {
  const double power = std::pow(10.0, std::floor(std::log10(longest) + 1e-9));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= longest * (1 + 1e-9)) return factor * power;
  return power;
}

std::string length_text(double metres) {
  const Prefix prefix = prefix_for(metres, "m");
  return fmt::format("{:.6g} {}m", metres / prefix.factor, prefix.text);
}

}  // namespace scree::picture
