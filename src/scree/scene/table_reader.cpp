#include "scree/scene/table_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "scree/base/text.h"
#include "scree/base/vec.h"
#include "scree/scene/expression.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::string_view axis_names[] = {"x", "y", "z"};

/// What a special word stands for; nothing for words such as "auto" that stand for no number.
std::optional<double> meaning(std::string_view word) {
  if (word == "inf" || word == "never") return infinity;
  if (word == "-inf") return -infinity;
  return std::nullopt;
}

std::vector<std::string_view> names_of(std::span<const KeyFacts> keys) {
  std::vector<std::string_view> names;
  for (const KeyFacts& key : keys) names.push_back(key.key);
  return names;
}

}  // namespace

std::string example_of(Kind kind) {
  const std::string_view example = facts(kind).example;
  return kind == Kind::number ? std::string(example) : fmt::format("\"{}\"", example);
}

std::optional<double> read_number(Reading& reading, const Value& value, std::string_view label, Kind kind,
                                  const Range& range, std::string_view word) {
  const auto refuse = [&](const std::string& fault) {
    reading.complaints.add(value.place,
                           fmt::format("{}: {}; write for example {}{}", label, fault, example_of(kind),
                                       word.empty() ? "" : fmt::format(" or \"{}\"", word)));
    return std::nullopt;
  };
  double number = 0;
  if (const auto* text = value.as<std::string>()) {
    if (!word.empty() && *text == word) return meaning(word);
    const Quantity quantity = read_quantity(*text, kind, reading.names);
    if (!quantity.fault.empty()) return refuse(quantity.fault);
    number = quantity.value;
  } else if (const auto* real = value.as<double>()) {
    if (!std::isfinite(*real)) {
      if (!word.empty() && meaning(word) == *real) return *real;
      return refuse(fmt::format("expected {}, got {}", with_article(facts(kind).name), *real));
    }
    number = *real;
  } else if (const auto* whole = value.as<std::int64_t>()) {
    number = static_cast<double>(*whole);
  } else {
    return refuse(fmt::format("expected {}, got {}", with_article(facts(kind).name), describe(value)));
  }
  if (range.holds(number)) return number;
  reading.complaints.add(value.place, fmt::format("{} {}, got {}", label, range.rule(), describe(value)));
  return std::nullopt;
}

TableReader::TableReader(Reading& reading, std::string_view table, const Table& content, Place place,
                         std::string title, bool open)
    : reading_(reading),
      table_(table),
      content_(content),
      place_(std::move(place)),
      title_(std::move(title)) {
  const std::span<const KeyFacts> keys = keys_of(table);
  for (const Member& member : content_.members) {
    bool known = open;
    for (const KeyFacts& key : keys) known = known || key.key == member.key;
    if (!known) complain_about_unknown(member);
  }
  for (const KeyFacts& key : keys)
    if (key.required && !has(key.key) && !mistyped_.count(key.key)) complain_about_missing(key.key);
}

void TableReader::complain_about_unknown(const Member& member) {
  const std::vector<std::string_view> names = names_of(keys_of(table_));
  std::string message = "unknown key " + in_quotes(member.key);
  if (const std::string_view name = nearest(member.key, names); !name.empty()) {
    message += fmt::format(", did you mean '{}'?", name);
    mistyped_.insert(name);
  } else if (const std::string_view home = home_of(member.key); !home.empty()) {
    message += fmt::format(" in {}; it belongs to {}", title_, home);
  } else {
    message += fmt::format("; {} takes {}", title_, fmt::join(names, ", "));
  }
  reading_.complaints.add(member.place, message);
}

void TableReader::complain_about_missing(std::string_view name) const {
  const KeyFacts& key = key_facts(table_, name);
  reading_.complaints.add(place_, fmt::format("{} needs '{}', {}, as in {} = {}", title_, key.key,
                                              key.takes(), key.key, key.example));
}

void TableReader::complain(std::string_view key, std::string message) const {
  reading_.complaints.add(place(key), std::move(message));
}

const Value* TableReader::find(std::string_view key) const {
  const Member* member = content_.find(key);
  return member ? &member->value : nullptr;
}

bool TableReader::is_mistyped(std::span<const std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (mistyped_.count(key) > 0) return true;
  return false;
}

const Place& TableReader::place(std::string_view key) const {
  const Value* value = find(key);
  return value ? value->place : place_;
}

std::optional<Placed<std::string>> TableReader::text(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  const auto* text = value->as<std::string>();
  if (text && !text->empty()) return Placed<std::string>{*text, value->place};
  complain(key, fmt::format("{}: expected text, got {}; write for example {}", key, describe(*value),
                            key_facts(table_, key).example));
  return std::nullopt;
}

std::vector<Placed<std::string>> TableReader::texts(std::string_view key) const {
  std::vector<Placed<std::string>> result;
  const Value* value = find(key);
  if (!value) return result;
  const auto accept = [&](const Value& one) {
    const auto* text = one.as<std::string>();
    if (text && !text->empty())
      result.push_back({*text, one.place});
    else
      reading_.complaints.add(one.place, fmt::format("{}: expected text, got {}; write for example {}", key,
                                                     describe(one), key_facts(table_, key).example));
  };
  if (const auto* array = value->as<Array>())
    for (const Value& one : array->items) accept(one);
  else
    accept(*value);
  return result;
}

std::optional<Placed<std::string>> TableReader::word(std::string_view key,
                                                     std::span<const std::string_view> known) const {
  std::optional<Placed<std::string>> word = text(key);
  if (!word) return std::nullopt;
  const KeyFacts& facts = key_facts(table_, key);
  std::vector<std::string_view> accepted(known.begin(), known.end());
  for (const std::string_view choice : facts.choices)
    if (!choice.empty()) accepted.push_back(choice);
  if (!facts.word.empty()) accepted.push_back(facts.word);
  for (const std::string_view one : accepted)
    if (word->value == one) return word;
  complain(key,
           fmt::format("unknown {} {}{}", key, in_quotes(word->value), suggestion(word->value, accepted)));
  return std::nullopt;
}

std::optional<bool> TableReader::flag(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  if (const bool* flag = value->as<bool>()) return *flag;
  complain(key, fmt::format("{}: expected true or false, got {}", key, describe(*value)));
  return std::nullopt;
}

std::optional<Placed<std::uint64_t>> TableReader::whole_number(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  const Range& range = key_facts(table_, key).range;
  constexpr double largest_exact = 9007199254740992.0;  // 2^53
  std::optional<std::int64_t> number;
  if (const auto* whole = value->as<std::int64_t>()) number = *whole;
  const auto* real = value->as<double>();
  Quantity found;
  if (const auto* text = value->as<std::string>()) {
    found = read_quantity(*text, Kind::number, reading_.names);
    if (found.fault.empty()) real = &found.value;
  }
  if (real && std::floor(*real) == *real && std::abs(*real) <= largest_exact)
    number = static_cast<std::int64_t>(*real);
  if (!number) {
    complain(key, fmt::format("{}: expected a whole number, got {}", key, describe(*value)));
    return std::nullopt;
  }
  if (range.holds(static_cast<double>(*number)))
    return Placed<std::uint64_t>{static_cast<std::uint64_t>(*number), value->place};
  const bool two_choices = range.most - range.least == 1;
  complain(key,
           fmt::format("{} {}, got {}", key,
                       two_choices ? fmt::format("must be {} or {}", range.least, range.most) : range.rule(),
                       *number));
  return std::nullopt;
}

std::optional<Placed<double>> TableReader::quantity(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  const KeyFacts& facts = key_facts(table_, key);
  const std::optional<double> number =
      read_number(reading_, *value, key, facts.kind, facts.range, facts.word);
  if (!number) return std::nullopt;
  return Placed<double>{*number, value->place};
}

std::optional<Coordinates> TableReader::vector(std::string_view key) const {
  const Value* value = find(key);
  return value ? vector_of(key, *value) : std::nullopt;
}

std::optional<Coordinates> TableReader::direction(std::string_view key) const {
  const std::optional<Coordinates> given = vector(key);
  if (!given) return std::nullopt;
  // The largest component is taken out first, so that no square overflows.
  const double largest = std::max({std::abs((*given)[0]), std::abs((*given)[1]), std::abs((*given)[2])});
  if (!(largest > 0)) {
    complain(key, fmt::format("{} must not be zero: it gives a direction", key));
    return std::nullopt;
  }
  const Vec3 scaled{(*given)[0] / largest, (*given)[1] / largest, (*given)[2] / largest};
  const Vec3 unit = scaled / norm(scaled);
  return Coordinates{unit[0], unit[1], unit[2]};
}

std::optional<std::vector<Coordinates>> TableReader::points(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  const auto* array = value->as<Array>();
  if (!array || array->items.empty()) {
    complain(key, fmt::format("{}: expected a list of points, as in {} = {}, got {}", key, key,
                              key_facts(table_, key).example, describe(*value)));
    return std::nullopt;
  }
  std::vector<Coordinates> result;
  for (const Value& item : array->items) {
    const std::optional<Coordinates> point = vector_of(key, item);
    if (!point) return std::nullopt;
    result.push_back(*point);
  }
  return result;
}

std::optional<Coordinates> TableReader::vector_of(std::string_view key, const Value& given) const {
  const Value* const value = &given;
  const KeyFacts& facts = key_facts(table_, key);
  const auto* array = value->as<Array>();
  const std::size_t wanted = static_cast<std::size_t>(reading_.dimension.value_or(3));
  const bool fits =
      array && (array->items.size() == wanted || (!reading_.dimension && array->items.size() == 2));
  if (!fits) {
    const bool single = value->as<std::int64_t>() || value->as<double>();
    const std::string got = array ? fmt::format("{} of them", array->items.size())
                                  : fmt::format("{}{}", single ? "the number " : "", describe(*value));
    complain(key, fmt::format("{}: expected {} numbers, {}, in this {}D scene, got {}", key, wanted,
                              wanted == 2 ? "[x, y]" : "[x, y, z]", wanted, got));
    return std::nullopt;
  }
  Coordinates result{};
  bool good = true;
  for (std::size_t axis = 0; axis < array->items.size(); ++axis) {
    const std::optional<double> number =
        read_number(reading_, array->items[axis], fmt::format("{}.{}", key, axis_names[axis]), facts.kind,
                    facts.range, facts.word);
    good = good && number;
    result[axis] = number.value_or(0);
  }
  if (!good) return std::nullopt;
  return result;
}

std::optional<Coordinates> TableReader::spin(std::string_view key) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  const bool plane = reading_.dimension ? *reading_.dimension == 2 : !value->as<Array>();
  if (!plane) return vector(key);
  const std::optional<Placed<double>> number = quantity(key);
  if (!number) return std::nullopt;
  return Coordinates{0, 0, number->value};
}

std::optional<TableReader> TableReader::table(std::string_view key, std::string_view table) const {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  if (const auto* content = value->as<Table>())
    return TableReader(reading_, table, *content, value->place, std::string(key));
  complain(key, fmt::format("{}: expected a table, as in {} = {}, got {}", key, key,
                            key_facts(table_, key).example, describe(*value)));
  return std::nullopt;
}

std::optional<Placed<std::string>> TableReader::material(std::string_view key) const {
  std::optional<Placed<std::string>> name = text(key);
  if (!name || reading_.materials.count(name->value) > 0) return name;
  // Comparing with every material is slow where thousands are wrong.
  std::vector<std::string_view> known;
  if (!reading_.complaints.full()) known.assign(reading_.materials.begin(), reading_.materials.end());
  complain(key, fmt::format("unknown material {}{}", in_quotes(name->value),
                            reading_.materials.empty() ? "; the scene has no [material.NAME]"
                                                       : suggestion(name->value, known)));
  return std::nullopt;
}

double TableReader::quantity_or_fallback(std::string_view key) const {
  if (const std::optional<Placed<double>> given = quantity(key)) return given->value;
  const KeyFacts& facts = key_facts(table_, key);
  return parse_quantity(facts.fallback, facts.kind).value;
}

std::string TableReader::word_or_fallback(std::string_view key) const {
  if (const std::optional<Placed<std::string>> given = word(key)) return given->value;
  return std::string(key_facts(table_, key).fallback);
}

std::string_view TableReader::either(std::string_view first, std::string_view second) const {
  if (has(first) && has(second)) {
    complain(second, fmt::format("give either '{}' or '{}', not both", first, second));
    return {};
  }
  if (has(first)) return first;
  if (has(second)) return second;
  if (mistyped_.count(first) || mistyped_.count(second)) return {};
  const KeyFacts& facts = key_facts(table_, first);
  reading_.complaints.add(place_, fmt::format("{} needs '{}' or '{}', as in {} = {}", title_, first, second,
                                              first, facts.example));
  return {};
}

std::string_view TableReader::one_of(std::span<const std::string_view> keys) const {
  std::string_view found;
  for (const std::string_view key : keys) {
    if (!has(key)) continue;
    if (!found.empty()) {
      complain(key, fmt::format("give either '{}' or '{}', not both", found, key));
      return {};
    }
    found = key;
  }
  if (!found.empty()) return found;
  std::string names;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (mistyped_.count(keys[k])) return {};
    names += fmt::format("{}'{}'", k == 0 ? "" : k + 1 == keys.size() ? " or " : ", ", keys[k]);
  }
  reading_.complaints.add(place_, fmt::format("{} needs {}, as in {} = {}", title_, names, keys[0],
                                              key_facts(table_, keys[0]).example));
  return {};
}

void TableReader::refuse(std::string_view key, std::string_view reason) const {
  if (has(key)) complain(key, fmt::format("'{}' {}", key, reason));
}

void require_order(Reading& reading, const Place& place, std::string_view title, const Coordinates& lo,
                   const Coordinates& hi) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(reading.dimension.value_or(2)); ++axis)
    if (!(lo[axis] < hi[axis]))
      reading.complaints.add(place, fmt::format("{}: min must be below max, but in {} they are {} m and {} m",
                                                title, axis_names[axis], lo[axis], hi[axis]));
}

}  // namespace scree::scene
