// scree bench spheres: whole simulations, beside LAMMPS from the same state.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/lammps.h"
#include "bench/sphere_bench.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/sim/simulation.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::vector<std::string> systems;
  std::vector<std::uint64_t> counts;
  int rounds = 3;
  bool peers = false;
};

/// A folder that goes when the object goes.
class Workplace {
 public:
  Workplace() {
    std::string pattern = (fs::temp_directory_path() / "scree-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw RunError(fmt::format("cannot make a folder in {}", fs::temp_directory_path().string()));
    path_ = pattern;
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// One program that was measured, with its best figures.
struct Line {
  std::string program;
  int threads = 1;
  bench::SphereFigures figures;
};

struct Measured {
  const bench::SphereSystem* system;
  std::uint64_t count;
  std::vector<Line> lines;
};

/// CPU time of LAMMPS over that of scree.
struct RatioTarget {
  std::string_view system;
  std::uint64_t count;
  double least, goal;
};
constexpr RatioTarget ratio_targets[] = {{"MONO", 12'500, 3, 4.5},     {"MONO", 100'000, 3, 4.5},
                                         {"MONO", 1'000'000, 2.8, 4},  {"BI", 125'125, 2, 3},
                                         {"POLY", 125'001, 1.5, 3},    {"CHUTE", 32'000, 1.5, 2.5},
                                         {"COHESIVE", 100'000, 2.5, 4}};

class SphereBench {
 public:
  explicit SphereBench(const Arguments& arguments) : arguments_(arguments) {
    if (!arguments.peers) return;
    lammps_ = bench::find_lammps();
    if (!lammps_)
      std::fputs("LAMMPS is not installed ('./dev bench --peers spheres' installs it): scree alone\n",
                 stderr);
  }

  int run() {
    for (const bench::SphereSystem& system : bench::sphere_systems()) {
      if (!is_wanted(system)) continue;
      if (arguments_.counts.empty())
        measure(system, system.count);
      else
        for (const std::uint64_t count : arguments_.counts) measure(system, count);
    }
    const nlohmann::ordered_json targets = tell_targets(judge(), arguments_.common.json);
    if (arguments_.common.json) {
      const nlohmann::ordered_json all = {{"systems", report_}, {"targets", targets}};
      print_json(all);
    }
    return 0;
  }

 private:
  bool is_wanted(const bench::SphereSystem& system) const {
    if (arguments_.systems.empty()) return true;
    for (const std::string& name : arguments_.systems)
      if (name == system.name) return true;
    return false;
  }

  void measure(const bench::SphereSystem& system, std::uint64_t count) {
    const scene::SceneDescription scene =
        scene::read_scene_text(bench::scene_text(system, count), std::string(system.name), sim::vocabulary());
    std::vector<Line> lines;
    lines.push_back({"scree", 1, {}});
    if (threads() > 1) lines.push_back({"scree", threads(), {}});
    std::optional<scene::SceneDescription> dry;
    if (system.hertz.surface_energy > 0) {
      dry = scene::read_scene_text(bench::scene_text(bench::dry(system), count), std::string(system.name),
                                   sim::vocabulary());
      lines.push_back({"dry", 1, {}});
    }
    const Workplace workplace;
    std::optional<bench::LammpsRun> peer;
    if (lammps_ && !system.sleeps) {
      peer.emplace(system, scene, *lammps_, workplace.path());
      lines.push_back({"LAMMPS", 1, {}});
    }
    for (int round = 0; round < arguments_.rounds; ++round)
      for (Line& line : lines) {
        const ThreadLimit limit(line.threads);
        bench::keep_best(line.figures, line.program == "LAMMPS" ? peer->round()
                                       : line.program == "dry"  ? bench::time_scree(system, *dry)
                                                                : bench::time_scree(system, scene));
      }
    tell(system, count, lines, peer ? fmt::format("skin {:.3g} m", peer->skin()) : "");
    measured_.push_back({&system, count, std::move(lines)});
  }

  /// One line of a measured system, if it was measured.
  const bench::SphereFigures* find(std::string_view system, std::uint64_t count, std::string_view program,
                                   int threads) const {
    for (const Measured& measured : measured_) {
      if (measured.system->name != system || (count != 0 && measured.count != count)) continue;
      for (const Line& line : measured.lines)
        if (line.program == program && line.threads == threads) return &line.figures;
    }
    return nullptr;
  }

  std::vector<bench::TargetResult> judge() const {
    std::vector<bench::TargetResult> results;
    const auto over = [](const bench::SphereFigures* slow, const bench::SphereFigures* fast, auto member) {
      return slow->*member / fast->*member;
    };
    for (const RatioTarget& target : ratio_targets) {
      const auto* const ours = find(target.system, target.count, "scree", 1);
      const auto* const theirs = find(target.system, target.count, "LAMMPS", 1);
      if (ours == nullptr || theirs == nullptr) continue;
      results.push_back({fmt::format("{} {}, over LAMMPS", target.system, target.count),
                         target.least,
                         target.goal,
                         over(theirs, ours, &bench::SphereFigures::cpu_seconds),
                         false,
                         {}});
    }
    constexpr std::uint64_t million = 1'000'000;
    const auto *const one = find("MONO", million, "scree", 1), *const two = find("MONO", million, "scree", 2),
                      *const less = find("MONO", 100'000, "scree", 1);
    if (one != nullptr && two != nullptr)
      results.push_back({"MONO 1000000, two threads over one",
                         1.8,
                         1.95,
                         over(one, two, &bench::SphereFigures::wall_seconds),
                         false,
                         {}});
    if (one != nullptr)
      results.push_back({"MONO 1000000, bytes per body", 600, 400, one->bytes / million, true, {}});
    if (one != nullptr && less != nullptr)
      results.push_back(
          {"MONO, rate at 1000000 over rate at 100000", 0.7, 0.9,
           10 * over(less, one, &bench::SphereFigures::cpu_seconds), false,
           fmt::format("{:.2f} and {:.2f} contacts per body", static_cast<double>(one->contacts) / million,
                       static_cast<double>(less->contacts) / 1e5)});
    const auto *const sticky = find("COHESIVE", 0, "scree", 1), *const dry = find("COHESIVE", 0, "dry", 1);
    if (sticky != nullptr && dry != nullptr)
      results.push_back({"COHESIVE, cost per contact over that of the dry bed",
                         1.4,
                         1.15,
                         over(sticky, dry, &bench::SphereFigures::cpu_seconds) *
                             static_cast<double>(dry->contacts) / static_cast<double>(sticky->contacts),
                         true,
                         {}});
    const auto *const awake = find("REST", 0, "scree", 1), *const asleep = find("SLEEP", 0, "scree", 1);
    if (awake != nullptr && asleep != nullptr)
      results.push_back({"SLEEP, cost of a step over that of REST",
                         0.3,
                         0.1,
                         over(asleep, awake, &bench::SphereFigures::cpu_seconds),
                         true,
                         {}});
    return results;
  }

  void tell(const bench::SphereSystem& system, std::uint64_t count, const std::vector<Line>& lines,
            const std::string& remark_on_peer) {
    const double work = static_cast<double>(count) * system.steps;
    const Line* const peer = lines.back().program == "LAMMPS" ? &lines.back() : nullptr;
    if (!arguments_.common.json) {
      fmt::print("\n{} {}: {}\n", system.name, count, system.summary);
      fmt::print("{:<8} {:>7} {:>12} {:>12} {:>8} {:>10} {:>8} {:>9}  {}\n", "program", "threads", "M/s CPU",
                 "M/s wall", "ratio", "energy", "B/body", "contacts", "");
    }
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Line& line : lines) {
      const bench::SphereFigures& figures = line.figures;
      const double by_cpu = 1e-6 * work / figures.cpu_seconds, by_wall = 1e-6 * work / figures.wall_seconds;
      const double ratio = peer ? peer->figures.cpu_seconds / figures.cpu_seconds : 0;
      const double difference =
          peer ? std::abs(figures.kinetic_energy / peer->figures.kinetic_energy - 1) : 0;
      rows.push_back({{"program", line.program},
                      {"threads", line.threads},
                      {"million_particle_steps_per_cpu_second", by_cpu},
                      {"million_particle_steps_per_second", by_wall},
                      {"kinetic_energy", figures.kinetic_energy},
                      {"contacts", figures.contacts},
                      {"bytes_per_body", figures.bytes / static_cast<double>(count)},
                      {"shares", figures.shares}});
      if (peer) {
        rows.back()["ratio_to_lammps"] = ratio;
        rows.back()["energy_difference"] = difference;
      }
      if (arguments_.common.json) continue;
      const bool is_peer = &line == peer;
      std::string shares = is_peer ? remark_on_peer : "";
      for (const auto& [phase, share] : figures.shares)
        shares += fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ", phase, 100 * share);
      fmt::print(
          "{:<8} {:>7} {:>12.2f} {:>12.2f} {:>8} {:>10} {:>8} {:>9}  {}\n", line.program, line.threads,
          by_cpu, by_wall, peer ? fmt::format("{:.2f}", ratio) : "-",
          peer ? fmt::format("{:.1e}", difference) : "-",
          is_peer ? "-" : fmt::format("{:.0f}", figures.bytes / static_cast<double>(count)),
          is_peer ? "-"
                  : fmt::format("{:.2f}", static_cast<double>(figures.contacts) / static_cast<double>(count)),
          shares);
      std::fflush(stdout);
    }
    report_.push_back({{"system", system.name}, {"bodies", count}, {"steps", system.steps}, {"rows", rows}});
  }

  const Arguments& arguments_;
  std::optional<std::string> lammps_;
  std::vector<Measured> measured_;
  nlohmann::ordered_json report_ = nlohmann::ordered_json::array();
};

}  // namespace

void add_bench_spheres(Command& subjects, int& exit_code) {
  Command command = subjects.add_subcommand("spheres", "Whole simulations of spheres, beside LAMMPS");
  auto arguments = std::make_shared<Arguments>();
  std::vector<std::string> names;
  for (const bench::SphereSystem& system : bench::sphere_systems()) names.emplace_back(system.name);
  command.add_option("--system", arguments->systems, "which (default: all)").delimiter(',').one_of(names);
  command.add_option("--count", arguments->counts, "numbers of bodies, such as 12500,100000")
      .delimiter(',')
      .positive();
  command.add_option("--rounds", arguments->rounds, "the best of so many counts; programs take turns")
      .shows_default()
      .in_range(1, 100);
  command.add_flag("--peers", arguments->peers, "LAMMPS beside scree, from the same initial state");
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  command.footer(
      "M/s: million particle-steps per second, of CPU time and of wall time. Ratio: CPU time of LAMMPS over "
      "that of\n"
      "scree. Energy: how far the kinetic energies at the end differ.\n\n"
      "Examples:\n"
      "  scree bench spheres --system MONO --count 12500,100000 --peers\n"
      "  scree bench spheres --peers --json > spheres.json");
  command.callback([arguments, &exit_code] {
    arguments->common.apply();
    exit_code = SphereBench(*arguments).run();
  });
}

}  // namespace scree::cli
