// scree report: a run on one page.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "output.h"
#include "scree/record/atomic_file.h"
#include "scree/record/run_folder.h"
#include "scree/record/run_reader.h"
#include "scree/show/report_page.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
struct Arguments {
  Common common;
  std::string folder, output;
  bool force = false;
};

int report(const Arguments& arguments) {
  arguments.common.apply();
  require_one_run(arguments.folder);
  const record::RunReader run(arguments.folder);
  const bool chosen = !arguments.output.empty();
  const std::filesystem::path output = chosen ? std::filesystem::path(arguments.output)
                                              : std::filesystem::path(arguments.folder) / record::report_name;
  // The page in the run folder is the run's own, also one that an earlier version left without a mark.
  require_free_for_output(output, !chosen || arguments.force);
  record::write_atomically(output, show::report_page(run),
                           chosen ? record::Links::followed : record::Links::replaced);
  if (arguments.common.json)
    print_json({{"file", output.string()}});
  else if (!arguments.common.quiet)
    print(output.string() + '\n');
  return 0;
}
}  // namespace

void add_report(Command& app, int& exit_code) {
  Command command =
      app.add_subcommand("report", "Puts a run on one page: picture, curves, summary, warnings, scene");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  command.add_option("--output,-o", arguments->output, "the file; default: report.html in the run folder")
      .type_name("FILE");
  add_force(command, arguments->force);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  command.footer(
      "One HTML file that opens without a network. `scree run` leaves one in its folder; this makes it anew, "
      "also of a\n"
      "run that is going on.\n\n"
      "Examples:\n"
      "  scree report box.run -o box.html");
  command.callback([arguments, &exit_code] { exit_code = report(*arguments); });
}

}  // namespace scree::cli
