// scree new: a scene to begin with.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/scene/suggest.h"
#include "scree/scene/templates.h"
#include "scree/sim/simulation.h"
#include "terminal.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  std::string name, output;
  bool brief = false, force = false;
};

int make(const Arguments& arguments) {
  std::vector<std::string_view> names;
  for (const scene::TemplateFacts& facts : scene::templates()) names.push_back(facts.name);
  if (std::find(names.begin(), names.end(), arguments.name) == names.end())
    throw SceneError(Place{}, fmt::format("there is no template '{}'{}", arguments.name,
                                          scene::suggestion(arguments.name, names)));
  const std::string text = scene::template_text(arguments.name, sim::vocabulary(), !arguments.brief);
  if (arguments.output == "-") {
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  const fs::path output =
      arguments.output.empty() ? fs::path(arguments.name + ".toml") : fs::path(arguments.output);
  require_free_for_output(output, arguments.force);
  record::write_atomically(output, text, record::Links::followed);
  print(fmt::format("{0}: run it with `scree run {0}`\n", output.string()));
  return 0;
}

std::string templates_text() {
  std::string text;
  for (const scene::TemplateFacts& facts : scene::templates())
    text += fmt::format("  {:10} {}\n", facts.name, facts.summary);
  return text;
}
}  // namespace

void add_new(Command& app, int& exit_code) {
  Command command = app.add_subcommand("new", "Writes a commented scene to begin with");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("template", arguments->name, "which one, see below").required().type_name("TEMPLATE");
  command
      .add_option("--output,-o", arguments->output, "the file; default: TEMPLATE.toml; - is standard output")
      .type_name("FILE");
  command.add_flag("--brief", arguments->brief, "only the keys that the scene uses");
  add_force(command, arguments->force);
  command.footer("Templates:\n" + templates_text() +
                 "\nEach key comes with what it means; keys that may be added are there as comments.\n\n"
                 "Examples:\n"
                 "  scree new box\n"
                 "  scree new discs -o - | less");
  command.callback([arguments, &exit_code] { exit_code = make(*arguments); });
}

}  // namespace scree::cli
