#include "scree/scene/toml_guard.h"

#include <fmt/format.h>

#include "scree/scene/utf8.h"

namespace scree::scene {
namespace {

constexpr std::uint32_t plane_size = 0x10000;
constexpr std::uint32_t private_plane = 0xF0000;

bool is_private(std::uint32_t code) { return code >= private_plane && code < private_plane + plane_size; }

[[noreturn]] void refuse_private_use(const Cursor& cursor) {
  throw SceneError(cursor.place(), "characters for private use are not supported");
}

/// Over a text in quotes, which toml++ checks later.
void skip_text(Cursor& cursor) {
  const char quote = static_cast<char>(cursor.byte());
  const std::string triple(3, quote);
  const bool multi_line = cursor.sees(triple);
  const std::string_view end = std::string_view(triple).substr(0, multi_line ? 3 : 1);
  cursor.step(end.size());
  while (!cursor.at_end() && !cursor.sees(end)) {
    if (cursor.byte() == '\n' && !multi_line) return;
    if (cursor.sees("\\U000F") || cursor.sees("\\U000f")) refuse_private_use(cursor);
    const bool escape = quote == '"' && cursor.byte() == '\\';
    cursor.step(escape ? 2 : 1);
  }
  // Three quotes end a text of several lines, but up to two more before them belong to it.
  const int most = multi_line ? 5 : 1;
  for (int k = 0; k < most && cursor.sees(end.substr(0, 1)); ++k) cursor.step();
}

void skip_to_line_end(Cursor& cursor) {
  while (!cursor.at_end() && cursor.byte() != '\n') cursor.step();
}

void check(Cursor cursor) {
  constexpr int most_parts = 32;
  int dots = 0;
  while (!cursor.at_end()) {
    const char c = static_cast<char>(cursor.byte());
    if (c == '"' || c == '\'') {
      skip_text(cursor);
    } else if (c == '#') {
      skip_to_line_end(cursor);
    } else {
      if (cursor.byte() >= 0x80)
        throw SceneError(cursor.place(), "characters outside ASCII may only stand in quotes or comments");
      if (c == '.') ++dots;
      if (dots >= most_parts)
        throw SceneError(cursor.place(), fmt::format("a key may have at most {} parts", most_parts));
      if (std::string_view("=,{}[]\n").find(c) != std::string_view::npos) dots = 0;
      cursor.step();
    }
  }
}

}  // namespace

std::string guarded(std::string_view text, const std::shared_ptr<const std::string>& file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  check(Cursor(text, file));
  std::string result;
  result.reserve(text.size());
  for (Cursor cursor(text, file); !cursor.at_end();) {
    const Character character = first_character(cursor.rest());
    if (is_private(character.code)) refuse_private_use(cursor);
    const bool moved = character.bytes > 1 && character.code < plane_size;
    append_character(result, moved ? private_plane + character.code : character.code);
    cursor.step(character.bytes);
  }
  return result;
}

std::string unguarded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    append_character(result, is_private(character.code) ? character.code - private_plane : character.code);
    text.remove_prefix(character.bytes);
  }
  return result;
}

}  // namespace scree::scene
