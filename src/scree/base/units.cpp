// The number is split off by hand and UDUNITS reads the unit alone. Whether a unit fits is decided here, from
// its base units: UDUNITS itself would convert seconds to hertz and degrees to plain numbers.
#include "scree/base/units.h"

#include <fmt/format.h>
#include <udunits2.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <utility>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {
namespace {

/// Powers of the base units that scree's kinds are made of.
struct Dimension {
  int metre = 0, kilogram = 0, second = 0, radian = 0;
  bool foreign = false;  // ampere, kelvin, mole, candela: no kind has them

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

struct KindEntry {
  KindFacts facts;
  Dimension dimension;
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
    KindEntry{{Kind::area_density, "density of an area", "kg/m2", "5 kg/m2"}, {-2, 1, 0, 0}},
};

const KindEntry& entry(Kind kind) {
  const KindEntry& found = kinds.at(static_cast<std::size_t>(kind));
  SCREE_ASSERT(found.facts.kind == kind);
  return found;
}

/// What a unit is worth: SI value = number x factor, or number x 10^shift where that is exact.
struct Unit {
  bool known = false;
  Dimension dimension;
  double factor = 1;
  bool decimal = true;  // the factor is a power of ten
  int shift = 0;
};

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

/// UDUNITS would read "m 3" and "m^2.5" as units that hide a factor. Digits may only be exponents of up to
/// two digits, signs may only stand before them, and a single 1 may open a fraction.
bool has_only_exponents(std::string_view unit) {
  const auto ends_a_base = [&](std::size_t end) {
    if (end == 0) return false;
    const char last = unit[end - 1];
    return is_letter(last) || last == ')' || last == '^' || (last == '*' && end >= 2 && unit[end - 2] == '*');
  };
  for (std::size_t k = 0; k < unit.size(); ++k) {
    const char c = unit[k];
    if (is_letter(c) || std::string_view(" ./*^()").find(c) != std::string_view::npos) continue;
    const bool sign = c == '-' || c == '+';
    if (!sign && !is_digit(c)) return false;
    const std::size_t start = sign ? k + 1 : k;
    std::size_t end = start;
    while (end < unit.size() && is_digit(unit[end])) ++end;
    const bool opens_fraction = k == 0 && unit.substr(0, end) == "1" &&
                                unit.find_first_not_of(' ', end) != std::string_view::npos &&
                                unit[unit.find_first_not_of(' ', end)] == '/';
    const bool is_exponent = ends_a_base(k) && end > start && end - start <= 2;
    if (!opens_fraction && !is_exponent) return false;
    k = end - 1;
  }
  return true;
}

struct Walk {
  Dimension dimension;
  double factor = 1;
  bool refused = false;  // an offset, a logarithm, a date
};

void multiply(Walk& walk, const ut_unit* base, int power) {
  const char* symbol = ut_get_symbol(base, UT_ASCII);
  const std::string_view name = symbol ? symbol : "";
  if (name == "m")
    walk.dimension.metre += power;
  else if (name == "kg")
    walk.dimension.kilogram += power;
  else if (name == "s")
    walk.dimension.second += power;
  else if (name == "rad")
    walk.dimension.radian += power;
  else
    walk.dimension.foreign = true;
}

extern "C" {
ut_status visit_basic(const ut_unit* unit, void* walk) {
  multiply(*static_cast<Walk*>(walk), unit, 1);
  return UT_SUCCESS;
}
ut_status visit_product(const ut_unit*, int count, const ut_unit* const* bases, const int* powers,
                        void* walk) {
  for (int k = 0; k < count; ++k) multiply(*static_cast<Walk*>(walk), bases[k], powers[k]);
  return UT_SUCCESS;
}
ut_status visit_galilean(const ut_unit*, double scale, const ut_unit* underlying, double offset, void* walk);
ut_status visit_timestamp(const ut_unit*, const ut_unit*, double, void* walk) {
  static_cast<Walk*>(walk)->refused = true;
  return UT_SUCCESS;
}
ut_status visit_logarithmic(const ut_unit*, double, const ut_unit*, void* walk) {
  static_cast<Walk*>(walk)->refused = true;
  return UT_SUCCESS;
}
}

constexpr ut_visitor visitor{visit_basic, visit_product, visit_galilean, visit_timestamp, visit_logarithmic};

extern "C" ut_status visit_galilean(const ut_unit*, double scale, const ut_unit* underlying, double offset,
                                    void* walk) {
  static_cast<Walk*>(walk)->factor *= scale;
  static_cast<Walk*>(walk)->refused |= offset != 0;
  return ut_accept_visitor(underlying, &visitor, walk);
}

/// UDUNITS multiplies prefixes up in floating point (a litre becomes 0.0010000000000000002 m3) and raises
/// them with the C library's pow, which differs between CPUs. A factor that is a short decimal number but for
/// rounding is taken as that number, and powers of ten are marked, so that "2.3 mm" gives the same bits as
/// 0.0023.
void round_factor(Unit& unit) {
  constexpr double tolerance = 16 * std::numeric_limits<double>::epsilon();
  const std::string text = fmt::format("{:.11e}", unit.factor);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  unit.decimal = false;
  if (std::abs(rounded - unit.factor) > tolerance * unit.factor) return;
  unit.factor = rounded;
  const std::size_t exponent = text.find('e');
  if (text.compare(0, exponent, "1.00000000000") != 0) return;
  const char* digits = text.data() + exponent + (text[exponent + 1] == '+' ? 2 : 1);
  std::from_chars(digits, text.data() + text.size(), unit.shift);
  unit.decimal = true;
}

/// UDUNITS behind one lock: it is not safe to use from several threads. Units once read are kept.
class UnitReader {
 public:
  Unit read(const std::string& text) {
    const std::lock_guard guard(mutex_);
    if (const auto found = known_.find(text); found != known_.end()) return found->second;
    open();
    const Unit unit = parse(text);
    constexpr std::size_t most_kept = 1000;
    if (known_.size() < most_kept) known_.emplace(text, unit);
    return unit;
  }

 private:
  void open() {
    if (system_) return;
    ut_set_error_message_handler(ut_ignore);
    ut_status status = UT_SUCCESS;
    const char* path = ut_get_path_xml(nullptr, &status);
    system_ = ut_read_xml(nullptr);
    if (!system_)
      throw SceneError(
          Place{}, fmt::format("units cannot be read: the database of UDUNITS at {} is missing or damaged; "
                               "install libudunits2-data or point UDUNITS2_XML_PATH to udunits2.xml",
                               path ? in_quotes(path) : "its usual place"));
    ut_unit* radian = ut_get_unit_by_name(system_, "radian");
    ut_unit* degree = ut_scale(std::numbers::pi / 180, radian);
    ut_map_name_to_unit("deg", UT_ASCII, degree);
    ut_free(degree);
    ut_free(radian);
  }

  Unit parse(const std::string& text) const {
    Unit unit;
    ut_unit* parsed = ut_parse(system_, text.c_str(), UT_ASCII);
    if (!parsed) return unit;
    Walk walk;
    const ut_status status = ut_accept_visitor(parsed, &visitor, &walk);
    ut_free(parsed);
    if (status != UT_SUCCESS || walk.refused || !std::isfinite(walk.factor) || walk.factor <= 0) return unit;
    unit.known = true;
    unit.dimension = walk.dimension;
    unit.factor = walk.factor;
    round_factor(unit);
    return unit;
  }

  std::mutex mutex_;
  ut_system* system_ = nullptr;
  std::map<std::string, Unit> known_;
};

UnitReader& unit_reader() {
  static UnitReader reader;
  return reader;
}

Unit read_unit(std::string_view written) {
  Unit none;
  none.known = written.empty();
  if (written.empty() || written.size() > longest_unit) return none;
  std::string text(written.front() == '/' ? "1" : "");
  text += written;
  return has_only_exponents(text) ? unit_reader().read(text) : none;
}

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
double value_of(const Number& number, const Unit& unit) {
  const std::string text = fmt::format("{}{}e{}", number.negative ? "-" : "", number.digits,
                                       number.exponent + (unit.decimal ? unit.shift : 0));
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc::result_out_of_range) {
    if (number.digits.find_first_of("123456789") == std::string_view::npos) return 0;
    return std::numeric_limits<double>::quiet_NaN();
  }
  return unit.decimal ? value : value * unit.factor;
}

}  // namespace

const KindFacts& facts(Kind kind) { return entry(kind).facts; }

Quantity parse_quantity(std::string_view text, Kind kind) {
  const auto fault = [&](const std::string& reason) {
    return Quantity{
        0, fmt::format("expected {}, got {}{}", with_article(facts(kind).name), in_quotes(text), reason)};
  };
  const std::string plain = plain_ascii(text);
  const Number number = split_number(trimmed(plain));
  if (!number.found) return fault("");
  if (number.rest.substr(0, 1) == ",") return fault(": write decimals with a point");
  const std::string_view written = trimmed(number.rest);
  const Unit unit = read_unit(written);
  if (!unit.known) return fault(": unknown unit " + in_quotes(written));
  // A bare number is SI whatever it measures.
  if (!written.empty() && unit.dimension != entry(kind).dimension) return fault("");
  const double value = value_of(number, unit);
  if (!std::isfinite(value)) return fault(": the number is out of range");
  return {value, ""};
}

}  // namespace scree
