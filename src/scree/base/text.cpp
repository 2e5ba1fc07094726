#include "scree/base/text.h"

namespace scree {
namespace {
constexpr std::size_t longest_quote = 60;

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }
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

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace scree
