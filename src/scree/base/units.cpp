// The number is split off and the unit is taken apart here; UDUNITS is asked for the names in it, one by one.
// It would read whole units too, but lets "m 3" and "m^2.5" hide a factor, and leaks what it refuses.
#include "scree/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "scree/base/error.h"
#include "scree/base/measured.h"
#include "scree/base/text.h"
#include "scree/base/units_database.h"

namespace scree {
namespace {

struct KindEntry {
  KindFacts facts;
  UnitDimension dimension;
};

// In the order of the enumeration.
constexpr std::array kinds{
    KindEntry{{Kind::number, "number", "", "0.5"}, {}},
    KindEntry{{Kind::length, "length", "m", "2.3 mm"}, {1, 0, 0, 0}},
    KindEntry{{Kind::area, "area", "m2", "4 cm2"}, {2, 0, 0, 0}},
    KindEntry{{Kind::volume, "volume", "m3", "1.5 l"}, {3, 0, 0, 0}},
    KindEntry{{Kind::time, "time", "s", "10 ms"}, {0, 0, 1, 0}},
    KindEntry{{Kind::mass, "mass", "kg", "20 g"}, {0, 1, 0, 0}},
    KindEntry{{Kind::velocity, "velocity", "m/s", "0.5 m/s"}, {1, 0, -1, 0}},
    KindEntry{{Kind::acceleration, "acceleration", "m/s2", "-9.81 m/s2"}, {1, 0, -2, 0}},
    KindEntry{{Kind::angle, "angle", "rad", "30 deg"}, {0, 0, 0, 1}},
    KindEntry{{Kind::angular_velocity, "angular velocity", "rad/s", "60 rpm"}, {0, 0, -1, 1}},
    KindEntry{{Kind::density, "density", "kg/m3", "2500 kg/m3"}, {-3, 1, 0, 0}},
    KindEntry{{Kind::pressure, "pressure", "Pa", "10 MPa"}, {-1, 1, -2, 0}},
    KindEntry{{Kind::force, "force", "N", "5 N"}, {1, 1, -2, 0}},
    KindEntry{{Kind::torque, "torque", "N m", "2 N m"}, {2, 1, -2, 0}},
    KindEntry{{Kind::energy, "energy", "J", "3 mJ"}, {2, 1, -2, 0}},
    KindEntry{{Kind::stiffness, "stiffness", "N/m", "20 kN/m"}, {0, 1, -2, 0}},
    KindEntry{{Kind::damping, "damping", "kg/s", "0.1 kg/s"}, {0, 1, -1, 0}},
    KindEntry{{Kind::rate, "rate", "1/s", "30 Hz"}, {0, 0, -1, 0}},
    KindEntry{{Kind::rate_per_length, "rate per length", "1/(m s)", "2e4 1/(m s)"}, {-1, 0, -1, 0}},
    KindEntry{{Kind::mass_rate, "mass per time", "kg/s", "2 kg/s"}, {0, 1, -1, 0}},
    KindEntry{{Kind::pressure_per_length, "pressure per length", "N/m3", "50 MPa/m"}, {-2, 1, -2, 0}},
    KindEntry{{Kind::area_density, "density of an area", "kg/m2", "5 kg/m2"}, {-2, 1, 0, 0}},
};

const KindEntry& entry(Kind kind) {
  const KindEntry& found = kinds.at(static_cast<std::size_t>(kind));
  SCREE_ASSERT(found.facts.kind == kind);
  return found;
}

constexpr std::size_t longest_unit = 100;

/// ASCII for what people copy from papers: micro signs, superscripts, dots, spaces that do not break.
std::string plain_ascii(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> spellings[] = {
      {"\u00B5", "u"}, {"\u03BC", "u"}, {"\u00B0", "deg"}, {"\u00B7", "."}, {"\u22C5", "."},
      {"\u00A0", " "}, {"\u202F", " "}, {"\u2009", " "},   {"\u207B", "-"}, {"\u2212", "-"},
      {"\u2070", "0"}, {"\u00B9", "1"}, {"\u00B2", "2"},   {"\u00B3", "3"}, {"\u2074", "4"},
      {"\u2075", "5"}, {"\u2076", "6"}, {"\u2077", "7"},   {"\u2078", "8"}, {"\u2079", "9"}};
  std::string result;
  while (!text.empty()) {
    std::string_view spelling = text.substr(0, 1);
    std::string_view written = spelling;
    if (static_cast<unsigned char>(text.front()) >= 0x80)
      for (const auto& [from, to] : spellings)
        if (text.substr(0, from.size()) == from) spelling = to, written = from;
    result += spelling;
    text.remove_prefix(written.size());
  }
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%'; }

/// "ton", "tons", "kiloton": 2000 pounds to UDUNITS, which is hardly ever meant beside SI
/// units.
bool is_ton_of_some_country(std::string_view name, const UnitWorth& worth) {
  if (name.ends_with('s')) name.remove_suffix(1);
  UnitDimension mass;
  mass.kilogram = 1;
  return name.ends_with("ton") && name.find('_') == std::string_view::npos && worth.known &&
         worth.dimension == mass;
}

/// Reads products and quotients of names with whole exponents: "kg m2/s^2", "1/(m s)", "N.m**-1". As
/// everywhere, "/" divides by the next factor only.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  UnitWorth parse() {
    if (peek() == '/') return finish(product(unity()));
    if (peek() == '1') {
      ++at_;
      skip_spaces();
      if (peek() != '/') return {};
      return finish(product(unity()));
    }
    return finish(product(factor()));
  }
  /// What to write instead of a unit that is not read; empty where nothing is known about it.
  const std::string& hint() const { return hint_; }

 private:
  static UnitWorth unity() {
    UnitWorth worth;
    worth.known = true;
    return worth;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  UnitWorth finish(const UnitWorth& worth) const { return at_ == text_.size() ? worth : UnitWorth{}; }

  UnitWorth product(UnitWorth left) {
    while (left.known) {
      skip_spaces();
      const char c = peek();
      if (c == '\0' || c == ')') break;
      if (c == '/' || c == '*' || c == '.') ++at_;
      skip_spaces();
      left = multiplied(left, factor(), c == '/' ? -1 : 1);
    }
    return left;
  }

  UnitWorth factor() {
    UnitWorth worth;
    if (peek() == '(') {
      ++at_;
      skip_spaces();
      worth = product(factor());
      if (peek() != ')') return {};
      ++at_;
    } else {
      const std::size_t start = at_;
      while (is_letter(peek())) ++at_;
      if (at_ == start) return {};
      const std::string_view name = text_.substr(start, at_ - start);
      worth = look_up_unit(std::string(name));
      if (is_ton_of_some_country(name, worth)) {
        hint_ = fmt::format(": {} may be 907, 1000 or 1016 kg; write t (or tonne), short_ton or long_ton",
                            in_quotes(name));
        return {};
      }
    }
    if (!worth.known) return {};
    const std::optional<int> power = exponent();
    // "m2s" is a slip, not a product.
    if (!power || is_letter(peek()) || peek() == '(') return {};
    return multiplied(unity(), worth, *power);
  }

  /// 1 without one; nothing when it is malformed.
  std::optional<int> exponent() {
    bool announced = true;
    if (peek() == '^')
      ++at_;
    else if (text_.substr(at_, 2) == "**")
      at_ += 2;
    else
      announced = false;
    const bool sign = peek() == '-' || peek() == '+';
    const bool negative = peek() == '-';
    if (sign) ++at_;
    if (!is_digit(peek())) return announced || sign ? std::nullopt : std::optional(1);
    int power = 0;
    constexpr int largest = 99;
    while (is_digit(peek()) && power <= largest) power = 10 * power + (text_[at_++] - '0');
    if (power > largest) return std::nullopt;
    return negative ? -power : power;
  }

  static UnitWorth multiplied(UnitWorth left, const UnitWorth& right, int power) {
    constexpr int largest = 1000;
    for (int k = 0; k < std::abs(power); ++k) {
      left.multiplier *= power > 0 ? right.multiplier : right.divisor;
      left.divisor *= power > 0 ? right.divisor : right.multiplier;
    }
    int most = 0;
    const auto add = [&](int& to, int amount) {
      to += power * amount;
      most = std::max(most, std::abs(to));
    };
    add(left.shift, right.shift);
    add(left.dimension.metre, right.dimension.metre);
    add(left.dimension.kilogram, right.dimension.kilogram);
    add(left.dimension.second, right.dimension.second);
    add(left.dimension.radian, right.dimension.radian);
    left.dimension.foreign |= right.dimension.foreign;
    left.known = left.known && right.known && most <= largest && std::isfinite(left.multiplier) &&
                 std::isfinite(left.divisor);
    return left;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string hint_;
};

/// A decimal number at the start of the text: its digits, its power of ten, and what follows.
struct Number {
  bool found = false;
  bool negative = false;
  std::string_view digits;  // "12.5"
  long exponent = 0;
  std::string_view rest;
};

Number split_number(std::string_view text) {
  Number number;
  std::size_t k = 0;
  if (k < text.size() && (text[k] == '-' || text[k] == '+')) number.negative = text[k++] == '-';
  const std::size_t start = k;
  while (k < text.size() && is_digit(text[k])) ++k, number.found = true;
  if (k < text.size() && text[k] == '.') {
    ++k;
    while (k < text.size() && is_digit(text[k])) ++k, number.found = true;
  }
  number.digits = text.substr(start, k - start);
  if (k < text.size() && (text[k] == 'e' || text[k] == 'E')) {
    std::size_t e = k + 1;
    const bool small = e < text.size() && text[e] == '-';
    if (e < text.size() && (text[e] == '-' || text[e] == '+')) ++e;
    const std::size_t first = e;
    constexpr long beyond_any_double = 100'000;
    while (e < text.size() && is_digit(text[e])) {
      number.exponent = std::min(beyond_any_double, number.exponent * 10 + (text[e] - '0'));
      ++e;
    }
    if (small) number.exponent = -number.exponent;
    if (e > first) k = e;
  }
  number.rest = text.substr(k);
  return number;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Not a number when out of range.
double value_of(const Number& number, const UnitWorth& unit) {
  const std::string text =
      fmt::format("{}{}e{}", number.negative ? "-" : "", number.digits, number.exponent + unit.shift);
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc::result_out_of_range) {
    if (number.digits.find_first_of("123456789") == std::string_view::npos) return 0;
    return std::numeric_limits<double>::quiet_NaN();
  }
  return value * unit.multiplier / unit.divisor;
}

}  // namespace

const KindFacts& facts(Kind kind) { return entry(kind).facts; }

namespace {

/// A number with whatever unit it has.
struct Reading {
  double value = 0;
  bool has_unit = false;
  UnitDimension dimension;
  std::string unread;  // why it is no number; ": write decimals with a point"
  bool is_read = false;
};

Reading read(std::string_view text) {
  Reading reading;
  const std::string plain = plain_ascii(text);
  const Number number = split_number(trimmed(plain));
  if (!number.found) return reading;
  const auto refuse = [&](const std::string& reason) {
    reading.unread = reason;
    return reading;
  };
  if (number.rest.substr(0, 1) == ",") return refuse(": write decimals with a point");
  const std::string_view written = trimmed(number.rest);
  UnitWorth unit;
  reading.has_unit = !written.empty();
  if (reading.has_unit) {
    UnitParser parser(written);
    if (written.size() <= longest_unit) unit = parser.parse();
    if (!parser.hint().empty()) return refuse(parser.hint());
    if (!unit.known) return refuse(": unknown unit " + in_quotes(written));
    reading.dimension = unit.dimension;
  }
  reading.value = value_of(number, unit);
  reading.is_read = true;
  return reading;
}

constexpr std::string_view out_of_range = ": the number is out of range";

}  // namespace

Quantity parse_quantity(std::string_view text, Kind kind) {
  const auto fault = [&](std::string_view reason) {
    return Quantity{
        0, fmt::format("expected {}, got {}{}", with_article(facts(kind).name), in_quotes(text), reason)};
  };
  const Reading reading = read(text);
  if (!reading.is_read) return fault(reading.unread);
  if (reading.has_unit && reading.dimension != entry(kind).dimension) return fault("");
  if (!std::isfinite(reading.value)) return fault(out_of_range);
  return {reading.value, ""};
}

Measured parse_measured(std::string_view text) {
  const Reading reading = read(text);
  const auto fault = [&](std::string_view reason) {
    return Measured{0, {}, fmt::format("expected a number, got {}{}", in_quotes(text), reason)};
  };
  if (!reading.is_read) return fault(reading.unread);
  if (!std::isfinite(reading.value)) return fault(out_of_range);
  return {reading.value, reading.dimension, ""};
}

const UnitDimension& dimension_of(Kind kind) { return entry(kind).dimension; }

std::string name_of(const UnitDimension& dimension) {
  for (const KindEntry& kind : kinds)
    if (kind.dimension == dimension) return with_article(kind.facts.name);
  std::string unit;
  for (const auto& [name, power] : {std::pair("m", dimension.metre), std::pair("kg", dimension.kilogram),
                                    std::pair("s", dimension.second), std::pair("rad", dimension.radian)})
    if (power != 0)
      unit += fmt::format("{}{}{}", unit.empty() ? "" : " ", name, power == 1 ? "" : std::to_string(power));
  return "of unit " + unit;
}

}  // namespace scree
