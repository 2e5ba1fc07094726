// Commands and their options: the only door to CLI11, whose headers take longer to compile than any command.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
class Option;
}  // namespace CLI

namespace scree::cli {

/// A handle: the parser keeps the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option, bool takes_whole_numbers = false)
      : option_(option), takes_whole_numbers_(takes_whole_numbers) {}

  Option required();
  /// Not shown by --help.
  Option hidden();
  Option type_name(const std::string& name);
  /// Several values in one word.
  Option delimiter(char between);
  /// Each value comes with an option of its own.
  Option one_at_a_time();
  Option shows_default();
  Option in_range(int least, int most);
  Option in_range(double least, double most);
  Option positive();
  Option one_of(const std::vector<std::string>& names);
  Option needs(const Option& other);
  Option excludes(const Option& other);

 private:
  CLI::Option* option_;
  bool takes_whole_numbers_;
};

/// Likewise. Values are written where the references lead when the command line is read.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command add_subcommand(const std::string& name, const std::string& help);
  /// One of them must be given.
  void require_subcommand();
  /// For the types that command_line.cpp names.
  template <class T>
  Option add_option(const std::string& name, T& value, const std::string& help);
  Option add_flag(const std::string& name, bool& value, const std::string& help);
  void footer(const std::string& text);
  void callback(std::function<void()> run);

 private:
  CLI::App* app_;
};

}  // namespace scree::cli
