// [material.NAME] and [contact."A-B"].
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "scree/base/text.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

using Pair = std::pair<std::string, std::string>;

constexpr std::size_t longest_name = 100;

/// People think of discs as flat and give them a mass per area. True after such a complaint.
bool refuse_flat_density(const TableReader& reader, const Table& table) {
  const Member* density = table.find("density");
  const auto* text = density ? density->value.as<std::string>() : nullptr;
  if (!text) return false;
  const std::string fault = parse_quantity(*text, Kind::density).fault;
  if (fault.empty() || !parse_quantity(*text, Kind::area_density).fault.empty()) return false;
  reader.complain(
      "density",
      fmt::format("density: {}; in 2D a disc is a prism of the height [scene] thickness, so write kg/m3",
                  fault));
  return true;
}

/// Names may contain '-', so every way to cut the text is tried against the known materials.
std::vector<Pair> possible_pairs(const Reading& reading, const std::string& text) {
  std::vector<Pair> pairs;
  if (text.size() > 2 * longest_name + 1) return pairs;
  for (std::size_t dash = text.find('-'); dash != std::string::npos; dash = text.find('-', dash + 1)) {
    Pair pair{text.substr(0, dash), text.substr(dash + 1)};
    if (reading.materials.count(pair.first) && reading.materials.count(pair.second))
      pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::string explain_unknown_pair(const Reading& reading, const std::string& text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos)
    return fmt::format(
        "[contact.{}] names one material; write [contact.\"A-B\"] for a pair or [contact.default] for "
        "the rest",
        one_line(text));
  const std::vector<std::string_view> known(reading.materials.begin(), reading.materials.end());
  std::string message = fmt::format("contact {} names", in_quotes(text));
  bool first = true;
  for (const std::string& name : {text.substr(0, dash), text.substr(dash + 1)}) {
    if (reading.materials.count(name)) continue;
    message += fmt::format("{} the unknown material {}{}", first ? "" : " and", in_quotes(name),
                           suggestion(name, known));
    first = false;
  }
  return message;
}

/// Both empty for [contact.default]; nothing after a complaint.
std::optional<Pair> resolve_pair(Reading& reading, const Place& place, const std::string& text) {
  if (text == "default") return Pair{};
  const std::vector<Pair> pairs = possible_pairs(reading, text);
  if (pairs.size() == 1) return pairs.front();
  if (pairs.empty()) {
    reading.complaints.add(place, explain_unknown_pair(reading, text));
  } else {
    reading.complaints.add(
        place, fmt::format("contact {} can be read as {} with {} or as {} with {}; rename a material",
                           in_quotes(text), in_quotes(pairs[0].first), in_quotes(pairs[0].second),
                           in_quotes(pairs[1].first), in_quotes(pairs[1].second)));
  }
  return std::nullopt;
}

std::vector<std::string_view> names_of(std::span<const Parameter> parameters) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

/// The parameter that the key names, or null after a complaint. A parameter that was mistyped is not missing.
const Parameter* find_parameter(Reading& reading, const Member& member, const Vocabulary::Law& law,
                                std::set<std::string_view>& given) {
  for (const Parameter& parameter : law.parameters)
    if (parameter.name == member.key) {
      given.insert(parameter.name);
      return &parameter;
    }
  const std::vector<std::string_view> names = names_of(law.parameters);
  const std::string_view name = nearest(member.key, names);
  given.insert(name);
  reading.complaints.add(
      member.place, name.empty() ? fmt::format("unknown key {}; law '{}' takes {}", in_quotes(member.key),
                                               law.name, fmt::join(names, ", "))
                                 : fmt::format("unknown key {}, did you mean '{}'? (law '{}')",
                                               in_quotes(member.key), name, law.name));
  return nullptr;
}

void read_given(Reading& reading, const Table& table, const Vocabulary::Law& law, ContactRule& rule,
                std::set<std::string_view>& given) {
  for (const Member& member : table.members) {
    if (member.key == "law") continue;
    const Parameter* parameter = find_parameter(reading, member, law, given);
    if (!parameter) continue;
    const std::optional<double> number =
        read_number(reading, member.value, member.key, parameter->kind, range_of(*parameter));
    if (number) rule.values.push_back({member.key, {*number, member.value.place}});
  }
}

void read_parameters(Reading& reading, const TableReader& reader, const Table& table,
                     const Vocabulary::Law& law, ContactRule& rule) {
  std::set<std::string_view> given;
  read_given(reading, table, law, rule, given);
  for (const Parameter& parameter : law.parameters)
    if (!parameter.fallback && !given.count(parameter.name))
      reading.complaints.add(reader.place(),
                             fmt::format("{} needs '{}' for law '{}', {}, as in {} = {}", reader.title(),
                                         parameter.name, law.name, with_article(facts(parameter.kind).name),
                                         parameter.name, example_of(parameter.kind)));
}

/// What the laws that know such a key say of it.
struct SharedParameter {
  const Parameter* one = nullptr;  // of the first of them; null when no law knows it
  bool agreed = true;              // on kind and range
};

SharedParameter shared_parameter(const Vocabulary& words, std::string_view key) {
  SharedParameter shared;
  for (const Vocabulary::Law& law : words.laws)
    for (const Parameter& parameter : law.parameters) {
      if (parameter.name != key) continue;
      if (!shared.one) shared.one = &parameter;
      shared.agreed = shared.agreed && parameter.kind == shared.one->kind &&
                      parameter.least == shared.one->least && parameter.most == shared.one->most;
    }
  return shared;
}

/// For a table whose law is not known: complains about what would be wrong with every law. True when a key
/// was taken for a mistyped `law`.
bool check_without_law(Reading& reading, const Table& table) {
  std::vector<std::string_view> names{"law"};
  for (const Vocabulary::Law& law : reading.vocabulary.laws)
    for (const Parameter& parameter : law.parameters)
      if (std::find(names.begin(), names.end(), parameter.name) == names.end())
        names.push_back(parameter.name);
  bool mistyped = false;
  for (const Member& member : table.members) {
    if (member.key == "law") continue;
    const SharedParameter shared = shared_parameter(reading.vocabulary, member.key);
    if (!shared.one) {
      mistyped = mistyped || nearest(member.key, names) == "law";
      reading.complaints.add(member.place, fmt::format("unknown key {}{}", in_quotes(member.key),
                                                       suggestion(member.key, names)));
    } else if (shared.agreed) {
      read_number(reading, member.value, member.key, shared.one->kind, range_of(*shared.one));
    }
  }
  return mistyped;
}

void read_contact_change(Reading& reading, const Member& change, const SceneDescription& scene,
                         Stage& stage) {
  const auto* table = change.value.as<Table>();
  if (!table) {
    reading.complaints.add(
        change.place,
        fmt::format("contact: expected numbers of {}, as in {{ friction = 0.1 }}", in_quotes(change.key)));
    return;
  }
  const std::optional<Pair> names = resolve_pair(reading, change.place, change.key);
  if (!names) return;
  const auto rule = std::find_if(scene.contacts.begin(), scene.contacts.end(), [&](const ContactRule& one) {
    return std::minmax(one.first, one.second) == std::minmax(names->first, names->second);
  });
  if (rule == scene.contacts.end()) {
    reading.complaints.add(change.place,
                           fmt::format("contact: there is no [contact.{}] to change",
                                       change.key == "default" ? change.key : in_quotes(change.key)));
    return;
  }
  if (const Member* law = table->find("law"))
    reading.complaints.add(law->place,
                           "law: a stage or an edit changes the numbers of a law, not the law itself");
  ContactRule changed{rule->first, rule->second, rule->law, rule->names_law, {}, change.place};
  std::set<std::string_view> given;
  for (const Vocabulary::Law& law : reading.vocabulary.laws)
    if (law.name == rule->law.value) read_given(reading, *table, law, changed, given);
  stage.contacts.push_back(std::move(changed));
}

}  // namespace

void read_contact_changes(Reading& reading, const Table& changes, const SceneDescription& scene,
                          Stage& stage) {
  for (const Member& change : changes.members) read_contact_change(reading, change, scene, stage);
}

void read_material(Reading& reading, const Table& table, const Place& place, const std::string& name,
                   SceneDescription& scene) {
  const TableReader reader(reading, "material", table, place, fmt::format("[material.{}]", one_line(name)));
  if (name.empty() || name.size() > longest_name)
    reading.complaints.add(place, fmt::format("a material's name has 1 to {} characters", longest_name));
  Material material;
  material.name = name;
  material.place = place;
  if (reading.dimension != 2 || !refuse_flat_density(reader, table))
    material.density = reader.quantity("density").value_or(Placed<double>{});
  material.young = reader.quantity("young");
  material.poisson = reader.quantity("poisson");
  scene.materials.push_back(std::move(material));
}

void read_contact(Reading& reading, const Table& table, const Place& place, const std::string& pair,
                  SceneDescription& scene) {
  const bool open = true;  // the further keys are the law's
  const TableReader reader(reading, "contact", table, place, fmt::format("[contact.{}]", one_line(pair)),
                           open);
  ContactRule rule;
  rule.place = place;
  const std::optional<Pair> names = resolve_pair(reading, place, pair);
  if (names) {
    std::tie(rule.first, rule.second) = *names;
    const auto [known, added] = reading.contacts.emplace(std::minmax(rule.first, rule.second), place);
    if (!added)
      reading.complaints.add(
          place, fmt::format("contact {} is given already, at {}", in_quotes(pair), known->second.text()));
  }
  const Vocabulary& words = reading.vocabulary;
  std::vector<std::string_view> known;
  for (const Vocabulary::Law& law : words.laws) known.push_back(law.name);
  auto name = reader.word("law", known);
  if (!reader.has("law") && reading.has_polygons && reading.dimension != 3) {
    name = {std::string(words.polygon_law), place};
    rule.names_law = false;
  }
  if (!name) {
    const bool mistyped = check_without_law(reading, table);
    if (!reader.has("law") && !mistyped) reader.complain_about_missing("law");
  } else {
    rule.law = *name;
    for (const Vocabulary::Law& law : words.laws)
      if (law.name == name->value) read_parameters(reading, reader, table, law, rule);
  }
  if (names) scene.contacts.push_back(std::move(rule));
}

}  // namespace scree::scene
