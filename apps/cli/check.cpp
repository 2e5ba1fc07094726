// scree check: what a run of a scene would do. Writes nothing.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "report.h"
#include "scene_questions.h"
#include "scene_request.h"
#include "scree/base/parallel.h"
#include "scree/sim/forecast.h"
#include "scree/sim/quantity_text.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;
using sim::count_text;
using sim::quantity_text;

constexpr double timing_budget = 2;  // [s]
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Arguments {
  Common common;
  SceneRequest request;
};

/// Nothing limits the time step of a scene in which nothing can touch.
bool is_limited(const sim::TimeStepAdvice& advice) { return advice.limit < infinity; }

/// Of the deepest overlap that an impact at the greatest speed expected makes; 0 for polygons, whose corners
/// are told of apart.
double overlap_at_impact(const sim::SceneFacts& facts) {
  return facts.corners.standing > 0 ? 0 : facts.corners.falling;
}

ordered_json walls_json(const scene::SceneDescription& scene) {
  ordered_json walls = ordered_json::array();
  for (const WallExtent& wall : wall_extents(scene)) {
    ordered_json one = {{"name", wall.name}};
    for (int axis = 0; axis < scene.dimension && !wall.bounds.empty(); ++axis) {
      one["min"].push_back(wall.bounds.lo[static_cast<std::size_t>(axis)]);
      one["max"].push_back(wall.bounds.hi[static_cast<std::size_t>(axis)]);
    }
    walls.push_back(std::move(one));
  }
  return walls;
}

/// "x 0 to 4 cm, y 0 to 4 cm"
std::string extent_text(const show::Bounds& bounds, int axes) {
  if (bounds.empty()) return "a plane, without end";
  std::string text;
  const auto place = [](double at) { return at == 0 ? std::string("0") : quantity_text(at, "m"); };
  for (int k = 0; k < axes; ++k)
    text += fmt::format("{}{} from {} to {}", k == 0 ? "" : ", ", "xyz"[k], place(bounds.lo[k]),
                        place(bounds.hi[k]));
  return text;
}

ordered_json json_of(const sim::Forecast& forecast, const sim::Simulation& simulation,
                     const scene::SceneDescription& scene, const std::optional<scene::Sweep>& sweep) {
  const std::string& name = scene.name;
  const sim::SceneFacts& facts = forecast.facts;
  ordered_json materials = ordered_json::array(), warnings = ordered_json::array();
  for (const sim::MaterialCount& material : facts.materials)
    materials.push_back({{"name", material.name}, {"bodies", material.bodies}, {"mass", material.mass}});
  for (const sim::Warning& warning : forecast.warnings) warnings.push_back(warning.text);
  ordered_json limit, criterion;  // null unless there are some
  if (is_limited(forecast.time_step)) {
    limit = forecast.time_step.limit;
    criterion = forecast.time_step.criterion;
  }
  return {{"scene", name},
          {"dimension", simulation.methods().dimension},
          {"bodies", facts.bodies},
          {"fixed_bodies", facts.fixed_bodies},
          {"walls", facts.walls},
          {"mass", facts.mass},
          {"materials", materials},
          {"least_radius", facts.least_radius},
          {"most_radius", facts.most_radius},
          {"time_step", forecast.time_step.chosen},
          {"time_step_limit", limit},
          {"time_step_criterion", criterion},
          {"end_time", forecast.end_time},
          {"runs", sweep ? sweep->members.size() : 1},
          {"steps", facts.steps},
          {"frames", forecast.frames},
          {"frame_bytes", forecast.frame_bytes},
          {"memory_bytes", facts.memory_bytes},
          {"estimated_seconds", forecast.seconds},
          {"timed_steps", forecast.timed_steps},
          {"overlaps_at_start", facts.overlaps_at_start},
          {"largest_overlap_at_start", facts.largest_overlap_at_start.ratio},
          {"pairs_left_at_default", facts.pairs_left_at_default},
          {"laws_taken", facts.laws_taken},
          {"bonds", facts.bonds},
          {"corner_depth_standing", facts.corners.standing},
          {"corner_depth_falling", facts.corners.standing > 0 ? facts.corners.falling : 0},
          {"overlap_at_impact", overlap_at_impact(facts)},
          {"wall_extents", walls_json(scene)},
          {"disk_bytes", static_cast<double>(forecast.frames) * forecast.frame_bytes},
          {"questions", questions_about(scene, facts.most_radius)},
          {"search", simulation.methods().search},
          {"integrator", simulation.methods().integrator},
          {"stepper", simulation.methods().stepper},
          {"seed", simulation.methods().seed},
          {"threads", threads()},
          {"refusal", forecast.refusal.empty() ? ordered_json(nullptr) : ordered_json(forecast.refusal)},
          {"warnings", warnings}};
}

std::string sizes_text(const sim::SceneFacts& facts) {
  if (facts.bodies == 0) return "none";
  if (facts.least_radius == facts.most_radius) return quantity_text(facts.least_radius, "m") + " (radius)";
  return fmt::format("{} to {} (radius)", quantity_text(facts.least_radius, "m"),
                     quantity_text(facts.most_radius, "m"));
}

std::string time_step_text(const sim::TimeStepAdvice& advice) {
  std::string chosen = quantity_text(advice.chosen, "s");
  if (!is_limited(advice)) return chosen;
  return fmt::format("{}; at most {} by {}", chosen, quantity_text(advice.limit, "s"), advice.criterion);
}

std::string overlaps_text(const sim::SceneFacts& facts, const sim::Simulation& simulation) {
  if (facts.overlaps_at_start == 0) return "none";
  const sim::Overlap& largest = facts.largest_overlap_at_start;
  return fmt::format("{}; the largest is {} of the smaller radius, between {} and {}",
                     count_text(facts.overlaps_at_start), sim::percent_text(largest.ratio),
                     simulation.describe(largest.first), simulation.describe(largest.second));
}

std::string text_of(const sim::Forecast& forecast, const sim::Simulation& simulation,
                    const scene::SceneDescription& scene, const std::optional<scene::Sweep>& sweep) {
  const std::string& name = scene.name;
  const sim::SceneFacts& facts = forecast.facts;
  const int width = width_of(stdout);
  Table table;
  if (sweep) table.add({"sweep", fmt::format("{} runs; what follows is the first", size_text(*sweep))});
  table.add(
      {"bodies",
       fmt::format("{}{}, {}", count_text(facts.bodies),
                   facts.fixed_bodies > 0 ? fmt::format(" ({} fixed)", count_text(facts.fixed_bodies)) : "",
                   count_text(facts.walls, "wall"))});
  if (facts.bodies_to_come > 0)
    table.add({"", fmt::format("{} more come by inlets, at most", count_text(facts.bodies_to_come))});
  table.add({"mass", fmt::format("{} kg", sim::number_text(facts.mass))});
  for (const sim::MaterialCount& material : facts.materials)
    table.add({"  " + material.name, fmt::format("{}, {} kg", count_text(material.bodies, "body"),
                                                 sim::number_text(material.mass))});
  table.add({"sizes", sizes_text(facts)});
  for (const WallExtent& wall : wall_extents(scene))
    table.add({fmt::format("wall '{}'", wall.name), extent_text(wall.bounds, scene.dimension)});
  table.add({"time step", time_step_text(forecast.time_step)});
  table.add(
      {"steps", fmt::format("{} to t = {}", count_text(facts.steps), quantity_text(forecast.end_time, "s"))});
  table.add(
      {"frames", fmt::format("{}, {} each, up to {} on disk", count_text(forecast.frames),
                             sim::bytes_text(forecast.frame_bytes),
                             sim::bytes_text(static_cast<double>(forecast.frames) * forecast.frame_bytes))});
  table.add({"memory", "about " + sim::bytes_text(facts.memory_bytes)});
  if (forecast.refusal.empty())
    table.add({"run time",
               fmt::format("about {} with {}, by the pace of the first {} and the contacts of a heap",
                           sim::duration_text(forecast.seconds),
                           count_text(static_cast<std::uint64_t>(threads()), "thread"),
                           forecast.timed_steps == 1 ? "step" : count_text(forecast.timed_steps, "step"))});
  table.add({"overlaps", overlaps_text(facts, simulation)});
  if (const double impact = overlap_at_impact(facts); impact > 0)
    table.add(
        {"impacts",
         fmt::format(
             "overlap by up to {} of the smaller radius, at the greatest speed expected{}",
             sim::percent_text(impact),
             impact > scene.watch.overlap_warn ? "; make the contacts stiffer, or expect a warning" : "")});
  table.add(
      {"methods", fmt::format("search {}, {}", simulation.methods().search,
                              motion_text(simulation.methods().stepper, simulation.methods().integrator))});
  if (!facts.pairs_left_at_default.empty()) {
    std::string pairs;
    for (const std::string& pair : facts.pairs_left_at_default) pairs += (pairs.empty() ? "" : ", ") + pair;
    table.add({"by default", fmt::format("[contact.default] is used for {}", pairs)});
  }
  for (std::size_t k = 0; k < facts.laws_taken.size(); ++k)
    table.add({k == 0 ? "no law named" : "", facts.laws_taken[k]});
  if (!facts.laws_taken.empty())
    table.add({"", "the law of scenes with polygons; name another with law = ..."});
  for (std::size_t k = 0; k < facts.bonds.size(); ++k) table.add({k == 0 ? "bonds" : "", facts.bonds[k]});
  if (facts.corners.standing > 0)
    table.add(
        {"corners",
         fmt::format("sink by up to {} of the radius under their body's weight, {} if it falls at the "
                     "greatest speed expected: a potential of the area is soft there",
                     sim::percent_text(facts.corners.standing), sim::percent_text(facts.corners.falling))});
  std::string text =
      fmt::format("{}: a scene in {}D\n{}", name, simulation.methods().dimension, table.text(2, width));
  for (const std::string& question : questions_about(scene, facts.most_radius))
    text += "question: " + wrapped(question, 10, width) + '\n';
  for (const sim::Warning& warning : forecast.warnings)
    text += "warning: " + wrapped(warning.text, 9, width) + '\n';
  if (!forecast.refusal.empty()) text += "would stop: " + wrapped(forecast.refusal, 12, width) + '\n';
  return text;
}

int check(const Arguments& arguments) {
  arguments.common.apply();
  const SceneSource source = read_source(arguments.request);
  const std::optional<scene::Sweep> sweep = open_sweep(arguments.request, source);
  const OpenedScene opened =
      sweep ? open_member(arguments.request, source, *sweep, 0) : open_scene(arguments.request, source);
  const std::unique_ptr<sim::Simulation> simulation = sim::build(opened.scene, opened.options);
  const sim::Forecast forecast = sim::forecast(*simulation, sim::plan_of(opened.scene), timing_budget);
  const std::string text = arguments.common.json
                               ? json_text(json_of(forecast, *simulation, opened.scene, sweep))
                               : text_of(forecast, *simulation, opened.scene, sweep);
  print(text);
  return forecast.refusal.empty() ? 0 : static_cast<int>(ExitCode::run_stopped);
}
}  // namespace

void add_check(Command& app, int& exit_code) {
  Command command = app.add_subcommand("check", "Reads and builds a scene and says what a run would do");
  auto arguments = std::make_shared<Arguments>();
  add_scene_options(command, arguments->request);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  command.footer(
      "Prints counts, masses, sizes, where the walls are, the time step and what limits it, memory, disk,\n"
      "the time a run would take, overlaps at the start and by impacts, what looks odd, material pairs left\n"
      "at their default, and for polygons the law of pairs that name none and how deep corners will sink.\n"
      "Writes nothing. Exit code 2 if the scene is "
      "wrong, 3 if a run\n"
      "would be stopped at its start.\n\n"
      "Examples:\n"
      "  scree check box.toml\n"
      "  scree check box.toml --set 'material.glass.young=\"1 GPa\"' --json");
  command.callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

}  // namespace scree::cli
