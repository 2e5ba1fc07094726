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
  summary.bodies = simulation.counts().bodies;
  summary.removed = simulation.counts().removed;
  summary.search = simulation.methods().search;
  summary.search_choice = simulation.methods().search_choice;
  summary.integrator = simulation.methods().integrator;
  summary.stepper = simulation.methods().stepper;
  summary.cpu_target = simulation.methods().cpu_target;
  summary.threads = threads();
  summary.seed = simulation.methods().seed;
  if (simulation.faults().broken) return summary;  // nothing can be said of such a state
  summary.state_hash = simulation.state_hash().text();
  summary.flow = simulation.flow_balance();
  summary.contacts = simulation.counts().contacts;
  summary.asleep = simulation.counts().asleep;
  summary.energy = simulation.energies();
  summary.momentum = simulation.momenta().linear;
  summary.angular_momentum = simulation.momenta().angular;
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

/// Far more than a summary has, and far less than what would use up the stack.
constexpr int deepest = 20;

bool is_nested_too_deep(const std::string& json) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t k = 0; k < json.size(); ++k) {
    if (in_text && json[k] == '\\')
      ++k;
    else if (json[k] == '"')
      in_text = !in_text;
    else if (!in_text && (json[k] == '[' || json[k] == '{') && ++depth > deepest)
      return true;
    else if (!in_text && (json[k] == ']' || json[k] == '}'))
      --depth;
  }
  return false;
}

bool are_alike(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  return a.type() == b.type() || (a.is_number() && b.is_number());
}

}  // namespace

std::string checked_summary(const std::string& json) {
  if (json.empty()) return "null";
  nlohmann::ordered_json found;
  if (!is_nested_too_deep(json)) found = nlohmann::ordered_json::parse(json, nullptr, false);
  bool is_summary = found.is_object();
  const nlohmann::ordered_json ours = nlohmann::ordered_json::parse(to_json({}));
  for (const auto& [key, value] : ours.items()) {
    if (!is_summary || !found.contains(key)) continue;
    if (found[key].is_null())
      found.erase(key);
    else
      is_summary = are_alike(found[key], value);
  }
  if (!is_summary) throw RunError("the summary of the run is not one that scree wrote");
  return found.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

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
