// scree bench: how fast the parts are, beside others. One subcommand per subject.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/search_bench.h"
#include "commands.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/scene/suggest.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  std::vector<std::string> families, sizes, methods;
  std::vector<double> parameters;
  int rounds = 5;
  double patience = 2;
};

[[noreturn]] void refuse(const std::string& option, const std::string& message) {
  throw SceneError(Place{std::make_shared<const std::string>(option)}, message);
}

std::vector<bench::WorkloadSpec> workloads_of(const Arguments& arguments) {
  std::vector<bench::WorkloadSpec> result;
  const std::vector<bench::WorkloadSpec> known = bench::default_workloads();
  for (const std::string& family : arguments.families)
    if (std::none_of(known.begin(), known.end(), [&](const auto& spec) { return spec.family == family; }))
      refuse("--workload", fmt::format("there is no workload '{}'; take W1, W2, W3, W4 or W5", family));
  for (const bench::WorkloadSpec& spec : known) {
    const auto is_wanted = [&](const std::string& family) { return family == spec.family; };
    if (!arguments.families.empty() &&
        std::none_of(arguments.families.begin(), arguments.families.end(), is_wanted))
      continue;
    if (!arguments.parameters.empty() && std::find(arguments.parameters.begin(), arguments.parameters.end(),
                                                   spec.parameter) == arguments.parameters.end())
      continue;
    std::vector<std::size_t> counts;
    for (const std::string& size : arguments.sizes) {
      counts.push_back(bench::parse_size(size));
      if (counts.back() == 0) refuse("--size", fmt::format("'{}' is no size; say 100k, 5M or 20000", size));
    }
    if (counts.empty()) counts.push_back(spec.count);
    for (const std::size_t count : counts) {
      const bench::WorkloadSpec wanted{spec.family, count, spec.parameter};
      const auto is_same = [&](const auto& other) { return other.name() == wanted.name(); };
      if (std::none_of(result.begin(), result.end(), is_same)) result.push_back(wanted);
    }
  }
  return result;
}

std::vector<const search::Entry*> methods_of(const Arguments& arguments) {
  std::vector<const search::Entry*> result;
  std::vector<std::string_view> known;
  for (const search::Entry& entry : search::catalog()) known.push_back(entry.name);
  for (const std::string& name : arguments.methods) {
    result.push_back(search::find_entry(name));
    if (result.back() == nullptr)
      refuse("--method",
             fmt::format("there is no search method '{}'{}", name, scene::suggestion(name, known)));
  }
  if (arguments.methods.empty())
    for (const search::Entry& entry : search::catalog()) result.push_back(&entry);
  return result;
}

struct Line {
  std::string method, order;
  int threads = 1;
  std::unique_ptr<bench::SearchRun> run;
  bool is_slow = false;
};

class SearchBench {
 public:
  explicit SearchBench(const Arguments& arguments) : arguments_(arguments), methods_(methods_of(arguments)) {}

  int run() {
    for (const bench::WorkloadSpec& spec : workloads_of(arguments_)) measure(spec);
    tell_exponents();
    if (arguments_.common.json) std::fputs((report_.dump(2) + '\n').c_str(), stdout);
    return is_wrong_ ? static_cast<int>(ExitCode::internal) : 0;
  }

 private:
  /// Quadratic methods would take minutes.
  bool is_too_slow(const std::string& method, const bench::WorkloadSpec& spec) const {
    const auto before = seconds_.find(key(method, spec));
    if (before == seconds_.end())
      return (method == "all_pairs" || method == "bounding_volume") && spec.count > 20'000;
    return before->second.second * static_cast<double>(spec.count) >
           arguments_.patience * 10 * before->second.first;
  }
  static std::string key(const std::string& method, const bench::WorkloadSpec& spec) {
    return fmt::format("{} {} {:g}", method, spec.family, spec.parameter);
  }

  void measure(const bench::WorkloadSpec& spec) {
    const bench::Workload cold = bench::make_workload(spec);
    const bench::Workload warm = bench::ordered_in_space(cold);
    std::vector<Line> lines;
    for (const search::Entry* method : methods_) {
      const std::string name(method->name);
      if (is_too_slow(name, spec)) continue;
      lines.push_back({name, "warm", 1, bench::make_search_run(*method, warm, false)});
      lines.push_back({name, "cold", 1, bench::make_search_run(*method, cold, false)});
      if (threads() > 1 && (name == "blocks" || name == "rows" || name == "auto"))
        lines.push_back({name, "warm", threads(), bench::make_search_run(*method, warm, true)});
    }
    for (int round = 0; round < arguments_.rounds; ++round)
      for (Line& line : lines) {
        if (line.is_slow) continue;
        const ThreadLimit limit(line.threads);
        line.run->round();
        line.is_slow = line.run->figures().total() > arguments_.patience;
      }
    tell(spec, lines);
  }

  void tell(const bench::WorkloadSpec& spec, const std::vector<Line>& lines) {
    const auto count = static_cast<double>(spec.count);
    double library = 0;
    for (const Line& line : lines)
      if ((line.method == "bvh" || line.method == "rtree") && line.order == "cold")
        library = library == 0 ? line.run->figures().total() : std::min(library, line.run->figures().total());
    const bool is_json = arguments_.common.json;
    if (!is_json && !lines.empty()) {
      fmt::print("\n{}: {} pairs\n", spec.name(), lines.front().run->figures().pairs);
      fmt::print("{:<22} {:>5} {:>7} {:>9} {:>9} {:>9} {:>9} {:>8}\n", "method", "order", "threads", "build",
                 "query", "ns/item", "B/item", "ratio");
    }
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Line& line : lines) {
      const bench::SearchFigures& figures = line.run->figures();
      const bool is_same = figures.hash == lines.front().run->figures().hash;
      is_wrong_ = is_wrong_ || !is_same;
      const double ratio = figures.total() > 0 ? library / figures.total() : 0;
      if (line.threads == 1 && line.order == "warm") {
        seconds_[key(line.method, spec)] = {count, figures.total()};
        series_[key(line.method, spec)].emplace_back(count, figures.total());
      }
      rows.push_back({{"method", line.method},
                      {"order", line.order},
                      {"threads", line.threads},
                      {"build_ns_per_item", 1e9 * figures.build / count},
                      {"query_ns_per_item", 1e9 * figures.query / count},
                      {"ns_per_item", 1e9 * figures.total() / count},
                      {"bytes_per_item", static_cast<double>(figures.bytes) / count},
                      {"pairs", figures.pairs},
                      {"same_pairs", is_same},
                      {"ratio_to_fastest_library", ratio}});
      if (!figures.choice.empty()) rows.back()["choice"] = figures.choice;
      if (is_json) continue;
      fmt::print("{:<22} {:>5} {:>7} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.0f} {:>8.1f}{}\n", line.method,
                 line.order, line.threads, 1e9 * figures.build / count, 1e9 * figures.query / count,
                 1e9 * figures.total() / count, static_cast<double>(figures.bytes) / count, ratio,
                 is_same ? "" : "  OTHER PAIRS");
      if (!figures.choice.empty() && line.order == "warm" && line.threads == 1)
        fmt::print("  auto: {}\n", figures.choice);
      std::fflush(stdout);
    }
    report_["workloads"].push_back({{"name", spec.name()},
                                    {"family", spec.family},
                                    {"items", spec.count},
                                    {"parameter", spec.parameter},
                                    {"rows", rows}});
  }

  void tell_exponents() {
    bool is_first = true;
    for (const auto& [name, points] : series_) {
      if (points.size() < 3) continue;
      std::vector<double> counts, seconds;
      for (const auto& [count, time] : points) {
        counts.push_back(count);
        seconds.push_back(time);
      }
      const double exponent = bench::fitted_exponent(counts, seconds);
      report_["exponents"][name] = exponent;
      if (arguments_.common.json) continue;
      if (is_first) fmt::print("\nexponent of time in the number of items\n");
      is_first = false;
      fmt::print("{:<32} {:.3f}\n", name, exponent);
    }
  }

  const Arguments& arguments_;
  std::vector<const search::Entry*> methods_;
  std::map<std::string, std::pair<double, double>> seconds_;
  std::map<std::string, std::vector<std::pair<double, double>>> series_;
  nlohmann::ordered_json report_;
  bool is_wrong_ = false;
};

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* subjects = app.add_subcommand("bench", "Measures how fast the parts are");
  subjects->require_subcommand(1);
  add_bench_spheres(*subjects, exit_code);
  CLI::App* command = subjects->add_subcommand("search", "Contact search: all methods on workloads W1 to W5");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--workload", arguments->families, "W1 ... W5 (default: all)")->delimiter(',');
  command->add_option("--size", arguments->sizes, "numbers of items, such as 100k,1M")->delimiter(',');
  command->add_option("--parameter", arguments->parameters, "volume fractions or size ratios to keep")
      ->delimiter(',');
  command->add_option("--method", arguments->methods, "search methods (default: all)")->delimiter(',');
  command->add_option("--rounds", arguments->rounds, "the best of so many counts")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command
      ->add_option("--patience", arguments->patience, "seconds of a search beyond which it is not repeated")
      ->capture_default_str();
  add_threads(*command, arguments->common);
  add_json(*command, arguments->common);
  command->footer(
      "W1 equal spheres, d = volume fraction; W2 radii ~ r^-3 up to the ratio; W3 two sizes; W4 discs; W5 is "
      "W1 in\n"
      "motion, per step. Times are CPU time [ns per item], best of all rounds, which are interleaved. Warm: "
      "items stored\n"
      "in the order of space, as a simulation keeps them; cold: in random order.\n\n"
      "Examples:\n"
      "  scree bench search --workload W1,W2 --size 100k,1M --method blocks,linked_cell,bvh\n"
      "  scree bench search --json > search.json");
  command->callback([arguments, &exit_code] {
    arguments->common.apply();
    exit_code = SearchBench(*arguments).run();
  });
}

}  // namespace scree::cli
