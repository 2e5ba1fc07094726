// scree plot: curves of a run over time.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/export.h"
#include "scree/record/mark.h"
#include "scree/record/run_reader.h"
#include "scree/show/plot.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::string folder, output;
  std::vector<std::string> columns, more_columns;
  bool force = false;
};

int plot(const Arguments& arguments) {
  std::vector<std::string> columns = arguments.columns;
  columns.insert(columns.end(), arguments.more_columns.begin(), arguments.more_columns.end());
  require_one_run(arguments.folder);
  const record::RunReader run(arguments.folder);
  const fs::path output =
      arguments.output.empty()
          ? record::beside_run(arguments.folder,
                               fmt::format(".{}.svg", columns.empty() ? "energy" : columns.front()))
          : fs::path(arguments.output);
  const std::optional<picture::Format> format = picture::format_of_name(output.string());
  if (!format)
    throw SceneError(Place{std::make_shared<const std::string>("--output")},
                     fmt::format("'{}': expected a name that ends with .svg, .png or .pdf", output.string()));
  require_free_for_output(output, arguments.force);
  const show::Plot plot = columns.empty() ? show::energy_plot(run) : show::plot_of(run, columns);
  if (plot.times.size() < 2 && columns.empty())
    throw SceneError(Place{},
                     "a run with fewer than two frames has no curves; [record] frames asks for more");
  if (plot.curves.empty())
    throw SceneError(Place{}, "every energy of this run is zero; name a column to plot");
  record::write_atomically(output, record::marked(show::draw_plot(plot, *format)), record::Links::followed);
  if (arguments.common.json)
    print_json({{"file", output.string()}});
  else if (!arguments.common.quiet)
    print(output.string() + '\n');
  return 0;
}
}  // namespace

void add_plot(Command& app, int& exit_code) {
  Command command = app.add_subcommand("plot", "Plots energies, or any column of a run, over time");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  command
      .add_option("columns", arguments->columns,
                  "what to plot, as `scree info DIR` names it, or measure.column; default: energies")
      .type_name("COLUMN");
  command.add_option("--column", arguments->more_columns, "the same; may be given several times")
      .type_name("COLUMN")
      .one_at_a_time();
  command
      .add_option("--output,-o", arguments->output, "the file: .svg, .png or .pdf; default: beside the run")
      .type_name("FILE");
  add_force(command, arguments->force);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  command.footer(
      "Made by gnuplot.\n\n"
      "Examples:\n"
      "  scree plot box.run\n"
      "  scree plot box.run contacts -o contacts.png\n"
      "  scree plot box.run kinetic residual -o energy.pdf\n"
      "  scree plot silo.run --column outflow.forward_mass -o outflow.svg");
  command.callback([arguments, &exit_code] { exit_code = plot(*arguments); });
}

}  // namespace scree::cli
