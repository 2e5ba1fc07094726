// The workspace as files: one that is handed on, and the folder of edited work.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/lab/server/workspace.h"
#include "scree/scene/edit.h"
#include "scree/scene/files.h"

namespace scree::lab {
namespace {

using nlohmann::json;

std::uint64_t step_of(sim::Session& session) {
  return session.ask([](sim::Simulation& simulation) { return simulation.step(); }).get();
}
std::vector<scene::Edit> journal_of(sim::Session& session) {
  return session.ask([](sim::Simulation& simulation) { return simulation.journal(); }).get();
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw RunError("cannot write '" + file.string() + "'");
}

}  // namespace

std::string Workspace::hand_on() { return shown_session().hand_on().get(); }

bool Workspace::was_edited() {
  return branches_.size() > 1 || std::any_of(branches_.begin(), branches_.end(),
                                             [](const Branch& branch) { return !branch.groups.empty(); });
}

void Workspace::save(const std::string& folder) {
  require_open();
  if (running_) pause();
  const std::filesystem::path path(folder);
  std::error_code fault;
  std::filesystem::create_directories(path, fault);
  if (fault) throw RunError("cannot make the folder '" + folder + "': " + fault.message());
  json lab = {{"scree_lab", 1}, {"current", current_}, {"branches", json::array()}};
  for (Branch& branch : branches_) {
    const std::vector<scene::Edit> journal = journal_of(*branch.session);
    json groups = json::array();
    for (const auto& [edit, group] : branch.groups) groups.push_back({edit, group});
    lab["branches"].push_back({{"branch", branch.number},
                               {"parent", branch.parent},
                               {"forked_at", branch.forked_at},
                               {"name", branch.name},
                               {"step", step_of(*branch.session)},
                               {"journal", scene::write_edits(journal)},
                               {"groups", groups}});
  }
  write(path / "opened.toml", scene_.resolved_text);
  write(path / "lab.json", lab.dump(1));
  // For everything else than the laboratory: the branch that is shown.
  write(path / "scene.toml", current().session->hand_on().get());
}

void Workspace::open_saved(const std::string& folder) {
  const std::filesystem::path path(folder);
  const scene::FileText text = scene::read_text_file(path / "opened.toml", scene::largest_scene, true);
  const scene::FileText lab_text = scene::read_text_file(path / "lab.json", scene::largest_scene, true);
  for (const scene::FileText* file : {&text, &lab_text})
    if (!file->fault.empty()) throw RunError(file->fault);
  open({text.text, (path / "opened.toml").string(), {scene::FileReach::Kind::nowhere, {}}});
  try {
    const json lab = json::parse(lab_text.text);
    const Branch first = std::move(branches_.front());
    branches_.clear();
    for (const json& saved : lab.at("branches")) {
      const std::uint64_t step = saved.at("step");
      const std::vector<scene::Edit> journal =
          scene::read_edits_text(saved.at("journal").get<std::string>(), scene_, sim::vocabulary());
      Branch& branch = add_branch(first.session->branch_with(step, with_planned(journal, step)),
                                  saved.at("parent"), saved.at("forked_at"), saved.at("name"));
      branch.number = saved.at("branch");
      for (const json& one : saved.at("groups")) branch.groups[one.at(0)] = one.at(1);
      last_number_ = std::max(last_number_, branch.number);
    }
    current_ = lab.at("current");
    current();
  } catch (const json::exception& error) {
    branches_.clear();
    throw RunError("'" + (path / "lab.json").string() +
                   "' is not what the laboratory wrote: " + error.what());
  }
}

}  // namespace scree::lab
