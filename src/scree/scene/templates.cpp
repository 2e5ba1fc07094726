#include "scree/scene/templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "scree/base/error.h"
#include "scree/scene/keys.h"

namespace scree::scene {
namespace {

struct Value {
  std::string_view key, value;
};

struct Section {
  std::string_view table;  // of the key table
  std::string_view header;
  std::string_view remark;  // empty: what the key table says of the table
  std::vector<Value> values;
};

struct Template {
  TemplateFacts facts;
  std::vector<Section> sections;
};

Section scene_section(std::string_view name, bool flat) {
  Section section{"scene", "[scene]", "", {{"name", name}, {"dimension", flat ? "2" : "3"}}};
  section.values.push_back({"gravity", flat ? R"([0, "-9.81 m/s2"])" : R"([0, 0, "-9.81 m/s2"])"});
  section.values.push_back({"seed", "7"});
  if (flat) section.values.push_back({"thickness", R"("4 mm")"});
  return section;
}

/// As soft as the speeds of the template allow: deepest overlaps stay below a hundredth of a radius.
Section glass(std::string_view young) {
  return {"material",
          "[material.glass]",
          "softer than glass is: a longer time step, and nothing changes while overlaps stay small",
          {{"density", R"("2500 kg/m3")"}, {"young", young}, {"poisson", "0.25"}}};
}
const Section glass_contact{"contact",
                            "[contact.default]",
                            "",
                            {{"law", R"("hertz_mindlin")"}, {"restitution", "0.8"}, {"friction", "0.4"}}};
const Section record_section{"record", "[record]", "", {{"frames", R"("5 ms")"}}};

Template box_template() {
  return {{"box", "spheres that fall into a box"},
          {scene_section(R"("box")", false),
           glass(R"("500 MPa")"),
           glass_contact,
           {"wall",
            "[[wall]]",
            "",
            {{"name", R"("box")"},
             {"material", R"("glass")"},
             {"box", R"({ min = [0, 0, 0], max = ["4 cm", "4 cm", "6 cm"] })"}}},
           {"fill",
            "[[fill]]",
            "",
            {{"shape", R"("sphere")"},
             {"material", R"("glass")"},
             {"diameter", R"({ uniform = ["2.5 mm", "3.5 mm"] })"},
             {"region", R"({ box = { min = [0, 0, 0], max = ["4 cm", "4 cm", "3 cm"] } })"},
             {"count", "1000"}}},
           {"stage", "[[stage]]", "", {{"name", R"("pour")"}, {"duration", R"("0.15 s")"}}},
           record_section}};
}

Template drum_template() {
  return {{"drum", "a drum that turns, partly filled"},
          {scene_section(R"("drum")", false),
           glass(R"("1 GPa")"),
           glass_contact,
           {"wall",
            "[[wall]]",
            "",
            {{"name", R"("drum")"},
             {"material", R"("glass")"},
             {"cylinder", R"({ start = [0, 0, 0], end = [0, "5 cm", 0], radius = "6 cm" })"},
             {"motion", R"({ rotate = { axis = [0, 1, 0], point = [0, 0, 0], rate = "30 rpm" } })"}}},
           {"fill",
            "[[fill]]",
            "",
            {{"shape", R"("sphere")"},
             {"material", R"("glass")"},
             {"diameter", R"({ uniform = ["4 mm", "5 mm"] })"},
             {"region", R"({ box = { min = ["-5 cm", 0, "-6 cm"], max = ["5 cm", "5 cm", "-1 cm"] } })"},
             {"count", "900"}}},
           {"stage", "[[stage]]", "", {{"duration", R"("0.8 s")"}}},
           {"record", "[record]", "", {{"frames", R"("20 ms")"}}}}};
}

Template hopper_template() {
  return {
      {"hopper", "a bin with a funnel that empties onto a floor"},
      {scene_section(R"("hopper")", false),
       glass(R"("8 GPa")"),
       glass_contact,
       {"wall",
        "[[wall]]",
        "the bin",
        {{"name", R"("bin")"},
         {"material", R"("glass")"},
         {"cylinder",
          R"({ start = [0, 0, "5.5 cm"], end = [0, 0, "9 cm"], radius = "4 cm", caps = "none" })"}}},
       {"wall",
        "[[wall]]",
        "its funnel",
        {{"name", R"("funnel")"},
         {"material", R"("glass")"},
         {"cone",
          R"({ start = [0, 0, "2.5 cm"], end = [0, 0, "5.5 cm"], start_radius = "1.2 cm", end_radius = "4 cm", caps = "none" })"}}},
       {"wall",
        "[[wall]]",
        "",
        {{"name", R"("floor")"},
         {"material", R"("glass")"},
         {"plane", R"({ point = [0, 0, 0], normal = [0, 0, 1] })"}}},
       {"fill",
        "[[fill]]",
        "",
        {{"shape", R"("sphere")"},
         {"material", R"("glass")"},
         {"diameter", R"({ uniform = ["3 mm", "4 mm"] })"},
         {"region",
          R"({ box = { min = ["-2.8 cm", "-2.8 cm", "5.5 cm"], max = ["2.8 cm", "2.8 cm", "7.5 cm"] } })"},
         {"count", "600"}}},
       {"stage", "[[stage]]", "", {{"duration", R"("0.5 s")"}}},
       {"record", "[record]", "", {{"frames", R"("20 ms")"}}}}};
}

Template discs_template() {
  return {{"discs", "discs in 2D that fall into a trough over a peg"},
          {scene_section(R"("discs")", true),
           glass(R"("10 GPa")"),
           glass_contact,
           {"wall",
            "[[wall]]",
            "the left side of the trough",
            {{"name", R"("left")"}, {"plane", R"({ point = [0, 0], normal = [1, 1] })"}}},
           {"wall",
            "[[wall]]",
            "its right side",
            {{"name", R"("right")"}, {"plane", R"({ point = [0, 0], normal = [-1, 1] })"}}},
           {"body",
            "[[body]]",
            "a peg",
            {{"name", R"("peg")"},
             {"shape", R"("disc")"},
             {"radius", R"("8 mm")"},
             {"position", R"([0, "3 cm"])"},
             {"fixed", "true"}}},
           {"fill",
            "[[fill]]",
            "",
            {{"shape", R"("disc")"},
             {"material", R"("glass")"},
             {"diameter", R"({ uniform = ["3 mm", "5 mm"] })"},
             {"region", R"({ box = { min = ["-4 cm", "4.2 cm"], max = ["4 cm", "8 cm"] } })"},
             {"count", "100"}}},
           {"stage", "[[stage]]", "", {{"duration", R"("0.2 s")"}}},
           record_section}};
}

Template collision_template() {
  return {{"collision", "one sphere that hits another: single bodies, no gravity"},
          {{"scene", "[scene]", "", {{"name", R"("collision")"}, {"dimension", "3"}}},
           {"material",
            "[material.steel]",
            "",
            {{"density", R"("7850 kg/m3")"}, {"young", R"("200 GPa")"}, {"poisson", "0.3"}}},
           {"contact",
            "[contact.default]",
            "",
            {{"law", R"("hertz_mindlin")"}, {"restitution", "0.95"}, {"friction", "0.2"}}},
           {"body",
            "[[body]]",
            "",
            {{"name", R"("striker")"},
             {"shape", R"("sphere")"},
             {"diameter", R"("1 cm")"},
             {"material", R"("steel")"},
             {"position", R"([0, 0, 0])"},
             {"velocity", R"(["1 m/s", 0, 0])"}}},
           {"body",
            "[[body]]",
            "hit off its middle",
            {{"name", R"("target")"},
             {"shape", R"("sphere")"},
             {"diameter", R"("1 cm")"},
             {"material", R"("steel")"},
             {"position", R"(["11 mm", "4 mm", 0])"}}},
           {"stage", "[[stage]]", "", {{"duration", R"("5 ms")"}}},
           {"record", "[record]", "", {{"frames", R"("0.1 ms")"}}}}};
}

const std::vector<Template>& all_templates() {
  static const std::vector<Template> all{box_template(), drum_template(), hopper_template(), discs_template(),
                                         collision_template()};
  return all;
}

/// The law of a contact section, for what its further keys mean.
std::span<const Parameter> parameters_of(const Section& section, const Vocabulary& vocabulary) {
  for (const Value& value : section.values)
    for (const Vocabulary::Law& law : vocabulary.laws)
      if (value.key == "law" && value.value == fmt::format("\"{}\"", law.name)) return law.parameters;
  return {};
}

std::string_view meaning_of(const Section& section, std::string_view key, const Vocabulary& vocabulary) {
  for (const KeyFacts& facts : keys_of(section.table))
    if (facts.key == key) return facts.summary;
  for (const Parameter& parameter : parameters_of(section, vocabulary))
    if (parameter.name == key) return parameter.summary;
  throw InternalError("the keys of a template exist", __FILE__, __LINE__);
}

struct Line {
  std::string setting, comment;
};

/// Comments in one column, unless a setting is long: then the comment stands above it.
std::string aligned(const std::vector<Line>& lines) {
  constexpr std::size_t longest = 44;
  std::size_t width = 0;
  for (const Line& line : lines)
    if (line.setting.size() <= longest) width = std::max(width, line.setting.size());
  std::string text;
  for (const Line& line : lines)
    text += line.setting.size() > longest ? fmt::format("# {}\n{}\n", line.comment, line.setting)
                                          : fmt::format("{:{}}  # {}\n", line.setting, width, line.comment);
  return text;
}

/// What the examples of keys name, as the template calls it.
struct Names {
  std::string_view material, wall;
};

Names names_of(const Template& one) {
  Names names;
  for (const Section& section : one.sections) {
    constexpr std::string_view begin = "[material.";
    if (section.table == "material" && names.material.empty())
      names.material = section.header.substr(begin.size(), section.header.size() - begin.size() - 1);
    for (const Value& value : section.values)
      if (section.table == "wall" && value.key == "name" && names.wall.empty())
        names.wall = value.value.substr(1, value.value.size() - 2);
  }
  return names;
}

int dimension_of(const Template& one) {
  for (const Section& section : one.sections)
    for (const Value& value : section.values)
      if (value.key == "dimension") return value.value == "2" ? 2 : 3;
  throw InternalError("a template has a dimension", __FILE__, __LINE__);
}

std::string with(std::string text, std::string_view example_name, std::string_view name) {
  for (std::size_t at = text.find(example_name); at != std::string::npos;
       at = text.find(example_name, at + name.size()))
    text.replace(at, example_name.size(), name);
  return text;
}

/// "key = example", as a comment; empty for what the template has no use for.
std::string commented(const KeyFacts& facts, const Template& one) {
  const int dimension = dimension_of(one);
  if (facts.only_in != 0 && facts.only_in != dimension) return {};
  if (facts.table == "sweep") return fmt::format("#\"contact.default.friction\" = {}", facts.example);
  const Names names = names_of(one);
  std::string example(facts.example_in(dimension));
  if (example.find("gate") != std::string::npos && names.wall.empty()) return {};
  example = with(with(std::move(example), "glass", names.material), "gate", names.wall);
  return fmt::format("#{} = {}", facts.key, example);
}

std::string unused_keys(const Section& section, const Template& one, const Vocabulary& vocabulary) {
  const auto used = [&](std::string_view key) {
    return std::any_of(section.values.begin(), section.values.end(),
                       [&](const Value& value) { return value.key == key; });
  };
  std::vector<Line> lines;
  for (const KeyFacts& facts : keys_of(section.table))
    if (const std::string setting = commented(facts, one); !used(facts.key) && !setting.empty())
      lines.push_back({setting, facts.fallback.empty()
                                    ? std::string(facts.summary)
                                    : fmt::format("{}; default: {}", facts.summary, facts.fallback)});
  for (const Parameter& parameter : parameters_of(section, vocabulary))
    if (!used(parameter.name) && parameter.fallback)
      lines.push_back(
          {fmt::format("#{} = {}", parameter.name, example_of(parameter)), std::string(parameter.summary)});
  return lines.empty() ? std::string() : aligned(lines);
}

}  // namespace

std::span<const TemplateFacts> templates() {
  static const std::vector<TemplateFacts> facts = [] {
    std::vector<TemplateFacts> list;
    for (const Template& one : all_templates()) list.push_back(one.facts);
    return list;
  }();
  return facts;
}

std::string template_text(std::string_view name, const Vocabulary& vocabulary, bool all_keys) {
  const auto found = std::find_if(all_templates().begin(), all_templates().end(),
                                  [&](const Template& one) { return one.facts.name == name; });
  SCREE_ASSERT(found != all_templates().end());
  std::string text = fmt::format(
      "# A template: {}.\n# Numbers may carry units; plain numbers are SI. `scree explain KEY` "
      "tells more about a key.\n",
      found->facts.summary);
  std::set<std::string_view> told;  // tables whose further keys have been listed
  for (const Section& section : found->sections) {
    const std::string_view remark =
        section.remark.empty() ? table_facts(section.table).summary : section.remark;
    text += fmt::format("\n{}  # {}\n", section.header, remark);
    std::vector<Line> lines;
    for (const Value& value : section.values)
      lines.push_back({fmt::format("{} = {}", value.key, value.value),
                       std::string(meaning_of(section, value.key, vocabulary))});
    text += aligned(lines);
    if (all_keys && told.insert(section.table).second) text += unused_keys(section, *found, vocabulary);
  }
  if (!all_keys) return text;
  for (const TableFacts& table : table_list()) {
    const bool top = !table.name.empty() && table.name.find('.') == std::string_view::npos;
    if (!top || told.count(table.name) != 0 || table.repeats() ||
        table.header.find("NAME") != std::string_view::npos)
      continue;
    text += fmt::format("\n#{}  # {}\n{}", table.header, table.summary,
                        unused_keys({table.name, "", "", {}}, *found, vocabulary));
  }
  return text;
}

}  // namespace scree::scene
