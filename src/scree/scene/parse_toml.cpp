#include "scree/scene/parse_toml.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "scree/scene/toml_guard.h"
#include "scree/scene/utf8.h"

namespace scree::scene {
namespace {

using File = std::shared_ptr<const std::string>;

Place place_of(const toml::source_position& position, const File& file) {
  return {file, static_cast<int>(position.line), static_cast<int>(position.column)};
}

Value convert(const toml::node& node, const File& file);

Table convert_table(const toml::table& table, const File& file) {
  Table result;
  result.members.reserve(table.size());
  for (const auto& [key, node] : table)
    result.members.push_back({unguarded(key.str()), place_of(key.source().begin, file), convert(node, file)});
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
      value.data = unguarded(node.as_string()->get());
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

Table parse_toml(std::string_view text, const std::shared_ptr<const std::string>& file) {
  require_utf8(text, file);
  const toml::parse_result result = toml::parse(guarded(text, file));
  if (!result)
    throw SceneError(place_of(result.error().source().begin, file),
                     explain(unguarded(result.error().description())));
  return convert_table(result.table(), file);
}

}  // namespace scree::scene
