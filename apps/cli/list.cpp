// scree list: the families that scenes and the command line choose from.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "scene_path.h"
#include "scree/base/error.h"
#include "scree/scene/suggest.h"
#include "scree/sim/families.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;
using sim::Family;

struct Arguments {
  Common common;
  std::string family;
  bool markdown = false;
};

/// The one family that is not of the engine.
constexpr const char* scenes_name = "scenes";

/// "keys, laws, ...", in lines for the end of a help text.
std::string family_names() {
  constexpr std::size_t most_columns = 100;
  std::string lines, line = "Families:";
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > most_columns) {
      lines += line + "\n";
      line = " ";
    }
    line += " " + word;
  };
  for (const Family& family : sim::families()) add(family.name + ",");
  add(scenes_name);
  return lines + line;
}

std::vector<Family> all_families() {
  std::vector<Family> families = sim::families();
  Family scenes{scenes_name, "scenes that come with scree: `scree run NAME`", {}};
  for (const GalleryScene& scene : gallery())
    scenes.members.push_back({scene.name, scene.summary, {{"file", scene.file}}});
  families.push_back(std::move(scenes));
  return families;
}

std::string text_of(const sim::Detail& detail) {
  if (const auto* flag = std::get_if<bool>(&detail.value)) return *flag ? "yes" : "no";
  if (const auto* text = std::get_if<std::string>(&detail.value)) return *text;
  if (const auto* number = std::get_if<double>(&detail.value)) return fmt::format("{}", *number);
  std::string joined;
  for (const std::string& text : std::get<std::vector<std::string>>(detail.value))
    joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

ordered_json json_of(const Family& family) {
  ordered_json list = ordered_json::array();
  for (const sim::Member& member : family.members) {
    ordered_json object = {{"name", member.name}, {"summary", member.summary}};
    for (const sim::Detail& detail : member.details)
      std::visit([&](const auto& value) { object[detail.name] = value; }, detail.value);
    list.push_back(std::move(object));
  }
  return list;
}

std::string markdown_of(const Family& family) {
  std::vector<std::string> columns = {"name", "summary"};
  if (!family.members.empty())
    for (const sim::Detail& detail : family.members.front().details)
      if (!detail.for_programs) columns.push_back(detail.name);
  std::string head = "|", rule = "|", text;
  for (const std::string& column : columns) {
    head += fmt::format(" {} |", column);
    rule += " --- |";
  }
  for (const sim::Member& member : family.members) {
    text += fmt::format("| `{}` | {} |", member.name, cell(member.summary));
    for (const sim::Detail& detail : member.details)
      if (!detail.for_programs) text += fmt::format(" {} |", cell(text_of(detail)));
    text += '\n';
  }
  return head + '\n' + rule + '\n' + text;
}

/// What is not in the one line of the summary but needed to write a scene.
std::string further_text(const Family& family, int width) {
  if (family.name != "laws" && family.name != "keys") return {};
  std::string text;
  for (const sim::Member& member : family.members)
    for (const sim::Detail& detail : member.details)
      if (detail.name == "parameters")
        text += fmt::format("\n{}: {}\n", member.name, wrapped(text_of(detail), 2, width));
  return text;
}

std::string plain_text_of(const Family& family, int width) {
  Table table;
  for (const sim::Member& member : family.members) {
    // What a key takes may be long: in a column of its own it would leave no room for the summary.
    const std::string takes =
        family.name == "keys" ? fmt::format("; takes {}", text_of(member.details.front())) : std::string();
    table.add({member.name, member.summary + takes});
  }
  return table.text(2, width) + further_text(family, width);
}

int list(const Arguments& arguments) {
  const std::vector<Family> families = all_families();
  const int width = width_of(stdout);
  std::string text;
  if (arguments.family.empty()) {
    if (arguments.common.json) {
      ordered_json object = ordered_json::object();
      for (const Family& family : families) object[family.name] = json_of(family);
      text = json_text(object);
    } else {
      for (const Family& family : families)
        text += arguments.markdown
                    ? fmt::format("## {}\n\n{}\n\n{}\n", family.name, family.summary, markdown_of(family))
                    : fmt::format("{}: {}\n{}\n", family.name, family.summary, plain_text_of(family, width));
    }
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  std::vector<std::string_view> names;
  for (const Family& family : families) {
    names.push_back(family.name);
    if (family.name != arguments.family) continue;
    text = arguments.common.json ? json_text(json_of(family))
           : arguments.markdown  ? markdown_of(family)
                                 : plain_text_of(family, width);
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  throw SceneError(Place{}, fmt::format("there is no family '{}'{}", arguments.family,
                                        scene::suggestion(arguments.family, names)));
}
}  // namespace

void add_list(Command& app, int& exit_code) {
  Command command = app.add_subcommand("list", "Lists what scenes and options can choose from");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("family", arguments->family, "one family only").type_name("FAMILY");
  const Option json = command.add_flag("--json", arguments->common.json,
                                       "print a JSON list of objects with name and summary");
  command.add_flag("--markdown", arguments->markdown, "print a Markdown table").excludes(json);
  add_threads(command, arguments->common);
  command.footer(family_names() +
                 "\n\nExamples:\n"
                 "  scree list\n"
                 "  scree list laws\n"
                 "  scree list search --json");
  command.callback([arguments, &exit_code] { exit_code = list(*arguments); });
}

}  // namespace scree::cli
