#include "scree/base/text.h"

#include <algorithm>

namespace scree {
namespace {
constexpr std::size_t longest_quote = 60;

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

/// How many bytes the character at the start of the text has; 0 if a terminal should not see it.
std::size_t length_of_shown_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return first == '\n' || first == '\t' || (first >= 0x20 && first != 0x7F) ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!continues_a_character(text[k])) return 0;
  const bool is_control = first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
  return is_control ? 0 : length;
}
}  // namespace

std::string one_line(std::string_view text) {
  const bool cut = text.size() > longest_quote;
  if (cut) {
    std::size_t end = longest_quote;
    while (end > 0 && continues_a_character(text[end])) --end;
    text = text.substr(0, end);
  }
  std::string result;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    result += code < 0x20 || code == 0x7F ? '?' : byte;
  }
  if (cut) result += "...";
  return result;
}

std::string in_quotes(std::string_view text) { return '\'' + one_line(text) + '\''; }

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const std::size_t length = length_of_shown_character(text);
    if (length > 0) {
      result += text.substr(0, length);
    } else {
      const auto code = static_cast<unsigned char>(text.front());
      result += {'\\', 'x', digits[code >> 4], digits[code & 15u]};
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace scree
