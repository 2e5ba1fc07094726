// Words and numbers of a text, with line numbers, for readers of mesh files.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scree::scene {

/// What is wrong with a mesh file; readers throw it inside and hand it out as a MeshFile's fault.
struct MeshFault {
  std::string message;
  std::size_t line = 0;
};

/// Splits at blanks.
class Words {
 public:
  explicit Words(std::string_view text, std::size_t first_line = 1) : rest_(text), line_(first_line) {}

  std::size_t line() const { return line_; }
  std::string_view rest() const { return rest_; }

  /// Empty at the end of the text.
  std::string_view next() {
    skip_blanks();
    std::size_t end = 0;
    while (end < rest_.size() && !is_blank(rest_[end])) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  /// The rest of the line, without the line break.
  std::string_view next_line() {
    const std::size_t end = rest_.find('\n');
    std::string_view result = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
    while (!result.empty() && is_blank(result.back())) result.remove_suffix(1);
    return result;
  }
  double number(std::string_view what) {
    const std::string_view word = next();
    const std::optional<double> value = to_number(word);
    if (!value) fail(std::string(what) + ": expected a number, got " + quoted(word));
    if (!std::isfinite(*value)) fail(std::string(what) + ": expected a finite number, got " + quoted(word));
    return *value;
  }
  std::uint64_t whole_number(std::string_view what) {
    const std::string_view word = next();
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc{} || end != word.data() + word.size())
      fail(std::string(what) + ": expected a whole number, got " + quoted(word));
    return value;
  }
  [[noreturn]] void fail(std::string message) const { throw MeshFault{std::move(message), line_}; }

  static std::string quoted(std::string_view word) {
    if (word.empty()) return "the end of the file";
    std::string text;
    for (const char c : word.substr(0, 40)) text += c >= 0x20 && c < 0x7F ? c : '?';
    return '\'' + text + (word.size() > 40 ? "...'" : "'");
  }
  static std::optional<double> to_number(std::string_view word) {
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    double value = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault == std::errc::invalid_argument || end != word.data() + word.size()) return std::nullopt;
    return fault == std::errc{} ? value : HUGE_VAL;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) {
      line_ += rest_.front() == '\n';
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  std::size_t line_;
};

}  // namespace scree::scene
