// Contact searches of other libraries, timed in a program of their own (bench/peers), which is fed and asked
// through a socket and lives as long as the run: its buffers are as warm as ours.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/peers/message.h"
#include "bench/search_bench.h"

namespace scree::bench {

/// Libraries that find all pairs.
std::span<const std::string_view> search_peers();
/// The program, if it was built: it lies beside the one that is running.
std::optional<std::filesystem::path> find_peer_program();

class PeerProcess {
 public:
  /// `peer` is one of search_peers(), or "delaunay". Throws RunError when it cannot be started.
  PeerProcess(const std::filesystem::path& program, std::string_view peer);
  ~PeerProcess();
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  /// One search. `pairs` may be null. Throws RunError when the program ended.
  PeerAnswer search(std::span<const PeerSphere> spheres, int dimension, bool is_next_step,
                    std::vector<PeerPair>* pairs);

 private:
  void send_all(const void* bytes, std::size_t size);
  void receive_all(void* bytes, std::size_t size);
  [[noreturn]] void fail() const;

  std::string peer_;
  int socket_ = -1;
  int process_ = -1;
};

/// The workload must live as long as the run.
std::unique_ptr<SearchRun> make_peer_run(const std::filesystem::path& program, std::string_view peer,
                                         const Workload& workload);

}  // namespace scree::bench
