#include "bench/search_targets.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree::bench {
namespace {

struct RatioTarget {
  std::string_view family;
  std::size_t count;
  double parameter, least, goal;
};
/// `auto`, storage in the order of space, over the fastest library.
constexpr RatioTarget ratio_targets[] = {
    {"W1", 100'000, 0.1, 10, 18},  {"W1", 100'000, 1, 10, 18},     {"W1", 1'000'000, 0.1, 18, 30},
    {"W1", 1'000'000, 1, 18, 30},  {"W1", 5'000'000, 0.1, 18, 30}, {"W1", 5'000'000, 1, 18, 30},
    {"W2", 125'000, 50, 10, 18},   {"W2", 1'000'000, 50, 10, 18},  {"W3", 125'000, 10, 9, 15},
    {"W4", 100'000, 1, 15, 28},    {"W4", 100'000, 32, 10, 18},    {"W4", 1'000'000, 1, 15, 28},
    {"W4", 1'000'000, 32, 10, 18}, {"W5", 100'000, 0.5, 45, 90}};
constexpr double least_cold = 10;
constexpr double megabyte = 1e6;

class Judge {
 public:
  explicit Judge(std::span<const MeasuredSearch> measured) : measured_(measured) {}
  std::vector<TargetResult> results;

  void ratios() {
    for (const RatioTarget& target : ratio_targets) {
      const WorkloadSpec spec{target.family, target.count, target.parameter};
      const bool is_moving = target.family == "W5";
      if (const auto* const line = find(spec, is_moving ? "auto, skin list" : "auto", "warm", 1))
        results.push_back({spec.name() + ", over the fastest library", target.least, target.goal, line->ratio,
                           false, fmt::format("{:.1f} in the same order", line->ratio_alike)});
      if (target.family != "W1") continue;
      if (const auto* const line = find(spec, "auto", "cold", 1))
        results.push_back(
            {spec.name() + ", from random order", least_cold, least_cold, line->ratio, false, {}});
    }
  }
  void wide_sizes() {
    const auto* const narrow = find({"W2", 1'000'000, 50}, "auto", "warm", 1);
    const auto* const wide = find({"W2", 1'000'000, 1000}, "auto", "warm", 1);
    if (narrow != nullptr && wide != nullptr)
      results.push_back({"W2 1M, time at size ratio 1000 over ratio 50",
                         1.1,
                         0.8,
                         wide->seconds / narrow->seconds,
                         true,
                         {}});
  }
  void threads() {
    for (const MeasuredSearch& line : measured_) {
      if (line.method != "auto" || line.threads < 2 || line.workload.count != 1'000'000) continue;
      if (const auto* const one = find(line.workload, "auto", "warm", 1))
        results.push_back({fmt::format("{}, {} threads over one", line.workload.name(), line.threads),
                           1.7,
                           1.9,
                           one->wall_seconds / line.wall_seconds,
                           false,
                           {}});
    }
  }
  void memory() {
    for (const WorkloadSpec& spec : {WorkloadSpec{"W1", 1'000'000, 0.1}, WorkloadSpec{"W2", 1'000'000, 50}})
      if (const auto* const line = find(spec, "auto", "warm", 1))
        results.push_back(
            {spec.name() + ", MB above the items, list included", 80, 40, line->bytes / megabyte, true, {}});
  }
  /// Only where other members were measured too.
  void choice() {
    TargetResult worst{"auto over the best member, worst of all workloads", 1.2, 1.05, 0, true, {}};
    for (const MeasuredSearch& line : measured_) {
      if (line.method != "auto" || line.threads != 1) continue;
      const MeasuredSearch* best = nullptr;
      for (const MeasuredSearch& other : measured_)
        if (!other.is_peer && !other.method.starts_with("auto") &&
            is_alike(other, line.workload, line.order, 1) &&
            (best == nullptr || other.seconds < best->seconds))
          best = &other;
      if (best == nullptr || line.seconds / best->seconds <= worst.measured) continue;
      worst.measured = line.seconds / best->seconds;
      worst.remark = fmt::format("{}, {}: {}", line.workload.name(), line.order, best->method);
    }
    if (worst.measured > 0) results.push_back(worst);
  }
  void growth(const std::map<std::string, double>& exponents) {
    for (const char* const name : {"blocks W1 0.1", "blocks W1 1", "blocks W2 50"})
      if (const auto found = exponents.find(name); found != exponents.end())
        results.push_back(
            {fmt::format("{}, exponent of time in the number", name), 1.1, 1.1, found->second, true, {}});
  }

 private:
  static bool is_alike(const MeasuredSearch& line, const WorkloadSpec& spec, std::string_view order,
                       int threads) {
    return line.workload.name() == spec.name() && line.order == order && line.threads == threads;
  }
  const MeasuredSearch* find(const WorkloadSpec& spec, std::string_view method, std::string_view order,
                             int threads) const {
    const auto found = std::find_if(measured_.begin(), measured_.end(), [&](const MeasuredSearch& line) {
      return line.method == method && is_alike(line, spec, order, threads);
    });
    return found == measured_.end() ? nullptr : &*found;
  }

  std::span<const MeasuredSearch> measured_;
};

}  // namespace

std::vector<TargetResult> judge_targets(std::span<const MeasuredSearch> measured,
                                        const std::map<std::string, double>& exponents, bool has_peers) {
  Judge judge(measured);
  if (has_peers) judge.ratios();
  judge.wide_sizes();
  judge.threads();
  judge.memory();
  judge.choice();
  judge.growth(exponents);
  return std::move(judge.results);
}

}  // namespace scree::bench
