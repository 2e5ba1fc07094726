// Another program that is fed through its standard input: gnuplot, ffmpeg. What they print is kept for
// messages.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::show {

/// A person can read how to get it.
struct ProgramFacts {
  std::string_view name;     ///< as it is started
  std::string_view package;  ///< of Debian
  std::string_view purpose;  ///< "films are made by"
};

class OtherProgram {
 public:
  /// Throws RunError when it is not installed, with the line to type.
  OtherProgram(const ProgramFacts& facts, const std::vector<std::string>& arguments);
  ~OtherProgram();
  OtherProgram(const OtherProgram&) = delete;
  OtherProgram& operator=(const OtherProgram&) = delete;

  /// Throws RunError with what the program said when it does not listen any more.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Closes its input, waits, and gives what it wrote to its standard output. Throws RunError with what it
  /// said unless it ends well.
  std::vector<std::byte> finish();

 private:
  [[noreturn]] void fail();
  int close_and_wait();

  ProgramFacts facts_;
  pid_t process_ = -1;
  int input_ = -1;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> output_, said_;
};

}  // namespace scree::show
