// scree bench search: all methods on workloads, beside other libraries.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/peer_run.h"
#include "bench/search_bench.h"
#include "bench/search_targets.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/scene/suggest.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  std::vector<std::string> families, sizes, methods;
  std::vector<double> parameters, fractions, ratios;
  int rounds = 5;
  double patience = 2;
  bool peers = false;
};

[[noreturn]] void refuse(const std::string& option, const std::string& message) {
  throw SceneError(Place{std::make_shared<const std::string>(option)}, message);
}

/// All that may be asked for: those that are known, or with other fractions and ratios.
std::vector<bench::WorkloadSpec> choices_of(const Arguments& arguments) {
  std::vector<bench::WorkloadSpec> result;
  for (const bench::WorkloadSpec& spec : bench::default_workloads()) {
    const bool is_fraction = spec.family == "W1" || spec.family == "W5";
    const std::vector<double>& others = is_fraction ? arguments.fractions : arguments.ratios;
    if (others.empty()) result.push_back(spec);
    for (const double parameter : others) result.push_back({spec.family, spec.count, parameter});
  }
  return result;
}

template <class T>
bool is_wanted(const std::vector<T>& list, const T& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

std::vector<bench::WorkloadSpec> workloads_of(const Arguments& arguments) {
  std::vector<bench::WorkloadSpec> result;
  const std::vector<bench::WorkloadSpec> known = choices_of(arguments);
  for (const std::string& family : arguments.families)
    if (std::none_of(known.begin(), known.end(), [&](const auto& spec) { return spec.family == family; }))
      refuse("--workload", fmt::format("there is no workload '{}'; take W1, W2, W3, W4 or W5", family));
  std::vector<std::size_t> sizes;
  for (const std::string& size : arguments.sizes) {
    sizes.push_back(bench::parse_size(size));
    if (sizes.back() == 0) refuse("--size", fmt::format("'{}' is no size; say 100k, 5M or 20000", size));
  }
  for (const bench::WorkloadSpec& spec : known) {
    if (!is_wanted(arguments.families, std::string(spec.family)) ||
        !is_wanted(arguments.parameters, spec.parameter))
      continue;
    for (const std::size_t count : sizes.empty() ? std::vector<std::size_t>{spec.count} : sizes) {
      const bench::WorkloadSpec wanted{spec.family, count, spec.parameter};
      const auto is_same = [&](const auto& other) { return other.name() == wanted.name(); };
      if (std::none_of(result.begin(), result.end(), is_same)) result.push_back(wanted);
    }
  }
  if (result.empty()) {
    std::string values;
    for (const bench::WorkloadSpec& spec : known)
      if (is_wanted(arguments.families, std::string(spec.family)))
        values += fmt::format("{}{} {:g}", values.empty() ? "" : ", ", spec.family, spec.parameter);
    refuse("--parameter", fmt::format("no workload has this value; there are {}; others come with --fraction "
                                      "and --ratio",
                                      values));
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

std::filesystem::path peer_program() {
  const auto program = bench::find_peer_program();
  if (!program)
    refuse("--peers",
           "the program scree-search-peers is not there; './dev bench --peers' installs Embree, Boost, CGAL, "
           "FCL "
           "and Bullet, builds it and starts this command");
  return *program;
}

/// `auto` in a list that is kept while things move little: the line for a workload in motion.
constexpr const char* skin_list = "auto, skin list";

struct Line {
  std::string method, order;
  int threads = 1;
  std::unique_ptr<bench::SearchRun> run;
  bool is_peer = false, is_slow = false;
};

class SearchBench {
 public:
  explicit SearchBench(const Arguments& arguments) : arguments_(arguments), methods_(methods_of(arguments)) {
    if (arguments.peers) peers_ = peer_program();
  }

  int run() {
    for (const bench::WorkloadSpec& spec : workloads_of(arguments_)) measure(spec);
    tell_exponents();
    tell_all_targets();
    if (arguments_.common.json) print_json(report_);
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
      if (name == "auto" && spec.family == "W5") {
        lines.push_back({skin_list, "warm", 1, bench::make_search_run(*method, warm, false, true)});
        lines.push_back({skin_list, "cold", 1, bench::make_search_run(*method, cold, false, true)});
      }
      if (threads() > 1 && (name == "blocks" || name == "rows" || name == "auto"))
        lines.push_back({name, "warm", threads(), bench::make_search_run(*method, warm, true)});
    }
    if (!peers_.empty())
      for (const std::string_view peer : bench::search_peers())
        for (const bench::Workload* const order : {&warm, &cold})
          lines.push_back({std::string(peer), order == &warm ? "warm" : "cold", 1,
                           bench::make_peer_run(peers_, peer, *order), true});
    for (int round = 0; round < arguments_.rounds; ++round)
      for (Line& line : lines) {
        const ThreadLimit limit(line.threads);
        if (line.is_slow) continue;
        line.run->round();
        line.is_slow = is_slow(line, lines);
        // Once more, now that the caches hold what it needs and not what the one before had there; steps of a
        // moving workload follow each other anyway.
        if (!line.is_slow && spec.family != "W5") line.run->round();
      }
    tell(spec, lines);
  }

  /// Too slow to be asked again. A library that is far from the fastest will not become it.
  bool is_slow(const Line& line, const std::vector<Line>& lines) const {
    return line.run->figures().total() > (line.is_peer ? 3 * fastest_library(lines) : arguments_.patience);
  }

  static double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }
  /// [s] of the peers, or without them of our members that are libraries; in one order, or in any.
  double fastest_library(const std::vector<Line>& lines, std::string_view order = {}) const {
    double seconds = 0;
    for (const Line& line : lines)
      if ((order.empty() || line.order == order) &&
          (peers_.empty() ? line.method == "bvh" || line.method == "rtree" : line.is_peer))
        seconds = smaller(seconds, line.run->figures().total());
    return seconds;
  }

  void tell(const bench::WorkloadSpec& spec, const std::vector<Line>& lines) {
    if (lines.empty()) return;
    const auto count = static_cast<double>(spec.count);
    const double random_order = fastest_library(lines, "cold");
    if (!arguments_.common.json) {
      fmt::print("\n{}: {} pairs\n", spec.name(), lines.front().run->figures().pairs);
      fmt::print("{:<22} {:>5} {:>7} {:>9} {:>9} {:>9} {:>10} {:>8} {:>7} {:>7}\n", "method", "order",
                 "threads", "build", "query", "ns/item", "candidates", "B/item", "ratio", "alike");
    }
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Line& line : lines) {
      const bench::SearchFigures& figures = line.run->figures();
      const bool is_same = figures.hash == lines.front().run->figures().hash;
      is_wrong_ = is_wrong_ || !is_same;
      const double ratio = random_order / figures.total();
      const double alike = fastest_library(lines, line.order) / figures.total();
      if (line.threads == 1 && line.order == "warm") {
        seconds_[key(line.method, spec)] = {count, figures.total()};
        series_[key(line.method, spec)].emplace_back(count, figures.total());
      }
      measured_.push_back({spec, line.method, line.order, line.threads, line.is_peer, figures.total(),
                           figures.wall, static_cast<double>(figures.bytes), ratio, alike});
      rows.push_back({{"method", line.method},
                      {"is_peer", line.is_peer},
                      {"order", line.order},
                      {"threads", line.threads},
                      {"build_ns_per_item", 1e9 * figures.build / count},
                      {"query_ns_per_item", 1e9 * figures.query / count},
                      {"ns_per_item", 1e9 * figures.total() / count},
                      {"wall_ns_per_item", 1e9 * figures.wall / count},
                      {"bytes_per_item", static_cast<double>(figures.bytes) / count},
                      {"pairs", figures.pairs},
                      {"candidates", figures.candidates},
                      {"same_pairs", is_same},
                      {"ratio_to_fastest_library", ratio},
                      {"ratio_to_fastest_library_in_this_order", alike}});
      if (!figures.choice.empty()) rows.back()["choice"] = figures.choice;
      if (arguments_.common.json) continue;
      const auto text_of = [](double value) { return value > 0 ? fmt::format("{:.1f}", value) : "-"; };
      fmt::print("{:<22} {:>5} {:>7} {:>9.1f} {:>9.1f} {:>9.1f} {:>10} {:>8.0f} {:>7} {:>7}{}\n", line.method,
                 line.order, line.threads, 1e9 * figures.build / count, 1e9 * figures.query / count,
                 1e9 * figures.total() / count, line.is_peer ? fmt::format("{}", figures.candidates) : "",
                 static_cast<double>(figures.bytes) / count, text_of(ratio), text_of(alike),
                 is_same ? "" : "  OTHER PAIRS");
      if (!figures.choice.empty() && line.order == "warm" && line.threads == 1)
        fmt::print("  {}: {}\n", line.method, figures.choice);
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
      exponents_[name] = exponent;
      report_["exponents"][name] = exponent;
      if (arguments_.common.json) continue;
      if (is_first) fmt::print("\nexponent of time in the number of items\n");
      is_first = false;
      fmt::print("{:<32} {:.3f}\n", name, exponent);
    }
  }

  /// What the project promises, beside what was measured.
  void tell_all_targets() {
    const std::vector<bench::TargetResult> results =
        bench::judge_targets(measured_, exponents_, !peers_.empty());
    if (!results.empty()) report_["targets"] = tell_targets(results, arguments_.common.json);
  }

  const Arguments& arguments_;
  std::vector<const search::Entry*> methods_;
  std::filesystem::path peers_;  // empty: without
  std::vector<bench::MeasuredSearch> measured_;
  std::map<std::string, double> exponents_;
  std::map<std::string, std::pair<double, double>> seconds_;
  std::map<std::string, std::vector<std::pair<double, double>>> series_;
  nlohmann::ordered_json report_;
  bool is_wrong_ = false;
};

}  // namespace

void add_bench_search(Command& subjects, int& exit_code) {
  Command command = subjects.add_subcommand("search", "Contact search: all methods on workloads W1 to W5");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("--workload", arguments->families, "W1 ... W5 (default: all)").delimiter(',');
  command.add_option("--size", arguments->sizes, "numbers of items, such as 100k,1M").delimiter(',');
  command.add_option("--parameter", arguments->parameters, "volume fractions or size ratios to keep")
      .delimiter(',');
  command.add_option("--fraction", arguments->fractions, "other volume fractions for W1 and W5")
      .delimiter(',')
      .positive();
  command.add_option("--ratio", arguments->ratios, "other size ratios for W2, W3 and W4")
      .delimiter(',')
      .in_range(1.0, 1e6);
  command.add_option("--method", arguments->methods, "search methods (default: all)").delimiter(',');
  command.add_option("--rounds", arguments->rounds, "the best of so many counts")
      .shows_default()
      .in_range(1, 1000);
  command.add_option("--patience", arguments->patience, "seconds of a search beyond which it is not repeated")
      .shows_default();
  command.add_flag("--peers", arguments->peers, "Embree, Boost, CGAL, FCL and Bullet beside them");
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  command.footer(
      "W1 equal spheres, d = volume fraction; W2 radii ~ r^-3 up to the ratio; W3 two sizes; W4 discs; W5 is "
      "W1 in\n"
      "motion, per step. Times are CPU time [ns per item], best of all rounds, which are interleaved; in "
      "each, "
      "every\n"
      "program searches twice in a row. Warm: items stored in the order of space, as a simulation keeps "
      "them; "
      "cold: in\n"
      "random order. Times of several threads are by the clock on the wall. Ratio: to the fastest library "
      "that "
      "got the\n"
      "items in random order; alike: in the same order as the method.\n"
      "Libraries report boxes (candidates), and spheres are tested in their callback. The libraries are the "
      "peers, without\n"
      "--peers our members that rest on Boost and Embree.\n\n"
      "Examples:\n"
      "  scree bench search --workload W1,W2 --size 100k,1M --method blocks,linked_cell,bvh\n"
      "  scree bench search --peers --method auto,blocks,rows\n"
      "  scree bench search --json > search.json");
  command.callback([arguments, &exit_code] {
    arguments->common.apply();
    exit_code = SearchBench(*arguments).run();
  });
}

}  // namespace scree::cli
