#include "scree/scene/write_toml.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace scree::scene {
namespace {

bool is_bare(std::string_view key) {
  for (const char c : key) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
  }
  return !key.empty();
}

void write_escaped(std::string& out, std::string_view text, bool keep_lines) {
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool control = code < 0x20 || code == 0x7F;
    if (control && !(c == '\n' && keep_lines)) {
      out += fmt::format("\\u{:04X}", code);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
}

void write_text(std::string& out, std::string_view text) {
  const bool lines = text.find('\n') != std::string_view::npos;
  // A line break right after the opening quotes is not part of the text.
  out += lines ? "\"\"\"\n" : "\"";
  write_escaped(out, text, lines);
  out += lines ? "\"\"\"" : "\"";
}

void write_key(std::string& out, std::string_view key) {
  if (is_bare(key)) {
    out += key;
    return;
  }
  out += '"';
  write_escaped(out, key, false);
  out += '"';
}

void write_real(std::string& out, double number) {
  const std::string text = fmt::format("{}", number);
  out += text;
  if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) out += ".0";
}

struct WriteInline {
  std::string& out;

  void operator()(bool flag) const { out += flag ? "true" : "false"; }
  void operator()(std::int64_t number) const { out += fmt::format("{}", number); }
  void operator()(double number) const { write_real(out, number); }
  void operator()(const std::string& text) const { write_text(out, text); }
  void operator()(const Moment& moment) const { out += moment.text; }
  void operator()(const Array& array) const {
    out += '[';
    for (std::size_t k = 0; k < array.items.size(); ++k) {
      if (k > 0) out += ", ";
      std::visit(*this, array.items[k].data);
    }
    out += ']';
  }
  void operator()(const Table& table) const {
    out += '{';
    for (std::size_t k = 0; k < table.members.size(); ++k) {
      out += k > 0 ? ", " : " ";
      write_key(out, table.members[k].key);
      out += " = ";
      std::visit(*this, table.members[k].value.data);
    }
    out += table.members.empty() ? "}" : " }";
  }
};

void write_line(std::string& out, const Member& member) {
  write_key(out, member.key);
  out += " = ";
  std::visit(WriteInline{out}, member.value.data);
  out += '\n';
}

bool has_header(const Value& value) {
  const auto* array = value.as<Array>();
  return value.as<Table>() || (array && array->holds_tables());
}

/// Tables of tables get headers of their own; what stands inside [[...]] stays on its line.
void write_table(std::string& out, const std::string& path, const Table& table) {
  bool only_headers = !table.members.empty();
  for (const Member& member : table.members) only_headers = only_headers && has_header(member.value);
  if (!path.empty() && !only_headers) out += fmt::format("\n[{}]\n", path);
  for (const Member& member : table.members)
    if (!has_header(member.value)) write_line(out, member);
  for (const Member& member : table.members) {
    if (!has_header(member.value)) continue;
    std::string inner = path.empty() ? "" : path + '.';
    write_key(inner, member.key);
    if (const auto* content = member.value.as<Table>()) {
      write_table(out, inner, *content);
      continue;
    }
    for (const Value& item : std::get<Array>(member.value.data).items) {
      out += fmt::format("\n[[{}]]\n", inner);
      for (const Member& line : std::get<Table>(item.data).members) write_line(out, line);
    }
  }
}

}  // namespace

std::string write_value(const Value& value) {
  std::string out;
  std::visit(WriteInline{out}, value.data);
  return out;
}

std::string write_toml(const Table& root) {
  std::string out;
  write_table(out, "", root);
  return out;
}

}  // namespace scree::scene
