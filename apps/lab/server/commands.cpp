// What the desk does for each command of docs/lab_protocol.md.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "apps/lab/server/desk.h"
#include "scree/scene/files.h"
#include "scree/scene/write_toml.h"

namespace scree::lab {

const std::map<std::string, Desk::CommandEntry>& Desk::commands() {
  static const std::map<std::string, CommandEntry> all = {
      {"catalogue", {&Desk::do_catalogue, false}},
      {"text", {&Desk::do_text, false}},
      {"check", {&Desk::do_check, false}},
      {"pen", {&Desk::do_pen, false}},
      {"view", {&Desk::do_view, false}},
      {"overlays", {&Desk::do_overlays, false}},
      {"open", {&Desk::do_open, true}},
      {"run", {&Desk::do_run, true}},
      {"pause", {&Desk::do_pause, true}},
      {"step", {&Desk::do_step, true}},
      {"speed", {&Desk::do_speed, true}},
      {"restart", {&Desk::do_restart, true}},
      {"edit", {&Desk::do_edit, true}},
      {"undo", {&Desk::do_undo, true}},
      {"redo", {&Desk::do_redo, true}},
      {"go", {&Desk::do_go, true}},
      {"present", {&Desk::do_present, true}},
      {"fork", {&Desk::do_fork, true}},
      {"switch", {&Desk::do_switch, true}},
      {"name_branch", {&Desk::do_name_branch, true}},
      {"drop_branch", {&Desk::do_drop_branch, true}},
      {"branches", {&Desk::do_branches, false}},
      {"beside", {&Desk::do_beside, false}},
      {"timeline", {&Desk::do_timeline, false}},
      {"search", {&Desk::do_search, true}},
      {"race", {&Desk::do_race, false}},
      {"hash", {&Desk::do_hash, false}},
      {"inspect", {&Desk::do_inspect, false}},
      {"pick", {&Desk::do_pick, false}},
      {"measures", {&Desk::do_measures, false}},
      {"series", {&Desk::do_series, false}},
      {"probe", {&Desk::do_probe, true}},
      {"hand_on", {&Desk::do_hand_on, false}},
      {"save", {&Desk::do_save, true}},
  };
  return all;
}

json Desk::do_catalogue(ClientId, const json&) {
  json scenes = json::array();
  for (const ShippedScene& scene : settings_.scenes)
    scenes.push_back({{"name", scene.name}, {"summary", scene.summary}});
  return {{"scenes", scenes}, {"families", json_of_families()}};
}

json Desk::do_text(ClientId, const json&) {
  return {{"text", workspace_.scene_text()}, {"name", workspace_.scene_name()}};
}

json Desk::do_check(ClientId, const json& command) {
  const SceneText text = scene_text_of(command);
  json faults = json::array();
  try {
    scene::read_scene_text(text.text, text.name, sim::vocabulary(), {}, text.reach);
  } catch (const SceneError& error) {
    for (const Complaint& complaint : error.complaints)
      faults.push_back({{"line", complaint.place.line},
                        {"column", complaint.place.column},
                        {"message", complaint.message}});
  }
  return {{"faults", faults}};
}

json Desk::do_pen(ClientId client, const json& command) {
  if (command.value("give", false)) {
    if (pen_ == client) give_pen_to(std::nullopt);
  } else if (!pen_) {
    give_pen_to(client);
  } else if (pen_ != client) {
    throw RunError("another page holds the pen");
  }
  return {{"pen", pen_ == client}};
}

json Desk::do_view(ClientId client, const json& command) {
  View view = joined_[client].view;
  const auto read_corner = [&](const char* name, double* corner) {
    const json& values = command.at(name);
    for (std::size_t k = 0; k < 3; ++k) corner[k] = k < values.size() ? values.at(k).get<double>() : 0;
  };
  if (command.contains("lo")) {
    view.shows_all = command.at("lo").is_null();
    if (!view.shows_all) {
      read_corner("lo", view.lo);
      read_corner("hi", view.hi);
    }
  }
  if (command.contains("colour"))
    view.colour = command.at("colour").is_null() ? "" : command.at("colour").get<std::string>();
  if (!view.colour.empty() &&
      std::find(colour_columns().begin(), colour_columns().end(), view.colour) == colour_columns().end())
    throw RunError("there is no column '" + view.colour + "'");
  if (command.contains("colour_range")) {
    const json& range = command.at("colour_range");
    view.colour_range.reset();
    if (!range.is_null()) view.colour_range = {range.at(0).get<float>(), range.at(1).get<float>()};
  }
  view.angles = command.value("angles", view.angles);
  joined_[client].view = view;
  joined_[client].seen = 0;
  return {{"columns", colour_columns()}};
}

json Desk::do_overlays(ClientId client, const json& command) {
  Client& state = joined_[client];
  if (command.contains("contacts")) {
    const json& wish = command.at("contacts");
    state.contacts.reset();
    if (!wish.is_null()) {
      ContactChoice choice;
      choice.least = wish.value("least", choice.least);
      choice.most = std::min<std::size_t>(wish.value("most", choice.most), 100'000);
      state.contacts = choice;
    }
  }
  if (command.contains("vectors")) {
    const json& wish = command.at("vectors");
    if (!wish.is_null() && wish != "velocity" && wish != "force")
      throw RunError("vectors are of velocity or of force");
    state.arrows = wish.is_null() ? Arrows::none : wish == "force" ? Arrows::force : Arrows::velocity;
  }
  if (command.contains("search")) {
    if (!command.at("search").get<bool>())
      state.search.reset();
    else if (!state.search)
      state.search.emplace();
  }
  state.overlays_sent = {};
  state.seen = 0;
  return json::object();
}

json Desk::do_open(ClientId, const json& command) {
  SceneText text;
  if (command.contains("scene")) {
    const std::string name = command.at("scene");
    const auto found = std::find_if(settings_.scenes.begin(), settings_.scenes.end(),
                                    [&](const ShippedScene& one) { return one.name == name; });
    if (found == settings_.scenes.end()) throw RunError("there is no scene '" + name + "'");
    const scene::FileText file = scene::read_text_file(found->file, scene::largest_scene, true);
    if (!file.fault.empty()) throw RunError(file.fault);
    const std::string folder = std::filesystem::path(found->file).parent_path().string();
    text = {file.text, found->file, {scene::FileReach::Kind::below_folder, folder}, {}};
  } else {
    text = scene_text_of(command);
  }
  if (command.contains("seed")) text.seed = command.at("seed").get<std::uint64_t>();
  workspace_.open(text);
  if (command.contains("scene")) folder_ = text.reach.folder;
  was_running_ = false;
  tell_scene();
  return {{"scene", scene_json()}, {"state", state()}};
}

json Desk::do_run(ClientId, const json&) {
  workspace_.run();
  return state_reply();
}

json Desk::do_pause(ClientId, const json&) {
  workspace_.pause();
  was_running_ = false;
  return state_reply();
}

json Desk::do_step(ClientId, const json& command) {
  constexpr std::uint64_t most_steps = 1'000'000;
  const std::uint64_t count = command.value("count", std::uint64_t{1});
  if (count > most_steps) throw RunError("too many steps at once: use run");
  workspace_.step(count);
  was_running_ = false;
  return state_reply();
}

json Desk::do_speed(ClientId, const json& command) {
  Speed speed;
  const auto positive = [](double value) {
    if (!(value > 0) || value > 1e9) throw RunError("a speed must be a positive number");
    return value;
  };
  if (command.contains("steps"))
    speed = {Speed::Mode::steps, std::max(1.0, std::floor(positive(command.at("steps"))))};
  else if (command.contains("rate"))
    speed = {Speed::Mode::rate, positive(command.at("rate"))};
  else if (command.value("fast", false))
    speed = {Speed::Mode::fast, 0};
  else
    throw RunError("a speed is one of steps, rate and fast");
  workspace_.set_speed(speed);
  return workspace_.is_open() ? state_reply() : json::object();
}

json Desk::do_restart(ClientId, const json&) {
  workspace_.restart();
  was_running_ = false;
  tell_scene();
  return state_reply();
}

json Desk::do_edit(ClientId, const json& command) {
  const std::string text = command.contains("change") ? scene::write_toml(table_of(command.at("change")))
                                                      : command.at("text").get<std::string>();
  std::optional<std::uint64_t> group;
  if (command.contains("group")) group = command.at("group").get<std::uint64_t>();
  const std::uint32_t branch = workspace_.is_open() ? workspace_.current().number : 0;
  const std::string made = workspace_.edit(text, group);
  if (workspace_.current().number != branch) {
    json event = branches_json();
    event["event"] = "branches";
    tell_all(event);
  }
  if (made.find("wall") != std::string::npos) tell_scene();
  return {{"text", made}, {"step", state().at("step")}};
}

json Desk::do_undo(ClientId, const json&) {
  workspace_.undo();
  was_running_ = false;
  tell_scene();
  return state_reply();
}

json Desk::do_redo(ClientId, const json&) {
  workspace_.redo();
  was_running_ = false;
  tell_scene();
  return state_reply();
}

json Desk::do_go(ClientId, const json& command) {
  std::uint64_t step = 0;
  if (command.contains("time")) {
    const double time = command.at("time");
    const auto& stills = workspace_.current().time_line.stills();
    for (const auto& still : stills)
      if (still->time <= time) step = still->step;
  } else {
    step = command.at("step");
  }
  workspace_.go(step);
  was_running_ = false;
  was_exact_ = false;
  return state_reply();
}

json Desk::do_present(ClientId, const json&) {
  workspace_.present();
  return state_reply();
}

json Desk::do_fork(ClientId, const json& command) {
  const std::uint32_t branch = workspace_.fork(command.value("name", std::string()));
  json event = branches_json();
  event["event"] = "branches";
  tell_all(event);
  return {{"branch", branch}};
}

json Desk::do_switch(ClientId, const json& command) {
  workspace_.switch_to(command.at("branch"));
  was_running_ = false;
  tell_scene();
  return state_reply();
}

json Desk::do_name_branch(ClientId, const json& command) {
  constexpr std::size_t longest = 200;
  workspace_.require_branch(command.at("branch")).name =
      command.at("name").get<std::string>().substr(0, longest);
  return branches_json();
}

json Desk::do_drop_branch(ClientId, const json& command) {
  workspace_.drop(command.at("branch"));
  return branches_json();
}

json Desk::do_branches(ClientId, const json&) { return branches_json(); }

json Desk::do_beside(ClientId client, const json& command) {
  std::uint32_t branch = 0;
  if (!command.at("branch").is_null()) branch = workspace_.require_branch(command.at("branch")).number;
  joined_[client].beside = branch;
  joined_[client].seen = 0;
  return json::object();
}

json Desk::do_timeline(ClientId, const json&) {
  json moments = json::array(), times = json::array(), edits = json::array();
  for (const auto& still : workspace_.current().time_line.stills()) {
    moments.push_back(still->step);
    times.push_back(still->time);
  }
  const auto [journal, step] =
      workspace_.current()
          .session->ask([](sim::Simulation& one) { return std::pair(one.journal(), one.step()); })
          .get();
  for (const scene::Edit& edit : journal) edits.push_back({{"step", edit.step}, {"text", edit.text}});
  return {{"moments", moments}, {"times", times}, {"edits", edits}, {"first", 0}, {"last", step}};
}

json Desk::do_search(ClientId, const json& command) {
  workspace_.change_search(command.at("method"));
  return state_reply();
}

json Desk::do_race(ClientId, const json& command) {
  const SearchRace::Lap lap = race_.run(command.at("method").get<std::string>(), command.value("count", 1000),
                                        command.value("ratio", 1.0));
  return {{"method", command.at("method")},
          {"milliseconds", lap.milliseconds},
          {"pairs", lap.pairs},
          {"count", lap.count}};
}

json Desk::do_hash(ClientId, const json&) {
  return workspace_.shown_session()
      .ask([](sim::Simulation& one) {
        return json{{"hash", one.state_hash().text()}, {"step", one.step()}, {"time", one.time()}};
      })
      .get();
}

json Desk::do_inspect(ClientId, const json& command) {
  sim::Session& session = workspace_.shown_session();
  if (command.contains("contact")) {
    const Id first = command.at("contact").at(0), second = command.at("contact").at(1);
    return session
        .ask([&](sim::Simulation& one) {
          return json{{"contacts", json_of_contacts(one, first, second)}};
        })
        .get();
  }
  const Id body = command.at("body");
  return session.ask([&](sim::Simulation& one) { return json_of_body(one, body, workspace_.scene()); }).get();
}

json Desk::do_pick(ClientId, const json& command) {
  const auto still = workspace_.show().still;
  const auto width = static_cast<std::size_t>(still->dimension);
  const std::vector<double> point = command.at("point");
  if (point.size() != width) throw RunError("a point has as many numbers as the scene has dimensions");
  double nearest = command.value("within", 0.0);
  json body;
  for (std::size_t k = 0; k < still->size(); ++k) {
    double square = 0;
    for (std::size_t axis = 0; axis < width; ++axis) {
      const double way = still->places[k * width + axis] - point[axis];
      square += way * way;
    }
    const double distance = std::sqrt(square) - static_cast<double>(still->roster->radii[k]);
    if (!(distance <= nearest)) continue;
    nearest = distance;
    body = still->roster->ids[k];
  }
  return {{"body", body}};
}

json Desk::do_measures(ClientId, const json&) {
  json all = json::array();
  for (const Series& one : workspace_.series())
    all.push_back({{"name", one.measure.name},
                   {"probe", one.is_probe},
                   {"kind", scene::measure_kinds()[static_cast<std::size_t>(one.measure.kind)]},
                   {"columns", one.columns},
                   {"rows", one.rows}});
  return {{"measures", all}};
}

json Desk::do_series(ClientId, const json& command) {
  const bool is_probe = command.contains("probe");
  const std::string name = command.at(is_probe ? "probe" : "measure");
  const std::uint64_t since = command.value("since", std::uint64_t{0});
  for (const Series& one : workspace_.series()) {
    if (one.measure.name != name || one.is_probe != is_probe) continue;
    json columns = {"time", "step"}, values = json::array();
    for (const std::string& column : one.columns) columns.push_back(column);
    for (std::size_t k = 0; k < one.steps.size() && one.rows == 1; ++k) {
      if (one.steps[k] < since) continue;
      json row = {one.times[k], one.steps[k]};
      for (std::size_t c = 0; c < one.columns.size(); ++c)
        row.push_back(one.values[k * one.columns.size() + c]);
      values.push_back(std::move(row));
    }
    json ok = {{"columns", columns}, {"values", values}};
    if (one.rows != 1 && !one.steps.empty()) {
      // A profile or a field: its last moment.
      json rows = json::array();
      for (std::size_t at = 0; at < one.last_sample.size(); at += one.columns.size()) {
        json row = {one.times.back(), one.steps.back()};
        for (std::size_t c = 0; c < one.columns.size(); ++c) row.push_back(one.last_sample[at + c]);
        rows.push_back(std::move(row));
      }
      ok["values"] = rows;
    }
    return ok;
  }
  throw RunError("nothing is measured under the name '" + name + "'");
}

json Desk::do_probe(ClientId, const json& command) {
  scene::Measure measure;
  measure.name = command.at("name");
  if (command.value("remove", false)) {
    workspace_.remove_probe(measure.name);
    return json::object();
  }
  if (command.contains("body")) {
    measure.kind = scene::Measure::Kind::bodies;
    measure.bodies = {workspace_.shown_session()
                          .ask([id = command.at("body").get<Id>()](sim::Simulation& one) {
                            json_of_body(one, id, {});  // throws if there is none
                            std::string name = one.describe(id);
                            if (const std::size_t quote = name.find('\''); quote != std::string::npos)
                              name = name.substr(quote + 1, name.size() - quote - 2);
                            return name;
                          })
                          .get()};
  } else if (command.contains("wall")) {
    measure.kind = scene::Measure::Kind::wall;
    measure.wall = command.at("wall");
  } else if (command.contains("region")) {
    measure.kind = scene::Measure::Kind::bulk;
    const json& box = command.at("region").at("box");
    scene::BoxRegion region;
    for (std::size_t k = 0; k < static_cast<std::size_t>(workspace_.scene().dimension); ++k) {
      region.lo[k] = box.at("min").at(k);
      region.hi[k] = box.at("max").at(k);
      if (!(region.lo[k] < region.hi[k])) throw RunError("a region's min must be below its max");
    }
    measure.region = region;
  } else if (command.value("energies", false)) {
    measure.kind = scene::Measure::Kind::energies;
  } else {
    throw RunError("a probe is one of body, wall, region and energies");
  }
  return {{"columns", workspace_.add_probe(std::move(measure)).columns}};
}

json Desk::do_hand_on(ClientId, const json&) {
  const bool was_running = workspace_.is_running();
  if (was_running) workspace_.pause();
  json ok = do_hash({}, {});
  ok["text"] = workspace_.hand_on();
  ok["command"] = "scree run FILE --until '" + json(ok["time"]).dump() + " s'";
  if (was_running) workspace_.run();
  return ok;
}

json Desk::do_save(ClientId, const json&) { return {{"folder", save()}}; }

}  // namespace scree::lab
