#include "scree/base/units_database.h"

#include <fmt/format.h>
#include <udunits2.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <string_view>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {
namespace {

// UDUNITS itself would convert seconds to hertz and degrees to plain numbers, so a unit is taken apart by a
// visitor and judged by the powers of its base units.

struct Walk {
  UnitDimension dimension;
  double factor = 1;
  bool refused = false;  // an offset, a logarithm, a date
};

void multiply(Walk& walk, const ut_unit* base, int power) {
  UnitDimension& dimension = walk.dimension;
  const char* symbol = ut_get_symbol(base, UT_ASCII);
  const std::string_view name = symbol ? symbol : "";
  if (name == "m")
    dimension.metre += power;
  else if (name == "kg")
    dimension.kilogram += power;
  else if (name == "s")
    dimension.second += power;
  else if (name == "rad")
    dimension.radian += power;
  else
    dimension.foreign = true;
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

/// UDUNITS multiplies prefixes up in floating point: a litre becomes 0.0010000000000000002 m3. A factor that
/// is a short decimal number but for rounding is taken as that number, and a power of ten as such.
void set_factor(UnitWorth& worth, double factor) {
  constexpr double tolerance = 16 * std::numeric_limits<double>::epsilon();
  const std::string text = fmt::format("{:.11e}", factor);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  worth.multiplier = std::abs(rounded - factor) <= tolerance * factor ? rounded : factor;
  const std::size_t exponent = text.find('e');
  if (worth.multiplier != rounded || text.compare(0, exponent, "1.00000000000") != 0) return;
  const char* digits = text.data() + exponent + (text[exponent + 1] == '+' ? 2 : 1);
  std::from_chars(digits, text.data() + text.size(), worth.shift);
  worth.multiplier = 1;
}

/// Behind one lock: UDUNITS is not safe to use from several threads. Names once looked up are kept.
class Database {
 public:
  UnitWorth look_up(const std::string& name) {
    const std::lock_guard guard(mutex_);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    open();
    const UnitWorth worth = parse(name);
    constexpr std::size_t most_kept = 1000;
    if (known_.size() < most_kept) known_.emplace(name, worth);
    return worth;
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

  UnitWorth parse(const std::string& name) const {
    ut_unit* parsed = ut_parse(system_, name.c_str(), UT_ASCII);
    if (!parsed) return {};
    Walk walk;
    const ut_status status = ut_accept_visitor(parsed, &visitor, &walk);
    ut_free(parsed);
    UnitWorth worth;
    if (status != UT_SUCCESS || walk.refused || !std::isfinite(walk.factor) || walk.factor <= 0) return worth;
    worth.known = true;
    worth.dimension = walk.dimension;
    set_factor(worth, walk.factor);
    return worth;
  }

  std::mutex mutex_;
  ut_system* system_ = nullptr;
  std::map<std::string, UnitWorth> known_;
};

}  // namespace

UnitWorth look_up_unit(const std::string& name) {
  static Database database;
  return database.look_up(name);
}

}  // namespace scree
