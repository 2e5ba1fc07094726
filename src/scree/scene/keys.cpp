#include "scree/scene/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree::scene {
namespace {

std::string plural(std::string_view noun) {
  if (noun.ends_with('y')) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  return fmt::format("{}s", noun);
}

/// "a", "b" or "c".
std::string words_of(std::span<const std::string_view> choices) {
  const auto count = static_cast<std::size_t>(std::find(choices.begin(), choices.end(), std::string_view()) -
                                              choices.begin());
  std::string text;
  for (std::size_t k = 0; k < count; ++k)
    text += fmt::format("{}\"{}\"", k == 0 ? "" : k + 1 == count ? " or " : ", ", choices[k]);
  return text;
}

}  // namespace

std::string_view name_of(Form form) {
  constexpr std::string_view names[] = {
      "text", "texts",    "word", "flag", "whole_number", "whole_numbers", "quantity", "vector", "points",
      "spin", "interval", "size", "rows", "values",       "expression",    "region",   "table",  "tables"};
  return names[static_cast<std::size_t>(form)];
}

bool Range::holds(double value) const {
  return (least_excluded ? value > least : value >= least) && (most_excluded ? value < most : value <= most);
}

std::string Range::rule() const {
  // Laws state "no limit" by a number too large to matter.
  constexpr double huge = 1e300;
  const bool below = least > -huge, above = most < huge;
  if (!above && least == 0) return least_excluded ? "must be positive" : "must not be negative";
  if (below && above && !least_excluded && !most_excluded)
    return fmt::format("must be between {} and {}", least, most);
  std::string text = "must be ";
  if (below) text += fmt::format("{} {}", least_excluded ? "above" : "at least", least);
  if (below && above) text += " and ";
  if (above) text += fmt::format("{} {}", most_excluded ? "below" : "at most", most);
  return text;
}

std::string KeyFacts::name() const {
  return table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
}

std::string_view KeyFacts::example_in(int dimension) const {
  return dimension == 2 && !flat_example.empty() ? flat_example : example;
}

std::string KeyFacts::takes() const {
  const std::string_view measure = facts(kind).name;
  const std::string or_word = word.empty() ? "" : fmt::format(" or \"{}\"", word);
  switch (form) {
    case Form::text:
      return "text";
    case Form::texts:
      return "text, or several";
    case Form::word:
      if (!family.empty()) return fmt::format("a name from `scree list {}`{}", family, or_word);
      return words_of(choices);
    case Form::flag:
      return "true or false";
    case Form::whole_number:
      return "a whole number";
    case Form::whole_numbers:
      return "a whole number, or several";
    case Form::quantity:
      return with_article(measure) + or_word;
    case Form::vector:
      return fmt::format("2 or 3 {}{}", plural(measure), or_word);
    case Form::points:
      return fmt::format("a list of points, each 2 or 3 {}", plural(measure));
    case Form::spin:
      return fmt::format("{} in 2D, 3 in 3D", with_article(measure));
    case Form::interval:
      return fmt::format("[least, most], two {}", plural(measure));
    case Form::size:
      return fmt::format("{}, or a distribution such as {{ uniform = [least, most] }}",
                         with_article(measure));
    case Form::rows:
      return fmt::format("[[{}, percent], ...]", measure);
    case Form::values:
      return "a list of values of that key";
    case Form::expression:
      return "a number, a quantity or an expression";
    case Form::region:
      return "the name of a [[region]], or a table";
    case Form::table:
      return "a table";
    case Form::tables:
      return "a list of tables";
  }
  return "";
}

std::span<const KeyFacts> keys_of(std::string_view table) {
  const std::span<const KeyFacts> all = key_table();
  const auto is_in = [&](const KeyFacts& key) { return key.table == table; };
  const auto first = std::find_if(all.begin(), all.end(), is_in);
  return {first, std::find_if_not(first, all.end(), is_in)};
}

const KeyFacts& key_facts(std::string_view table, std::string_view key) {
  for (const KeyFacts& facts : keys_of(table))
    if (facts.key == key) return facts;
  throw InternalError("the key exists", __FILE__, __LINE__);
}

Range range_of(const Parameter& parameter) {
  // Laws state "above zero" by a number too small to matter.
  const bool is_positive = parameter.least > 0 && parameter.least < 1e-300;
  return {is_positive ? 0 : parameter.least, parameter.most, is_positive};
}

bool has_default(const Parameter& parameter) {
  return parameter.fallback && !std::isnan(*parameter.fallback);
}

std::string example_of(const Parameter& parameter) {
  if (parameter.kind != Kind::number) return fmt::format("\"{}\"", facts(parameter.kind).example);
  return fmt::format("{}", has_default(parameter) ? *parameter.fallback : 0.5);
}

std::string_view home_of(std::string_view key) {
  for (const KeyFacts& facts : key_table())
    if (facts.key == key && facts.table.find('.') == std::string_view::npos)
      return table_facts(facts.table).header;
  return {};
}

const TableFacts& table_facts(std::string_view table) {
  for (const TableFacts& facts : table_list())
    if (facts.name == table) return facts;
  throw InternalError("the table exists", __FILE__, __LINE__);
}

}  // namespace scree::scene
