#include "apps/lab/server/desk.h"

#include <algorithm>
#include <filesystem>

#include "scree/base/error.h"

namespace scree::lab {
namespace {

using namespace std::chrono_literals;

constexpr auto picture_period = std::chrono::microseconds(16'667);
constexpr auto state_period = 100ms;
constexpr auto overlays_period = 100ms;
constexpr int most_credits = 8, most_faults = 100;
constexpr int deepest = 32;

/// Whether brackets are nested deeper than any command needs.
bool is_too_deep(const std::string& text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char letter = text[k];
    if (in_string) {
      if (letter == '\\') ++k;
      if (letter == '"') in_string = false;
      continue;
    }
    if (letter == '"') in_string = true;
    if (letter == '{' || letter == '[')
      if (++depth > deepest) return true;
    if (letter == '}' || letter == ']') --depth;
  }
  return false;
}

json complaints_of(const SceneError& error) {
  json complaints = json::array();
  for (const Complaint& complaint : error.complaints)
    complaints.push_back({{"line", complaint.place.line},
                          {"column", complaint.place.column},
                          {"file", complaint.place.file ? *complaint.place.file : std::string()},
                          {"message", complaint.message}});
  return complaints;
}

}  // namespace

Desk::Desk(DeskSettings settings, Clients& clients)
    : settings_(std::move(settings)),
      clients_(clients),
      workspace_(
          [this] {
            {
              const std::lock_guard lock(mutex_);
              rested_ = true;
            }
            wake_.notify_one();
          },
          settings_.most_memory),
      thread_([this] { work(); }) {}

Desk::~Desk() { end(); }

void Desk::post(std::function<void()> event) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    events_.push_back(std::move(event));
  }
  wake_.notify_one();
}

std::optional<std::string> Desk::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  if (!thread_.joinable()) return std::nullopt;
  thread_.join();
  if (!workspace_.is_open()) return std::nullopt;
  workspace_.pause();
  std::optional<std::string> folder;
  if (workspace_.was_edited()) folder = save();
  tell_all({{"event", "ending"}, {"folder", folder ? json(*folder) : json(nullptr)}});
  return folder;
}

void Desk::open(const SceneText& text) {
  std::promise<void> done;
  post([&] {
    try {
      workspace_.open(text);
      folder_ = text.reach.folder;
      done.set_value();
    } catch (...) {
      done.set_exception(std::current_exception());
    }
  });
  done.get_future().get();
}

void Desk::open_saved(const std::string& folder) {
  std::promise<void> done;
  post([&] {
    try {
      workspace_.open_saved(folder);
      done.set_value();
    } catch (...) {
      done.set_exception(std::current_exception());
    }
  });
  done.get_future().get();
}

void Desk::join(ClientId client, std::uint32_t hello) {
  post([this, client, hello] { greet(client, hello); });
}

void Desk::leave(ClientId client) {
  post([this, client] { say_goodbye(client); });
}

void Desk::take(ClientId client, std::string text) {
  post([this, client, text = std::move(text)] {
    handle(client, text);
    clients_.take_next(client);
  });
}

Clock::time_point Desk::deadline() const {
  const Clock::time_point now = Clock::now();
  Clock::time_point at = std::min(now + 1s, workspace_.next_tick());
  if (workspace_.is_running()) at = std::min(at, std::max(now, last_capture_ + picture_period));
  return at;
}

void Desk::work() {
  for (;;) {
    std::deque<std::function<void()>> events;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, deadline(), [this] { return ending_ || rested_ || !events_.empty(); });
      if (ending_) return;
      rested_ = false;
      events.swap(events_);
    }
    for (const std::function<void()>& event : events) event();
    const Clock::time_point now = Clock::now();
    if (!workspace_.is_open()) continue;
    after_playing(now);
    show(now);
  }
}

void Desk::after_playing(Clock::time_point now) {
  if (workspace_.tick(now)) note_change();
  if (was_running_ && !workspace_.is_running()) {
    tell_all({{"event", "state"}, {"state", state()}});
    const bool is_broken = !workspace_.broken().empty();
    if (is_broken || state().value("finished", false))
      tell_all(
          {{"event", "rest"}, {"why", is_broken ? "broken" : "finished"}, {"message", workspace_.broken()}});
  }
  was_running_ = workspace_.is_running();
  if (!was_exact_ && workspace_.is_exact() && workspace_.is_in_past()) {
    json event = {{"event", "there"}};
    if (workspace_.past_fault())
      event["error"] = error_of(workspace_.past_fault());
    else
      event.update(state());
    event["event"] = "there";
    tell_all(event);
  }
  was_exact_ = workspace_.is_exact();
  // A goal that takes longer than a picture, or none at all.
  if (workspace_.is_running() && now - last_capture_ >= 2 * picture_period) note_change();
}

void Desk::show(Clock::time_point now) {
  const bool is_wanted = std::any_of(joined_.begin(), joined_.end(), [&](const auto& one) {
    return one.second.credits > 0 && one.second.seen != version_;
  });
  if (is_wanted && captured_ != version_) {
    try {
      shown_ = workspace_.show();
      workspace_.remember(shown_.still);
    } catch (const std::exception&) {
      return;  // a past that could not be restored is told by `there`
    }
    captured_ = version_;
    last_capture_ = now;
  }
  if (captured_ == version_ && shown_.still)
    for (auto& [id, client] : joined_)
      if (client.credits > 0 && client.seen != version_) show_to(id, client, shown_, now);
  if (workspace_.is_running() && now - last_state_ >= state_period)
    tell_all({{"event", "state"}, {"state", state()}});
}

void Desk::show_to(ClientId id, Client& client, const Shown& shown, Clock::time_point now) {
  // At rest no other picture follows that could bring them.
  if (!workspace_.is_running() || now - client.overlays_sent >= overlays_period) {
    client.overlays_sent = now;
    send_overlays(id, client, shown);
  }
  send_picture(id, client, shown, false);
  if (client.beside != 0) {
    try {
      const auto still = workspace_.require_branch(client.beside).time_line.nearest(shown.still->step);
      if (still) send_picture(id, client, {still, client.beside, true}, true);
    } catch (const RunError&) {
      client.beside = 0;  // it was dropped
    }
  }
  --client.credits;
  client.seen = version_;
}

void Desk::send_overlays(ClientId id, Client& client, const Shown& shown) {
  const Still& still = *shown.still;
  const auto send = [&](Bytes bytes) { clients_.send(id, std::make_shared<const Bytes>(std::move(bytes))); };
  if (client.contacts && workspace_.is_exact()) {
    const auto contacts =
        workspace_.shown_session().ask([](sim::Simulation& one) { return one.readings().contacts(); }).get();
    send(encode_contacts(contacts, still.dimension, still.step, shown.branch, *client.contacts));
  }
  if (client.arrows != Arrows::none) {
    send_roster(id, client, *still.roster);
    send(encode_arrows(still, shown.branch, client.arrows));
  }
  if (client.search && workspace_.is_exact()) {
    const auto method =
        workspace_.shown_session().ask([](sim::Simulation& one) { return one.methods().search; }).get();
    send(client.search->encode(still, shown.branch, method));
  }
}

void Desk::send_roster(ClientId id, Client& client, const Roster& roster) {
  if (client.roster == roster.number) return;
  clients_.send(id, std::make_shared<const Bytes>(encode_roster(roster)));
  client.roster = roster.number;
}

void Desk::send_picture(ClientId id, Client& client, const Shown& shown, bool beside) {
  send_roster(id, client, *shown.still->roster);
  const Label label{shown.branch, client.last_command, shown.of_the_past, workspace_.is_running(), beside};
  clients_.send(id, std::make_shared<const Bytes>(encode_picture(*shown.still, client.view, label)));
}

// Clients.

void Desk::tell_all(const json& message) {
  const std::string text = dumped(message);
  for (const auto& [id, client] : joined_) clients_.send(id, text);
}

void Desk::greet(ClientId client, std::uint32_t hello) {
  joined_[client].last_command = hello;
  if (!pen_) pen_ = client;
  json ok = {{"protocol", 1},
             {"version", settings_.version},
             {"client", client},
             {"pen", pen_ == client},
             {"scene", workspace_.is_open() ? scene_json() : json(nullptr)},
             {"state", workspace_.is_open() ? state() : json(nullptr)}};
  tell(client, {{"re", hello}, {"ok", std::move(ok)}});
  clients_.take_next(client);
}

void Desk::say_goodbye(ClientId client) {
  if (joined_.erase(client) == 0) return;
  if (pen_ == client) give_pen_to(std::nullopt);
  if (joined_.empty() && workspace_.is_open() && workspace_.is_running()) workspace_.pause();
}

void Desk::give_pen_to(std::optional<ClientId> client) {
  pen_ = client;
  for (const auto& [id, state] : joined_)
    tell(id, {{"event", "pen"}, {"holder", pen_ ? json(*pen_) : json(nullptr)}, {"yours", pen_ == id}});
}

json Desk::error_of(const std::exception_ptr& fault) const {
  try {
    std::rethrow_exception(fault);
  } catch (const SceneError& error) {
    return {{"kind", "scene"}, {"message", error.what()}, {"complaints", complaints_of(error)}};
  } catch (const json::exception&) {
    return {{"kind", "message"}, {"message", "a member of the command is missing or of another kind"}};
  } catch (const std::bad_alloc&) {
    return {{"kind", "run"}, {"message", "there is not enough memory for this"}};
  } catch (const std::exception& error) {
    return {{"kind", "run"}, {"message", error.what()}};
  }
}

void Desk::reply_error(ClientId client, const json& number, const std::string& kind,
                       const std::string& message) {
  tell(client, {{"re", number}, {"error", {{"kind", kind}, {"message", message}}}});
}

void Desk::handle(ClientId client, const std::string& text) {
  const auto found = joined_.find(client);
  if (found == joined_.end()) return;
  Client& state = found->second;
  const json message = is_too_deep(text) ? json() : json::parse(text, nullptr, false);
  if (!message.is_object()) {
    reply_error(client, nullptr, "message", "this is no JSON object, or nested too deep");
    if (++state.faults >= most_faults) clients_.close(client, "too many messages that are none");
    return;
  }
  if (const auto credit = message.find("credit"); credit != message.end() && !message.contains("do")) {
    if (credit->is_number_integer())
      state.credits = std::clamp(state.credits + credit->get<int>(), 0, most_credits);
    return;
  }
  obey(client, state, message);
}

void Desk::obey(ClientId client, Client& state, const json& message) {
  const json number = message.value("n", json());
  const json name = message.value("do", json());
  const bool is_numbered = number.is_number_unsigned() && number.get<std::uint64_t>() > state.last_command &&
                           number.get<std::uint64_t>() <= 0xffff'ffffu;
  const auto entry = name.is_string() ? commands().find(name.get<std::string>()) : commands().end();
  if (!is_numbered || entry == commands().end()) {
    reply_error(client, number, "message",
                is_numbered ? "there is no such command" : "n must be a number larger than that before");
    if (++state.faults >= most_faults) clients_.close(client, "too many messages that are none");
    return;
  }
  state.last_command = number.get<std::uint32_t>();
  if (entry->second.needs_pen && pen_ != client)
    return reply_error(client, number, "pen", "another page holds the pen");
  try {
    json ok = (this->*entry->second.handler)(client, message);
    if (entry->second.needs_pen) note_change();
    tell(client, {{"re", number}, {"ok", std::move(ok)}});
  } catch (...) {
    tell(client, {{"re", number}, {"error", error_of(std::current_exception())}});
  }
  if (entry->second.needs_pen && workspace_.is_open())
    tell_all({{"event", "state"}, {"state", this->state()}});
}

// What is told.

json Desk::state() {
  json told;
  if (workspace_.is_exact() && !workspace_.past_fault()) {
    told = workspace_.shown_session().ask([](sim::Simulation& one) { return json_of_run(one); }).get();
  } else {
    const Shown shown = workspace_.show();
    told = {{"step", shown.still->step}, {"time", shown.still->time}, {"finished", false}};
  }
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - pace_.at).count();
  const double time = told["time"];
  const std::uint64_t step = told["step"];
  if (!workspace_.is_running() || step < pace_.step) {
    pace_ = {now, time, 0, 0, step};
  } else if (seconds > 0.3) {
    pace_ = {now, time, (time - pace_.time) / seconds, static_cast<double>(step - pace_.step) / seconds,
             step};
  }
  const Speed& speed = workspace_.speed();
  json speed_told = {{"fast", true}};
  if (speed.mode == Speed::Mode::steps) speed_told = {{"steps", speed.value}};
  if (speed.mode == Speed::Mode::rate) speed_told = {{"rate", speed.value}};
  told.update({{"running", workspace_.is_running()},
               {"broken", workspace_.broken().empty() ? json(nullptr) : json(workspace_.broken())},
               {"speed", speed_told},
               {"real_time", pace_.real_time},
               {"steps_per_second", pace_.steps_per_second},
               {"branch", workspace_.current().number},
               {"past", workspace_.is_in_past()},
               {"exact", workspace_.is_exact()},
               {"can_undo", workspace_.can_undo()},
               {"can_redo", workspace_.can_redo()},
               {"pen", pen_ ? json(*pen_) : json(nullptr)},
               {"clients", joined_.size()}});
  last_state_ = now;
  return told;
}

json Desk::scene_json() {
  std::vector<scene::Edit> journal;
  if (workspace_.is_exact())
    journal = workspace_.shown_session().ask([](sim::Simulation& one) { return one.journal(); }).get();
  return json_of_scene(workspace_.scene(), journal);
}

void Desk::tell_scene() {
  json event = scene_json();
  event["event"] = "scene";
  tell_all(event);
}

json Desk::branches_json() {
  json all = json::array();
  for (const Branch& branch : workspace_.branches()) {
    const auto told =
        branch.session
            ->ask([](sim::Simulation& one) {
              return json{{"step", one.step()}, {"time", one.time()}, {"edits", one.journal().size()}};
            })
            .get();
    json one = {{"branch", branch.number},
                {"parent", branch.parent == 0 ? json(nullptr) : json(branch.parent)},
                {"forked_at", branch.forked_at},
                {"name", branch.name}};
    one.update(told);
    all.push_back(std::move(one));
  }
  return {{"branches", all}, {"current", workspace_.current().number}};
}

SceneText Desk::scene_text_of(const json& command) const {
  SceneText text;
  text.text = command.at("text");
  text.name = command.value("name", std::string("scene")) + ".toml";
  std::replace(text.name.begin(), text.name.end(), '/', '_');
  text.reach = {scene::FileReach::Kind::nowhere, {}};
  if (!folder_.empty() && !command.value("stranger", false)) {
    text.reach = {scene::FileReach::Kind::below_folder, folder_};
    text.name = (std::filesystem::path(folder_) / text.name).string();
  }
  return text;
}

std::string Desk::save() {
  std::string name = workspace_.scene_name();
  std::replace(name.begin(), name.end(), '/', '_');
  const std::string folder = (std::filesystem::path(settings_.work_folder) / (name + ".lab")).string();
  workspace_.save(folder);
  return folder;
}

}  // namespace scree::lab
