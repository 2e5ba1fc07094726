// The desk of the laboratory: one thread that takes the messages of all clients in turn, does what they ask
// in the workspace, and sends replies, events and pictures. Knows nothing of sockets (network.h).
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "apps/lab/server/json_of.h"
#include "apps/lab/server/picture.h"
#include "apps/lab/server/search_picture.h"
#include "apps/lab/server/shipped_scenes.h"
#include "apps/lab/server/workspace.h"

namespace scree::lab {

using ClientId = std::uint32_t;

/// Who is connected. May be called from any thread; a client that is gone is ignored.
class Clients {
 public:
  virtual ~Clients() = default;
  virtual void send(ClientId client, std::string text) = 0;
  virtual void send(ClientId client, std::shared_ptr<const Bytes> bytes) = 0;
  /// The client's next message may come.
  virtual void take_next(ClientId client) = 0;
  virtual void close(ClientId client, const std::string& why) = 0;
};

struct DeskSettings {
  std::vector<ShippedScene> scenes;
  std::string version;
  std::string work_folder;  ///< in which edited work is saved, in a folder named after the scene
  std::size_t most_memory = std::size_t{512} << 20;  ///< [bytes] for the past of all branches
};

class Desk {
 public:
  Desk(DeskSettings settings, Clients& clients);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// Before the first client: a scene's text, or a folder that the laboratory has saved.
  void open(const SceneText& text);
  void open_saved(const std::string& folder);

  /// A client has shown the token in its command number `hello`.
  void join(ClientId client, std::uint32_t hello);
  void leave(ClientId client);
  /// A text message.
  void take(ClientId client, std::string text);
  /// Pauses and ends. The folder into which edited work was saved; nothing if none was edited.
  std::optional<std::string> end();

 private:
  struct Client {
    std::uint32_t last_command = 0, roster = 0;
    int credits = 0, faults = 0;
    View view;
    std::optional<ContactChoice> contacts;
    Arrows arrows = Arrows::none;
    std::optional<SearchPicture> search;  // made visible
    std::uint32_t beside = 0;
    std::uint64_t seen = 0;  // version of what was shown last
    Clock::time_point overlays_sent{};
  };
  using Handler = json (Desk::*)(ClientId, const json&);
  struct CommandEntry {
    Handler handler;
    bool needs_pen;
  };
  static const std::map<std::string, CommandEntry>& commands();

  void work();
  void post(std::function<void()> event);
  void handle(ClientId client, const std::string& text);
  void obey(ClientId client, Client& state, const json& message);
  json error_of(const std::exception_ptr& fault) const;
  void reply_error(ClientId client, const json& number, const std::string& kind, const std::string& message);
  void tell(ClientId client, const json& message) { clients_.send(client, dumped(message)); }
  void tell_all(const json& message);
  void greet(ClientId client, std::uint32_t hello);
  void say_goodbye(ClientId client);
  void give_pen_to(std::optional<ClientId> client);

  json state();
  json scene_json();
  json branches_json();
  json state_reply() { return {{"state", state()}}; }
  void note_change() { ++version_; }
  void tell_scene();
  void after_playing(Clock::time_point now);
  void show(Clock::time_point now);
  void show_to(ClientId id, Client& client, const Shown& shown, Clock::time_point now);
  void send_roster(ClientId id, Client& client, const Roster& roster);
  void send_overlays(ClientId id, Client& client, const Shown& shown);
  void send_picture(ClientId id, Client& client, const Shown& shown, bool beside);
  Clock::time_point deadline() const;
  SceneText scene_text_of(const json& command) const;
  std::string save();

  json do_catalogue(ClientId, const json&);
  json do_text(ClientId, const json&);
  json do_check(ClientId, const json&);
  json do_pen(ClientId, const json&);
  json do_view(ClientId, const json&);
  json do_overlays(ClientId, const json&);
  json do_open(ClientId, const json&);
  json do_run(ClientId, const json&);
  json do_pause(ClientId, const json&);
  json do_step(ClientId, const json&);
  json do_speed(ClientId, const json&);
  json do_restart(ClientId, const json&);
  json do_edit(ClientId, const json&);
  json do_undo(ClientId, const json&);
  json do_redo(ClientId, const json&);
  json do_go(ClientId, const json&);
  json do_present(ClientId, const json&);
  json do_fork(ClientId, const json&);
  json do_switch(ClientId, const json&);
  json do_name_branch(ClientId, const json&);
  json do_drop_branch(ClientId, const json&);
  json do_branches(ClientId, const json&);
  json do_beside(ClientId, const json&);
  json do_timeline(ClientId, const json&);
  json do_search(ClientId, const json&);
  json do_race(ClientId, const json&);
  json do_hash(ClientId, const json&);
  json do_inspect(ClientId, const json&);
  json do_pick(ClientId, const json&);
  json do_measures(ClientId, const json&);
  json do_series(ClientId, const json&);
  json do_probe(ClientId, const json&);
  json do_hand_on(ClientId, const json&);
  json do_save(ClientId, const json&);

  DeskSettings settings_;
  Clients& clients_;
  Workspace workspace_;
  SearchRace race_;
  std::string folder_;  // of the scene that was opened by name; empty: none
  std::map<ClientId, Client> joined_;
  std::optional<ClientId> pen_;
  std::uint64_t version_ = 1;  // of what is shown
  std::uint64_t captured_ = 0;
  Shown shown_;
  bool was_running_ = false, was_exact_ = true;
  Clock::time_point last_state_{}, last_capture_{};
  struct Pace {
    Clock::time_point at{};
    double time = 0, real_time = 0, steps_per_second = 0;
    std::uint64_t step = 0;
  } pace_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<std::function<void()>> events_;
  bool rested_ = false, ending_ = false;

  std::thread thread_;
};

}  // namespace scree::lab
