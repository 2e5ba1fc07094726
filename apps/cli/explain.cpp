// scree explain: what a key of a scene means.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "json_text.h"
#include "law_formulas.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/scene/keys.h"
#include "scree/scene/suggest.h"
#include "scree/sim/families.h"
#include "scree/sim/simulation.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;

struct Arguments {
  Common common;
  std::string key;
};

/// One key or table, as it is told; of a table only name and summary.
struct Explanation {
  std::string name, table, summary, takes, unit, fallback, range, example;
  std::vector<std::string> formulas{};  // of a contact law
  std::string source{};
};

std::string unit_of(Kind kind) {
  return kind == Kind::number ? std::string() : std::string(facts(kind).unit);
}

bool is_limited(const scene::Range& range) { return range.least > -1e300 || range.most < 1e300; }

Explanation explanation_of(const scene::KeyFacts& key) {
  return {key.name(),
          std::string(scene::table_facts(key.table).header),
          std::string(key.summary),
          key.takes(),
          unit_of(key.kind),
          key.required ? std::string("none, it must be given") : std::string(key.fallback),
          is_limited(key.range) ? key.range.rule() : std::string(),
          fmt::format("{} = {}", key.key, key.example)};
}

Explanation explanation_of(const scene::TableFacts& table) {
  return {std::string(table.header), {}, std::string(table.summary), {}, {}, {}, {}, {}};
}

std::string default_of(const Parameter& parameter) {
  if (!parameter.fallback) return "none, it must be given";
  if (!scene::has_default(parameter)) return "none, it may be left out";
  const std::string unit = unit_of(parameter.kind);
  return fmt::format("{}{}{}", *parameter.fallback, unit.empty() ? "" : " ", unit);
}

Explanation explanation_of(const Parameter& parameter, std::string_view law) {
  const scene::Range range = scene::range_of(parameter);
  return {fmt::format("contact.{}", parameter.name),
          fmt::format("[contact.\"A-B\"] with law = \"{}\"", law),
          std::string(parameter.summary),
          with_article(facts(parameter.kind).name),
          unit_of(parameter.kind),
          default_of(parameter),
          is_limited(range) ? range.rule() : std::string(),
          fmt::format("{} = {}", parameter.name, scene::example_of(parameter))};
}

/// "material.glass.young" also as "material.young": names that a scene gives to its tables do not matter
/// here.
std::vector<std::string> spellings(const std::string& given) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (const char letter : given) {
    if (letter == '"')
      quoted = !quoted;
    else if (letter == '.' && !quoted)
      parts.emplace_back();
    else if (letter != '[' && letter != ']')
      parts.back() += letter;
  }
  const auto joined = [&](std::size_t skipped) {
    std::string text;
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (k != skipped) text += (text.empty() ? "" : ".") + parts[k];
    return text;
  };
  std::vector<std::string> all{joined(parts.size())};
  for (std::size_t k = 1; k + 1 < parts.size(); ++k) all.push_back(joined(k));
  if (parts.size() == 2 && (parts[0] == "material" || parts[0] == "contact")) all.push_back(parts[0]);
  return all;
}

/// Laws that share a parameter are told together.
void add(std::vector<Explanation>& found, const Explanation& next) {
  for (Explanation& one : found)
    if (one.name == next.name && one.summary == next.summary && one.fallback == next.fallback &&
        one.takes == next.takes && one.range == next.range) {
      one.table += " or " + next.table.substr(next.table.find("law = "));
      return;
    }
  found.push_back(next);
}

std::vector<Explanation> explain_word(const std::string& word, const scene::Vocabulary& vocabulary) {
  std::vector<Explanation> found;
  for (const scene::TableFacts& table : scene::table_list())
    if (table.name == word && !word.empty()) found.push_back(explanation_of(table));
  if (!found.empty())
    for (const scene::KeyFacts& key : scene::keys_of(word)) found.push_back(explanation_of(key));
  for (const scene::KeyFacts& key : scene::key_table())
    if (key.name() == word || key.key == word) found.push_back(explanation_of(key));
  for (const scene::Vocabulary::Law& law : vocabulary.laws)
    for (const Parameter& parameter : law.parameters)
      if (law.name == word || parameter.name == word || fmt::format("contact.{}", parameter.name) == word)
        add(found, explanation_of(parameter, law.name));
  return found;
}

/// Words that a key may be given: `rain` of fill.arrangement.
void add_choices(const std::string& word, std::vector<Explanation>& found) {
  for (const scene::KeyFacts& key : scene::key_table()) {
    std::vector<std::string_view> words(key.choices.begin(), key.choices.end());
    words.push_back(key.word);
    if (word.empty() || std::find(words.begin(), words.end(), word) == words.end()) continue;
    found.push_back({word,
                     std::string(scene::table_facts(key.table).header),
                     fmt::format("a value of '{}': {}", key.key, key.summary),
                     key.takes(),
                     {},
                     std::string(key.fallback),
                     {},
                     fmt::format("{} = \"{}\"", key.key, word)});
  }
}

/// Members of catalogues: search methods, laws, integrators, measures, shapes.
void add_members(const std::string& word, std::vector<Explanation>& found) {
  for (const sim::Family& family : sim::families()) {
    if (family.name == "keys") continue;
    for (const sim::Member& member : family.members) {
      if (member.name != word) continue;
      Explanation one{member.name, family.summary, member.summary, {}, {}, {}, {}, {}};
      for (const sim::Detail& detail : member.details)
        if (const auto* text = std::get_if<std::string>(&detail.value); text && detail.name == "source")
          one.source = *text;
      if (family.name == "laws") one.formulas = law_formulas(member.name);
      found.push_back(std::move(one));
    }
  }
}

/// A value of some key or catalogue; of a contact law its numbers follow.
std::vector<Explanation> explain_value(const std::string& word, const scene::Vocabulary& vocabulary) {
  std::vector<Explanation> found;
  add_members(word, found);
  add_choices(word, found);
  if (found.empty()) return found;
  for (const Explanation& parameter : explain_word(word, vocabulary))
    if (parameter.table.find("law = ") != std::string::npos) found.push_back(parameter);
  return found;
}

std::vector<Explanation> explanations_of(const std::string& given) {
  const scene::Vocabulary vocabulary = sim::vocabulary();
  const bool is_law = std::any_of(vocabulary.laws.begin(), vocabulary.laws.end(),
                                  [&](const scene::Vocabulary::Law& law) { return law.name == given; });
  if (is_law) return explain_value(given, vocabulary);
  for (const std::string& word : spellings(given)) {
    std::vector<Explanation> found = explain_word(word, vocabulary);
    if (!found.empty()) return found;
  }
  if (std::vector<Explanation> found = explain_value(given, vocabulary); !found.empty()) return found;
  std::vector<std::string> names;
  for (const sim::Family& family : sim::families())
    for (const sim::Member& member : family.members) names.push_back(member.name);
  for (const scene::KeyFacts& key : scene::key_table()) {
    names.emplace_back(key.key);
    names.push_back(key.name());
  }
  for (const scene::TableFacts& table : scene::table_list()) names.emplace_back(table.name);
  for (const scene::Vocabulary::Law& law : vocabulary.laws) {
    names.emplace_back(law.name);
    for (const Parameter& parameter : law.parameters) names.emplace_back(parameter.name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view near = scene::nearest(given, known);
  throw SceneError(Place{}, fmt::format("no scene has a key or value '{}'{}", given,
                                        near.empty() ? std::string("; `scree list keys` shows all")
                                                     : fmt::format(", did you mean '{}'?", near)));
}

std::string text_of(const std::vector<Explanation>& explanations, int width) {
  std::string text;
  for (const Explanation& one : explanations) {
    Table facts;
    if (!one.table.empty()) facts.add({"goes in", one.table});
    for (std::size_t k = 0; k < one.formulas.size(); ++k)
      facts.add({k == 0 ? "formula" : "", one.formulas[k]});
    if (!one.takes.empty()) facts.add({"takes", one.takes});
    if (!one.unit.empty()) facts.add({"unit", fmt::format("{} when none is written", one.unit)});
    if (!one.range.empty()) facts.add({"range", one.range});
    if (!one.fallback.empty()) facts.add({"default", one.fallback});
    if (!one.example.empty()) facts.add({"example", one.example});
    if (!one.source.empty()) facts.add({"source", one.source});
    text +=
        fmt::format("{}{}\n{}", text.empty() ? "" : "\n",
                    wrapped(fmt::format("{}: {}", one.name, one.summary), 2, width), facts.text(2, width));
  }
  return text;
}

int explain(const Arguments& arguments) {
  const std::vector<Explanation> explanations = explanations_of(arguments.key);
  if (!arguments.common.json) {
    print(text_of(explanations, width_of(stdout)));
    return 0;
  }
  ordered_json list = ordered_json::array();
  for (const Explanation& one : explanations)
    list.push_back({{"name", one.name},
                    {"table", one.table},
                    {"summary", one.summary},
                    {"takes", one.takes},
                    {"unit", one.unit},
                    {"range", one.range},
                    {"default", one.fallback},
                    {"example", one.example},
                    {"formulas", one.formulas},
                    {"source", one.source}});
  print_json(list);
  return 0;
}
}  // namespace

void add_explain(Command& app, int& exit_code) {
  Command command = app.add_subcommand("explain", "Tells what a key of a scene, or a value, means");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("key", arguments->key, "a key, a table, or a value such as a contact law")
      .required()
      .type_name("KEY");
  add_json(command, arguments->common);
  command.footer(
      "Meaning, unit, range, default and an example. A key that stands in several tables is told for "
      "each.\n\n"
      "Examples:\n"
      "  scree explain gravity\n"
      "  scree explain material.glass.young\n"
      "  scree explain fill\n"
      "  scree explain rain\n"
      "  scree explain hertz_mindlin");
  command.callback([arguments, &exit_code] { exit_code = explain(*arguments); });
}

}  // namespace scree::cli
