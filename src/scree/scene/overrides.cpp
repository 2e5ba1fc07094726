// Values from the command line, written into the tree of the scene.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/base/text.h"
#include "scree/scene/keys.h"
#include "scree/scene/load.h"
#include "scree/scene/parse_toml.h"
#include "scree/scene/suggest.h"
#include "scree/scene/utf8.h"

namespace scree::scene {
namespace {

/// Why an override cannot be applied.
struct Fault {
  std::string message;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Assignment {
  std::vector<std::string> path;
  std::string_view key;    // as written
  std::string_view value;  // as written
};

/// Cuts contact."a.b".law=hooke at dots and at the first '=' outside of quotes.
Assignment split(std::string_view text) {
  constexpr std::size_t longest_path = 32;
  Assignment result;
  std::string part;
  char quote = '\0';
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        part += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '.' || c == '=') {
      const std::string name(trimmed(part));
      if (name.empty() || result.path.size() == longest_path) break;
      result.path.push_back(name);
      part.clear();
      if (c == '.') continue;
      result.key = trimmed(text.substr(0, k));
      result.value = trimmed(text.substr(k + 1));
      return result;
    } else {
      part += c;
    }
  }
  throw Fault{"expected key=value, as in run.time_step=1e-5"};
}

void move_to(Value& value, const Place& place) {
  value.place = place;
  if (auto* array = value.as<Array>())
    for (Value& item : array->items) move_to(item, place);
  if (auto* table = value.as<Table>())
    for (Member& member : table->members) {
      member.place = place;
      move_to(member.value, place);
    }
}

/// TOML if it is TOML, else the text itself, so that shells need no second pair of quotes: record.frames='5
/// ms'.
Value parse_value(std::string_view text, const Place& place) {
  const bool looks_like_toml =
      !text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos;
  Value value{std::string(text), place};
  if (text.find('\n') != std::string_view::npos) throw Fault{"a value has one line"};
  try {
    Table table = parse_toml("value = " + std::string(text), place.file);
    if (table.members.size() == 1) value = std::move(table.members.front().value);
  } catch (const SceneError& error) {
    if (looks_like_toml)
      throw Fault{error.complaints.front().message +
                  "; inside [...], text and units need quotes: [0, 0, \"-1 m/s2\"]"};
  }
  move_to(value, place);
  return value;
}

std::optional<std::size_t> index_from(std::string_view text) {
  std::size_t index = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

/// The element with this name or index.
Value& element(Array& array, std::string_view family, const std::string& part) {
  std::vector<std::string_view> names;
  for (Value& item : array.items) {
    const auto* table = item.as<Table>();
    const Member* name = table ? table->find("name") : nullptr;
    const auto* text = name ? name->value.as<std::string>() : nullptr;
    if (!text) continue;
    if (*text == part) return item;
    names.push_back(*text);
  }
  const std::optional<std::size_t> index = index_from(part);
  if (index && *index < array.items.size()) return array.items[*index];
  if (!index && !names.empty())
    throw Fault{fmt::format("there is no {} {}{}", family, in_quotes(part), suggestion(part, names))};
  throw Fault{fmt::format("there is no {} {}; the scene has {}, counted from 0", family, in_quotes(part),
                          array.items.size())};
}

void require_existing(const Table& root, const std::vector<std::string>& path) {
  if (path.front() == "include") throw Fault{"files can only be included by a file"};
  if (root.find(path.front())) return;
  for (const TableFacts& table : table_list())
    if (table.name == path.front() && table.repeats())
      throw Fault{fmt::format("the scene has no {} to change", table.header)};
}

/// A name that is nearly that of a material which the scene has was mistyped: it would make another one that
/// nothing is made of. Short names may well differ by a letter.
void require_meant(const Table& family, std::string_view name, const std::string& part) {
  constexpr std::size_t short_name = 4;
  if (name != "material" || part.size() < short_name) return;
  std::vector<std::string_view> known;
  for (const Member& member : family.members)
    if (member.value.as<Table>()) known.push_back(member.key);
  const std::string_view near = nearest(part, known);
  if (!near.empty() && edit_distance(part, near) == 1)
    throw Fault{fmt::format("there is no material {}, did you mean '{}'?", in_quotes(part), near)};
}

void assign(Table& root, const std::vector<std::string>& path, Value&& value) {
  require_existing(root, path);
  const Place place = value.place;
  Table* table = &root;
  Value* target = nullptr;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    const std::string& part = path[depth];
    auto* array = target ? target->as<Array>() : nullptr;
    if (array) {
      target = &element(*array, path[depth - 1], part);
    } else {
      if (target) table = target->as<Table>();
      if (!table) throw Fault{fmt::format("{} is not a table", in_quotes(path[depth - 1]))};
      Member* member = table->find(part);
      if (!member) {
        if (depth == 1 && path.size() > 2) require_meant(*table, path.front(), part);
        table->members.push_back({part, place, {Table{}, place}});
        member = &table->members.back();
      }
      target = &member->value;
    }
  }
  *target = std::move(value);
}

}  // namespace

void set_value(Table& root, std::string_view path, const Value& value, Complaints& complaints) {
  try {
    assign(root, split(std::string(path) + '=').path, Value(value));
  } catch (const Fault& fault) {
    complaints.add(value.place, fmt::format("{}: {}", in_quotes(path), fault.message));
  }
}

void apply_overrides(Table& root, std::span<const Override> overrides, Complaints& complaints) {
  for (const Override& override : overrides) {
    const auto place_of = [&](std::string_view key) {
      return Place{std::make_shared<const std::string>(override.option.empty() ? "--set " + one_line(key)
                                                                               : override.option)};
    };
    Place place = place_of(override.text);
    try {
      require_utf8(override.text, place.file);
      const Assignment assignment = split(override.text);
      place = place_of(assignment.key);
      assign(root, assignment.path, parse_value(assignment.value, place));
    } catch (const Fault& fault) {
      complaints.add(place, fault.message);
    } catch (const SceneError& error) {
      complaints.add(place, error.complaints.front().message);
    }
  }
}

}  // namespace scree::scene
