// The three kinds of error: the input's fault, the simulation's, ours. Libraries throw; only apps print and
// exit.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree {

/// Where a value stands in the user's file; line 0 means "not from a file".
struct Place {
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;

  std::string text() const;  ///< "box.toml:12:7", or "--set" and the like for values without a line
};

/// One thing that is wrong in the input, and what would be accepted.
struct Complaint {
  Place place;
  std::string message;
};

enum class ExitCode : int { ok = 0, bad_input = 2, run_stopped = 3, internal = 70 };

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), exit_code(code) {}
  const ExitCode exit_code;
};

/// The scene, the command line or a file that was handed in is wrong. Lists every complaint at once.
class SceneError : public Error {
 public:
  explicit SceneError(std::vector<Complaint> found);
  SceneError(const Place& place, const std::string& message)
      : SceneError(std::vector<Complaint>{{place, message}}) {}
  const std::vector<Complaint> complaints;
};

/// The simulation cannot go on, or its results cannot be kept. The message says what, where, and what to do.
class RunError : public Error {
 public:
  explicit RunError(const std::string& message) : Error(ExitCode::run_stopped, message) {}
};

/// A contract inside scree was broken.
class InternalError : public Error {
 public:
  InternalError(const char* expression, const char* file, int line);
};

}  // namespace scree

/// Checks a contract in every build; not for loops over contacts.
#define SCREE_ASSERT(expression) \
  ((expression) ? static_cast<void>(0) : throw ::scree::InternalError(#expression, __FILE__, __LINE__))
