// scree reproduce: makes a table or figure of the papers again.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "apps/cli/output.h"
#include "reproduction.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/record/atomic_file.h"
#include "scree/record/mark.h"
#include "scree/scene/suggest.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  std::string name, output = "reproduce";
  double scale = 1;
  bool force = false;
};

const Reproduction& find(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Reproduction& reproduction : reproductions()) {
    if (reproduction.name == name) return reproduction;
    known.push_back(reproduction.name);
  }
  throw SceneError(Place{std::make_shared<const std::string>("NAME")},
                   fmt::format("there is no reproduction '{}'{}", name, scene::suggestion(name, known)));
}

std::string joined(const std::vector<std::string>& cells, std::string_view between) {
  std::string line;
  for (const std::string& cell : cells) line += line.empty() ? cell : std::string(between) + cell;
  return line;
}

std::string csv_of(const Outcome& outcome) {
  std::string text = joined(outcome.columns, ",") + '\n';
  for (const auto& row : outcome.rows) text += joined(row, ",") + '\n';
  return text;
}

std::string page_of(const Reproduction& reproduction, const Outcome& outcome) {
  std::string text = fmt::format("# {}: {}\n\nSource: {}. Made by `{}`.\n\n{}\n\n", reproduction.name,
                                 reproduction.summary, reproduction.source, command_line(), outcome.setting);
  if (!outcome.plot.curves.empty())
    text += fmt::format("![{}]({}.svg)\n\n", reproduction.summary, reproduction.name);
  for (const OutcomePicture& picture : outcome.pictures)
    text += fmt::format("![{}]({}-{}.png)\n\n", picture.caption, reproduction.name, picture.name);
  text += "## Claims\n\n";
  text += "| the paper says | we find | counts as yes if | holds |\n| --- | --- | --- | --- |\n";
  for (const Claim& claim : outcome.claims)
    text += fmt::format("| {} | {} | {} | {} |\n", claim.says, claim.found, claim.accepted,
                        !claim.holds   ? "not judged"
                        : *claim.holds ? "yes"
                                       : "no");
  text += "\n## Figures\n\n| " + joined(outcome.columns, " | ") + " |\n|";
  for (std::size_t k = 0; k < outcome.columns.size(); ++k) text += " --- |";
  text += '\n';
  for (const auto& row : outcome.rows) text += "| " + joined(row, " | ") + " |\n";
  return text;
}

void write_picture(const std::filesystem::path& path, std::vector<std::byte> picture) {
  record::write_atomically(path, record::marked(std::move(picture)));
}

/// The page is the index of what stands beside it under its name: with a page of ours, that is ours, too.
void require_replaceable(const std::string& stem, bool force) {
  if (record::is_marked(stem + ".md")) return;
  for (const char* ending : {".md", ".csv", ".svg", ".png"})
    record::require_replaceable(stem + ending, force);
}

nlohmann::ordered_json json_of(const Outcome& outcome) {
  nlohmann::ordered_json result = {{"setting", outcome.setting},
                                   {"claims", nlohmann::ordered_json::array()},
                                   {"columns", outcome.columns},
                                   {"rows", outcome.rows}};
  for (const Claim& claim : outcome.claims) {
    nlohmann::ordered_json& one = result["claims"].emplace_back(nlohmann::ordered_json{
        {"says", claim.says}, {"found", claim.found}, {"accepted", claim.accepted}, {"holds", nullptr}});
    if (claim.holds) one["holds"] = *claim.holds;
  }
  return result;
}

/// So that what is missing is told before an hour of measuring, not after it.
void check_that_plots_can_be_drawn() {
  show::draw_plot({"", "", "", {{"", {{1, 1}}}}}, picture::Format::svg);
}

int reproduce(const Arguments& arguments) {
  const Reproduction& reproduction = find(arguments.name);
  if (reproduction.has_plot) check_that_plots_can_be_drawn();
  const std::filesystem::path folder(arguments.output), stem = folder / std::string(reproduction.name);
  require_replaceable(stem.string(), arguments.force);
  record::make_folder(folder);
  const ThreadLimit limit(1);  // the papers count one processor
  ReproductionSettings settings;
  settings.scale = arguments.scale;
  if (!arguments.common.quiet)
    settings.progress = [](const std::string& text) { std::fputs((text + '\n').c_str(), stderr); };
  Outcome outcome = reproduction.run(settings);
  std::erase_if(outcome.plot.curves, [](const show::LogCurve& curve) { return curve.points.empty(); });

  const std::string page = page_of(reproduction, outcome);
  record::write_atomically(stem.string() + ".csv", csv_of(outcome));
  if (!outcome.plot.curves.empty()) {
    write_picture(stem.string() + ".svg", show::draw_plot(outcome.plot, picture::Format::svg));
    write_picture(stem.string() + ".png", show::draw_plot(outcome.plot, picture::Format::png));
  }
  for (const OutcomePicture& picture : outcome.pictures)
    write_picture(stem.string() + '-' + picture.name + ".png", picture.png);
  // Last: what it links to is there.
  record::write_atomically(stem.string() + ".md", page + fmt::format("\n<!-- {} -->\n", record::mark));
  if (arguments.common.json)
    print_json(json_of(outcome));
  else if (!arguments.common.quiet)
    std::fputs(page.c_str(), stdout);
  return 0;
}

}  // namespace

void add_reproduce(Command& app, int& exit_code) {
  Command command = app.add_subcommand("reproduce", "Makes a table or figure of the papers again");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("name", arguments->name, "see below").required().type_name("NAME");
  command.add_option("--output,-o", arguments->output, "the folder for NAME.md, .csv, .svg and .png")
      .shows_default()
      .type_name("DIR");
  command
      .add_option("--scale", arguments->scale,
                  "multiplies the paper's numbers of items and steps; less than 1 is quicker")
      .in_range(1e-4, 10.0)
      .shows_default()
      .type_name("X");
  add_force(command, arguments->force);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  std::string names = "Names:\n";
  for (const Reproduction& reproduction : reproductions())
    names += fmt::format("  {:<16} {} ({})\n", reproduction.name, reproduction.summary, reproduction.source);
  command.footer(
      names +
      "\nThe page puts the paper's printed figures beside ours and says of each claim whether it holds,\n"
      "and what counted as yes. Times are those of one thread.\n\n"
      "Examples:\n"
      "  scree reproduce poirrier-table1\n"
      "  scree reproduce perkins-fig10 --scale 0.3 -o figures");
  command.callback([arguments, &exit_code] { exit_code = reproduce(*arguments); });
}

}  // namespace scree::cli
