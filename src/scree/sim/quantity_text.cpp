#include "scree/sim/quantity_text.h"

#include <fmt/format.h>

#include <cmath>

namespace scree::sim {
namespace {
struct Prefix {
  std::string_view symbol;
  double factor;
};
constexpr Prefix prefixes[] = {{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"", 1},
                               {"k", 1e3},   {"M", 1e6},  {"G", 1e9},  {"T", 1e12}};
}  // namespace

std::string quantity_text(double value, std::string_view unit) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{:g} {}", value, unit);
  // Rounding to three digits first keeps 999.9 um from being printed as "1e+03 um".
  const double size = std::stod(fmt::format("{:.3g}", std::abs(value)));
  const Prefix* best = nullptr;
  for (const Prefix& prefix : prefixes)
    if (size >= prefix.factor * (1 - 1e-9)) best = &prefix;
  if (best == nullptr || size >= 1e3 * best->factor) return fmt::format("{:.3g} {}", value, unit);
  return fmt::format("{:.3g} {}{}", value / best->factor, best->symbol, unit);
}

std::string limit_text(double value) {
  const std::string text = fmt::format("{:.3g}", value);
  if (!(std::stod(text) > value)) return text;
  std::string digits = fmt::format("{:.16e}", value);
  digits.erase(digits.find('.') + 3, digits.find('e') - digits.find('.') - 3);
  return fmt::format("{:.3g}", std::stod(digits));
}

std::string number_text(double value) { return fmt::format("{:.4g}", value); }

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, " ");
  return digits;
}

std::string count_text(std::uint64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with('y')) return fmt::format("{} {}ies", count_text(count), noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}s", count_text(count), noun);
}

std::string amount_text(double value, std::string_view unit) {
  std::string number = quantity_text(value, "");
  if (number.back() != ' ') number += ' ';
  return number.append(unit);
}

std::string percent_text(double fraction) { return fmt::format("{:.3g} %", 100 * fraction); }

std::string clock_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) return "?";
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 60) return quantity_text(seconds, "s");
  if (seconds > 1e12) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 48 * 3600) return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} days {} h", whole / 86400, whole / 3600 % 24);
}

std::string bytes_text(double bytes) {
  return bytes < 1000 ? fmt::format("{:g} B", bytes) : quantity_text(bytes, "B");
}

}  // namespace scree::sim
