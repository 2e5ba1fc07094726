#include "scree/scene/tree.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>

#include "scree/base/text.h"

namespace scree::scene {

const Member* Table::find(std::string_view key) const {
  for (const Member& member : members)
    if (member.key == key) return &member;
  return nullptr;
}

Member* Table::find(std::string_view key) { return const_cast<Member*>(std::as_const(*this).find(key)); }

bool Array::holds_tables() const {
  for (const Value& item : items)
    if (!item.as<Table>()) return false;
  return !items.empty();
}

namespace {
struct Describe {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
  std::string operator()(double number) const { return fmt::format("{}", number); }
  std::string operator()(const std::string& text) const { return in_quotes(text); }
  std::string operator()(const Moment& moment) const { return "the date or time " + moment.text; }
  std::string operator()(const Array& array) const {
    return array.holds_tables() ? "an array of tables" : "an array";
  }
  std::string operator()(const Table&) const { return "a table"; }
};

void lay_over(Value& lower, Value&& upper) {
  Table* const lower_table = lower.as<Table>();
  Table* const upper_table = upper.as<Table>();
  if (lower_table && upper_table) return merge(*lower_table, std::move(*upper_table));
  Array* const lower_array = lower.as<Array>();
  Array* const upper_array = upper.as<Array>();
  if (lower_array && upper_array && lower_array->holds_tables() && upper_array->holds_tables()) {
    lower_array->items.insert(lower_array->items.end(), std::make_move_iterator(upper_array->items.begin()),
                              std::make_move_iterator(upper_array->items.end()));
    return;
  }
  lower = std::move(upper);
}
}  // namespace

std::string describe(const Value& value) { return std::visit(Describe{}, value.data); }

void merge(Table& lower, Table&& upper) {
  std::map<std::string, std::size_t, std::less<>> index;
  for (std::size_t k = 0; k < lower.members.size(); ++k) index.emplace(lower.members[k].key, k);
  for (Member& member : upper.members) {
    if (const auto known = index.find(member.key); known != index.end()) {
      Member& target = lower.members[known->second];
      target.place = member.place;
      lay_over(target.value, std::move(member.value));
    } else {
      lower.members.push_back(std::move(member));
    }
  }
}

}  // namespace scree::scene
