// Hands out the values of one table by name, typed and checked as the key table says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scree/scene/complaints.h"
#include "scree/scene/description.h"
#include "scree/scene/keys.h"
#include "scree/scene/tree.h"

namespace scree::scene {

/// What every part of the reader shares.
struct Reading {
  const Vocabulary& vocabulary;
  Complaints complaints;
  std::optional<int> dimension;  // none while it is missing or wrong: then 2 and 3 components both pass
  std::set<std::string, std::less<>> materials;
  std::map<std::pair<std::string, std::string>, Place>
      contacts;  // pairs in alphabetical order, and where they stand
  bool has_polygons = false;
  std::vector<NamedNumber> names{};  // of [let]
};

/// The number that the value gives, or nothing after a complaint. `label` opens the message, `word` is a text
/// that is accepted as well ("inf" and "never" mean infinity).
std::optional<double> read_number(Reading& reading, const Value& value, std::string_view label, Kind kind,
                                  const Range& range, std::string_view word = {});

/// A value of this kind as a scene would write it: 0.5, or "2.3 mm" in quotes.
std::string example_of(Kind kind);

/// Every getter returns nothing when the key is absent, and when its value is wrong, after a complaint.
class TableReader {
 public:
  /// Complains at once about missing keys and, unless `open`, about unknown ones. `title` names the table in
  /// messages
  /// ("[material.glass]").
  TableReader(Reading& reading, std::string_view table, const Table& content, Place place, std::string title,
              bool open = false);

  bool has(std::string_view key) const { return content_.find(key) != nullptr; }
  /// The value as it stands in the file; null when the key is absent.
  const Value* find(std::string_view key) const;
  /// Whether an unknown key was taken for one of these.
  bool is_mistyped(std::span<const std::string_view> keys) const;
  /// For a key that is needed only now and then.
  void complain_about_missing(std::string_view key) const;
  const Place& place() const { return place_; }
  const std::string& title() const { return title_; }
  /// Of the value; of the table when the key is absent.
  const Place& place(std::string_view key) const;

  std::optional<Placed<std::string>> text(std::string_view key) const;
  /// One text or several.
  std::vector<Placed<std::string>> texts(std::string_view key) const;
  /// One of the key's choices, of `known`, or the key's special word.
  std::optional<Placed<std::string>> word(std::string_view key,
                                          std::span<const std::string_view> known = {}) const;
  std::optional<bool> flag(std::string_view key) const;
  std::optional<Placed<std::uint64_t>> whole_number(std::string_view key) const;
  /// Nothing, without a complaint, for a special word that stands for no number ("auto").
  std::optional<Placed<double>> quantity(std::string_view key) const;
  std::optional<Coordinates> vector(std::string_view key) const;
  /// Of length 1. Complains when it is zero.
  std::optional<Coordinates> direction(std::string_view key) const;
  std::optional<std::vector<Coordinates>> points(std::string_view key) const;
  std::optional<Coordinates> spin(std::string_view key) const;
  /// A table inside this one; `table` is its name in the key table.
  std::optional<TableReader> table(std::string_view key, std::string_view table) const;
  /// The name of a material that the scene has.
  std::optional<Placed<std::string>> material(std::string_view key) const;

  /// The values that the key table gives for silent keys.
  double quantity_or_fallback(std::string_view key) const;
  std::string word_or_fallback(std::string_view key) const;

  /// Complains unless exactly one of the two keys is there. Returns the one to read, or "".
  std::string_view either(std::string_view first, std::string_view second) const;
  /// The same for several keys.
  std::string_view one_of(std::span<const std::string_view> keys) const;
  /// Complains when the key is there, and says why it should not be.
  void refuse(std::string_view key, std::string_view reason) const;
  void complain(std::string_view key, std::string message) const;

 private:
  std::optional<Coordinates> vector_of(std::string_view key, const Value& value) const;
  void complain_about_unknown(const Member& member);

  Reading& reading_;
  std::string_view table_;
  const Table& content_;
  Place place_;
  std::string title_;
  std::set<std::string_view> mistyped_;  // keys that an unknown one was taken for: they are not missing
};

/// Complains unless lo < hi on every axis of the scene.
void require_order(Reading& reading, const Place& place, std::string_view title, const Coordinates& lo,
                   const Coordinates& hi);

}  // namespace scree::scene
