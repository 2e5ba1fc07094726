#include "scree/scene/parse_toml.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace scree::scene {
namespace {

using File = std::shared_ptr<const std::string>;

/// Walks through text and counts lines and characters as toml++ does.
class Cursor {
 public:
  Cursor(std::string_view text, const File& file) : text_(text), file_(file) {}

  bool at_end() const { return offset_ >= text_.size(); }
  bool sees(std::string_view expected) const { return text_.substr(offset_, expected.size()) == expected; }
  unsigned char byte() const { return static_cast<unsigned char>(text_[offset_]); }
  std::size_t offset() const { return offset_; }
  Place place() const { return {file_, line_, column_}; }

  void step(std::size_t bytes = 1) {
    const bool continues_a_character = (byte() & 0xC0u) == 0x80u;
    if (byte() == '\n') {
      ++line_;
      column_ = 1;
    } else if (!continues_a_character) {
      ++column_;
    }
    offset_ += bytes;
  }

 private:
  std::string_view text_;
  const File& file_;
  std::size_t offset_ = 0;
  int line_ = 1, column_ = 1;
};

/// Bytes of the character that starts here; 0 if it is none (also for overlong forms and surrogates).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t k) -> unsigned { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xC0u) != 0x80u) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : length;
}

void skip_to_line_end(Cursor& cursor) {
  while (!cursor.at_end() && cursor.byte() != '\n') cursor.step();
}

bool is_space(unsigned char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }
bool is_ascii(unsigned char byte) { return byte < 0x80; }

/// Over a backslash and what it escapes. toml++ 3.3 has undefined behaviour for some characters outside ASCII
/// where it looks for white space, which inside of texts it does only after a backslash.
void skip_escape(Cursor& cursor) {
  const Place place = cursor.place();
  cursor.step();
  const bool line_end = !cursor.at_end() && is_space(cursor.byte());
  while (line_end && !cursor.at_end() && is_space(cursor.byte())) cursor.step();
  if (cursor.at_end()) return;
  if (!is_ascii(cursor.byte()))
    throw SceneError(place,
                     "a backslash may not stand before a character outside ASCII; write that one as \\uXXXX");
  if (!line_end) cursor.step();
}

/// Over a text in quotes, which toml++ checks later.
void skip_text(Cursor& cursor) {
  const char quote = static_cast<char>(cursor.byte());
  const std::string triple(3, quote);
  const bool multi_line = cursor.sees(triple);
  const std::string_view end = multi_line ? std::string_view(triple) : std::string_view(triple).substr(0, 1);
  for (std::size_t k = 0; k < end.size(); ++k) cursor.step();
  while (!cursor.at_end() && !cursor.sees(end)) {
    if (cursor.byte() == '\n' && !multi_line) return;
    if (quote == '"' && cursor.byte() == '\\')
      skip_escape(cursor);
    else
      cursor.step();
  }
  // Three quotes end a text of several lines, but up to two more before them belong to it.
  const std::size_t most = multi_line ? 5 : 1;
  for (std::size_t k = 0; k < most && cursor.sees(end.substr(0, 1)); ++k) cursor.step();
}

/// Refuses what toml++ 3.3 cannot take: dotted keys of any length, which it frees by recursion, and
/// characters outside ASCII where it looks for white space. TOML allows them only in texts and comments
/// anyway.
void guard_parser(std::string_view text, const File& file) {
  constexpr int most_parts = 32;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Cursor cursor(text, file);
  if (cursor.sees(byte_order_mark)) cursor.step(byte_order_mark.size());
  int dots = 0;
  while (!cursor.at_end()) {
    const char c = static_cast<char>(cursor.byte());
    if (c == '"' || c == '\'') {
      skip_text(cursor);
    } else if (c == '#') {
      skip_to_line_end(cursor);
    } else {
      if (!is_ascii(cursor.byte()))
        throw SceneError(cursor.place(), "characters outside ASCII may only stand in quotes or comments");
      if (c == '.') ++dots;
      if (dots >= most_parts)
        throw SceneError(cursor.place(), fmt::format("a key may have at most {} parts", most_parts));
      if (std::string_view("=,{}[]\n").find(c) != std::string_view::npos) dots = 0;
      cursor.step();
    }
  }
}

Place place_of(const toml::source_position& position, const File& file) {
  return {file, static_cast<int>(position.line), static_cast<int>(position.column)};
}

Value convert(const toml::node& node, const File& file);

Table convert_table(const toml::table& table, const File& file) {
  Table result;
  result.members.reserve(table.size());
  for (const auto& [key, node] : table)
    result.members.push_back(
        {std::string(key.str()), place_of(key.source().begin, file), convert(node, file)});
  // toml++ sorts by key; people read top to bottom. No two keys share a place.
  std::sort(result.members.begin(), result.members.end(), [](const Member& a, const Member& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  return result;
}

template <class T>
Moment moment_of(const T& moment) {
  std::ostringstream stream;
  stream << moment;
  return {stream.str()};
}

Value convert(const toml::node& node, const File& file) {
  Value value;
  value.place = place_of(node.source().begin, file);
  switch (node.type()) {
    case toml::node_type::table:
      value.data = convert_table(*node.as_table(), file);
      break;
    case toml::node_type::array: {
      Array array;
      array.items.reserve(node.as_array()->size());
      for (const toml::node& item : *node.as_array()) array.items.push_back(convert(item, file));
      value.data = std::move(array);
      break;
    }
    case toml::node_type::string:
      value.data = node.as_string()->get();
      break;
    case toml::node_type::integer:
      value.data = node.as_integer()->get();
      break;
    case toml::node_type::floating_point:
      value.data = node.as_floating_point()->get();
      break;
    case toml::node_type::boolean:
      value.data = node.as_boolean()->get();
      break;
    case toml::node_type::date:
      value.data = moment_of(node.as_date()->get());
      break;
    case toml::node_type::time:
      value.data = moment_of(node.as_time()->get());
      break;
    case toml::node_type::date_time:
      value.data = moment_of(node.as_date_time()->get());
      break;
    case toml::node_type::none:
      break;
  }
  return value;
}

std::string explain(std::string_view description) {
  const auto says = [&](std::string_view part) { return description.find(part) != std::string_view::npos; };
  if (says("maximum nested value depth"))
    return fmt::format("values may be nested at most {} deep", TOML_MAX_NESTED_VALUES);
  std::string text = "not valid TOML: " + std::string(description);
  if (says("expected a comment or whitespace"))
    text += "; a number with a unit goes in quotes, as in \"2.3 mm\"";
  return text;
}

}  // namespace

void require_utf8(std::string_view text, const std::shared_ptr<const std::string>& file) {
  for (Cursor cursor(text, file); !cursor.at_end();) {
    const std::size_t length = utf8_length(text.substr(cursor.offset()));
    if (length == 0)
      throw SceneError(cursor.place(),
                       fmt::format("not a text in UTF-8: found the byte 0x{:02X}", cursor.byte()));
    cursor.step(length);
  }
}

Table parse_toml(std::string_view text, const std::shared_ptr<const std::string>& file) {
  require_utf8(text, file);
  guard_parser(text, file);
  const toml::parse_result result = toml::parse(text);
  if (!result)
    throw SceneError(place_of(result.error().source().begin, file), explain(result.error().description()));
  return convert_table(result.table(), file);
}

}  // namespace scree::scene
