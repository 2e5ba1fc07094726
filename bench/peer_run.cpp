#include "bench/peer_run.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "scree/base/error.h"

extern char** environ;

namespace scree::bench {
namespace {

void fill_spheres(const Workload& workload, std::vector<PeerSphere>& spheres) {
  spheres.resize(workload.count());
  for (std::size_t item = 0; item < workload.count(); ++item) {
    const double* const numbers = workload.numbers.data() + item * workload.width();
    PeerSphere& sphere = spheres[item];
    sphere = {{0, 0, 0}, numbers[workload.dimension]};
    std::copy_n(numbers, workload.dimension, sphere.place);
  }
}

class PeerRun final : public SearchRun {
 public:
  PeerRun(const std::filesystem::path& program, std::string_view peer, const Workload& workload)
      : workload_(workload), process_(program, peer) {}

  void round() override {
    const bool is_moving = workload_.step > 0;
    const int steps = is_moving ? checked_step : 1;
    if (is_moving && rounds_ == 0) moving_ = workload_;
    double build = 0, query = 0;
    PeerAnswer answer;
    for (int step = 0; step < steps; ++step) {
      if (is_moving) moving_.advance();
      fill_spheres(is_moving ? moving_ : workload_, spheres_);
      const bool is_last = step + 1 == steps;
      answer = process_.search(spheres_, workload_.dimension, step + rounds_ > 0 && is_moving,
                               is_last && rounds_ == 0 ? &pairs_ : nullptr);
      build += answer.build / steps;
      query += answer.query / steps;
    }
    if (rounds_++ == 0) {
      figures_.pairs = answer.pairs;
      for (const PeerPair& pair : pairs_)
        figures_.hash += hash_of_pair(workload_.id[pair.first], workload_.id[pair.second]);
      pairs_ = {};
      figures_.build = build;
      figures_.query = query;
    } else if (build + query < figures_.total()) {
      figures_.build = build;
      figures_.query = query;
    }
    figures_.candidates = answer.candidates;
    figures_.bytes = answer.bytes;
  }
  const SearchFigures& figures() const override { return figures_; }

 private:
  const Workload& workload_;
  Workload moving_;
  PeerProcess process_;
  std::vector<PeerSphere> spheres_;
  std::vector<PeerPair> pairs_;
  SearchFigures figures_;
  int rounds_ = 0;
};

}  // namespace

std::span<const std::string_view> search_peers() {
  static constexpr std::array<std::string_view, 5> names = {"embree", "boost", "cgal", "fcl", "bullet"};
  return names;
}

std::optional<std::filesystem::path> find_peer_program() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path program = self.parent_path() / "scree-search-peers";
  if (error || !std::filesystem::exists(program, error)) return std::nullopt;
  return program;
}

PeerProcess::PeerProcess(const std::filesystem::path& program, std::string_view peer) : peer_(peer) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw RunError(fmt::format("{} cannot be started: {}", program.string(), std::strerror(errno)));
  std::string path = program.string();
  char* words[] = {path.data(), peer_.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  const int fault = posix_spawn(&process_, words[0], &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (fault == 0) return;
  close(socket_);
  throw RunError(fmt::format("{} cannot be started: {}", program.string(), std::strerror(fault)));
}

PeerProcess::~PeerProcess() {
  close(socket_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
}

PeerAnswer PeerProcess::search(std::span<const PeerSphere> spheres, int dimension, bool is_next_step,
                               std::vector<PeerPair>* pairs) {
  const PeerRequest request{spheres.size(), static_cast<std::uint64_t>(dimension), is_next_step ? 1u : 0u,
                            pairs != nullptr ? 1u : 0u};
  send_all(&request, sizeof(request));
  send_all(spheres.data(), spheres.size_bytes());
  PeerAnswer answer;
  receive_all(&answer, sizeof(answer));
  if (pairs != nullptr) {
    pairs->resize(answer.pairs);
    receive_all(pairs->data(), answer.pairs * sizeof(PeerPair));
  }
  return answer;
}

void PeerProcess::send_all(const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = send(socket_, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) fail();
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

void PeerProcess::receive_all(void* bytes, std::size_t size) {
  char* at = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = recv(socket_, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail();
    at += got;
    size -= static_cast<std::size_t>(got);
  }
}

void PeerProcess::fail() const {
  throw RunError(fmt::format("scree-search-peers {} ended before it answered", peer_));
}

std::unique_ptr<SearchRun> make_peer_run(const std::filesystem::path& program, std::string_view peer,
                                         const Workload& workload) {
  return std::make_unique<PeerRun>(program, peer, workload);
}

}  // namespace scree::bench
