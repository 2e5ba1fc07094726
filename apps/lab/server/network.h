// HTTP and WebSocket of the laboratory, on loopback only: the one door to Boost.Beast. Serves the page,
// checks Host, Origin and token, and joins clients with the desk.
#pragma once

#include <memory>
#include <string>

#include "apps/lab/server/desk.h"

namespace scree::lab {

struct NetworkSettings {
  std::uint16_t port = 0;   ///< 0: any that is free
  std::string page_folder;  ///< where the page was built; empty: it was not
  std::string frame_from;   ///< the one origin that may frame the page; empty: none
};

class Network {
 public:
  /// Listens; throws RunError if the port is taken.
  Network(const NetworkSettings& settings, const DeskSettings& desk);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  Desk& desk();
  std::uint16_t port() const;
  /// With the token in the fragment.
  std::string address() const;
  /// Serves until SIGINT, SIGTERM or SIGHUP; gives the number of the signal.
  int serve();
  /// Ends the desk, and then all connections. As Desk::end.
  std::optional<std::string> end();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace scree::lab
