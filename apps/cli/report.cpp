#include "report.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/sim/quantity_text.h"
#include "terminal.h"

namespace scree::cli {
namespace {

/// "auto (blocks: ...)"
std::string search_text(const sim::Summary& summary) {
  if (summary.search_choice.empty()) return summary.search;
  return fmt::format("{} ({})", summary.search, summary.search_choice);
}
using sim::count_text;
using sim::duration_text;
using sim::quantity_text;

std::string headline(const sim::Summary& summary) {
  const char* how = "finished";
  if (summary.outcome == sim::Outcome::until) how = "paused as asked";
  if (summary.outcome == sim::Outcome::interrupted) how = "interrupted";
  return fmt::format("{} {} at t = {}: {} of {}, {} ({})", summary.scene, how,
                     quantity_text(summary.time, "s"), count_text(summary.steps, "step"),
                     quantity_text(summary.time_step, "s"), duration_text(summary.wall_seconds),
                     sim::amount_text(summary.particle_steps_per_second, "particle-steps/s"));
}

/// Shares of this process's phases, the largest first; what is below one per cent is summed up.
std::string shares_text(const PhaseTimes& phases) {
  std::vector<PhaseTimes::Phase> sorted = phases.phases();
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  const double total = phases.total();
  if (!(total > 0)) return {};
  std::string text;
  double rest = 0;
  for (const PhaseTimes::Phase& phase : sorted) {
    if (phase.seconds < 0.01 * total) {
      rest += phase.seconds;
      continue;
    }
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", phase.name, 100 * phase.seconds / total);
  }
  if (rest >= 0.005 * total) text += fmt::format(", others {:.0f} %", 100 * rest / total);
  return text;
}
}  // namespace

std::string energy_text(const sim::Energies& energy, std::size_t indent, int width) {
  const struct {
    const char* name;
    double value;
    bool always;
  } terms[] = {{"kinetic", energy.kinetic, true},
               {"potential", energy.potential, true},
               {"elastic", energy.elastic, true},
               {"lost to damping", energy.damping, false},
               {"lost to friction", energy.friction, false},
               {"lost to rolling", energy.rolling, false},
               {energy.model < 0 ? "created by the law (no potential)" : "lost in the law (no potential)",
                energy.model < 0 ? -energy.model : energy.model, false},
               {"lost by the implicit step", energy.scheme, false},
               {"carried out by removed bodies", energy.removed, false},
               {"brought in by bodies or gravity", energy.added, false},
               {"work of walls", energy.wall_work, false},
               {"taken from bodies that fell asleep", energy.sleep, false},
               {"at the start", energy.initial, true},
               {"residual", energy.residual(), true}};
  Table table({1});
  for (const auto& term : terms)
    if (term.always || term.value != 0) table.add({term.name, fmt::format("{:.6g} J", term.value)});
  return table.text(indent, width);
}

std::string motion_text(const std::string& stepper, const std::string& integrator) {
  return stepper == "explicit" ? "integrator " + integrator : "stepper " + stepper;
}

std::string report_text(const sim::Summary& summary, const PhaseTimes& phases, const std::string& folder,
                        int width) {
  const double scale = summary.energy.scale();
  Table facts;
  const std::string gone =
      summary.removed > 0 ? fmt::format(" in, {} out", count_text(summary.removed)) : std::string();
  const std::string asleep =
      summary.asleep > 0 ? fmt::format(", {} asleep", count_text(summary.asleep)) : std::string();
  facts.add({"bodies", fmt::format("{}{}{}, {}, largest overlap {} of a radius", count_text(summary.bodies),
                                   gone, asleep, count_text(summary.contacts, "contact"),
                                   sim::percent_text(summary.largest_overlap))});
  facts.add({"methods", fmt::format("search {}, {}, {}, {} kernels, seed {}", search_text(summary),
                                    motion_text(summary.stepper, summary.integrator),
                                    count_text(static_cast<std::uint64_t>(summary.threads), "thread"),
                                    summary.cpu_target, summary.seed)});
  if (const std::string shares = shares_text(phases); !shares.empty()) facts.add({"time spent", shares});
  if (scale > 0)
    facts.add({"energy", fmt::format("residual {:.1e} of {}", summary.energy.residual() / scale,
                                     quantity_text(scale, "J"))});
  std::string text = wrapped(headline(summary), 4, width) + '\n' + facts.text(2, width) +
                     energy_text(summary.energy, 4, width);

  Table end;
  end.add({"momentum",
           fmt::format("residual {:.1e}, angular {:.1e} (relative to the sum of sizes)",
                       summary.momentum.relative_residual(), summary.angular_momentum.relative_residual())});
  if (!summary.warnings.empty())
    end.add({"warnings", fmt::format("{}, in summary.json", summary.warnings.size())});
  end.add({"results", folder});
  if (summary.outcome != sim::Outcome::finished) end.add({"go on with", "scree resume " + folder});
  end.add({"state hash", summary.state_hash});
  return text + end.text(2, width);
}

}  // namespace scree::cli
