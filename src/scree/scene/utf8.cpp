#include "scree/scene/utf8.h"

#include <fmt/format.h>

namespace scree::scene {

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) -> std::uint32_t { return static_cast<unsigned char>(text[k]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t code = lead & (0x7Fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0u) != 0x80u) return {};
    code = code << 6 | (byte(k) & 0x3Fu);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < least[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

void append_character(std::string& text, std::uint32_t code) {
  const auto append = [&](std::uint32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) return append(code);
  if (code < 0x800) {
    append(0xC0u | code >> 6);
  } else {
    if (code < 0x10000) {
      append(0xE0u | code >> 12);
    } else {
      append(0xF0u | code >> 18);
      append(0x80u | (code >> 12 & 0x3Fu));
    }
    append(0x80u | (code >> 6 & 0x3Fu));
  }
  append(0x80u | (code & 0x3Fu));
}

void require_utf8(std::string_view text, const std::shared_ptr<const std::string>& file) {
  for (Cursor cursor(text, file); !cursor.at_end();) {
    const Character character = first_character(cursor.rest());
    if (character.bytes == 0)
      throw SceneError(cursor.place(),
                       fmt::format("not a text in UTF-8: found the byte 0x{:02X}", cursor.byte()));
    cursor.step(character.bytes);
  }
}

std::string replace_what_is_not_utf8(std::string_view text) {
  constexpr std::uint32_t replacement = 0xFFFD;
  std::string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    append_character(result, character.bytes == 0 ? replacement : character.code);
    text.remove_prefix(character.bytes == 0 ? 1 : character.bytes);
  }
  return result;
}

}  // namespace scree::scene
