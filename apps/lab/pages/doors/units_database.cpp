// Units without UDUNITS, whose database is a file of the machine: the names that scenes use, in a table.
#include "scree/base/units_database.h"

#include <numbers>
#include <string_view>

namespace scree {
namespace {

struct Unit {
  std::string_view name;
  UnitDimension dimension;
  int shift = 0;
  double multiplier = 1;
  bool takes_prefix = false;
};

constexpr Unit units[] = {
    {"m", {1, 0, 0, 0}, 0, 1, true},
    {"meter", {1, 0, 0, 0}, 0, 1, true},
    {"metre", {1, 0, 0, 0}, 0, 1, true},
    {"inch", {1, 0, 0, 0}, 0, 0.0254},
    {"foot", {1, 0, 0, 0}, 0, 0.3048},
    {"l", {3, 0, 0, 0}, -3, 1, true},
    {"L", {3, 0, 0, 0}, -3, 1, true},
    {"litre", {3, 0, 0, 0}, -3, 1, true},
    {"liter", {3, 0, 0, 0}, -3, 1, true},
    {"g", {0, 1, 0, 0}, -3, 1, true},
    {"gram", {0, 1, 0, 0}, -3, 1, true},
    {"t", {0, 1, 0, 0}, 3, 1},
    {"tonne", {0, 1, 0, 0}, 3, 1},
    {"s", {0, 0, 1, 0}, 0, 1, true},
    {"second", {0, 0, 1, 0}, 0, 1, true},
    {"min", {0, 0, 1, 0}, 0, 60},
    {"minute", {0, 0, 1, 0}, 0, 60},
    {"h", {0, 0, 1, 0}, 0, 3600},
    {"hour", {0, 0, 1, 0}, 0, 3600},
    {"d", {0, 0, 1, 0}, 0, 86400},
    {"day", {0, 0, 1, 0}, 0, 86400},
    {"rad", {0, 0, 0, 1}, 0, 1, true},
    {"radian", {0, 0, 0, 1}, 0, 1, true},
    {"deg", {0, 0, 0, 1}, 0, std::numbers::pi / 180},
    {"degree", {0, 0, 0, 1}, 0, std::numbers::pi / 180},
    {"revolution", {0, 0, 0, 1}, 0, 2 * std::numbers::pi},
    {"rpm", {0, 0, -1, 1}, 0, 2 * std::numbers::pi / 60},
    {"N", {1, 1, -2, 0}, 0, 1, true},
    {"newton", {1, 1, -2, 0}, 0, 1, true},
    {"Pa", {-1, 1, -2, 0}, 0, 1, true},
    {"pascal", {-1, 1, -2, 0}, 0, 1, true},
    {"bar", {-1, 1, -2, 0}, 5, 1, true},
    {"J", {2, 1, -2, 0}, 0, 1, true},
    {"joule", {2, 1, -2, 0}, 0, 1, true},
    {"W", {2, 1, -3, 0}, 0, 1, true},
    {"watt", {2, 1, -3, 0}, 0, 1, true},
    {"Hz", {0, 0, -1, 0}, 0, 1, true},
    {"hertz", {0, 0, -1, 0}, 0, 1, true},
    {"%", {0, 0, 0, 0}, -2, 1},
    {"percent", {0, 0, 0, 0}, -2, 1},
};

struct Prefix {
  std::string_view sign, name;
  int shift;
};
constexpr Prefix prefixes[] = {{"T", "tera", 12},  {"G", "giga", 9},   {"M", "mega", 6},  {"k", "kilo", 3},
                               {"h", "hecto", 2},  {"da", "deca", 1},  {"d", "deci", -1}, {"c", "centi", -2},
                               {"m", "milli", -3}, {"u", "micro", -6}, {"n", "nano", -9}, {"p", "pico", -12}};

UnitWorth worth_of(const Unit& unit, int shift) {
  UnitWorth worth;
  worth.known = true;
  worth.dimension = unit.dimension;
  worth.shift = unit.shift + shift;
  worth.multiplier = unit.multiplier;
  return worth;
}

UnitWorth look_up_one(std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return worth_of(unit, 0);
  for (const Unit& unit : units) {
    if (!unit.takes_prefix || !name.ends_with(unit.name) || name.size() == unit.name.size()) continue;
    const std::string_view before = name.substr(0, name.size() - unit.name.size());
    for (const Prefix& prefix : prefixes)
      if (before ==
          (unit.name.size() > 2 && unit.name != "rad" && unit.name != "bar" ? prefix.name : prefix.sign))
        return worth_of(unit, prefix.shift);
  }
  return {};
}

}  // namespace

UnitWorth look_up_unit(const std::string& name) {
  const UnitWorth found = look_up_one(name);
  if (found.known || name.size() < 4 || !name.ends_with('s')) return found;
  return look_up_one(std::string_view(name).substr(0, name.size() - 1));  // metres
}

}  // namespace scree
