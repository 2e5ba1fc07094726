#include "scree/scene/read_condition.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "scree/base/text.h"
#include "scree/scene/expression.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

using Quantity = Condition::Quantity;
using Relation = Condition::Relation;

struct Word {
  std::string_view name;
  Quantity quantity;
  Kind kind;
  bool takes_region;
  std::string_view example;
};
constexpr Word words[] = {
    {"settled", Quantity::settled, Kind::number, false, "settled(1e-4)"},
    {"time", Quantity::time, Kind::time, false, "time > 2 s"},
    {"stage_time", Quantity::stage_time, Kind::time, false, "stage_time > 0.5 s"},
    {"count", Quantity::count, Kind::number, true, "count(bin) < 100"},
    {"mass", Quantity::mass, Kind::mass, true, "mass(bin) > 2 kg"},
    {"kinetic_energy", Quantity::kinetic_energy, Kind::energy, false, "kinetic_energy < 1 mJ"},
    {"speed", Quantity::speed, Kind::velocity, false, "speed < 1 mm/s"},
    {"contacts", Quantity::contacts, Kind::number, false, "contacts > 1000"},
};
constexpr auto word_names = [] {
  std::array<std::string_view, std::size(words)> names;
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = words[k].name;
  return names;
}();

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Where the text goes wrong, and why.
struct Fault {
  std::size_t at;
  std::string message;
};

class Parser {
 public:
  Parser(std::string_view text, std::span<const Region> regions, std::span<const NamedNumber> names)
      : text_(text), regions_(regions), names_(names) {
    condition_.text = text;
  }

  Condition parse() {
    parse_any();
    skip_blanks();
    if (at_ < text_.size()) fail("expected 'and', 'or' or the end, got {}", rest());
    return std::move(condition_);
  }

 private:
  static constexpr std::size_t deepest = 64, most_comparisons = 64;

  template <class... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw Fault{at_, fmt::format(format, std::forward<Parts>(parts)...)};
  }
  std::string rest() const { return at_ < text_.size() ? in_quotes(text_.substr(at_)) : "nothing"; }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  std::string_view peek_word() {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  bool take_word(std::string_view wanted) {
    if (peek_word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  std::size_t join(Condition::Node::Kind kind, std::size_t first, std::size_t second) {
    condition_.nodes.push_back({kind, first, second});
    return condition_.nodes.size() - 1;
  }
  std::size_t parse_any() {
    std::size_t node = parse_all();
    while (take_word("or")) node = join(Condition::Node::Kind::either, node, parse_all());
    return node;
  }
  std::size_t parse_all() {
    std::size_t node = parse_factor();
    while (take_word("and")) node = join(Condition::Node::Kind::both, node, parse_factor());
    return node;
  }
  std::size_t parse_factor() {
    if (!take('(')) return parse_comparison();
    if (++depth_ > deepest) fail("too many parentheses");
    const std::size_t node = parse_any();
    if (!take(')')) fail("expected ')', got {}", rest());
    --depth_;
    return node;
  }

  std::size_t parse_comparison() {
    const std::string_view name = peek_word();
    if (name.empty()) fail("expected a condition such as settled(1e-4) or time > 2 s, got {}", rest());
    const Word* word = nullptr;
    for (const Word& one : words)
      if (one.name == name) word = &one;
    if (!word) fail("unknown condition {}{}", in_quotes(name), suggestion(name, word_names));
    if (condition_.comparisons.size() >= most_comparisons) fail("more than {} comparisons", most_comparisons);
    at_ += name.size();
    Condition::Comparison comparison;
    comparison.quantity = word->quantity;
    if (word->quantity == Quantity::settled) {
      if (!take('(')) fail("expected '(' and a ratio, as in {}", word->example);
      comparison.relation = Relation::below;
      comparison.value = parse_value(*word);
      if (!(comparison.value > 0)) fail("settled takes a positive ratio, as in {}", word->example);
      if (take(',')) {
        comparison.left_out = parse_value(*word);
        if (!(comparison.left_out >= 0 && comparison.left_out < 1))
          fail("settled may leave out a share of the bodies from 0 to 1, as in settled(1e-4, 0.01)");
      }
      if (!take(')')) fail("expected ')', got {}", rest());
    } else {
      if (word->takes_region) comparison.region = parse_region(*word);
      comparison.relation = parse_relation(*word);
      comparison.value = parse_value(*word);
    }
    condition_.comparisons.push_back(comparison);
    return join(Condition::Node::Kind::comparison, condition_.comparisons.size() - 1, 0);
  }

  std::optional<std::size_t> parse_region(const Word& word) {
    if (!take('(')) fail("expected '(' and a region, as in {}, or {}(all)", word.example, word.name);
    skip_blanks();
    const std::size_t end = std::min(text_.find(')', at_), text_.size());
    std::string_view name = text_.substr(at_, end - at_);
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    std::optional<std::size_t> found;
    if (name != "all") {
      std::vector<std::string_view> known;
      for (std::size_t k = 0; k < regions_.size(); ++k) {
        known.push_back(regions_[k].name);
        if (regions_[k].name == name) found = k;
      }
      known.push_back("all");
      if (!found) fail("there is no [[region]] called {}{}", in_quotes(name), suggestion(name, known));
    }
    at_ = end;
    if (!take(')')) fail("expected ')'");
    return found;
  }

  Relation parse_relation(const Word& word) {
    const bool below = take('<');
    if (!below && !take('>')) fail("expected <, <=, > or >=, as in {}, got {}", word.example, rest());
    const bool or_equal = at_ < text_.size() && text_[at_] == '=';
    if (or_equal) ++at_;
    if (below) return or_equal ? Relation::at_most : Relation::below;
    return or_equal ? Relation::at_least : Relation::above;
  }

  /// Up to a parenthesis, a comma, `and`, `or` or the end.
  double parse_value(const Word& word) {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != ')' && text_[end] != ',') {
      const bool starts_word = is_letter(text_[end]) && (end == at_ || !is_letter(text_[end - 1]));
      if (starts_word) {
        std::size_t stop = end;
        while (stop < text_.size() && is_letter(text_[stop])) ++stop;
        const std::string_view name = text_.substr(end, stop - end);
        if (name == "and" || name == "or") break;
      }
      ++end;
    }
    std::string_view text = text_.substr(at_, end - at_);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const scree::Quantity value = read_quantity(text, word.kind, names_);
    if (!value.fault.empty()) fail("{}: {}; write for example {}", word.name, value.fault, word.example);
    if (!std::isfinite(value.value)) fail("{}: expected a finite number", word.name);
    at_ = end;
    return value.value;
  }

  std::string_view text_;
  std::span<const Region> regions_;
  std::span<const NamedNumber> names_;
  std::size_t at_ = 0, depth_ = 0;
  Condition condition_;
};

}  // namespace

std::span<const std::string_view> condition_words() { return word_names; }

std::optional<Condition> read_condition(const Placed<std::string>& text, std::span<const Region> regions,
                                        Complaints& complaints, std::span<const NamedNumber> names) {
  try {
    return Parser(text.value, regions, names).parse();
  } catch (const Fault& fault) {
    Place place = text.place;
    // The text stands behind its opening quote, on one line unless it is a long one.
    if (place.line > 0 && text.value.find('\n') == std::string::npos)
      place.column += 1 + static_cast<int>(fault.at);
    complaints.add(place, "until: " + fault.message);
    return std::nullopt;
  }
}

}  // namespace scree::scene
