// What a TOML text says, before it is asked what that means: values with their places.
// A tree of our own, because copies of toml++ nodes forget where they came from, and includes and overrides
// copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scree/base/error.h"

namespace scree::scene {

struct Value;
struct Member;

/// Members in the order of the file.
struct Table {
  std::vector<Member> members;

  const Member* find(std::string_view key) const;
  Member* find(std::string_view key);
};

struct Array {
  std::vector<Value> items;

  /// True for [[...]]: at least one item, and every item a table.
  bool holds_tables() const;
};

/// A date or time. No key takes one; the text serves messages.
struct Moment {
  std::string text;
};

struct Value {
  std::variant<bool, std::int64_t, double, std::string, Moment, Array, Table> data;
  Place place;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&data);
  }
};

struct Member {
  std::string key;
  Place place;  // of the key
  Value value;
};

/// For messages: "42", "'10 MPa'", "true", "a table".
std::string describe(const Value& value);

/// Lays `upper` over `lower`: tables merge, [[...]] append after those of `lower`, otherwise `upper` wins.
void merge(Table& lower, Table&& upper);

}  // namespace scree::scene
