// scree export: a run in formats that other programs read.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/export.h"
#include "scree/scene/polygons.h"
#include "scree/show/wall_pieces.h"
#include "scree/sim/drawn_meshes.h"
#include "scree/sim/provenance.h"
#include "scree/sim/quantity_text.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::string folder, format, output, measure;
  std::size_t every = 1;
  bool force = false, contacts = false;
};

const record::ExportFormat& format_of(const std::string& name) {
  std::string known;
  for (const record::ExportFormat& format : record::export_formats()) {
    if (format.name == name) return format;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
  }
  throw SceneError(Place{std::make_shared<const std::string>("--format")},
                   fmt::format("there is no format '{}'; choose from {}", name, known));
}

/// A folder for files that are only on their way, gone with this object.
class PassingFolder {
 public:
  PassingFolder() {
    std::string name = fs::temp_directory_path() / "scree-export-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw record::WriteError(name, errno);
    path_ = name;
  }
  ~PassingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_to_standard_output(const record::RunReader& run, const record::ExportFormat& format,
                              std::size_t every) {
  if (format.name != "csv")
    throw SceneError(Place{std::make_shared<const std::string>("--output")},
                     fmt::format("only csv can go to standard output, not {}", format.name));
  // The file is open and without a name before the first byte goes out: whoever stops listening ends this
  // process by a signal, and nothing may be left then.
  std::ifstream stream;
  {
    const PassingFolder passing;
    stream.open(format.write(run, {passing.path() / "rows.csv", every}).file, std::ios::binary);
  }
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0)
    if (std::fwrite(block.data(), 1, static_cast<std::size_t>(stream.gcount()), stdout) !=
        static_cast<std::size_t>(stream.gcount()))
      throw RunError("standard output cannot be written");
}

/// Every Nth sample.
record::MeasureTable thinned(const record::MeasureTable& table, std::size_t every) {
  record::MeasureTable kept{table.columns, table.rows, {}, {}, {}};
  const std::size_t size = table.rows * table.columns.size();
  for (std::size_t k = 0; k < table.steps.size(); k += every) {
    kept.steps.push_back(table.steps[k]);
    kept.times.push_back(table.times[k]);
    const auto first = table.values.begin() + static_cast<std::ptrdiff_t>(k * size);
    kept.values.insert(kept.values.end(), first, first + static_cast<std::ptrdiff_t>(size));
  }
  return kept;
}

/// A measurement as csv: to a file, or to standard output.
int export_measure(const Arguments& arguments) {
  const record::RunReader run(arguments.folder);
  const auto found = run.measures().find(arguments.measure);
  if (found == run.measures().end()) {
    std::string known;
    for (const auto& [name, table] : run.measures())
      known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
    throw SceneError(Place{std::make_shared<const std::string>("--measure")},
                     known.empty() ? "the run has no measurements; scenes ask for them with [[measure]]"
                                   : fmt::format("there is no measurement '{}'; choose from {}",
                                                 arguments.measure, known));
  }
  if (arguments.format != "csv")
    throw SceneError(Place{std::make_shared<const std::string>("--format")},
                     "measurements are exported as csv");
  const record::MeasureTable table = thinned(found->second, arguments.every);
  const std::string text = table.csv();
  if (arguments.output == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
      throw RunError("standard output cannot be written");
    return 0;
  }
  const bool chosen = !arguments.output.empty();
  const fs::path output = chosen
                              ? fs::path(arguments.output)
                              : record::beside_run(run.folder(), fmt::format(".{}.csv", arguments.measure));
  require_free_for_output(output, arguments.force);
  require_absent(output, chosen || arguments.force);
  record::write_atomically(output, text, record::Links::followed);
  if (arguments.common.json)
    print_json({{"file", output.string()}, {"samples", table.steps.size()}, {"files", 1}});
  else if (!arguments.common.quiet)
    print(fmt::format("{}: {}\n", output.string(), sim::count_text(table.steps.size(), "sample")));
  return 0;
}

int export_run(const Arguments& arguments) {
  arguments.common.apply();
  require_one_run(arguments.folder);
  if (!arguments.measure.empty()) return export_measure(arguments);
  const record::ExportFormat& format = format_of(arguments.format);
  const record::RunReader run(arguments.folder);
  if (arguments.output == "-") {
    write_to_standard_output(run, format, arguments.every);
    return 0;
  }
  const bool chosen = !arguments.output.empty();
  record::ExportOptions options{
      chosen ? fs::path(arguments.output) : record::beside_run(run.folder(), format.ending), arguments.every};
  if (format.name == "vtk" && run.provenance().dimension == 2)
    options.outlines = scene::outlines_of(sim::scene_of(run.provenance()), run.provenance().seed);
  if (format.name == "vtk" && run.provenance().dimension == 3)
    options.meshes = sim::drawn_meshes(sim::scene_of(run.provenance()), run.provenance().seed);
  if (format.name == "vtk") options.walls = show::wall_pieces_of(run);
  options.contacts = arguments.contacts;
  if (arguments.contacts && (format.name != "vtk" || run.frame_count() == 0 || run.frame(0).contacts.empty()))
    throw SceneError(Place{std::make_shared<const std::string>("--contacts")},
                     format.name != "vtk"
                         ? "contacts are exported as vtk"
                         : "this run kept no contacts: add `contacts = true` to [record] and run it again");
  options.force = arguments.force;
  const bool writes_one_file = format.ending.starts_with('.');
  if (writes_one_file) require_free_for_output(options.output, arguments.force);
  require_absent(options.output, chosen || arguments.force);
  record::check_options(options);
  const record::ExportReport report = format.write(run, options);
  if (arguments.common.json)
    print_json({{"file", report.file.string()}, {"frames", report.frames}, {"files", report.files}});
  else if (!arguments.common.quiet)
    print(fmt::format("{}: {} in {}\n", report.file.string(), sim::count_text(report.frames, "frame"),
                      sim::count_text(report.files, "file")));
  return 0;
}

std::string formats_text() {
  std::string text;
  for (const record::ExportFormat& format : record::export_formats())
    text += fmt::format("  {:5} {}\n", format.name, format.summary);
  return text;
}
}  // namespace

void add_export(Command& app, int& exit_code) {
  Command command = app.add_subcommand("export", "Writes a run in a format that other programs read");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  command.add_option("--format,-f", arguments->format, "csv, vtk or h5md").required().type_name("FORMAT");
  command.add_option("--every", arguments->every, "only every Nth frame, or sample of a measurement")
      .positive()
      .type_name("N");
  command
      .add_option("--output,-o", arguments->output,
                  "where to; default: beside the run folder; - is standard output (csv)")
      .type_name("PATH");
  command.add_option("--measure", arguments->measure, "a measurement of the run instead of its frames (csv)")
      .type_name("NAME");
  command.add_flag("--contacts", arguments->contacts,
                   "vtk: also where bodies touch and how hard; the run needs [record] contacts = true");
  add_force(command, arguments->force);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  command.footer("Formats:\n" + formats_text() +
                 "\nExamples:\n"
                 "  scree export box.run --format vtk                 for ParaView: open the .pvd file\n"
                 "  scree export box.run --format csv --every 10 -o box.csv\n"
                 "  scree export box.run --format csv -o - | head");
  command.callback([arguments, &exit_code] { exit_code = export_run(*arguments); });
}

}  // namespace scree::cli
