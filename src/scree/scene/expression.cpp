#include "scree/scene/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "scree/base/math.h"
#include "scree/base/text.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

constexpr std::array<std::string_view, 7> functions{"sqrt", "abs", "min", "max", "sin", "cos", "tan"};
constexpr std::string_view operators = "+-*/^()";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
/// Of units, too: a micro sign, a degree sign, a percent sign.
bool is_unit_letter(char c) {
  return is_letter(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool is_blank(char c) { return c == ' ' || c == '\t'; }

struct Fault {
  std::string message;
};

UnitDimension multiplied(const UnitDimension& a, const UnitDimension& b, int power) {
  return {a.metre + power * b.metre, a.kilogram + power * b.kilogram, a.second + power * b.second,
          a.radian + power * b.radian, a.foreign || b.foreign};
}

bool is_plain(const UnitDimension& dimension) { return dimension == UnitDimension{}; }

class Evaluation {
 public:
  Evaluation(std::string_view text, std::span<const NamedNumber> names) : text_(text), names_(names) {}

  Measured run() {
    const Measured result = sum();
    skip_blanks();
    if (at_ < text_.size()) fail("expected an operator or the end, got {}", in_quotes(text_.substr(at_)));
    if (!std::isfinite(result.value)) fail("the result is no finite number");
    return result;
  }

 private:
  static constexpr int deepest = 64;

  template <class... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw Fault{fmt::format(format, std::forward<Parts>(parts)...)};
  }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_blanks() {
    while (is_blank(peek())) ++at_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  Measured sum() {
    if (++depth_ > deepest) fail("too many parentheses");
    Measured left = product();
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      const Measured right = product();
      require_same(left, right, plus ? "added" : "subtracted");
      left.value = plus ? left.value + right.value : left.value - right.value;
    }
    --depth_;
    return left;
  }

  void require_same(const Measured& a, const Measured& b, std::string_view what) const {
    if (a.dimension != b.dimension)
      fail("{} and {} cannot be {}", name_of(a.dimension), name_of(b.dimension), what);
  }

  Measured product() {
    Measured left = signed_power();
    for (;;) {
      const bool times = take('*');
      if (!times && !take('/')) return left;
      const Measured right = signed_power();
      left.value = times ? left.value * right.value : left.value / right.value;
      left.dimension = multiplied(left.dimension, right.dimension, times ? 1 : -1);
    }
  }

  Measured signed_power() {
    bool negative = false;
    for (;; ++at_) {
      skip_blanks();
      if (peek() == '-')
        negative = !negative;
      else if (peek() != '+')
        break;
    }
    Measured base = atom();
    if (take('^')) base = power(base, exponent());
    if (negative) base.value = -base.value;
    return base;
  }

  int exponent() {
    skip_blanks();
    const bool negative = peek() == '-';
    if (negative) ++at_;
    if (!is_digit(peek())) fail("a power is a whole number, as in width^2");
    int number = 0;
    constexpr int largest = 99;
    while (is_digit(peek()) && number <= largest) number = 10 * number + (text_[at_++] - '0');
    if (number > largest || peek() == '.') fail("a power is a whole number up to {}", largest);
    return negative ? -number : number;
  }

  static Measured power(const Measured& base, int exponent) {
    Measured result{1, {}, {}};
    for (int k = 0; k < std::abs(exponent); ++k) {
      result.value = exponent > 0 ? result.value * base.value : result.value / base.value;
      result.dimension = multiplied(result.dimension, base.dimension, exponent > 0 ? 1 : -1);
    }
    return result;
  }

  Measured atom() {
    skip_blanks();
    if (take('(')) {
      const Measured inner = sum();
      if (!take(')')) fail("a ')' is missing");
      return inner;
    }
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return literal();
    if (!is_letter(peek()))
      fail("expected a number or a name, got {}",
           at_ < text_.size() ? in_quotes(text_.substr(at_)) : "nothing");
    const std::string_view name = word();
    if (std::find(functions.begin(), functions.end(), name) != functions.end()) return call(name);
    if (name == "pi") return {math::pi, {}, {}};
    if (const NamedNumber* const known = find(name)) return {known->value, known->dimension, {}};
    std::vector<std::string_view> all;
    for (const NamedNumber& one : names_) all.emplace_back(one.name);
    all.insert(all.end(), functions.begin(), functions.end());
    const std::string_view near = nearest(name, all);
    fail("[let] has no name {}{}", in_quotes(name),
         near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
  }

  std::string_view word() {
    const std::size_t start = at_;
    while (is_letter(peek()) || is_digit(peek())) ++at_;
    return text_.substr(start, at_ - start);
  }

  const NamedNumber* find(std::string_view name) const {
    const auto found =
        std::find_if(names_.begin(), names_.end(), [&](const NamedNumber& one) { return one.name == name; });
    return found == names_.end() ? nullptr : &*found;
  }

  Measured call(std::string_view name) {
    if (!take('(')) fail("expected {}(...)", name);
    Measured first = sum();
    if (name == "min" || name == "max") {
      while (take(',')) {
        const Measured next = sum();
        require_same(first, next, "compared");
        first.value = name == "min" ? std::min(first.value, next.value) : std::max(first.value, next.value);
      }
    } else if (name == "sqrt") {
      UnitDimension& unit = first.dimension;
      for (int* const exponent : {&unit.metre, &unit.kilogram, &unit.second, &unit.radian}) {
        if (*exponent % 2 != 0) fail("there is no square root of {}", name_of(first.dimension));
        *exponent /= 2;
      }
      first.value = std::sqrt(first.value);
    } else if (name == "abs") {
      first.value = std::abs(first.value);
    } else {
      if (!is_plain(first.dimension) && first.dimension != dimension_of(Kind::angle))
        fail("{} takes an angle, got {}", name, name_of(first.dimension));
      const double angle = first.value;
      const double value = name == "sin"   ? math::sin(angle)
                           : name == "cos" ? math::cos(angle)
                                           : math::sin(angle) / math::cos(angle);
      first = {value, {}, {}};
    }
    if (!take(')')) fail("{}: a ')' is missing", name);
    return first;
  }

  /// A number and the unit behind it: "2.5 kg/m3", "5 1/s". What follows a blank and is a name is none.
  Measured literal() {
    const std::size_t start = at_;
    while (is_digit(peek()) || peek() == '.') ++at_;
    if ((peek() == 'e' || peek() == 'E') &&
        (is_digit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && is_digit(peek(2))))) {
      at_ += 2;
      while (is_digit(peek())) ++at_;
    }
    const std::size_t number_end = at_;
    skip_blanks();
    if (peek() == '1' && peek(1) == '/' && is_letter(peek(2)))
      at_ += 2;
    else if (peek() == '/' && at_ == number_end)
      at_ = number_end;
    if (!is_unit_letter(peek())) {
      at_ = number_end;
    } else {
      skip_unit();
    }
    const Measured read = parse_measured(text_.substr(start, at_ - start));
    if (!read.fault.empty()) throw Fault{read.fault};
    return read;
  }

  void skip_unit() {
    for (;;) {
      const std::size_t start = at_;
      while (is_unit_letter(peek())) ++at_;
      const std::string_view name = text_.substr(start, at_ - start);
      if (find(name) != nullptr || name == "pi")
        fail("{} follows a number; write '*' between them", in_quotes(name));
      if (peek() == '^') ++at_;
      if (peek() == '-' && is_digit(peek(1))) ++at_;
      while (is_digit(peek())) ++at_;
      const bool joined = (peek() == '/' || peek() == '.' || peek() == ' ') && is_unit_letter(peek(1));
      if (!joined) return;
      std::size_t end = at_ + 1;
      while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
      const std::string_view next = text_.substr(at_ + 1, end - at_ - 1);
      if (find(next) != nullptr || next == "pi" || (end < text_.size() && text_[end] == '(')) return;
      ++at_;
    }
  }

  std::string_view text_;
  std::span<const NamedNumber> names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Whether the text was meant as an expression, and not as a number with a unit: then its fault is told.
bool is_meant(std::string_view text, std::span<const NamedNumber> names) {
  for (const std::string_view sign : {" * ", " / ", " + ", " - "})
    if (text.find(sign) != std::string_view::npos) return true;
  if (!names.empty() && !text.empty() && (is_letter(text.front()) || text.front() == '(')) return true;
  for (std::size_t k = 0; k < text.size();) {
    if (!is_letter(text[k])) {
      ++k;
      continue;
    }
    std::size_t end = k;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    const std::string_view word = text.substr(k, end - k);
    if (std::any_of(names.begin(), names.end(), [&](const NamedNumber& one) { return one.name == word; }))
      return true;
    k = end;
  }
  return false;
}

}  // namespace

Measured evaluate(std::string_view text, std::span<const NamedNumber> names) {
  try {
    return Evaluation(text, names).run();
  } catch (const Fault& fault) {
    return {0, {}, fault.message};
  }
}

Quantity read_quantity(std::string_view text, Kind kind, std::span<const NamedNumber> names) {
  Quantity plain = parse_quantity(text, kind);
  const bool may_be_more = text.find_first_of(operators) != std::string_view::npos || !names.empty();
  if (plain.fault.empty() || !may_be_more) return plain;
  const Measured found = evaluate(text, names);
  if (found.fault.empty() && found.dimension == dimension_of(kind)) return {found.value, ""};
  if (!is_meant(text, names)) return plain;
  const std::string expected =
      fmt::format("expected {}, got {}", with_article(facts(kind).name), in_quotes(text));
  if (!found.fault.empty()) return {0, fmt::format("{}: {}", expected, found.fault)};
  return {0, fmt::format("{}, which is {}", expected, name_of(found.dimension))};
}

std::string fault_of_name(std::string_view name) {
  if (name.empty() || !is_letter(name.front()) ||
      !std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); }))
    return "a name is made of letters, digits and _, and begins with a letter";
  if (name == "pi" || std::find(functions.begin(), functions.end(), name) != functions.end())
    return "this name has a meaning already";
  if (parse_measured(fmt::format("1 {}", name)).fault.empty()) return "this is a unit";
  return {};
}

}  // namespace scree::scene
