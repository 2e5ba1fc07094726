// scree lab: the laboratory in a browser.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

#include "apps/lab/server/network.h"
#include "commands.h"
#include "scene_path.h"
#include "scree/base/error.h"
#include "scree/scene/files.h"
#include "scree/sim/summary.h"
#include "terminal.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::string scene;
  int port = 0;
  bool no_browser = false;
  std::string frame_from;
};

/// Where it was installed to, or where ./dev lab has built it.
std::string page_folder() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& folder : {program / "../share/scree/lab", program / "../lab", program / "lab"})
    if (fs::is_regular_file(folder / "index.html", ignored))
      return fs::weakly_canonical(folder, ignored).string();
  return {};
}

/// One origin and nothing that could end the header that it goes into.
void require_origin(const std::string& origin) {
  const auto is_allowed = [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view(":/.-[]").find(static_cast<char>(letter)) != std::string_view::npos;
  };
  const bool has_scheme = origin.rfind("http://", 0) == 0 || origin.rfind("https://", 0) == 0;
  const std::size_t slash = origin.find('/', origin.find("://") + 3);
  if (!has_scheme || slash != std::string::npos || !std::all_of(origin.begin(), origin.end(), is_allowed))
    throw SceneError(Place{std::make_shared<const std::string>("--frame-from")},
                     "expected an origin such as http://localhost:8888, got '" + origin + "'");
}

void open_scene(lab::Desk& desk, const std::string& word) {
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(word) / "lab.json", ignored)) return desk.open_saved(word);
  const std::vector<GalleryScene> own = lab_scenes();
  const auto known =
      std::find_if(own.begin(), own.end(), [&](const GalleryScene& scene) { return scene.name == word; });
  const ScenePath path = known != own.end() && !fs::exists(word, ignored)
                             ? ScenePath{known->file, known->name}
                             : find_scene(word);
  const scene::FileText file = scene::read_text_file(path.file, scene::largest_scene, false);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  const std::string folder = fs::weakly_canonical(fs::path(path.file), ignored).parent_path().string();
  desk.open({file.text, path.file, {scene::FileReach::Kind::below_folder, folder}, {}});
}

/// With what the system opens addresses with; nothing happens where it has no such program.
void open_browser(const std::string& address) {
  std::string program = "xdg-open", word = address;
  char* const words[] = {program.data(), word.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
}

int serve(const Arguments& arguments) {
  arguments.common.apply();
  if (!arguments.frame_from.empty()) require_origin(arguments.frame_from);
  std::signal(SIGPIPE, SIG_IGN);
  lab::DeskSettings desk;
  desk.scenes = lab_scenes();
  for (GalleryScene& scene : gallery()) desk.scenes.push_back(std::move(scene));
  desk.version = sim::version();
  desk.work_folder = fs::current_path().string();
  const std::string pages = page_folder();
  lab::Network network({static_cast<std::uint16_t>(arguments.port), pages, arguments.frame_from}, desk);
  say(stdout, network.address() + '\n');
  std::fflush(stdout);
  if (pages.empty()) say(stderr, "The page is not built: `./dev lab` in the source tree builds it.\n");
  open_scene(network.desk(), arguments.scene);
  if (!arguments.no_browser) open_browser(network.address());
  network.serve();
  if (const std::optional<std::string> folder = network.end())
    say(stderr, fmt::format("Edited work is saved; `scree lab {}` opens it again.\n", *folder));
  return 0;
}
}  // namespace

void add_lab(Command& app, int& exit_code) {
  Command command = app.add_subcommand("lab", "Opens the laboratory: a page in the browser to touch a run");
  auto arguments = std::make_shared<Arguments>();
  arguments->scene = lab_scenes().empty() ? "discs_2d" : "play";
  command
      .add_option("scene", arguments->scene,
                  "a scene file, a folder that the laboratory saved, a scene of the gallery, or a lesson")
      .type_name("SCENE");
  command.add_option("--port", arguments->port, "on this machine; 0 or absent: any that is free")
      .in_range(0, 65535)
      .type_name("P");
  command.add_flag("--no-browser", arguments->no_browser, "only print the address");
  command
      .add_option("--frame-from", arguments->frame_from,
                  "the one other origin whose pages may show this one in a frame")
      .type_name("ORIGIN");
  add_threads(command, arguments->common);
  command.footer(
      "Listens on this machine only. The address holds a token: whoever has it may use the laboratory.\n"
      "Ctrl-C ends; work that was edited is saved in NAME.lab in the current folder.\n\n"
      "Examples:\n"
      "  scree lab\n"
      "  scree lab arch --no-browser --port 8080");
  command.callback([arguments, &exit_code] { exit_code = serve(*arguments); });
}

}  // namespace scree::cli
