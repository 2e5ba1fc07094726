#include "command_line.h"

#include <CLI/App.hpp>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace scree::cli {
namespace {
template <class Number>
bool is_positive(const std::string& word) {
  Number number = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
  return status == std::errc() && end == word.data() + word.size() && number > 0 &&
         number <= std::numeric_limits<Number>::max();
}

/// The parser takes "nan" and "inf" for numbers, and no range refuses "nan".
std::string fault_unless_finite(const std::string& word) {
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || std::isfinite(number)) return {};  // what is no number is told by the parser
  return "expected a finite number, got '" + word + "'";
}
}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}
Option Option::hidden() {
  option_->group("");
  return *this;
}
Option Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}
Option Option::delimiter(char between) {
  option_->delimiter(between);
  return *this;
}
Option Option::one_at_a_time() {
  option_->take_all()->allow_extra_args(false);
  return *this;
}
Option Option::shows_default() {
  option_->capture_default_str();
  return *this;
}
Option Option::in_range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::in_range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::positive() {
  const auto fault_of = [whole = takes_whole_numbers_](const std::string& word) -> std::string {
    if (whole ? is_positive<std::uint64_t>(word) : is_positive<double>(word)) return {};
    return "expected a " + std::string(whole ? "whole number" : "number") + " above 0, got '" + word + "'";
  };
  option_->check(CLI::Validator(fault_of, "POSITIVE"));
  return *this;
}
Option Option::one_of(const std::vector<std::string>& names) {
  option_->check(CLI::IsMember(names));
  return *this;
}
Option Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}
Option Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Command Command::add_subcommand(const std::string& name, const std::string& help) {
  return Command(*app_->add_subcommand(name, help));
}
void Command::require_subcommand() { app_->require_subcommand(1); }
template <class T>
Option Command::add_option(const std::string& name, T& value, const std::string& help) {
  CLI::Option* const option = app_->add_option(name, value, help);
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::vector<double>>)
    option->check(CLI::Validator(fault_unless_finite, ""));
  return Option(option, std::is_integral_v<T> || std::is_same_v<T, std::vector<std::size_t>>);
}
Option Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return Option(app_->add_flag(name, value, help));
}
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(std::function<void()> run) { app_->callback(std::move(run)); }

#define SCREE_INSTANTIATE_OPTION(...) \
  template Option Command::add_option(const std::string&, __VA_ARGS__&, const std::string&)
SCREE_INSTANTIATE_OPTION(std::string);
SCREE_INSTANTIATE_OPTION(int);
SCREE_INSTANTIATE_OPTION(std::size_t);
SCREE_INSTANTIATE_OPTION(double);
SCREE_INSTANTIATE_OPTION(std::vector<std::string>);
SCREE_INSTANTIATE_OPTION(std::vector<double>);
SCREE_INSTANTIATE_OPTION(std::vector<std::size_t>);
SCREE_INSTANTIATE_OPTION(std::optional<std::int64_t>);
SCREE_INSTANTIATE_OPTION(std::optional<std::string>);
#undef SCREE_INSTANTIATE_OPTION

}  // namespace scree::cli
