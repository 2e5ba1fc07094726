#include "scree/scene/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "scree/base/text.h"

namespace scree::scene {
namespace {
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr std::size_t longest_name = 64;
}  // namespace

// The distance of Damerau and Levenshtein in its simple form (optimal string alignment), three rows at a
// time.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

namespace {
/// The only known name that begins like this, if it is the only one: people cut names short.
std::string_view completed(std::string_view given, std::span<const std::string_view> known) {
  constexpr std::size_t shortest = 3;
  std::string_view found;
  if (given.size() < shortest) return found;
  for (const std::string_view name : known) {
    if (!name.starts_with(given)) continue;
    if (!found.empty()) return {};
    found = name;
  }
  return found;
}
}  // namespace

std::string_view nearest(std::string_view given, std::span<const std::string_view> known) {
  if (given.empty() || given.size() > longest_name) return {};
  std::string_view best;
  int best_distance = std::max(1, static_cast<int>(given.size()) / 3) + 1;
  for (const std::string_view name : known) {
    if (name.size() > longest_name) continue;
    const int distance = edit_distance(given, name);
    // A distance as long as the name itself means that nothing of it is left.
    if (distance >= best_distance || distance >= static_cast<int>(name.size())) continue;
    best = name;
    best_distance = distance;
  }
  return best.empty() ? completed(given, known) : best;
}

std::string suggestion(std::string_view given, std::span<const std::string_view> known) {
  if (const std::string_view name = nearest(given, known); !name.empty())
    return fmt::format(", did you mean {}?", in_quotes(name));
  constexpr std::size_t most_listed = 20;
  if (known.empty()) return "";
  return fmt::format("; choose from {}{}", fmt::join(known.first(std::min(known.size(), most_listed)), ", "),
                     known.size() > most_listed ? ", ..." : "");
}

}  // namespace scree::scene
