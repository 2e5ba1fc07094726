#include "scree/sim/summary.h"

#include <nlohmann/json.hpp>

#include "scree/base/parallel.h"

namespace scree::sim {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return "finished";
    case Outcome::until:
      return "until";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::stopped:
      return "stopped";
  }
  return "";
}

std::string_view version() { return SCREE_VERSION; }

Summary summary_of(Simulation& simulation) {
  Summary summary;
  summary.version = version();
  summary.steps = simulation.step();
  summary.time = simulation.time();
  summary.end_time = simulation.end_time();
  summary.time_step = simulation.time_step().chosen;
  summary.bodies = simulation.body_count();
  summary.removed = simulation.removed_count();
  summary.search = simulation.search_name();
  summary.search_choice = simulation.search_choice();
  summary.integrator = simulation.integrator_name();
  summary.stepper = simulation.stepper_name();
  summary.cpu_target = simulation.cpu_target();
  summary.threads = threads();
  summary.seed = simulation.seed();
  if (simulation.first_broken_body()) return summary;  // nothing can be said of such a state
  summary.state_hash = simulation.state_hash().text();
  summary.flow = simulation.flow_balance();
  summary.contacts = simulation.contact_count();
  summary.asleep = simulation.asleep_count();
  summary.energy = simulation.energies();
  summary.momentum = simulation.momentum();
  summary.angular_momentum = simulation.angular_momentum();
  return summary;
}

namespace {

/// What came and went by name; empty for a scene without inlets and sinks.
nlohmann::ordered_json flow_json(const FlowBalance& flow) {
  constexpr const char* kinds[] = {"start", "inlet", "sink", "inside"};
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const FlowEntry& entry : flow.entries)
    entries.push_back({{"kind", kinds[static_cast<std::size_t>(entry.kind)]},
                       {"name", entry.name},
                       {"bodies", entry.bodies},
                       {"mass", entry.mass.value(flow.quantum)}});
  return {{"entries", entries}, {"closed", flow.is_closed()}};
}

nlohmann::ordered_json energy_json(const Energies& energy) {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : energy.entries()) json[name] = value;
  json["initial"] = energy.initial;
  json["now"] = energy.now();
  json["lost"] = energy.lost();
  json["scale"] = energy.scale();
  return json;
}

}  // namespace

std::string to_json(const Summary& summary) {
  nlohmann::ordered_json warnings = nlohmann::ordered_json::array();
  for (const Warning& warning : summary.warnings) warnings.push_back(warning.text);
  const Energies& energy = summary.energy;
  const double scale = energy.scale();
  const nlohmann::ordered_json json = {
      {"scene", summary.scene},
      {"outcome", name_of(summary.outcome)},
      {"reason", summary.reason},
      {"state_hash", summary.state_hash},
      {"steps", summary.steps},
      {"time", summary.time},
      {"end_time", summary.end_time},
      {"time_step", summary.time_step},
      {"bodies", summary.bodies},
      {"removed", summary.removed},
      {"contacts", summary.contacts},
      {"asleep", summary.asleep},
      {"energy", energy_json(energy)},
      {"flow", flow_json(summary.flow)},
      {"residual", energy.residual()},
      {"relative_residual", scale > 0 ? energy.residual() / scale : 0.0},
      {"momentum", summary.momentum.value},
      {"momentum_residual", summary.momentum.relative_residual()},
      {"angular_momentum", summary.angular_momentum.value},
      {"angular_momentum_residual", summary.angular_momentum.relative_residual()},
      {"largest_overlap", summary.largest_overlap},
      {"search", summary.search},
      {"search_choice", summary.search_choice},
      {"integrator", summary.integrator},
      {"stepper", summary.stepper},
      {"seed", summary.seed},
      {"threads", summary.threads},
      {"cpu_target", summary.cpu_target},
      {"wall_seconds", summary.wall_seconds},
      {"particle_steps_per_second", summary.particle_steps_per_second},
      {"version", summary.version},
      {"warnings", warnings},
  };
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace scree::sim
