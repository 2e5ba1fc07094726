#include "drive.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <new>
#include <nlohmann/json.hpp>

#include "interrupt.h"
#include "json_text.h"
#include "progress_line.h"
#include "report.h"
#include "scree/show/report_page.h"
#include "scree/sim/quantity_text.h"
#include "terminal.h"

namespace scree::cli {
namespace {
/// What is left of a run that the watch stopped, for the last lines of the message.
std::string what_is_kept(const std::string& folder, const sim::FolderRecorder& recorder,
                         const sim::Runner& runner) {
  if (recorder.frame_count() == 0) return "Nothing was written.";
  const std::string checkpoint =
      runner.last_checkpoint_time()
          ? fmt::format("; the last good state that can be resumed is that of t = {}",
                        sim::quantity_text(*runner.last_checkpoint_time(), "s"))
          : std::string();
  return fmt::format("Everything up to here is kept in {} ({} frame{}{}).", folder, recorder.frame_count(),
                     recorder.frame_count() == 1 ? "" : "s", checkpoint);
}

/// Pictures are an extra: what is missing for them never fails a run.
void tell(const std::vector<std::string>& notes, const Common& common) {
  if (common.quiet) return;
  for (const std::string& note : notes) say(stderr, fmt::format("note: {}\n", note));
}
}  // namespace

std::string now_text() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

int drive(sim::Simulation& simulation, sim::RunPlan plan, sim::FolderRecorder& recorder,
          const record::Checkpoint* checkpoint, const std::string& folder, const Common& common) {
  ProgressLine progress(stderr, common.quiet);
  catch_interrupts();
  plan.stop = &interrupted();
  sim::Runner runner(simulation, plan, recorder, progress);
  if (checkpoint != nullptr) runner.restore(*checkpoint);
  sim::Summary summary;
  try {
    summary = runner.run();
  } catch (const sim::RunStopped& stop) {
    if (!common.no_picture && recorder.frame_count() > 0) show::leave_pictures(folder);
    throw sim::RunStopped(stop.step, stop.time,
                          fmt::format("{}\n{}", stop.what(), what_is_kept(folder, recorder, runner)));
  } catch (const std::bad_alloc&) {
    throw RunError(
        fmt::format("there is not enough memory for this run to go on. {}", recorder.what_is_kept()));
  }
  progress.clear();
  if (std::isfinite(plan.until) && summary.outcome == sim::Outcome::finished && summary.time < plan.until &&
      !common.quiet)
    say(stderr, fmt::format("note: the scene ended at t = {}, before the {} of --until\n",
                            sim::quantity_text(summary.time, "s"), sim::quantity_text(plan.until, "s")));
  // Whoever interrupts a run wants the terminal back.
  if (!common.no_picture && summary.outcome != sim::Outcome::interrupted)
    tell(show::leave_pictures(folder), common);
  if (common.json)
    print_json(nlohmann::ordered_json::parse(sim::to_json(summary)));
  else if (!common.quiet)
    print(report_text(summary, simulation.phases(), folder, width_of(stdout)));
  return summary.outcome == sim::Outcome::interrupted ? interrupt_exit_code() : 0;
}

}  // namespace scree::cli
