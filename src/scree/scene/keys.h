// Every table and key of a scene, in one place: the reader, its messages, `scree list keys` and the docs are
// made from these lists. Parameters of contact laws come in the Vocabulary instead.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "scree/base/units.h"

namespace scree::scene {

/// How a value is written.
enum class Form {
  text,           // "box"
  texts,          // "a" or ["a", "b"]
  word,           // one of a closed set
  flag,           // true or false
  whole_number,   // 2000
  whole_numbers,  // 17 or [17, 18]
  quantity,       // "2 mm" or 0.002
  vector,         // one quantity per axis
  points,         // a list of vectors
  spin,           // a quantity in 2D, a vector in 3D
  interval,       // [least, most], two quantities
  size,           // a quantity or { uniform = [least, most] } and other distributions
  rows,           // [[a, b], [c, d], ...]
  values,         // [a, b, ...], each what another key takes
  expression,     // 2, "2 mm" or "2 * width"
  region,         // "bin" or { box = ... }
  table,          // { ... }
  tables,         // [{ ... }, { ... }]
};

/// "quantity", "whole_number".
std::string_view name_of(Form form);

struct Range {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  double least = -unlimited, most = unlimited;
  bool least_excluded = false, most_excluded = false;

  bool holds(double value) const;
  /// "must be positive", "must be between 0 and 1".
  std::string rule() const;
};

struct KeyFacts {
  std::string_view table{};  ///< of TableFacts
  std::string_view key{};
  Form form = Form::quantity;
  Kind kind = Kind::number;  ///< what the numbers measure
  bool required = false;
  std::string_view fallback{};  ///< what holds when the scene is silent: a value, or a few words
  Range range{};
  std::string_view word{};                    ///< accepted instead of a number: "auto"
  std::array<std::string_view, 8> choices{};  ///< of a word
  std::string_view family{};        ///< of a word: the catalogue that it comes from, as `scree list` names it
  std::string_view summary{};       ///< one line, for people
  std::string_view example{};       ///< a value in TOML
  std::string_view flat_example{};  ///< the same in 2D, where it differs
  int only_in = 0;                  ///< dimension of the scenes that know the key; 0: both
  bool live = false;                ///< an [[edit]] can change it while the run goes on

  std::string name() const;  ///< "scene.gravity"
  std::string_view example_in(int dimension) const;
  std::string takes() const;  ///< "a length", "2 or 3 velocities", "true or false"
};

struct TableFacts {
  std::string_view name;    ///< "wall.plane"
  std::string_view header;  ///< as people write it: "[[wall]]"
  std::string_view summary;

  bool repeats() const { return header.substr(0, 2) == "[["; }
};

std::span<const KeyFacts> key_table();
std::span<const KeyFacts> keys_of(std::string_view table);  ///< empty for a table that does not exist
std::span<const TableFacts> table_list();

/// The key must exist.
const KeyFacts& key_facts(std::string_view table, std::string_view key);
const TableFacts& table_facts(std::string_view table);

/// What the numbers of a contact law's parameter may be.
Range range_of(const Parameter& parameter);
/// A value in TOML for a parameter of a contact law: its default, if it has one.
std::string example_of(const Parameter& parameter);
/// Whether the law falls back on a number. Some parameters may be left out and have none.
bool has_default(const Parameter& parameter);

/// The header of the table that such a key belongs to, for those who misplaced it; empty if there is none.
std::string_view home_of(std::string_view key);

}  // namespace scree::scene
