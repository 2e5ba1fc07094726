#include "scree/scene/read_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

using SizeForm = SizeDistribution::Form;
using Class = SizeDistribution::Class;

constexpr std::string_view names[] = {"uniform",     "normal", "log_normal", "two",
                                      "even_volume", "sieve",  "file",       "rows"};

class SizeReader {
 public:
  SizeReader(Reading& reading, const TableReader& table) : reading_(reading), table_(table) {}

  std::optional<SizeDistribution> read() {
    const std::string_view name = the_one_given();
    if (name.empty()) return std::nullopt;
    if (name == "uniform" || name == "even_volume") return read_interval(name);
    if (name == "normal" || name == "log_normal") return read_bell(name);
    if (name == "two") return read_two();
    if (name == "sieve") return read_sieve();
    return read_list();
  }

 private:
  /// A file stands beside its rows once it has been read.
  std::string_view the_one_given() const {
    std::vector<std::string_view> given;
    for (const std::string_view name : names)
      if (table_.has(name) && !(name == "file" && table_.has("rows"))) given.push_back(name);
    if (given.size() == 1) return given[0];
    if (given.empty() && !table_.is_mistyped(names))
      reading_.complaints.add(table_.place(), fmt::format("{} needs a distribution, one of {}",
                                                          table_.title(), fmt::join(names, ", ")));
    if (given.size() > 1)
      table_.complain(given[1], fmt::format("give either '{}' or '{}', not both", given[0], given[1]));
    return {};
  }

  std::optional<double> length(const Value& value, std::string_view label) {
    constexpr Range positive{0, Range::unlimited, true, false};
    return read_number(reading_, value, label, Kind::length, positive);
  }

  std::optional<SizeDistribution> read_interval(std::string_view name) {
    const Value& value = *table_.find(name);
    const auto* array = value.as<Array>();
    if (!array || array->items.size() != 2) {
      table_.complain(name, fmt::format("{}: expected [least, most], got {}", name, describe(value)));
      return std::nullopt;
    }
    const auto least = length(array->items[0], name), most = length(array->items[1], name);
    if (!least || !most) return std::nullopt;
    if (*least > *most) {
      table_.complain(
          name, fmt::format("{}: the smaller size comes first, as in {} = [\"2 mm\", \"3 mm\"]", name, name));
      return std::nullopt;
    }
    SizeDistribution sizes{SizeForm::uniform, *least, *most};
    if (name == "even_volume") {
      sizes.form = SizeForm::classes;
      sizes.classes = {{*least, *most, 1}};
    }
    return sizes;
  }

  std::optional<SizeDistribution> read_bell(std::string_view name) {
    const bool is_normal = name == "normal";
    const auto bell = table_.table(name, is_normal ? "fill.size.normal" : "fill.size.log_normal");
    if (!bell) return std::nullopt;
    const auto centre = bell->quantity(is_normal ? "mean" : "median");
    const auto spread = bell->quantity(is_normal ? "deviation" : "factor");
    const auto least = bell->quantity("min"), most = bell->quantity("max");
    if (!centre || !spread) return std::nullopt;
    SizeDistribution sizes{is_normal ? SizeForm::normal : SizeForm::log_normal, 0, 0, centre->value,
                           spread->value};
    constexpr double cut = 3;  // deviations from the middle
    const double factor = spread->value * spread->value * spread->value;
    sizes.least = is_normal ? centre->value - cut * spread->value : centre->value / factor;
    sizes.most = is_normal ? centre->value + cut * spread->value : centre->value * factor;
    if (least) sizes.least = least->value;
    if (most) sizes.most = most->value;
    if (!(sizes.least > 0) || !std::isfinite(sizes.most)) {
      reading_.complaints.add(
          bell->place(),
          fmt::format("{}: three deviations reach below zero or too far: give 'min' and 'max'", name));
      return std::nullopt;
    }
    if (!(sizes.least < sizes.most)) {
      bell->complain("max", fmt::format("{}: min must be below max, but they are {} m and {} m", name,
                                        sizes.least, sizes.most));
      return std::nullopt;
    }
    return sizes;
  }

  std::optional<SizeDistribution> read_two() {
    const auto two = table_.table("two", "fill.size.two");
    if (!two) return std::nullopt;
    const Value* const sizes_value = two->find("sizes");
    const auto* array = sizes_value ? sizes_value->as<Array>() : nullptr;
    const auto share = two->quantity("volume_share");
    if (!sizes_value) return std::nullopt;
    if (!array || array->items.size() != 2) {
      two->complain("sizes", fmt::format("sizes: expected [smaller, larger], two lengths, got {}",
                                         describe(*sizes_value)));
      return std::nullopt;
    }
    const auto small = length(array->items[0], "sizes"), large = length(array->items[1], "sizes");
    if (!small || !large || !share) return std::nullopt;
    if (!(*small < *large)) {
      two->complain("sizes", "sizes: the smaller size comes first, as in sizes = [\"2 mm\", \"6 mm\"]");
      return std::nullopt;
    }
    SizeDistribution sizes{SizeForm::classes, *small, *large};
    sizes.classes = {{*small, *small, 1 - share->value}, {*large, *large, share->value}};
    return sizes;
  }

  std::optional<SizeDistribution> read_sieve() {
    constexpr std::string_view wanted =
        "sieve: expected at least two [size, passing in percent of mass], from 0 to 100 percent, as in sieve "
        "= "
        "[[\"1 mm\", 0], [\"2 mm\", 35], [\"4 mm\", 100]]";
    const auto* array = table_.find("sieve")->as<Array>();
    if (!array || array->items.size() < 2) {
      table_.complain("sieve", std::string(wanted));
      return std::nullopt;
    }
    SizeDistribution sizes{SizeForm::classes, 0, 0};
    double size_before = 0, passing_before = 0;
    for (std::size_t k = 0; k < array->items.size(); ++k) {
      const Value& item = array->items[k];
      const auto* pair = item.as<Array>();
      if (!pair || pair->items.size() != 2) {
        reading_.complaints.add(item.place, std::string(wanted));
        return std::nullopt;
      }
      const auto size = length(pair->items[0], "sieve");
      const auto passing = read_number(reading_, pair->items[1], "sieve", Kind::number, {0, 100});
      if (!size || !passing) return std::nullopt;
      if (k > 0 && !(*size > size_before && *passing >= passing_before)) {
        reading_.complaints.add(item.place, "sieve: sizes must grow from line to line, and what passes too");
        return std::nullopt;
      }
      const bool is_last = k + 1 == array->items.size();
      if ((k == 0 && *passing != 0) || (is_last && *passing != 100)) {
        reading_.complaints.add(item.place, std::string(wanted));
        return std::nullopt;
      }
      // A class that holds nothing must not decide which sizes there are.
      if (k > 0 && *passing > passing_before)
        sizes.classes.push_back({size_before, *size, *passing - passing_before});
      size_before = *size;
      passing_before = *passing;
    }
    sizes.least = sizes.classes.front().least;
    sizes.most = sizes.classes.back().most;
    return sizes;
  }

  /// Lines of `size` or `size,number`; a first line without a number is a header.
  std::optional<SizeDistribution> read_list() {
    const auto rows = table_.text("rows");
    table_.text("file");
    if (!rows) return std::nullopt;
    SizeDistribution sizes{SizeForm::classes, 0, 0};
    sizes.shares = SizeDistribution::Shares::of_number;
    std::string_view text = rows->value;
    for (int line = 1; !text.empty(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view content = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      content = without_blanks(content);
      if (content.empty() || content.front() == '#') continue;
      const std::size_t comma = std::min(content.find(','), content.size());
      const std::string_view share_text =
          comma < content.size() ? without_blanks(content.substr(comma + 1)) : std::string_view("1");
      const Quantity size = parse_quantity(without_blanks(content.substr(0, comma)), Kind::length);
      const Quantity share = parse_quantity(share_text, Kind::number);
      const bool is_header = sizes.classes.empty() && line == 1 && !size.fault.empty();
      if (is_header) continue;
      const bool is_good = size.fault.empty() && share.fault.empty() && size.value > 0 &&
                           std::isfinite(size.value) && share.value > 0 && std::isfinite(share.value);
      if (!is_good) {
        table_.complain("rows", fmt::format("sizes, line {}: expected a length, optionally with a number of "
                                            "bodies, as in 0.002,35, got {}",
                                            line, in_quotes(content)));
        return std::nullopt;
      }
      sizes.classes.push_back({size.value, size.value, share.value});
    }
    if (sizes.classes.empty()) {
      table_.complain("rows", "sizes: there are no lines; expected one length per line");
      return std::nullopt;
    }
    const auto by_size = [](const Class& a, const Class& b) { return a.least < b.least; };
    sizes.least = std::min_element(sizes.classes.begin(), sizes.classes.end(), by_size)->least;
    sizes.most = std::max_element(sizes.classes.begin(), sizes.classes.end(), by_size)->most;
    return sizes;
  }

  static std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\"");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\"") - begin + 1);
  }

  Reading& reading_;
  const TableReader& table_;
};

void halve(SizeDistribution& sizes) {
  sizes.least /= 2;
  sizes.most /= 2;
  sizes.centre /= 2;
  if (sizes.form == SizeForm::normal) sizes.spread /= 2;
  for (Class& one : sizes.classes) {
    one.least /= 2;
    one.most /= 2;
  }
}

}  // namespace

std::optional<SizeDistribution> read_sizes(Reading& reading, const TableReader& owner) {
  const std::string_view key = owner.either("radius", "diameter");
  if (key.empty()) return std::nullopt;
  std::optional<SizeDistribution> sizes;
  if (owner.find(key)->as<Table>()) {
    if (const auto table = owner.table(key, "fill.size")) sizes = SizeReader(reading, *table).read();
  } else if (const auto number = owner.quantity(key)) {
    sizes = SizeDistribution{SizeForm::fixed, number->value, number->value};
  }
  if (sizes && key == "diameter") halve(*sizes);
  return sizes;
}

}  // namespace scree::scene
