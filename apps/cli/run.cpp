// scree run: from a scene to a run folder.
#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "drive.h"
#include "interrupt.h"
#include "scene_request.h"
#include "scree/fill/fill.h"
#include "scree/record/run_folder.h"
#include "scree/sim/provenance.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
struct Arguments {
  Common common;
  SceneRequest request;
  std::string folder, until;
  bool force = false;
};

int run(const Arguments& arguments) {
  arguments.common.apply();
  ignore_closed_pipes();
  const SceneSource source = read_source(arguments.request);
  const std::string folder = arguments.folder.empty() ? source.name + ".run" : arguments.folder;
  double bodies = 0;
  const auto count_bodies = [&](const scene::SceneDescription& member) {
    bodies = std::max(bodies, fill::expected_bodies(member));
  };
  if (const std::optional<scene::Sweep> sweep = open_sweep(arguments.request, source, count_bodies)) {
    SweepOrder order{
        arguments.common, folder, arguments.until, arguments.request.search, arguments.request.cpu_target,
        arguments.force};
    return run_sweep(*sweep, bodies, order);
  }
  const OpenedScene opened = open_scene(arguments.request, source);
  sim::RunPlan plan = sim::plan_of(opened.scene);
  if (!arguments.until.empty()) plan.until = parse_time(arguments.until, "--until");
  record::require_free(folder, arguments.force);  // before a long build, not after

  const std::unique_ptr<sim::Simulation> simulation = sim::build(opened.scene, opened.options);
  if (opened.seed_from_clock && !arguments.common.quiet)
    say(stderr, fmt::format("seed {} (from the clock; repeat this run with --seed {})\n",
                            simulation->methods().seed, simulation->methods().seed));
  record::Provenance provenance = sim::provenance_of(opened.scene, opened.options, *simulation);
  provenance.command_line = command_line();
  provenance.started = now_text();
  sim::FolderRecorder recorder(folder, std::move(provenance), arguments.force);
  return drive(*simulation, plan, recorder, nullptr, folder, arguments.common);
}
}  // namespace

void add_run(Command& app, int& exit_code) {
  Command command = app.add_subcommand("run", "Runs a scene and records it in a folder");
  auto arguments = std::make_shared<Arguments>();
  add_scene_options(command, arguments->request);
  command.add_option("--out,-o", arguments->folder, "output folder; default: the scene's file name with .run")
      .type_name("DIR");
  command.add_flag("--force", arguments->force, "replace a run that is in the output folder already");
  command
      .add_option("--until", arguments->until,
                  "stop at the first step at or after this time, as in --until '0.1 s'")
      .type_name("TIME");
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  add_no_picture(command, arguments->common);
  add_sweep(command, arguments->common);
  command.footer(
      "Ctrl-C finishes the step, saves a checkpoint and ends; `scree resume` goes on. The same scene and "
      "seed give the\n"
      "same state hash with every search method, CPU target and number of threads, resumed or not.\n"
      "Exit codes: 0 done, 2 the scene or the command line is wrong, 3 the run was stopped, 130 Ctrl-C, 70 a "
      "fault of scree.\n\n"
      "A scene with a [sweep] runs once for every combination of its values, in DIR/0, DIR/1, ...; small "
      "runs "
      "side by side.\n"
      "Started again, it leaves what is finished. DIR/sweep.csv has a line for each.\n\n"
      "Examples:\n"
      "  scree run box                                  a scene that comes with scree; results in box.run\n"
      "  scree run box.toml --out tall.run --set 'fill.0.count=4000'\n"
      "  scree run box.toml --until '0.1 s' --threads 4 --search linked_cell\n"
      "  scree run box.toml --quiet --json > summary.json");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace scree::cli
