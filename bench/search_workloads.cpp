#include "bench/search_workloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "scree/base/random.h"

namespace scree::bench {
namespace {

double volume_of(int dimension, double radius) {
  return dimension == 2 ? std::numbers::pi * radius * radius
                        : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
}

/// f(r) ~ r^-power between 1 and `ratio`.
double power_law(double power, double ratio, double u) {
  const double e = 1 - power;
  return std::pow(1 + u * (std::pow(ratio, e) - 1), 1 / e);
}

double radius_of(const WorkloadSpec& spec, std::size_t item, double u) {
  if (spec.family == "W2") return power_law(3, spec.parameter, u);
  if (spec.family == "W4") return spec.parameter > 1 ? power_law(2, spec.parameter, u) : 1;
  if (spec.family == "W3") {  // as many large ones as have the volume of all small ones
    const auto per_large = static_cast<std::size_t>(spec.parameter * spec.parameter * spec.parameter) + 1;
    return item % per_large == 0 ? spec.parameter : 1;
  }
  return 1;
}

}  // namespace

std::string WorkloadSpec::name() const {
  const bool is_fraction = family == "W1" || family == "W5";
  return fmt::format("{} {} {}={:g}", family, size_text(count), is_fraction ? "d" : "ratio", parameter);
}

std::vector<WorkloadSpec> default_workloads() {
  return {{"W1", 100'000, 0.1},    {"W1", 100'000, 1},    {"W1", 1'000'000, 0.1}, {"W1", 1'000'000, 1},
          {"W1", 5'000'000, 0.1},  {"W1", 5'000'000, 1},  {"W2", 125'000, 50},    {"W2", 1'000'000, 50},
          {"W2", 1'000'000, 1000}, {"W3", 125'000, 10},   {"W4", 100'000, 1},     {"W4", 100'000, 32},
          {"W4", 1'000'000, 1},    {"W4", 1'000'000, 32}, {"W5", 100'000, 0.5}};
}

Workload make_workload(const WorkloadSpec& spec, std::uint64_t seed) {
  Workload workload;
  workload.name = spec.name();
  workload.dimension = spec.family == "W4" ? 2 : 3;
  workload.step = spec.family == "W5" ? 0.01 : 0;
  const bool is_fraction = spec.family == "W1" || spec.family == "W5";
  const double fraction = is_fraction ? spec.parameter : spec.family == "W4" ? 0.8 : 0.4;
  const std::size_t width = workload.width();
  const int dimension = workload.dimension;
  workload.id.resize(spec.count);
  std::iota(workload.id.begin(), workload.id.end(), 0u);
  workload.numbers.resize(spec.count * width);
  std::uint64_t draw = 0;
  const auto number = [&] { return random_uniform(seed, purpose("bench.search"), draw++); };

  double volume = 0;
  for (std::size_t item = 0; item < spec.count; ++item) {
    const double radius = radius_of(spec, item, number());
    workload.numbers[item * width + width - 1] = radius;
    volume += volume_of(dimension, radius);
  }
  const double space = volume / fraction;
  const double side = dimension == 2 ? std::sqrt(space) : std::cbrt(space);
  // W4: one disc in each cell of a grid, anywhere in it; the cells are dealt out at random.
  const auto cells = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(spec.count))));
  std::vector<std::uint32_t> cell(dimension == 2 ? cells * cells : 0);
  std::iota(cell.begin(), cell.end(), 0u);
  for (std::size_t k = cell.size(); k > 1; --k)
    std::swap(cell[k - 1], cell[static_cast<std::size_t>(number() * static_cast<double>(k))]);
  for (std::size_t item = 0; item < spec.count; ++item) {
    double* const place = workload.numbers.data() + item * width;
    if (dimension == 2) {
      place[0] = side * (static_cast<double>(cell[item] % cells) + number()) / static_cast<double>(cells);
      place[1] = side * (static_cast<double>(cell[item] / cells) + number()) / static_cast<double>(cells);
    } else {
      for (int k = 0; k < 3; ++k) place[k] = side * number();
    }
  }
  return workload;
}

Workload ordered_in_space(const Workload& workload) {
  const std::size_t width = workload.width(), count = workload.count();
  const int dimension = workload.dimension;
  double side = 0;
  for (std::size_t item = 0; item < count; ++item)
    for (int k = 0; k < dimension; ++k)
      side = std::max(side, workload.numbers[item * width + static_cast<std::size_t>(k)]);
  const double wanted = std::max(1.0, static_cast<double>(count) / 16);
  const double per_axis = std::ceil(dimension == 2 ? std::sqrt(wanted) : std::cbrt(wanted));
  std::vector<std::uint64_t> key(count);
  for (std::size_t item = 0; item < count; ++item) {
    std::uint64_t cell = 0;
    for (int k = dimension - 1; k >= 0; --k) {
      const double place = workload.numbers[item * width + static_cast<std::size_t>(k)] / side * per_axis;
      cell = cell * static_cast<std::uint64_t>(per_axis) +
             static_cast<std::uint64_t>(std::clamp(place, 0.0, per_axis - 1));
    }
    key[item] = cell << 32 | item;
  }
  std::sort(key.begin(), key.end());
  Workload result = workload;
  for (std::size_t slot = 0; slot < count; ++slot) {
    const std::size_t item = key[slot] & 0xffff'ffff;
    std::copy_n(workload.numbers.begin() + static_cast<std::ptrdiff_t>(item * width), width,
                result.numbers.begin() + static_cast<std::ptrdiff_t>(slot * width));
    result.id[slot] = workload.id[item];
  }
  return result;
}

void Workload::advance() {
  for (std::size_t item = 0; item < count(); ++item) {
    double direction[3], square = 0;
    for (int k = 0; k < dimension; ++k) {
      const std::uint64_t draw = 3 * static_cast<std::uint64_t>(id[item]) + static_cast<std::uint64_t>(k);
      direction[k] = random_uniform(2, purpose("bench.direction"), draw) - 0.5;
      square += direction[k] * direction[k];
    }
    double* const place = numbers.data() + item * width();
    const double factor = step * place[dimension] / std::sqrt(square);
    for (int k = 0; k < dimension; ++k) place[k] += factor * direction[k];
  }
}

std::string size_text(std::size_t count) {
  if (count >= 1'000'000 && count % 1'000'000 == 0) return fmt::format("{}M", count / 1'000'000);
  if (count >= 1000 && count % 1000 == 0) return fmt::format("{}k", count / 1000);
  return fmt::format("{}", count);
}

std::size_t parse_size(const std::string& text) {
  std::size_t end = 0;
  double number = 0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    return 0;
  }
  const std::string unit = text.substr(end);
  const double factor = unit.empty() ? 1 : unit == "k" ? 1e3 : unit == "M" ? 1e6 : 0;
  const double count = std::round(number * factor);
  return count >= 1 && count <= 1e8 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace scree::bench
