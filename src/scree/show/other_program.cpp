#include "scree/show/other_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "scree/base/error.h"

extern char** environ;

namespace scree::show {
namespace {

/// The last lines, which tell most.
std::string tail_of(std::FILE* file) {
  constexpr long most = 1500;
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::fseek(file, size > most ? size - most : 0, SEEK_SET);
  std::string text(static_cast<std::size_t>(size > most ? most : size), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

OtherProgram::OtherProgram(const ProgramFacts& facts, const std::vector<std::string>& arguments)
    : facts_(facts), output_(std::tmpfile(), std::fclose), said_(std::tmpfile(), std::fclose) {
  // A socket instead of a pipe: writing to one without a reader is an error, not a signal.
  int ends[2];
  if (output_ == nullptr || said_ == nullptr || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw RunError(fmt::format("{} cannot be started: {}", facts.name, std::strerror(errno)));
  std::vector<std::string> words{std::string(facts.name)};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(output_.get()), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(said_.get()), 2);
  const int fault = posix_spawnp(&process_, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  input_ = ends[0];
  if (fault == 0) return;
  close(input_);
  if (fault == ENOENT)
    throw RunError(
        fmt::format("{} {}, which is not installed. Type this line, then try again:\n  apt-get install {}",
                    facts.purpose, facts.name, facts.package));
  throw RunError(fmt::format("{} cannot be started: {}", facts.name, std::strerror(fault)));
}

OtherProgram::~OtherProgram() {
  if (process_ > 0) close_and_wait();
}

void OtherProgram::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail();
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

int OtherProgram::close_and_wait() {
  close(input_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

std::vector<std::byte> OtherProgram::finish() {
  if (const int status = close_and_wait(); !WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
  std::fseek(output_.get(), 0, SEEK_END);
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::ftell(output_.get())));
  std::rewind(output_.get());
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), output_.get()));
  return bytes;
}

void OtherProgram::fail() {
  if (process_ > 0) close_and_wait();
  throw RunError(fmt::format("{} failed and said:\n{}", facts_.name, tail_of(said_.get())));
}

}  // namespace scree::show
