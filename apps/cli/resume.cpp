// scree resume: goes on with a run from its last checkpoint.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "drive.h"
#include "interrupt.h"
#include "json_text.h"
#include "scene_request.h"
#include "scree/record/run_reader.h"
#include "scree/sim/provenance.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/summary.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
struct Arguments {
  Common common;
  std::string folder, until, search, cpu_target;
};

/// Nothing is left to do: says so, with the summary that is there.
int tell_done(const Arguments& arguments, const std::string& why, const std::string& summary) {
  if (arguments.common.json)
    print_json(nlohmann::ordered_json::parse(sim::checked_summary(summary)));
  else if (!arguments.common.quiet)
    print(why + '\n');
  return 0;
}

int resume(const Arguments& arguments) {
  arguments.common.apply();
  ignore_closed_pipes();
  double until = std::numeric_limits<double>::infinity();
  if (!arguments.until.empty()) until = parse_time(arguments.until, "--until");

  if (is_sweep(arguments.folder))
    return resume_sweep(
        {arguments.common, arguments.folder, arguments.until, arguments.search, arguments.cpu_target, false});
  record::RunWriter writer = record::RunWriter::resume(arguments.folder);
  if (writer.completed()) {
    const std::string summary = record::RunReader(arguments.folder).summary();
    return tell_done(arguments,
                     fmt::format("{} is finished: there is nothing to resume. `scree info {}` shows it.",
                                 arguments.folder, arguments.folder),
                     summary);
  }
  const record::Provenance provenance = writer.provenance();
  const std::optional<record::RecoveredCheckpoint> recovered = writer.take_checkpoint();
  const bool is_talkative = !arguments.common.quiet;
  if (recovered && !recovered->note.empty()) say(stderr, fmt::format("warning: {}\n", recovered->note));
  if (provenance.version != sim::version())
    say(stderr,
        fmt::format(
            "warning: this run was begun by scree {} and goes on with scree {}: the results may differ in "
            "the last bits\n",
            provenance.version, sim::version()));

  const scene::SceneDescription scene = sim::scene_of(provenance);
  sim::BuildOptions options = sim::options_of(provenance);
  options.cpu_target = arguments.cpu_target;
  if (!arguments.search.empty()) options.search = require_search(arguments.search);
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, options);
  sim::RunPlan plan = sim::plan_of(scene);
  plan.until = until;
  if (is_talkative)
    say(stderr,
        fmt::format("{}\n", recovered ? fmt::format("goes on at t = {} (step {})",
                                                    sim::quantity_text(recovered->checkpoint.time, "s"),
                                                    recovered->checkpoint.step)
                                      : std::string("no checkpoint was written yet: begins at the start")));
  sim::FolderRecorder recorder(std::move(writer));
  return drive(*simulation, plan, recorder, recovered ? &recovered->checkpoint : nullptr, arguments.folder,
               arguments.common);
}
}  // namespace

void add_resume(Command& app, int& exit_code) {
  Command command = app.add_subcommand("resume", "Goes on with a run from its last checkpoint");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  command
      .add_option("--until", arguments->until,
                  "stop at the first step at or after this time, as in --until '0.2 s'")
      .type_name("TIME");
  add_method_options(command, arguments->search, arguments->cpu_target);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  add_no_picture(command, arguments->common);
  add_sweep(command, arguments->common);
  command.footer(
      "Needs nothing but the folder: the scene, its seed and its settings are in it. The end state, the "
      "frames and the\n"
      "state hash are those of a run that was never interrupted. A finished run is left as it is.\n\n"
      "Examples:\n"
      "  scree resume box.run\n"
      "  scree resume box.run --until '0.2 s' --threads 8");
  command.callback([arguments, &exit_code] { exit_code = resume(*arguments); });
}

}  // namespace scree::cli
